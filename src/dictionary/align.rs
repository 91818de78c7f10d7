//! Aligns the letters of words with their phones: the share of each letter is none, one or two of them.

/// As many letters and phones as there may be, and the shares of a letter: nothing, a phone, two phones.
const LETTERS: usize = 26;
const PHONES: usize = 64;
const SHARES: usize = 1 + PHONES + PHONES * PHONES;
/// After so many rounds the alignment hardly changes.
const ROUNDS: usize = 4;

/// For each word that can be aligned the phones that each letter has, found by counting and aligning in turns.
pub fn align<'w>(words: &[(&'w [u8], Vec<u8>)]) -> Vec<(&'w [u8], Vec<Vec<u8>>)> {
    let mut counts = vec![0.1; LETTERS * SHARES];
    // At first a letter may have any phone that stands about where it stands.
    for (word, phones) in words {
        for (i, &letter) in word.iter().enumerate() {
            let about = i * phones.len() / word.len();
            for phone in &phones[about.saturating_sub(1)..(about + 2).min(phones.len())] {
                counts[index(letter, &[*phone])] += 1.0;
            }
        }
    }
    for _ in 1..ROUNDS {
        let costs = costs(&counts);
        counts.fill(0.1);
        for (word, phones) in words {
            for (letter, share) in word.iter().zip(best(word, phones, &costs).iter().flatten()) {
                counts[index(*letter, share)] += 1.0;
            }
        }
    }
    let costs = costs(&counts);
    let aligned = words.iter().filter_map(|(word, phones)| {
        let mut shares = best(word, phones, &costs)?;
        to_the_first(word, &mut shares);
        Some((*word, shares))
    });
    aligned.collect()
}

/// Of two like letters, or a consonant and h, that are one sound the first has it, whichever the alignment chose: else the rules
/// read some of them twice and others not at all (cupping).
fn to_the_first(word: &[u8], shares: &mut [Vec<u8>]) {
    for at in 1..shares.len() {
        let breath = word[at] == b'h' && !b"aeiou".contains(&word[at - 1]);
        let one = word[at - 1] == word[at] || breath;
        if one && shares[at - 1].is_empty() {
            shares.swap(at - 1, at);
        }
    }
}

fn index(letter: u8, share: &[u8]) -> usize {
    let share = match *share {
        [] => 0,
        [phone] => 1 + phone as usize,
        [first, second, ..] => 1 + PHONES + first as usize * PHONES + second as usize,
    };
    (letter - b'a') as usize * SHARES + share
}

fn costs(counts: &[f32]) -> Vec<f32> {
    counts
        .chunks(SHARES)
        .flat_map(|shares| {
            let all: f32 = shares.iter().sum();
            shares.iter().map(move |count| (all / count).ln())
        })
        .collect()
}

/// The cheapest way to deal the phones out to the letters in their order.
fn best(word: &[u8], phones: &[u8], costs: &[f32]) -> Option<Vec<Vec<u8>>> {
    let width = phones.len() + 1;
    let mut paths = vec![(f32::INFINITY, 0); (word.len() + 1) * width];
    paths[0].0 = 0.0;
    for (i, &letter) in word.iter().enumerate() {
        for j in 0..width {
            let before = paths[i * width + j].0;
            if before.is_finite() {
                for share in 0..=2.min(phones.len() - j) {
                    let cost = before + costs[index(letter, &phones[j..j + share])];
                    let path = &mut paths[(i + 1) * width + j + share];
                    if cost < path.0 {
                        *path = (cost, share);
                    }
                }
            }
        }
    }
    let mut end = phones.len();
    let mut shares = Vec::new();
    for i in (1..=word.len()).rev() {
        let (cost, share) = paths[i * width + end];
        if cost.is_infinite() {
            return None;
        }
        shares.push(phones[end - share..end].to_vec());
        end -= share;
    }
    shares.reverse();
    Some(shares)
}
