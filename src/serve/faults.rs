//! Faults that a system may have: threads, connections, reads, writes and memory are refused or stall on a seeded schedule. Only with
//! the feature `faults`, for tests; without it nothing is ever refused here.

use std::io;

/// What may fail.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fault {
    /// A thread for a connection or for a conversation.
    Spawn,
    /// The next connection.
    Accept,
    /// Bytes from a connection.
    Read,
    /// Bytes to a connection.
    Write,
    /// Memory for what clients send.
    Memory,
}

/// Fails where the schedule says so.
#[cfg(not(feature = "faults"))]
#[inline]
pub fn strike(_: Fault) -> io::Result<()> {
    Ok(())
}

#[cfg(feature = "faults")]
pub use schedule::{ALL, schedule, strike, struck};

#[cfg(feature = "faults")]
mod schedule {
    use std::io;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::Duration;

    use crate::serve::faults::Fault;

    /// Every fault.
    pub const ALL: [Fault; 5] = [
        Fault::Spawn,
        Fault::Accept,
        Fault::Read,
        Fault::Write,
        Fault::Memory,
    ];
    /// How long a read or a write stalls.
    const STALL: Duration = Duration::from_millis(5);

    static SEED: AtomicU64 = AtomicU64::new(0);
    /// One in so many fails; 0: none.
    static RATES: [AtomicU64; ALL.len()] = [const { AtomicU64::new(0) }; ALL.len()];
    static ASKED: [AtomicU64; ALL.len()] = [const { AtomicU64::new(0) }; ALL.len()];
    static STRUCK: [AtomicU64; ALL.len()] = [const { AtomicU64::new(0) }; ALL.len()];

    /// From now on one in so many fails of each kind, in the order of [`ALL`]; 0 is none.
    pub fn schedule(seed: u64, rates: [u64; ALL.len()]) {
        SEED.store(seed, Ordering::Relaxed);
        for (rate, wanted) in RATES.iter().zip(rates) {
            rate.store(wanted, Ordering::Relaxed);
        }
    }

    /// How many there have been of a kind.
    pub fn struck(fault: Fault) -> u64 {
        STRUCK[fault as usize].load(Ordering::Relaxed)
    }

    /// Fails where the schedule says so.
    ///
    /// # Errors
    ///
    /// What the system would say.
    pub fn strike(fault: Fault) -> io::Result<()> {
        let at = fault as usize;
        let rate = RATES[at].load(Ordering::Relaxed);
        let asked = ASKED[at].fetch_add(1, Ordering::Relaxed);
        let number = mixed(SEED.load(Ordering::Relaxed) ^ mixed(asked) ^ at as u64);
        if rate == 0 || !number.is_multiple_of(rate) {
            return Ok(());
        }
        STRUCK[at].fetch_add(1, Ordering::Relaxed);
        Err(match fault {
            Fault::Spawn | Fault::Accept => io::ErrorKind::WouldBlock.into(),
            Fault::Memory => io::ErrorKind::OutOfMemory.into(),
            Fault::Read | Fault::Write => match number >> 32 & 3 {
                0 => {
                    thread::sleep(STALL);
                    return Ok(());
                }
                1 | 2 => io::ErrorKind::Interrupted.into(),
                _ => io::ErrorKind::ConnectionReset.into(),
            },
        })
    }

    /// A number that looks like none of its neighbours: the last step of SplitMix64.
    fn mixed(number: u64) -> u64 {
        let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ number >> 31
    }
}
