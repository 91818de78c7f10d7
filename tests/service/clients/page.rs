//! The page at `/`, in headless Chromium, driven by its own debugging protocol.
//!
//! VAAK_SCREENSHOTS names a folder for pictures of it.

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
use vaak::Settings;

use super::{folder, python, run, service};
use crate::server::running::{Folder, Serve};
use crate::server::{KEY, said};

const LONG: &str = "Hello there, how are you? ";
/// The key Control, as the protocol counts modifiers.
const CONTROL: u32 = 2;

/// A browser with one page.
struct Browser {
    child: Child,
    socket: WebSocket<TcpStream>,
    /// Of the page.
    session: Value,
    calls: u64,
    /// The addresses that the page asked for.
    requests: Vec<String>,
    _folder: Folder,
}

impl Browser {
    fn open(url: &str) -> Self {
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
        browser.wait(
            "document.readyState === 'complete' && document.getElementById('speak') !== null",
        );
        browser
    }

    /// Opens the page and gives it the key.
    fn with_key(serve: &Serve) -> Self {
        let mut page = Self::open(&format!("http://{}/", serve.address));
        page.wait("!find('access').hidden");
        page.write("key", KEY);
        page.hit("Enter", 0);
        page.wait("find('access').hidden && names.size === 11");
        page
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
                assert!(answer["error"].is_null(), "{method}: {answer}");
                return answer["result"].clone();
            }
        }
    }

    fn evaluate(&mut self, expression: &str) -> Value {
        let params = json!({"expression": expression, "returnByValue": true, "awaitPromise": true});
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
            "find('{id}').scrollIntoView({{block: 'center'}});
            (({{x, y, width, height}}) => [x + width / 2, y + height / 2])(find('{id}').getBoundingClientRect())"
        ));
        for kind in ["mousePressed", "mouseReleased"] {
            let press = json!({"type": kind, "x": place[0], "y": place[1], "button": "left", "clickCount": 1});
            self.call("Input.dispatchMouseEvent", press);
        }
    }

    /// Hits a key, with modifiers as the protocol counts them.
    fn hit(&mut self, key: &str, modifiers: u32) {
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
    fn dress(&mut self, width: u32, scheme: &str) {
        let size =
            json!({"width": width, "height": 844, "deviceScaleFactor": 1, "mobile": width < 600});
        self.call("Emulation.setDeviceMetricsOverride", size);
        // Without motion, so that no colour is on its way to another.
        let scheme = json!({"features": [{"name": "prefers-color-scheme", "value": scheme},
            {"name": "prefers-reduced-motion", "value": "reduce"}]});
        self.call("Emulation.setEmulatedMedia", scheme);
    }

    /// Asserts that axe finds no fault, and that nothing lies beside the window.
    fn check(&mut self, what: &str) {
        let found = self.evaluate(
            "axe.run().then(found => found.violations.map(v => `${v.id}: ${v.nodes.map(n => n.html)}`))",
        );
        assert_eq!(found, json!([]), "{what}");
        let fits = self.evaluate("document.documentElement.scrollWidth <= innerWidth");
        assert_eq!(fits, true, "{what}");
        if let Some(folder) = std::env::var_os("VAAK_SCREENSHOTS") {
            let shot = json!({"format": "png", "captureBeyondViewport": true});
            let picture = self.call("Page.captureScreenshot", shot)["data"].clone();
            let picture = BASE64.decode(picture.as_str().unwrap().as_bytes()).unwrap();
            let path = std::path::Path::new(&folder).join(format!("{what}.png"));
            fs::write(path, picture).unwrap();
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
fn the_page_speaks_lights_words_and_falls_silent_at_a_press() {
    let serve = service();
    let mut page = Browser::open(&format!("http://{}/", serve.address));
    page.wait("!find('access').hidden");
    page.write("key", "wrong");
    page.hit("Enter", 0);
    page.wait("find('refusal').textContent.includes('key')");
    page.write("key", KEY);
    page.hit("Enter", 0);
    page.wait("find('access').hidden && names.size === 11");

    page.write("text", "नमस्ते, मैं वाक् हूँ। How are you?");
    page.press("speak");
    page.wait("speech?.sources.size > 0 && audio.currentTime > 0");
    // Words are lit one after another.
    page.wait("document.querySelector('#lit mark')?.textContent === 'वाक्'");
    page.wait("document.querySelector('#lit mark')?.textContent === 'How'");
    // All of it is played, at the pace of speech.
    let samples = said("नमस्ते, मैं वाक् हूँ। How are you?", &Settings::default()).len() / 2;
    page.wait(&format!(
        "speech.ended && speech.samples === {samples} && audio.currentTime >= {samples} / RATE"
    ));
    let told = page.evaluate("find('status').textContent");
    assert!(told.as_str().unwrap().starts_with("First audio "), "{told}");
    assert_eq!(
        page.evaluate("document.querySelector('#lit mark')"),
        Value::Null
    );
    let detected = page.evaluate("find('detected').textContent");
    assert_eq!(detected, "Detected: हिन्दी, English");
    assert_eq!(page.evaluate("find('save').hidden"), false);
    let wav = page.evaluate("wav().arrayBuffer().then(bytes => [...new Uint8Array(bytes.slice(0, 4)), bytes.byteLength])");
    assert_eq!(wav, json!([b'R', b'I', b'F', b'F', 44 + 2 * samples]));

    page.write("text", &LONG.repeat(100));
    page.evaluate("document.querySelector('[value=Arjun]').click()");
    page.press("speak");
    page.wait("speech.sources.size > 0 && speech.next > audio.currentTime");
    page.press("speak");
    page.wait("speech.sources.size === 0 && find('status').textContent === 'Stopped'");

    // By keys alone.
    page.write("text", "Yes?");
    page.hit("Enter", CONTROL);
    let samples = said("Yes?", &Settings::new().voice("Arjun")).len() / 2;
    page.wait(&format!("speech.ended && speech.samples === {samples}"));
    page.write("text", &LONG.repeat(100));
    page.hit("Enter", CONTROL);
    page.wait("speech.sources.size > 0");
    page.hit("Escape", 0);
    page.wait("speech.sources.size === 0 && find('status').textContent === 'Stopped'");
    assert_eq!(page.evaluate("audio.state"), "running");
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_page_speaks_while_one_types() {
    let serve = service();
    let mut page = Browser::with_key(&serve);
    page.write("text", "This was here before. ");
    page.press("live");
    page.evaluate("box.setSelectionRange(box.value.length, box.value.length)");
    for word in ["Good ", "morning. ", "How are you"] {
        page.call("Input.insertText", json!({"text": word}));
    }
    // What stood there is not spoken, and the last word is although nothing follows it.
    let words =
        "speech?.ended && speech.marks.map(mark => box.value.slice(mark.at, mark.until)).join(' ')";
    page.wait(&format!("({words}) === 'Good morning How are you'"));
    assert_eq!(page.evaluate("speech.turns.size"), 1);
    // What is typed later is a turn of its own.
    page.call("Input.insertText", json!({"text": "? Fine."}));
    page.wait(&format!("({words}) === 'Fine'"));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_page_has_no_violation_of_axe_and_asks_nobody_else() {
    let serve = service();
    let own = format!("http://{}/", serve.address);
    let axe = fs::read_to_string(folder().join("node_modules/axe-core/axe.min.js")).unwrap();
    let mut page = Browser::open(&own);
    page.evaluate(&format!("{axe}; 0"));
    page.wait("!find('access').hidden");
    let looks = [
        (390, "light"),
        (390, "dark"),
        (1280, "light"),
        (1280, "dark"),
    ];
    for (width, scheme) in looks {
        page.dress(width, scheme);
        page.check(&format!("key-{width}-{scheme}"));
    }
    page.write("key", KEY);
    page.hit("Enter", 0);
    page.wait("find('access').hidden && names.size === 11");
    page.write("text", &LONG.repeat(100));
    page.press("speak");
    page.wait("document.querySelector('#lit mark') !== null");
    page.evaluate("find('speed').value = 1.5; told()");
    for (width, scheme) in looks {
        page.dress(width, scheme);
        page.check(&format!("speaking-{width}-{scheme}"));
    }
    page.press("speak");
    let elsewhere = |url: &&String| {
        let url = url.replacen("ws", "http", 1);
        !url.starts_with(&own) && !url.starts_with("data:")
    };
    let requests = std::mem::take(&mut page.requests);
    assert!(
        requests.iter().any(|url| url.starts_with("ws:")),
        "{requests:?}"
    );
    assert_eq!(requests.iter().find(elsewhere), None);
    // Nor could it: not even by a script of its own.
    let refused = "fetch('http://127.0.0.1:1/').then(() => 'allowed', () => 'refused')";
    assert_eq!(page.evaluate(refused), "refused");
    let eval = "(() => { try { return document.body.append(Object.assign(document.createElement('script'), {textContent: 'window.ran = 1'})), window.ran ?? 0 } catch { return 0 } })()";
    assert_eq!(page.evaluate(eval), 0);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_code_that_the_page_offers_runs() {
    let serve = service();
    let mut page = Browser::with_key(&serve);
    page.write("text", "It's 5 o'clock, \"now\". नमस्ते!");
    page.evaluate("find('speed').value = 1.5; find('pitch').value = -2; told()");
    let folder = Folder::new("code");
    let settings = Settings::new().speed(1.5).pitch(-2.0);
    let samples = said("It's 5 o'clock, \"now\". नमस्ते!", &settings);
    for (language, program, name) in [
        ("curl", "sh".into(), "code.sh"),
        ("python", python(), "code.py"),
        ("javascript", "node".into(), "code.mjs"),
    ] {
        let code = page.evaluate(&format!(
            "document.querySelector('[value={language}]').click(); find('code').textContent"
        ));
        let code = code.as_str().unwrap();
        assert!(!code.contains(KEY), "{code}");
        let file = folder.0.join(name);
        fs::write(&file, code).unwrap();
        let at = format!(
            "cd {} && exec {} {name}",
            folder.0.display(),
            program.display()
        );
        run(&serve, "sh", &["-c".as_ref(), at.as_ref()]);
        let wav = folder.0.join("speech.wav");
        assert!(fs::read(&wav).unwrap().ends_with(&samples), "{language}");
        fs::remove_file(wav).unwrap();
    }
}
