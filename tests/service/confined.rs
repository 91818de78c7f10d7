//! The service under the limits of its own unit, TasksMax, MemoryMax and LimitNOFILE, against all that once ended it.

use std::fs;
use std::io::{Read, Write};
use std::net::TcpStream;
use std::path::{Path, PathBuf};
use std::process::Command;
use std::thread;
use std::time::{Duration, Instant};

use serde_json::json;

use crate::server::running::Serve;
use crate::server::talk::Talk;
use crate::server::{Client, KEY};

const UNIT: &str = include_str!("../../boards/systemd/vaak.service");

/// A setting of the unit.
fn unit(name: &str) -> &'static str {
    let mut lines = UNIT.lines().filter_map(|line| line.split_once('='));
    lines.find(|(key, _)| *key == name).expect(name).1
}

/// A control group of this test, in either version of control groups.
pub struct Group(Vec<PathBuf>);

impl Group {
    /// With the unit's limits; `None` where this machine lets us make none.
    pub fn of_the_unit(name: &str) -> Option<Self> {
        let root = Path::new("/sys/fs/cgroup");
        let memory = unit("MemoryMax");
        let settings: &[(&str, &str, &str)] = match root.join("cgroup.controllers").exists() {
            true => &[
                ("", "pids.max", unit("TasksMax")),
                ("", "memory.max", memory),
            ],
            false => &[
                ("pids", "pids.max", unit("TasksMax")),
                ("memory", "memory.limit_in_bytes", memory),
            ],
        };
        let mut group = Self(Vec::new());
        for (controller, file, value) in settings {
            let name = format!("vaak-test-{}-{name}", std::process::id());
            let folder = root.join(controller).join(name);
            if !group.0.contains(&folder) {
                fs::create_dir(&folder).ok()?;
                group.0.push(folder.clone());
            }
            fs::write(folder.join(file), value).ok()?;
        }
        Some(group)
    }

    /// Puts a process under all the limits of the unit, or, where there is no group, under that on descriptors.
    pub fn hold(group: Option<&Self>, process: u32) {
        let descriptors = format!("--nofile={}", unit("LimitNOFILE"));
        let limited = Command::new("prlimit")
            .args(["--pid", &process.to_string(), &descriptors])
            .status();
        assert!(limited.unwrap().success());
        let write = |folder: &PathBuf| fs::write(folder.join("cgroup.procs"), process.to_string());
        if !group.is_some_and(|group| group.0.iter().all(|folder| write(folder).is_ok())) {
            println!("LEFT OUT: TasksMax and MemoryMax, as no control group can be made here");
        }
    }
}

impl Drop for Group {
    fn drop(&mut self) {
        for folder in &self.0 {
            // Empty once the process is gone.
            for _ in 0..100 {
                if fs::remove_dir(folder).is_ok() {
                    break;
                }
                thread::sleep(Duration::from_millis(20));
            }
        }
    }
}

fn speaks(serve: &Serve) -> bool {
    let body = json!({"text": "Yes."}).to_string();
    Client::new(serve.address).post("/v1/tts", body).status == 200
}

#[test]
fn nothing_ends_it_under_the_limits_of_its_unit() {
    // Dropped after the process that is in it.
    let group = Group::of_the_unit("all");
    let mut serve = Serve::start(|command| {
        command
            .env("VAAK_API_KEY", KEY)
            .env("VAAK_LIMITS_REQUESTS", "1000000")
            .env("MALLOC_ARENA_MAX", "2")
            .args(["--log-format", "none"])
    });
    Group::hold(group.as_ref(), serve.child.id());
    let address = serve.address;
    // Conversations that only exist, beside all the rest.
    let talks: Vec<Talk> = (0..100).map(|_| Talk::started(address)).collect();
    for _ in 0..6 {
        let strangers = (0..256).filter_map(|_| {
            let mut stream = TcpStream::connect(address).ok()?;
            let _ = stream.write_all(b"GET /healthz HTTP/1.1\r\nhost: a\r\n\r\n");
            Some(stream)
        });
        let strangers: Vec<TcpStream> = strangers.collect();
        assert!(serve.child.try_wait().unwrap().is_none(), "it has ended");
        drop(strangers);
    }
    let large = [
        format!("{{\"text\":\" \",\"other\":[{}0]}}", "[],".repeat(80_000)),
        format!("{{\"text\":\"{}\"}}", "\\u0905".repeat(40_000)),
        json!({"text": "Hello there, how are you? ".repeat(700)}).to_string(),
    ];
    thread::scope(|scope| {
        for number in 0..200 {
            let body = &large[number % large.len()];
            scope.spawn(move || {
                let Ok(mut stream) = TcpStream::connect(address) else {
                    return;
                };
                let head = format!(
                    "POST /v1/tts HTTP/1.1\r\nhost: a\r\nauthorization: Bearer {KEY}\r\ncontent-length: {}\r\n\r\n",
                    body.len()
                );
                let _ = stream.write_all(&[head.as_bytes(), body.as_bytes()].concat());
                // It reads a little and goes.
                let _ = stream.set_read_timeout(Some(Duration::from_secs(5)));
                let _ = stream.read(&mut [0; 4096]);
            });
        }
    });
    assert!(serve.child.try_wait().unwrap().is_none(), "it has ended");
    drop(talks);
    let begun = Instant::now();
    while !speaks(&serve) {
        assert!(
            begun.elapsed() < Duration::from_secs(60),
            "it speaks no more"
        );
        thread::sleep(Duration::from_millis(50));
    }
}

/// systemd's own bound, five starts in ten seconds, would leave a unit that crashed on a bad day down for ever.
#[test]
fn the_unit_comes_back_however_often_it_fails() {
    assert_eq!(unit("StartLimitIntervalSec"), "0");
    assert_eq!(unit("Restart"), "on-failure");
    assert!(unit("RestartSec").parse::<u32>().unwrap() >= 1);
    // A wrong setting and a refused bundle do not mend themselves: see the exit codes.
    assert_eq!(unit("RestartPreventExitStatus"), "2 3");
}
