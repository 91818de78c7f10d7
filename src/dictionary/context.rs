//! The context in which a letter is read.

/// The most letters that tell how one of them is read.
pub const CONTEXT: usize = 8;

/// The letter at `at` and those around it, the one that tells most first; `$` beyond the word.
pub fn context(word: &[u8], at: usize) -> [u8; CONTEXT] {
    [0, 1, -1, 2, -2, 3, -3, 4].map(|step| {
        at.checked_add_signed(step)
            .and_then(|i| word.get(i))
            .copied()
            .unwrap_or(b'$')
    })
}
