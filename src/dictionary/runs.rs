//! Frequent runs of bytes, each of which a table of words writes as one byte: the most frequent pair becomes a run, again and
//! again, until there are 256.

use std::collections::BTreeMap;

/// No more runs than a byte can tell.
const RUNS: usize = 1 << 8;
/// Pairs are counted in one of so many texts, where there are more than [`MANY`].
const STEP: usize = 8;
const MANY: usize = 1 << 16;
/// A run that is met less often saves less than its row takes.
const LEAST: u32 = 4;

/// The runs of some texts.
pub struct Runs {
    /// By their bytes.
    codes: BTreeMap<Vec<u8>, u8>,
    longest: usize,
}

impl Runs {
    /// Learns the runs of `texts`. Every byte that they have is a run too.
    pub fn learn(texts: &[&[u8]]) -> Self {
        let step = if texts.len() > MANY { STEP } else { 1 };
        let mut runs: Vec<Vec<u8>> = (0..=u8::MAX).map(|byte| vec![byte]).collect();
        runs.retain(|run| texts.iter().any(|text| text.contains(&run[0])));
        let code = |byte: &u8| runs.iter().position(|run| run[0] == *byte).unwrap_or(0) as u8;
        let codes: [u8; RUNS] = std::array::from_fn(|byte| code(&(byte as u8)));
        let coded = |text: &&[u8]| text.iter().map(|byte| codes[*byte as usize]).collect();
        let mut sample: Vec<Vec<u8>> = texts.iter().step_by(step).map(coded).collect();
        while runs.len() < RUNS {
            let mut counts = vec![0_u32; RUNS * RUNS];
            for text in &sample {
                for pair in text.windows(2) {
                    counts[pair[0] as usize * RUNS + pair[1] as usize] += 1;
                }
            }
            let most = (0..counts.len()).max_by_key(|pair| (counts[*pair], RUNS * RUNS - pair));
            let Some(most) = most.filter(|pair| counts[*pair] >= LEAST) else {
                break;
            };
            let (first, second) = ((most / RUNS) as u8, (most % RUNS) as u8);
            let run = [&runs[first as usize][..], &runs[second as usize]].concat();
            for text in &mut sample {
                join(text, [first, second], runs.len() as u8);
            }
            runs.push(run);
        }
        Self {
            longest: runs.iter().map(Vec::len).max().unwrap_or(0),
            codes: runs.into_iter().zip(0..=u8::MAX).collect(),
        }
    }

    /// The fewest runs that make `text`.
    pub fn write(&self, text: &[u8]) -> Vec<u8> {
        // For each end of a part of the text, of how many runs that is made, and the last of them.
        let mut best: Vec<(usize, &[u8])> = vec![(0, &[])];
        for end in 1..=text.len() {
            let lasts = (end.saturating_sub(self.longest)..end).map(|begin| &text[begin..end]);
            let known = lasts.filter(|last| self.codes.contains_key(*last));
            let made = known.map(|last| (best[end - last.len()].0 + 1, last));
            best.push(
                made.min_by_key(|(count, _)| *count)
                    .expect("bytes are runs"),
            );
        }
        let mut codes = Vec::new();
        let mut end = text.len();
        while end > 0 {
            let (_, last) = best[end];
            codes.push(self.codes[last]);
            end -= last.len();
        }
        codes.reverse();
        codes
    }

    /// The table of the runs, in the order of their codes: how many less one, then each after its length.
    pub fn table(&self) -> Vec<u8> {
        let mut runs: Vec<(u8, &[u8])> = { self.codes.iter() }
            .map(|(run, code)| (*code, &run[..]))
            .collect();
        runs.sort_unstable();
        let mut table = vec![(runs.len().max(1) - 1) as u8];
        for (_, run) in runs {
            table.push(run.len() as u8);
            table.extend(run);
        }
        table
    }
}

/// Writes `run` in place of each pair.
fn join(text: &mut Vec<u8>, pair: [u8; 2], run: u8) {
    if !text.windows(2).any(|two| two == pair) {
        return;
    }
    let mut to = 0;
    let mut at = 0;
    while at < text.len() {
        let joined = text[at..].starts_with(&pair);
        text[to] = if joined { run } else { text[at] };
        at += if joined { 2 } else { 1 };
        to += 1;
    }
    text.truncate(to);
}
