//! Which rows nothing reads. The first outputs of a stream are those of its look-ahead, which are dropped; the rows that only they
//! read need not be computed.

use std::collections::HashMap;

use super::{Does, Kept, Node, Plan};

/// How many rows a value has, and what they are.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Rows {
    /// So many in every run.
    Fixed(usize),
    /// The cache from a place on, so many.
    Cached(usize, usize),
    /// One for each step, and so many more.
    Steps(i64),
    /// The last rows of a value, so many.
    Last(usize, usize),
}

impl Plan {
    /// Finds what can be left out, where the network is of the recipe's form: the cache holds the last rows of values, each of which
    /// begins with them in the next run. Any other network runs whole, with as many steps as it was checked with.
    pub(super) fn leave_out(&mut self, lookahead: usize, next: usize) {
        let Some(windows) = self.windows(next) else {
            return;
        };
        let mut late = vec![usize::MAX; self.values];
        late[self.y] = lookahead;
        for node in self.nodes.iter_mut().rev() {
            node.late = late[node.makes];
            let (reads, later) = match &node.does {
                // The other rows are those of the run before.
                Does::Above => match windows.get(&node.makes) {
                    Some([_, rows]) => (&node.reads[1..], node.late.saturating_sub(*rows)),
                    None => continue,
                },
                Does::Rows(begin, _) => match usize::try_from(*begin) {
                    Ok(begin) => (&node.reads[..], node.late.saturating_add(begin)),
                    Err(_) => continue,
                },
                Does::Block(block) => {
                    // What is added has the rows of the output.
                    for add in &node.reads[1..] {
                        late[*add] = late[*add].min(node.late);
                    }
                    let first = block.taps.iter().min().copied().unwrap_or(0);
                    (&node.reads[..1], node.late.saturating_add(first))
                }
                _ => (&node.reads[..], node.late),
            };
            for read in reads {
                late[*read] = late[*read].min(later);
            }
        }
        self.nodes.retain(|node| node.makes != next);
        self.kept = Kept::Last(windows);
        self.steps = None;
    }

    /// The values that begin with rows of the cache: where these lie in it, and how many there are. `None` where the cache is anything
    /// else, where the number of rows does not follow from that of steps, or where one step would leave no row.
    fn windows(&self, next: usize) -> Option<HashMap<usize, [usize; 2]>> {
        let mut rows: Vec<Option<Rows>> = vec![None; self.values];
        for (value, constant) in self.constants.iter().enumerate() {
            rows[value] = Some(Rows::Fixed(constant.rows));
        }
        for input in &self.inputs {
            rows[*input] = Some(Rows::Steps(0));
        }
        rows[self.cache] = Some(Rows::Cached(0, self.shape[0]));
        let mut windows = HashMap::new();
        let mut kept = None;
        for node in &self.nodes {
            let read: Option<Vec<Rows>> = node.reads.iter().map(|read| rows[*read]).collect();
            let read = read?;
            if node.makes == next && matches!(node.does, Does::Above) {
                kept = Some(read);
                continue;
            }
            if let (Does::Above, [Rows::Cached(at, count), _]) = (&node.does, &read[..]) {
                windows.insert(node.makes, [*at, *count]);
            }
            let made = self.made(node, &read)?;
            if let Rows::Steps(..0) = made {
                return None;
            }
            rows[node.makes] = Some(made);
        }
        // Each window is kept where it was read, the whole cache is, and nothing else reads it.
        let kept = kept.filter(|kept| kept.len() == windows.len())?;
        let mut at = 0;
        for last in &kept {
            let Rows::Last(of, count) = last else {
                return None;
            };
            (windows.get(of) == Some(&[at, *count])).then_some(())?;
            at += count;
        }
        let whole = at == self.shape[0] && rows[self.y] == Some(Rows::Steps(0));
        let readers = self.nodes.iter().flat_map(|node| &node.reads);
        let cached = readers.filter(|read| matches!(rows[**read], Some(Rows::Cached(..))));
        // The rows of each window are read from the cache, then put above others.
        (whole && cached.count() == 2 * windows.len()).then_some(windows)
    }

    /// The rows that a node makes of those that it reads; `None` where their number does not follow from that of steps.
    fn made(&self, node: &Node, read: &[Rows]) -> Option<Rows> {
        Some(match (&node.does, read) {
            (Does::Above, [Rows::Cached(_, count), Rows::Steps(more)]) => {
                Rows::Steps(more + i64::try_from(*count).ok()?)
            }
            (Does::Rows(begin, end), [Rows::Cached(0, all)]) if node.reads[0] == self.cache => {
                let part = super::part(*begin, *end, *all)?;
                Rows::Cached(part.start, part.len())
            }
            (Does::Rows(begin @ ..0, i64::MAX), [Rows::Steps(_)]) => {
                Rows::Last(node.reads[0], usize::try_from(begin.checked_neg()?).ok()?)
            }
            (Does::Rows(begin @ 0.., end), [Rows::Steps(more)]) => {
                let behind = match *end {
                    i64::MAX => 0,
                    end @ ..0 => end,
                    _ => return None,
                };
                Rows::Steps(more.checked_sub(*begin)?.checked_add(behind)?)
            }
            (Does::Block(block), [Rows::Steps(more), add @ ..]) => {
                let made = Rows::Steps(more - i64::try_from(block.past).ok()?);
                add.iter().all(|add| *add == made).then_some(made)?
            }
            (Does::Product, [made @ Rows::Steps(_), Rows::Fixed(_)]) => *made,
            (Does::Gather(_) | Does::Relu | Does::Columns(..), [made @ Rows::Steps(_)]) => *made,
            (Does::Add | Does::Mul | Does::Beside, [first, others @ ..]) => {
                let steps = |of: &&Rows| matches!(of, Rows::Steps(_));
                let made = read.iter().find(steps).unwrap_or(first);
                let one = |of: &Rows| of == made || *of == Rows::Fixed(1);
                let beside = matches!(node.does, Does::Beside);
                let same = match beside {
                    true => others.iter().all(|of| of == first),
                    false => read.iter().all(one),
                };
                let known = matches!(made, Rows::Steps(_) | Rows::Fixed(_));
                (same && known).then_some(*made)?
            }
            _ => return None,
        })
    }
}
