//! What the service may cost, and what the machine gives: the one table from which bounds follow.
//!
//! A thread or a descriptor that the system refuses can end a program. So the service counts what its connections may cost at
//! worst and stays below what it is given: by systemd's unit, by a container, by the shell.

use std::fs;
use std::path::Path;

use super::limits::Limits;
use super::places::{LEAVING, REFUSED};

/// Threads beside those of connections: `main`, `reload`, `accept`, `refuse`, `wyoming`, `watch`, `log`, `phrases`, and those of a
/// loudspeaker.
const THREADS: usize = 16;
/// Descriptors beside those of connections and of clients that are refused: standard streams, the listeners, signals, the
/// watchdog's connection, files that are loaded anew or hold phrases, and those of a loudspeaker.
const DESCRIPTORS: usize = 32;
/// Bytes of the program with its models, a little more than was measured.
const MEMORY: usize = 48 << 20;
/// Bytes that a connection may take beside its speech: its thread, and what it may hold uncounted.
const CONNECTION: usize = 48 << 10;
/// Bytes that the speech of a connection may take; 583 KB were measured, with the longest text.
const SPEECH: usize = 640 << 10;
/// From here on a bound is none: the first version of control groups has no other word for it.
const UNBOUNDED: usize = usize::MAX / 4;
/// Fewer connections than these are none.
const LEAST: usize = 1;

/// So many of what a system gives.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Resources {
    pub threads: usize,
    pub descriptors: usize,
    /// Bytes.
    pub memory: usize,
}

impl Resources {
    /// What the service may need with such limits: a thread and a descriptor for each connection, another thread for each
    /// conversation, and so many bytes for a cache.
    pub fn needed(limits: &Limits, cache: usize) -> Self {
        let memory = MEMORY + limits.buffers + (CONNECTION + SPEECH) * limits.connections;
        Self {
            threads: THREADS + LEAVING + limits.connections + limits.conversations(),
            descriptors: DESCRIPTORS + LEAVING + REFUSED + limits.connections,
            memory: memory.saturating_add(cache),
        }
    }

    /// What the machine gives this process.
    pub fn given() -> Self {
        let used = cgroup("pids", &["pids.current"]).unwrap_or(0);
        let threads =
            cgroup("pids", &["pids.max"]).map_or(usize::MAX, |most| most.saturating_sub(used));
        Self {
            threads: threads.min(rlimit("Max processes")),
            descriptors: rlimit("Max open files"),
            memory: cgroup("memory", &["memory.max", "memory.limit_in_bytes"])
                .unwrap_or(usize::MAX),
        }
    }

    /// Lowers the limits to what is given. Says so if it does.
    pub fn fit(self, limits: &mut Limits, cache: usize) -> Option<String> {
        let wished = limits.connections;
        while limits.connections > LEAST {
            if self.gives(Self::needed(limits, cache)) {
                break;
            }
            limits.connections -= 1;
        }
        (limits.connections < wished).then(|| {
            format!(
                "{} connections at once, not {wished}: the machine gives {}",
                limits.connections,
                self.told(),
            )
        })
    }

    fn gives(self, needed: Self) -> bool {
        needed.threads <= self.threads
            && needed.descriptors <= self.descriptors
            && needed.memory <= self.memory
    }

    /// What there is a bound for.
    fn told(self) -> String {
        let bounds = [
            (self.threads, self.threads, "threads"),
            (self.descriptors, self.descriptors, "descriptors"),
            (self.memory, self.memory >> 20, "MiB of memory"),
        ];
        let bounds = bounds.iter().filter(|(bound, _, _)| *bound < usize::MAX);
        let bounds: Vec<String> = bounds
            .map(|(_, count, of)| format!("{count} {of}"))
            .collect();
        bounds.join(", ")
    }
}

/// A soft limit of this process; without one, `usize::MAX`.
fn rlimit(name: &str) -> usize {
    let limits = fs::read_to_string("/proc/self/limits").unwrap_or_default();
    let line = limits.lines().find_map(|line| line.strip_prefix(name));
    let soft = line.and_then(|line| line.split_whitespace().next());
    soft.and_then(|soft| soft.parse().ok())
        .unwrap_or(usize::MAX)
}

/// The least number in such a file of this process's control groups and of those above them.
fn cgroup(controller: &str, files: &[&str]) -> Option<usize> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let numbers = groups(&own, controller)
        .flat_map(|group| files.iter().map(move |file| format!("{group}/{file}")))
        .filter_map(|file| fs::read_to_string(file).ok())
        .filter_map(|number| number.trim().parse().ok());
    numbers.min().filter(|number| *number < UNBOUNDED)
}

/// The folders of the control groups that a controller bounds, in either version of them, and of those above.
fn groups(own: &str, controller: &str) -> impl Iterator<Item = String> {
    own.lines()
        .filter_map(move |line| {
            let (controllers, path) = line.split_once(':')?.1.split_once(':')?;
            let root = match controllers {
                "" => String::new(),
                of => format!("/{}", of.split(',').find(|of| *of == controller)?),
            };
            let above = Path::new(path).ancestors();
            Some(above.map(move |group| format!("/sys/fs/cgroup{root}{}", group.display())))
        })
        .flatten()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_lowered_to_what_the_machine_gives() {
        for (threads, descriptors, memory, cache) in [
            (128, 1_024, usize::MAX, 0),
            (10_000, 128, usize::MAX, 0),
            (usize::MAX, usize::MAX, 128 << 20, 0),
            (usize::MAX, usize::MAX, 256 << 20, 128 << 20),
            (usize::MAX, usize::MAX, 256 << 20, usize::MAX),
            (1, 1, 1, 0),
        ] {
            let given = Resources {
                threads,
                descriptors,
                memory,
            };
            let mut limits = Limits::default();
            assert!(given.fit(&mut limits, cache).is_some());
            let fits = given.gives(Resources::needed(&limits, cache));
            assert!(fits || limits.connections == LEAST, "{limits:?}");
        }
    }

    #[test]
    fn the_unit_gives_what_the_defaults_need() {
        let unit = include_str!("../../boards/systemd/vaak.service");
        let given = |name: &str| {
            let line = unit.lines().find_map(|line| line.strip_prefix(name));
            let value = line.map(|value| value.trim_end_matches('M').parse::<usize>());
            value.expect(name).expect(name)
        };
        let given = Resources {
            threads: given("TasksMax="),
            descriptors: given("LimitNOFILE="),
            memory: given("MemoryMax=") << 20,
        };
        assert_eq!(given.fit(&mut Limits::default(), 0), None);
    }

    #[test]
    fn control_groups_of_both_versions_are_found() {
        let own = "5:cpu,memory:/a/b\n4:pids:/c\n0::/d\n";
        let folders: Vec<String> = groups(own, "memory").collect();
        let expected = ["/memory/a/b", "/memory/a", "/memory/", "/d", "/"];
        assert_eq!(folders, expected.map(|of| format!("/sys/fs/cgroup{of}")));
    }

    #[test]
    fn the_machine_gives_something() {
        let given = Resources::given();
        assert!(given.threads > 0 && given.descriptors > 0 && given.memory > 0);
    }
}
