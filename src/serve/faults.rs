//! Faults that a system may have: threads, connections, reads, writes, memory and the disk of the log are refused or stall, and the
//! clock jumps, on a seeded schedule. Only with the feature `faults`, for tests; without it nothing ever fails here.

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
    /// What is written to the disk: the log.
    Disk,
    /// The clock on the wall.
    Clock,
}

/// Fails where the schedule says so.
#[cfg(not(feature = "faults"))]
#[inline]
pub fn strike(_: Fault) -> std::io::Result<()> {
    Ok(())
}

/// What the clock says where it says the truth otherwise.
#[cfg(not(feature = "faults"))]
#[inline]
pub fn clock(now: std::time::SystemTime) -> std::time::SystemTime {
    now
}

#[cfg(feature = "faults")]
pub use schedule::{ALL, clock, schedule, strike, struck};

#[cfg(feature = "faults")]
mod schedule {
    use std::io;
    use std::sync::atomic::{AtomicU64, Ordering};
    use std::thread;
    use std::time::{Duration, SystemTime, UNIX_EPOCH};

    use crate::serve::faults::Fault;

    /// Every fault.
    pub const ALL: [Fault; 7] = [
        Fault::Spawn,
        Fault::Accept,
        Fault::Read,
        Fault::Write,
        Fault::Memory,
        Fault::Disk,
        Fault::Clock,
    ];
    /// How long a read or a write stalls.
    const STALL: Duration = Duration::from_millis(5);
    /// By how many seconds the clock jumps: a little, a day, and out of all dates.
    const JUMPS: [u64; 3] = [1, 86_400, 400_000_000_000];

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

    /// A number for a fault, where the schedule says that there is one.
    fn drawn(fault: Fault) -> Option<u64> {
        let at = fault as usize;
        let rate = RATES[at].load(Ordering::Relaxed);
        let asked = ASKED[at].fetch_add(1, Ordering::Relaxed);
        let number = mixed(SEED.load(Ordering::Relaxed) ^ mixed(asked) ^ at as u64);
        if rate == 0 || !number.is_multiple_of(rate) {
            return None;
        }
        STRUCK[at].fetch_add(1, Ordering::Relaxed);
        Some(number >> 32)
    }

    /// Fails where the schedule says so.
    ///
    /// # Errors
    ///
    /// What the system would say.
    pub fn strike(fault: Fault) -> io::Result<()> {
        let Some(number) = drawn(fault) else {
            return Ok(());
        };
        Err(match fault {
            Fault::Spawn | Fault::Accept => io::ErrorKind::WouldBlock.into(),
            Fault::Memory => io::ErrorKind::OutOfMemory.into(),
            Fault::Read | Fault::Write => match number & 3 {
                0 => {
                    thread::sleep(STALL);
                    return Ok(());
                }
                1 | 2 => io::ErrorKind::Interrupted.into(),
                _ => io::ErrorKind::ConnectionReset.into(),
            },
            Fault::Disk => {
                if number & 3 == 0 {
                    thread::sleep(STALL);
                }
                io::ErrorKind::StorageFull.into()
            }
            Fault::Clock => return Ok(()),
        })
    }

    /// What the clock says: where the schedule says so it has jumped back or forth, or stands at its beginning.
    pub fn clock(now: SystemTime) -> SystemTime {
        let Some(number) = drawn(Fault::Clock) else {
            return now;
        };
        let jump = Duration::from_secs(JUMPS[number as usize % JUMPS.len()]);
        let jumped = match number >> 8 & 3 {
            0 => now.checked_sub(jump),
            1 => UNIX_EPOCH.checked_sub(jump),
            2 => now.checked_add(jump),
            _ => Some(UNIX_EPOCH),
        };
        jumped.unwrap_or(UNIX_EPOCH)
    }

    /// A number that looks like none of its neighbours: the last step of SplitMix64.
    fn mixed(number: u64) -> u64 {
        let number = (number ^ number >> 30).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let number = (number ^ number >> 27).wrapping_mul(0x94d0_49bb_1331_11eb);
        number ^ number >> 31
    }
}
