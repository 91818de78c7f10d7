//! A headless Chromium, driven by its own debugging protocol.
//!
//! VAAK_SCREENSHOTS names a folder for pictures of what it shows.

use std::fs;
use std::io::{BufRead, BufReader};
use std::net::TcpStream;
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicU32, Ordering};
use std::thread;
use std::time::{Duration, Instant};

use data_encoding::BASE64;
use serde_json::{Value, json};
use tungstenite::{Message, WebSocket, client};

use crate::server::KEY;
use crate::server::running::{Folder, Serve};

/// A browser with one page.
pub struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    /// Of the page.
    session: Value,
    calls: u64,
    /// The addresses that the page asked for.
    pub requests: Vec<String>,
    _folder: Folder,
}

impl Browser {
    pub fn open(url: &str) -> Self {
        // Tests run beside one another.
        static OPENED: AtomicU32 = AtomicU32::new(0);
        let folder = Folder::new(&format!(
            "chromium-{}",
            OPENED.fetch_add(1, Ordering::Relaxed)
        ));
        let mut child = Command::new("chromium")
            .args([
                "--headless=new",
                "--no-sandbox",
                "--disable-gpu",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
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
            requests: Vec::new(),
            _folder: folder,
        };
        let target = browser.call("Target.createTarget", json!({"url": "about:blank"}));
        let attach = json!({"targetId": target["targetId"], "flatten": true});
        browser.session = browser.call("Target.attachToTarget", attach)["sessionId"].clone();
        for domain in ["Network.enable", "Page.enable", "Page.bringToFront"] {
            browser.call(domain, json!({}));
        }
        browser.call("Page.navigate", json!({"url": url}));
        browser.wait(&format!(
            "document.readyState === 'complete' && location.href === '{url}'"
        ));
        browser
    }

    /// Opens the page and gives it the key.
    pub fn with_key(serve: &Serve) -> Self {
        let mut page = Self::open(&format!("http://{}/", serve.address));
        page.wait("!find('access').hidden");
        page.write("key", KEY);
        page.hit("Enter", 0);
        page.wait("find('access').hidden && names.size === 11");
        page
    }

    pub fn call(&mut self, method: &str, params: Value) -> Value {
        let answer = self.ask(method, params);
        assert!(answer["error"].is_null(), "{method}: {answer}");
        answer["result"].clone()
    }

    fn ask(&mut self, method: &str, params: Value) -> Value {
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
            let told = &answer["params"];
            match answer["method"].as_str() {
                Some("Network.requestWillBeSent") => {
                    let url = told["request"]["url"].as_str();
                    self.requests.extend(url.map(str::to_owned));
                }
                Some("Network.webSocketCreated") => {
                    self.requests
                        .extend(told["url"].as_str().map(str::to_owned));
                }
                _ => {}
            }
            if answer["id"] == self.calls {
                return answer;
            }
        }
    }

    pub fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
        let answer = self.call("Runtime.evaluate", params);
        assert!(
            answer["exceptionDetails"].is_null(),
            "{expression}: {answer}"
        );
        answer["result"]["value"].clone()
    }

    pub fn wait(&mut self, condition: &str) {
        let begun = Instant::now();
        let params = json!({"expression": condition, "returnByValue": true, "awaitPromise": true});
        loop {
            // A page that is being loaded anew gives no answer.
            let answer = self.ask("Runtime.evaluate", params.clone());
            if answer["result"]["result"]["value"] == true {
                return;
            }
            let status = "document.getElementById('status')?.textContent";
            if begun.elapsed() > Duration::from_secs(60) {
                panic!("{condition}: {answer}, {}", self.evaluate(status));
            }
            thread::sleep(Duration::from_millis(20));
        }
    }

    /// Presses the middle of an element, as a hand would.
    pub fn press(&mut self, id: &str) {
        let place = self.evaluate(&format!(
            "find('{id}').scrollIntoView({{block: 'center'}});
            (({{x, y, width, height}}) => [x + width / 2, y + height / 2])(find('{id}').getBoundingClientRect())"
        ));
        self.click(place);
    }

    /// Presses a place.
    pub fn click(&mut self, place: Value) {
        for kind in ["mousePressed", "mouseReleased"] {
            let press = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", press);
        }
    }

    /// Hits a key, with modifiers as the protocol counts them.
    pub fn hit(&mut self, key: &str, modifiers: u32) {
        let code = match key {
            "Enter" => 13,
            "Escape" => 27,
            _ => 9,
        };
        for kind in ["rawKeyDown", "char", "keyUp"] {
            if kind == "char" && key != "Enter" {
                continue;
            }
            let event = json!({"type": kind, "key": key, "code": key, "text": "\r",
                "windowsVirtualKeyCode": code, "modifiers": modifiers});
            self.call("Input.dispatchKeyEvent", event);
        }
    }

    /// Makes the window that of a telephone or of a desktop, light or dark.
    pub fn dress(&mut self, width: u32, scheme: &str) {
        let size =
            json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", size);
        // Without motion, so that no colour is on its way to another.
        let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}]});
        self.call("Emulation.setEmulatedMedia", scheme);
    }

    /// Asserts that axe finds no fault, and that nothing lies beside the window.
    pub fn check(&mut self, what: &str) {
        let found = self.evaluate(
            "axe.run().then(found => found.violations.map(v => `${v.id}: ${v.nodes.map(n => n.html)}`))",
        );
        assert_eq!(found, json!([]), "{what}");
        let fits = self.evaluate("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(fits, true, "{what}");
        let beside = self.evaluate(
            "[...document.querySelectorAll('.card *')].filter(part => {
                const [inner, outer] = [part, part.closest('.card')].map(part => part.getBoundingClientRect());
                return inner.width > 1 && !part.closest('.unseen') && (inner.right > outer.right || inner.left < outer.left);
            }).map(part => part.outerHTML)",
        );
        assert_eq!(beside, json!([]), "{what}: beside its card");
        if let Some(folder) = std::env::var_os("VAAK_SCREENSHOTS") {
            let shot = json!({"format": "png", "captureBeyondViewport": true});
            let picture = self.call("Page.captureScreenshot", shot)["data"].clone();
            let picture = BASE64.decode(picture.as_str().unwrap().as_bytes()).unwrap();
            let path = std::path::Path::new(&folder).join(format!("{what}.png"));
            fs::write(path, picture).unwrap();
        }
    }

    /// Types into an element in place of what is there.
    pub fn write(&mut self, id: &str, text: &str) {
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
