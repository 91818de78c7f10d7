//! `boards/kiosk`, in headless Chromium.

use std::fs;
use std::net::{TcpListener, TcpStream};
use std::process::{Child, Command};
use std::thread;
use std::time::Duration;

use serde_json::json;

use super::browser::Browser;
use super::{folder, here, service};
use crate::server::KEY;
use crate::server::running::program::vaak;
use crate::server::running::{Folder, Serve};

/// `kiosk.py` with a copy of its files.
struct Kiosk {
    child: Child,
    url: String,
    folder: Folder,
    port: u16,
}

impl Kiosk {
    /// With a change of its `kiosk.toml`.
    fn new(name: &str, serve: &Serve, from: &str, to: &str) -> Self {
        let folder = Folder::new(name);
        let copied = Command::new("cp")
            .arg("-r")
            .arg(here("boards/kiosk"))
            .arg(&folder.0)
            .status();
        assert!(copied.unwrap().success());
        fs::write(folder.0.join("key"), KEY).unwrap();
        let toml = folder.0.join("kiosk/kiosk.toml");
        let text = fs::read_to_string(&toml).unwrap();
        assert!(text.contains(from));
        fs::write(&toml, text.replacen(from, to, 1)).unwrap();
        let free = TcpListener::bind("127.0.0.1:0").unwrap();
        let port = free.local_addr().unwrap().port();
        drop(free);
        Self {
            child: Self::start(&folder, serve, port),
            url: format!("http://127.0.0.1:{port}/"),
            folder,
            port,
        }
    }

    fn start(folder: &Folder, serve: &Serve, port: u16) -> Child {
        let mut command = Command::new("python3");
        command
            .arg(folder.0.join("kiosk/kiosk.py"))
            .env("VAAK_URL", format!("http://{}", serve.address))
            .env("VAAK_API_KEY_FILE", folder.0.join("key"))
            .env("KIOSK_PORT", port.to_string());
        let mut child = command.spawn().unwrap();
        while TcpStream::connect(("127.0.0.1", port)).is_err() {
            assert_eq!(child.try_wait().unwrap(), None, "kiosk.py ended");
            thread::sleep(Duration::from_millis(20));
        }
        child
    }

    fn end(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
    }

    fn open(&self) -> Browser {
        let mut page = Browser::open(&self.url);
        page.wait("kiosk && find('buttons').firstChild && find('away').hidden");
        page
    }
}

impl Drop for Kiosk {
    fn drop(&mut self) {
        self.end();
    }
}

/// Presses the first part of the page that a selector finds, when fingers no longer bounce.
fn press(page: &mut Browser, selector: &str) {
    page.wait("performance.now() - pressed > BOUNCE");
    let place = page.evaluate(&format!(
        "document.querySelector('{selector}').scrollIntoView({{block: 'center'}});
        (({{x, y, width, height}}) => [x + width / 2, y + height / 2])(document.querySelector('{selector}').getBoundingClientRect())"
    ));
    page.click(place);
}

/// A button of the page, by its number.
fn button(number: u32) -> String {
    format!("#buttons button:nth-child({number})")
}

const SPEAKS: &str = "document.querySelector('#buttons .speaks[aria-pressed=true]') !== null";

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn a_kiosk_speaks_the_language_that_was_chosen_and_stops_at_a_touch() {
    let serve = service();
    let kiosk = Kiosk::new("kiosk-speaks", &serve, "idle = 60", "idle = 60");
    let mut page = kiosk.open();
    let names = "[...document.querySelectorAll('#buttons button')].map(button => [button.lang, button.textContent])";
    let languages = json!([["hi", "हिन्दी"], ["ta", "தமிழ்"], ["en", "English"]]);
    assert_eq!(page.evaluate(names), languages);
    press(&mut page, "#buttons [lang=ta]");
    page.wait("audio?.currentTime > 0 && document.documentElement.lang === 'ta'");
    let labels = json!([["ta", "டிக்கெட்"], ["ta", "அடுத்த ரயில்"], ["ta", "வசதிகள்"]]);
    assert_eq!(page.evaluate(names), labels);
    assert_eq!(page.evaluate("find('stop').textContent"), "நிறுத்தவும்");

    // Until it ends, then not.
    press(&mut page, &button(2));
    page.wait(&format!("{SPEAKS} && audio.currentTime > 0"));
    page.wait("audio === undefined && find('stop').disabled");
    // By a second touch, by Stop, by another button, and by a key.
    press(&mut page, &button(1));
    page.wait(&format!(
        "{SPEAKS} && audio.currentTime > 0 && (window.first = audio) !== undefined"
    ));
    press(&mut page, &button(1));
    page.wait("audio === undefined && first.paused");
    assert_eq!(page.evaluate(SPEAKS), false);
    press(&mut page, &button(1));
    page.wait("audio?.currentTime > 0 && (window.first = audio) !== undefined");
    press(&mut page, "#stop");
    page.wait("audio === undefined && first.paused");
    press(&mut page, &button(1));
    page.wait("audio?.currentTime > 0 && (window.first = audio) !== undefined");
    press(&mut page, &button(2));
    page.wait("first.paused && audio?.currentTime > 0");
    assert_eq!(
        page.evaluate("[...document.querySelectorAll('#buttons button')].indexOf(speaker)"),
        1
    );
    page.hit("Escape", 0);
    page.wait("audio === undefined");
    // What follows.
    press(&mut page, &button(3));
    page.wait("page.name === 'facilities' && audio?.currentTime > 0");
    press(&mut page, &button(3));
    page.wait("page.name === 'start' && audio?.currentTime > 0");
    press(&mut page, "#language");
    page.wait("audio === undefined && language === undefined");

    // A changed file is taken, a wrong one is not.
    let toml = kiosk.folder.0.join("kiosk/kiosk.toml");
    let text = fs::read_to_string(&toml).unwrap();
    fs::write(&toml, "wrong").unwrap();
    assert_eq!(
        page.evaluate("fetched('ready').then(({version}) => version === kiosk.version)"),
        true
    );
    let one = text.replace("code = \"ta\"", "code = \"ta\"\nname = \"Tamil\"");
    fs::write(&toml, one).unwrap();
    page.wait("document.querySelector('#buttons [lang=ta]')?.textContent === 'Tamil'");

    let elsewhere = |url: &&String| !url.starts_with(&kiosk.url);
    assert_eq!(page.requests.iter().find(elsewhere), None);
    assert!(page.requests.iter().any(|url| url.contains("/say/")));
    let refused = "fetch('http://127.0.0.1:1/').then(() => 'allowed', () => 'refused')";
    assert_eq!(page.evaluate(refused), "refused");
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn a_kiosk_begins_anew_when_nobody_is_there() {
    let serve = service();
    let kiosk = Kiosk::new("kiosk-idle", &serve, "idle = 60", "idle = 1");
    let mut page = kiosk.open();
    press(&mut page, "#buttons [lang=en]");
    page.wait("page?.name === 'start'");
    press(&mut page, &button(3));
    page.wait("page?.name === 'facilities'");
    // Not while it speaks.
    press(&mut page, &button(2));
    page.wait("audio?.currentTime > 1.2 && page.name === 'facilities'");
    page.wait("audio === undefined && language === undefined");
    page.wait("document.querySelector('#buttons.languages') !== null");
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn a_kiosk_is_out_of_order_while_the_service_or_its_program_is_away() {
    let serve = service();
    let address = serve.address.to_string();
    let mut kiosk = Kiosk::new("kiosk-away", &serve, "idle = 60", "idle = 60");
    let mut page = kiosk.open();
    press(&mut page, "#buttons [lang=en]");
    page.wait("page?.name === 'start'");
    drop(serve);
    page.wait("!find('away').hidden && find('away').textContent.includes('out of order')");
    assert_eq!(
        page.evaluate("find('buttons').inert && audio === undefined"),
        true
    );
    let mut command = vaak(&["serve", "--listen", &address, "--log-format", "none"]);
    command.env("VAAK_API_KEY", KEY);
    let serve = Serve::started(command);
    page.wait("find('away').hidden && document.querySelector('#buttons.languages') !== null");

    kiosk.end();
    page.wait("!find('away').hidden");
    kiosk.child = Kiosk::start(&kiosk.folder, &serve, kiosk.port);
    page.wait("find('away').hidden");
    press(&mut page, "#buttons [lang=en]");
    page.wait("audio?.currentTime > 0");
    // What is not in the file is not spoken, nor is anything to a page of another site.
    let of = "Promise.all(['say/1/9/en', 'say/9/1/en', 'say/1/1/fr', 'picture/1/9', 'kiosk.toml', '../key'].map(path => fetch(path).then(reply => reply.status)))";
    assert_eq!(page.evaluate(of), json!([404, 404, 404, 404, 404, 404]));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn a_kiosk_fits_every_screen_and_axe_finds_no_fault() {
    let serve = service();
    let kiosk = Kiosk::new("kiosk-fits", &serve, "idle = 60", "idle = 60");
    let axe = fs::read_to_string(folder().join("node_modules/axe-core/axe.min.js")).unwrap();
    let mut page = kiosk.open();
    page.evaluate(&format!("{axe}; 0"));
    for state in ["languages", "speaks", "away"] {
        match state {
            "speaks" => {
                press(&mut page, "#buttons [lang=hi]");
                press(&mut page, &button(2));
                page.wait(SPEAKS);
                // It stays so for the pictures.
                page.evaluate("audio.pause()");
            }
            "away" => {
                page.evaluate("fetched = () => Promise.reject(new Error()); away(true)");
            }
            _ => {}
        }
        for width in [390, 800, 1280, 1920] {
            for scheme in ["light", "dark"] {
                page.dress(width, scheme);
                page.check(&format!("kiosk-{state}-{width}-{scheme}"));
            }
        }
    }
}
