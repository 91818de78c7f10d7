//! The program itself, as a service.

use std::fs;
use std::io::{BufRead, BufReader, Lines};
use std::net::SocketAddr;
use std::path::{Path, PathBuf};
use std::process::{Child, ChildStderr, Command, Stdio};

use super::{Client, voice};
use program::vaak;

#[path = "../../common/program.rs"]
pub mod program;

/// The running program.
pub struct Serve {
    pub child: Child,
    lines: Lines<BufReader<ChildStderr>>,
    /// What it said before it listened.
    pub said: Vec<String>,
    pub address: SocketAddr,
}

/// A folder of this test, removed when dropped.
pub struct Folder(pub PathBuf);

impl Serve {
    pub fn start(change: impl FnOnce(&mut Command) -> &mut Command) -> Self {
        Self::with_model(&voice::folder(), change)
    }

    /// The same with the bundle in a folder.
    pub fn with_model(model: &Path, change: impl FnOnce(&mut Command) -> &mut Command) -> Self {
        let mut command = vaak(&["serve", "--listen", "127.0.0.1:0", "--model"]);
        command.arg(model).stderr(Stdio::piped());
        for name in [
            "VAAK_API_KEY",
            "STATE_DIRECTORY",
            "CREDENTIALS_DIRECTORY",
            "NOTIFY_SOCKET",
            "WATCHDOG_PID",
            "WATCHDOG_USEC",
        ] {
            command.env_remove(name);
        }
        change(&mut command);
        Self::started(command)
    }

    /// The service that a command starts.
    pub fn started(mut command: Command) -> Self {
        command.stderr(Stdio::piped());
        let mut child = command.spawn().unwrap();
        let lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let mut serve = Self {
            child,
            lines,
            said: Vec::new(),
            address: ([0; 4], 0).into(),
        };
        while let Some(line) = serve.lines.next() {
            let line = line.unwrap();
            if let Some((_, address)) = line.split_once("listening on http") {
                let address = address.trim_start_matches('s').trim_start_matches("://");
                serve.address = address.parse().unwrap();
                return serve;
            }
            serve.said.push(line);
        }
        panic!("it does not listen: {:?}", serve.said);
    }

    pub fn signal(&self, name: &str) {
        let kill = format!("kill -s {name} {}", self.child.id());
        let sent = Command::new("sh").args(["-c", &kill]).status();
        assert!(sent.unwrap().success());
    }

    /// Ends it; what it still said.
    pub fn end(mut self) -> Vec<String> {
        self.signal("TERM");
        let lines: Vec<String> = self.lines.by_ref().map_while(Result::ok).collect();
        assert_eq!(self.child.wait().unwrap().code(), Some(0), "{lines:?}");
        lines
    }

    /// Waits for a line that holds these words.
    pub fn tells(&mut self, words: &str) -> String {
        let mut lines = self.lines.by_ref().map(|line| line.unwrap());
        lines.find(|line| line.contains(words)).expect(words)
    }

    /// The status of a request with a key.
    pub fn status(&self, key: &str) -> u16 {
        let mut client = Client::new(self.address);
        client.send(format!(
            "GET /v1/voices HTTP/1.1\r\nhost: localhost\r\nauthorization: Bearer {key}\r\n\r\n"
        ));
        client.reply().status
    }
}

impl Drop for Serve {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

impl Folder {
    pub fn new(name: &str) -> Self {
        let path = std::env::temp_dir().join(format!("vaak-{}-{name}", std::process::id()));
        fs::create_dir_all(&path).unwrap();
        Self(path)
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
