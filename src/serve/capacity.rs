//! What the service may cost, and what the machine gives: the one table from which bounds follow.
//!
//! A thread or a descriptor that the system refuses can end a program. So the service counts what its connections may cost at
//! worst and stays below what it is given: by systemd's unit, by a container, by the shell.

use std::fs;
use std::path::Path;

use super::limits::Limits;
use super::places::{LEAVING, REFUSED};

/// Threads beside those of connections: `main`, `reload`, `accept`, `refuse`, `wyoming`, `watch`, `log`, and those of a loudspeaker.
const THREADS: usize = 16;
/// Descriptors beside those of connections and of clients that are refused: standard streams, the listeners, signals, the
/// watchdog's connection, files that are loaded anew, and those of a loudspeaker.
const DESCRIPTORS: usize = 32;
/// Bytes of the program with its models, a little more than was measured.
const MEMORY: usize = 48 << 20;
/// Bytes that a connection may take beside its speech: its thread, and what it may hold uncounted.
const CONNECTION: usize = 48 << 10;
/// Bytes that the speech of a connection may take; 583 KB were measured, with the longest text.
const SPEECH: usize = 640 << 10;
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
    /// What the service may need with such limits: a thread and a descriptor for each connection, and another thread for
    /// each conversation.
    pub fn needed(limits: &Limits) -> Self {
        Self {
            threads: THREADS + LEAVING + limits.connections + limits.conversations(),
            descriptors: DESCRIPTORS + LEAVING + REFUSED + limits.connections,
            memory: MEMORY + limits.buffers + (CONNECTION + SPEECH) * limits.connections,
        }
    }

    /// What the machine gives this process.
    pub fn given() -> Self {
        let threads = cgroup("pids.max").saturating_sub(cgroup_used());
        Self {
            threads: threads.min(rlimit("Max processes")),
            descriptors: rlimit("Max open files"),
            memory: cgroup("memory.max"),
        }
    }

    /// Lowers the limits to what is given. Says so if it does.
    pub fn fit(self, limits: &mut Limits) -> Option<String> {
        let wished = limits.connections;
        while limits.connections > LEAST {
            if self.gives(Self::needed(limits)) {
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

/// The least bound of this process's control group and those above it; without one, `usize::MAX`.
fn cgroup(file: &str) -> usize {
    groups()
        .filter_map(|group| fs::read_to_string(format!("{group}/{file}")).ok())
        .filter_map(|bound| bound.trim().parse().ok())
        .min()
        .unwrap_or(usize::MAX)
}

/// Threads of this process's control group.
fn cgroup_used() -> usize {
    let used = groups().next().map(|group| format!("{group}/pids.current"));
    let used = used.and_then(|file| fs::read_to_string(file).ok());
    used.and_then(|used| used.trim().parse().ok()).unwrap_or(0)
}

/// The folders of this process's control group and of those above it.
fn groups() -> impl Iterator<Item = String> {
    let own = fs::read_to_string("/proc/self/cgroup").unwrap_or_default();
    let own = own.lines().find_map(|line| line.strip_prefix("0::"));
    let groups: Vec<String> = own.map_or(Vec::new(), |own| {
        let groups = Path::new(own).ancestors();
        groups
            .map(|group| format!("/sys/fs/cgroup{}", group.display()))
            .collect()
    });
    groups.into_iter()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn limits_are_lowered_to_what_the_machine_gives() {
        for (threads, descriptors, memory) in [
            (128, 1_024, usize::MAX),
            (10_000, 128, usize::MAX),
            (usize::MAX, usize::MAX, 128 << 20),
            (1, 1, 1),
        ] {
            let given = Resources {
                threads,
                descriptors,
                memory,
            };
            let mut limits = Limits::default();
            assert!(given.fit(&mut limits).is_some());
            let fits = given.gives(Resources::needed(&limits));
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
        assert_eq!(given.fit(&mut Limits::default()), None);
    }

    #[test]
    fn the_machine_gives_something() {
        let given = Resources::given();
        assert!(given.threads > 0 && given.descriptors > 0 && given.memory > 0);
    }
}
