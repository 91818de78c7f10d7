//! The page at `/`, in headless Chromium, driven by its own debugging protocol.

use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};
use vaak::Settings;

use super::service;
use crate::server::running::Folder;
use crate::server::{KEY, said};

const LONG: &str = "Hello there, how are you? ";

/// A browser with one page.
struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    /// Of the page.
    session: Value,
    calls: u64,
    _folder: Folder,
}

impl Browser {
    fn open(url: &str) -> Self {
        let folder = Folder::new("chromium");
        let mut child = Command::new("chromium")
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
            ])
            .args(["--disable-dev-shm-usage", "--remote-debugging-port=0"])
            .arg(format!("--user-data-dir={}", folder.0.display()))
            .stderr(Stdio::piped())
            .stdout(Stdio::null())
            .spawn()
            .unwrap();
        let mut lines = BufReader::new(child.stderr.take().unwrap()).lines();
        let address = lines.by_ref().find_map(|line| {
            let line = line.unwrap();
            line.split_once("DevTools listening on ")
                .map(|(_, url)| url.to_owned())
        });
        // What it says further must not fill the pipe.
        thread::spawn(move || lines.for_each(drop));
        let address = address.expect("Chromium listens");
        let host = address.split('/').nth(2).unwrap();
        let stream = TcpStream::connect(host).unwrap();
        stream
            .set_read_timeout(Some(Duration::from_secs(60)))
            .unwrap();
        let (socket, _) = client(address.as_str(), stream).unwrap();
        let mut browser = Self {
            child,
            socket,
            session: Value::Null,
            calls: 0,
            _folder: folder,
        };
        let target = browser.call("Target.createTarget", json!({"url": url}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        browser.session = browser.call("Target.attachToTarget", attach)["sessionId"].clone();
        browser.wait(
            "document.readyState === 'complete' && document.getElementById('speak') !== null",
        );
        browser
    }

    fn call(&mut self, method: &str, params: Value) -> Value {
        self.calls += 1;
        let mut call = json!({"id": self.calls, "method": method, "params": params});
        if !self.session.is_null() {
            call["sessionId"] = self.session.clone();
        }
        self.socket.send(Message::text(call.to_string())).unwrap();
        loop {
            let Message::Text(text) = self.socket.read().unwrap() else {
                continue;
            };
            let answer: Value = serde_json::from_str(&text).unwrap();
            if answer["id"] == self.calls {
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true});
        let answer = self.call("Runtime.evaluate", params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    fn wait(&mut self, condition: &str) {
        let begun = Instant::now();
        while self.evaluate(condition) != true {
            let status = self.evaluate("document.getElementById('status')?.textContent");
            assert!(
                begun.elapsed() < Duration::from_secs(60),
                "{condition}: {status}"
            );
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses the middle of an element, as a hand would.
    fn press(&mut self, id: &str) {
        let place = self.evaluate(&format!(
            "(({{x, y, width, height}}) => [x + width / 2, y + height / 2])(find('{id}').getBoundingClientRect())"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let press = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", press);
        }
    }

    /// Types into an element in place of what is there.
    fn write(&mut self, id: &str, text: &str) {
        self.press(id);
        self.evaluate(&format!("find('{id}').select()"));
        self.call("Input.insertText", json!({"text": text}));
    }
}

impl Drop for Browser {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_page_speaks_draws_and_falls_silent_at_a_press() {
    let serve = service();
    let mut page = Browser::open(&format!("http://{}/", serve.address));
    page.write("text", "नमस्ते! How are you?");
    page.write("key", "wrong");
    page.press("speak");
    page.wait("find('status').textContent.includes('key')");

    page.write("key", KEY);
    page.press("speak");
    page.wait("playing.size > 0 && audio.currentTime > 0");
    let length = said("नमस्ते! How are you?", &Settings::default()).len() / 48;
    page.wait(&format!(
        "find('status').textContent.startsWith('{length} ms of speech')"
    ));
    let ink =
        "find('wave').getContext('2d').getImageData(0, 0, 1200, 200).data.some(value => value > 0)";
    page.wait(ink);
    // All of it is played, at the pace of speech.
    page.wait(&format!(
        "playing.size === 0 && audio.currentTime >= {length} / 1000"
    ));

    page.write("text", &LONG.repeat(100));
    page.evaluate("find('voice').value = 'Arjun'");
    page.press("speak");
    page.wait("playing.size > 0 && next > audio.currentTime");
    page.press("stop");
    page.wait("playing.size === 0 && find('status').textContent === 'stopped'");

    page.write("text", "Yes?");
    page.press("speak");
    let arjun = Settings::new().voice("Arjun");
    let length = said("Yes?", &arjun).len() / 48;
    page.wait(&format!(
        "find('status').textContent.startsWith('{length} ms of speech')"
    ));
    let sound = page.evaluate("audio.state");
    assert_eq!(sound, "running");
}
