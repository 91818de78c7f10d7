//! The page at `/`, in headless Chromium.

use std::fs;

use serde_json::{Value, json};
use vaak::Settings;

use super::browser::Browser;
use super::{folder, python, run, service};
use crate::server::running::program::vaak;
use crate::server::running::{Folder, Serve};
use crate::server::{KEY, said};

const LONG: &str = "Hello there, how are you? ";
/// The key Control, as the protocol counts modifiers.
const CONTROL: u32 = 2;

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
    page.wait("vaak.speaking && vaak.audio?.currentTime > 0");
    // Words are lit one after another.
    page.wait("document.querySelector('#lit mark')?.textContent === 'वाक्'");
    page.wait("document.querySelector('#lit mark')?.textContent === 'How'");
    // All of it is played, at the pace of speech.
    let samples = said("नमस्ते, मैं वाक् हूँ। How are you?", &Settings::default()).len() / 2;
    page.wait(&format!(
        "speech.ended && speech.samples === {samples} && vaak.audio.currentTime >= {samples} / RATE"
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
    page.wait("speech.now() > 0");
    page.press("speak");
    page.wait("!vaak.speaking && find('status').textContent === 'Stopped'");

    // By keys alone.
    page.write("text", "Yes?");
    page.hit("Enter", CONTROL);
    let samples = said("Yes?", &Settings::new().voice("Arjun")).len() / 2;
    page.wait(&format!("speech.ended && speech.samples === {samples}"));
    page.write("text", &LONG.repeat(100));
    page.hit("Enter", CONTROL);
    page.wait("speech.now() > 0");
    page.hit("Escape", 0);
    page.wait("!vaak.speaking && find('status').textContent === 'Stopped'");
    assert_eq!(page.evaluate("vaak.audio.state"), "running");
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
    assert_eq!(page.evaluate("speech.turns.length"), 1);
    // What is typed later is a turn of its own.
    page.call("Input.insertText", json!({"text": "? Fine."}));
    page.wait(&format!("({words}) === 'Fine'"));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_page_offers_the_voices_that_the_model_has() {
    // Both models.
    let mut command = vaak(&["serve", "--listen", "127.0.0.1:0", "--log-format", "none"]);
    command.env("VAAK_API_KEY", KEY);
    let serve = Serve::started(command);
    let mut page = Browser::with_key(&serve);
    let voices = "[...document.querySelectorAll('[name=voice]')].map(input => input.value)";
    let all = json!(["Ananya", "Arjun", "Vikram", "Kavya"]);
    assert_eq!(page.evaluate(voices), all);
    page.evaluate("document.querySelector('[value=Kavya]').click()");
    let choose = |name: &str| {
        format!(
            "find('model').value = '{name}'; find('model').dispatchEvent(new Event('input', {{bubbles: true}}))"
        )
    };
    page.evaluate(&choose("Voice 2 Native Lite"));
    assert_eq!(page.evaluate(voices), json!(["Ananya", "Arjun"]));
    assert_eq!(page.evaluate("settings().voice"), "Ananya");
    page.write("text", "Yes?");
    page.press("speak");
    page.wait("speech?.ended && speech.samples > 0");
    assert_eq!(page.evaluate("find('problem').textContent"), "");
    page.evaluate(&choose("Voice 2 Native"));
    assert_eq!(page.evaluate(voices), all);
    // A voice is heard without a change of the text.
    page.press("hear");
    page.wait("speech.live === false && !speech.ended && speech.now() > 0");
    page.press("speak");
    assert_eq!(page.evaluate("box.value"), "Yes?");
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_page_tells_what_could_not_be_read() {
    let serve = service();
    let mut page = Browser::with_key(&serve);
    let speak = |page: &mut Browser, text: &str| {
        page.write("text", text);
        page.press("speak");
        page.wait("speech?.ended && !document.body.classList.contains('speaking')");
        let told = "[find('problem').textContent, find('status').textContent.split(' ')[0]]";
        page.evaluate(told)
    };
    let told = speak(&mut page, "Bonjour, 你好, привет.");
    assert_eq!(told, json!(["8 characters could not be read.", "First"]));
    let told = speak(&mut page, "... ---");
    let nothing = "There is nothing in this text that can be spoken.";
    assert_eq!(told, json!([nothing, ""]));
    // After an error nothing else is told; Reset takes it away.
    page.evaluate("find('speed').value = 2; told(); find('language').append(new Option('x', 'xx')); find('language').value = 'xx'");
    let told = speak(&mut page, "Hello.");
    assert!(told[0].as_str().unwrap().contains("language"), "{told}");
    assert_eq!(told[1], "");
    page.press("reset");
    assert_eq!(page.evaluate("find('problem').textContent"), "");
    // A sample takes the place of the text, and gives it back.
    page.write("text", "My own text.");
    page.evaluate("document.querySelector('#samples [lang=ta]').click()");
    page.wait("speech.now() > 0");
    assert_ne!(page.evaluate("box.value"), "My own text.");
    page.press("back");
    assert_eq!(page.evaluate("box.value"), "My own text.");
    assert_eq!(page.evaluate("find('back').hidden"), true);
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
    let looks = [390, 1280, 1920].map(|width| ["light", "dark"].map(|scheme| (width, scheme)));
    let looks = looks.as_flattened();
    for &(width, scheme) in looks {
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
    for &(width, scheme) in looks {
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
