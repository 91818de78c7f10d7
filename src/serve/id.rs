//! Ids of requests and conversations.

use std::io;

use data_encoding::HEXLOWER;

/// An id that nobody can guess.
pub fn random() -> io::Result<String> {
    let mut bytes = [0; 8];
    getrandom::fill(&mut bytes)?;
    Ok(HEXLOWER.encode(&bytes))
}
