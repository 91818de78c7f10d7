//! `--shard`: the part of the rows that this process renders.

use std::env;
use std::num::ParseIntError;
use std::str::FromStr;

/// The part of the rows that one process renders. Together the parts have every row once.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shard {
    /// From 0.
    index: u64,
    count: u64,
}

impl Shard {
    /// All rows.
    pub const ALL: Self = Self { index: 0, count: 1 };

    /// Whether the part has the row of this number.
    pub fn has(self, row: u64) -> bool {
        row % self.count == self.index
    }

    /// Returns a name that no other part has.
    pub fn name(self) -> String {
        format!("{}-of-{}", self.index + 1, self.count)
    }

    fn parse(text: &str, variable: impl Fn(&str) -> Option<u64>) -> Result<Self, String> {
        let wrong = |_: ParseIntError| format!("{text:?} is not I/N, auto or auto/N");
        let (index, count) = match text.split_once('/') {
            None if text == "auto" => array(&variable).ok_or(
                "neither SLURM_ARRAY_TASK_ID with SLURM_ARRAY_TASK_COUNT nor AWS_BATCH_JOB_ARRAY_INDEX with \
                 AWS_BATCH_JOB_ARRAY_SIZE is set; where only the index is known, use auto/N",
            )?,
            Some(("auto", count)) => {
                let known = variable("JOB_COMPLETION_INDEX");
                let index = known.or_else(|| array(&variable).map(|(index, _)| index));
                let index = index.ok_or(
                    "none of JOB_COMPLETION_INDEX, SLURM_ARRAY_TASK_ID and AWS_BATCH_JOB_ARRAY_INDEX is set",
                )?;
                (index, count.parse().map_err(wrong)?)
            }
            Some((index, count)) => {
                let index: u64 = index.parse().map_err(wrong)?;
                let index = index.checked_sub(1).ok_or("the first part is 1")?;
                (index, count.parse().map_err(wrong)?)
            }
            None => return Err(format!("{text:?} is not I/N, auto or auto/N")),
        };
        match index < count {
            true => Ok(Self { index, count }),
            false => Err(format!("there is no part {} of {count}", index + 1)),
        }
    }
}

impl FromStr for Shard {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        Self::parse(text, |name| env::var(name).ok()?.parse().ok())
    }
}

/// Returns the index and the size of the array that this process is a task of. Slurm's indices may begin anywhere and have steps.
fn array(variable: impl Fn(&str) -> Option<u64>) -> Option<(u64, u64)> {
    if let Some(id) = variable("SLURM_ARRAY_TASK_ID") {
        let first = variable("SLURM_ARRAY_TASK_MIN").unwrap_or(0);
        let step = variable("SLURM_ARRAY_TASK_STEP").unwrap_or(1).max(1);
        let index = id.checked_sub(first)? / step;
        return Some((index, variable("SLURM_ARRAY_TASK_COUNT")?));
    }
    let index = variable("AWS_BATCH_JOB_ARRAY_INDEX")?;
    Some((index, variable("AWS_BATCH_JOB_ARRAY_SIZE")?))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn parse(text: &str, set: &[(&str, u64)]) -> Result<(u64, u64), String> {
        let variable = |name: &str| {
            set.iter()
                .find(|(n, _)| *n == name)
                .map(|(_, value)| *value)
        };
        Shard::parse(text, variable).map(|shard| (shard.index, shard.count))
    }

    #[test]
    fn parts_are_counted_from_one_and_have_every_row_once() {
        assert_eq!(parse("1/1", &[]), Ok((0, 1)));
        assert_eq!(parse("8/8", &[]), Ok((7, 8)));
        for wrong in [
            "", "1", "0/8", "9/8", "1/0", "a/8", "1/a", "auto", "auto/8", "-1/2",
        ] {
            assert!(parse(wrong, &[]).is_err(), "{wrong}");
        }
        let parts: Vec<Shard> = (1..=3).map(|i| format!("{i}/3").parse().unwrap()).collect();
        for row in 0..10 {
            assert_eq!(parts.iter().filter(|part| part.has(row)).count(), 1);
        }
    }

    #[test]
    fn schedulers_tell_the_part() {
        let slurm = [
            ("SLURM_ARRAY_TASK_ID", 7),
            ("SLURM_ARRAY_TASK_MIN", 1),
            ("SLURM_ARRAY_TASK_STEP", 2),
            ("SLURM_ARRAY_TASK_COUNT", 5),
        ];
        assert_eq!(parse("auto", &slurm), Ok((3, 5)));
        let batch = [
            ("AWS_BATCH_JOB_ARRAY_INDEX", 3),
            ("AWS_BATCH_JOB_ARRAY_SIZE", 4),
        ];
        assert_eq!(parse("auto", &batch), Ok((3, 4)));
        let kubernetes = [("JOB_COMPLETION_INDEX", 0)];
        assert_eq!(parse("auto/16", &kubernetes), Ok((0, 16)));
        // It tells no count, and one process that renders all would do the work of all.
        assert!(parse("auto", &kubernetes).is_err());
        assert!(parse("auto/4", &[("JOB_COMPLETION_INDEX", 4)]).is_err());
    }
}
