//! The clock on the wall, which people, networks and dead batteries set: it may say anything.

use std::time::{Duration, SystemTime, UNIX_EPOCH};

use rustls::pki_types::UnixTime;
use rustls::time_provider::TimeProvider;

use super::faults;

/// The last second of the year 9999: later ones have no date in HTTP.
const LAST: Duration = Duration::from_secs(253_402_300_799);

/// The time since 1970, within what there are dates for.
pub fn now() -> Duration {
    dated(faults::clock(SystemTime::now()))
}

fn dated(time: SystemTime) -> Duration {
    let since = time.duration_since(UNIX_EPOCH);
    // Before 1970 it is the first that there is.
    since.unwrap_or_default().min(LAST)
}

/// The same clock for TLS, whose own ends the program before 1970.
#[derive(Debug)]
pub struct Wall;

impl TimeProvider for Wall {
    fn current_time(&self) -> Option<UnixTime> {
        Some(UnixTime::since_unix_epoch(now()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_time_has_a_date() {
        let far = Duration::from_secs(1 << 50);
        for (time, expected) in [
            (UNIX_EPOCH - far, Duration::ZERO),
            (UNIX_EPOCH + LAST, LAST),
            (UNIX_EPOCH + far, LAST),
        ] {
            assert_eq!(dated(time), expected);
            // It panics where there is none.
            httpdate::fmt_http_date(UNIX_EPOCH + dated(time));
        }
    }
}
