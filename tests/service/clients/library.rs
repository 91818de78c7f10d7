//! `vaak.js`, in headless Chromium.

use serde_json::{Value, json};
use vaak::Settings;

use super::browser::Browser;
use super::service;
use crate::server::running::Serve;
use crate::server::{KEY, said};

const TEXT: &str = "नमस्ते, मैं वाक् हूँ। How are you?";
const LONG: &str = "Hello there, how are you? ";

/// A page of the service that has no policy, with the module.
fn with_module(serve: &Serve) -> Browser {
    let mut browser = Browser::open(&format!("http://{}/readyz", serve.address));
    // A browser lets a page sound after a press only.
    browser.click(json!([5, 5]));
    browser.evaluate(&format!(
        "import('/vaak.js').then(module => {{ window.lib = module; window.vaak = new lib.Vaak({{key: '{KEY}'}}) }})"
    ));
    browser
}

/// Runs an example of the documents in a page, until it has logged something.
pub fn example(serve: &Serve, block: &str) {
    let mut browser = Browser::open(&format!("http://{}/readyz", serve.address));
    browser.click(json!([5, 5]));
    let block = block.replace("YOUR_KEY", KEY);
    let script = block.split_once("<script type=\"module\">");
    let (body, script) = script.unwrap_or(("", &block));
    let script = script.replace("</script>", "");
    browser.evaluate(&format!(
        "window.logged = [];
        console.log = (...told) => logged.push(told);
        document.body.innerHTML = {};
        document.body.append(Object.assign(document.createElement('script'), {{ type: 'module', textContent: {} }}))",
        json!(body),
        json!(script)
    ));
    if !body.is_empty() {
        browser.wait("document.getElementById('stop').onclick !== null");
        browser.evaluate("document.getElementById('speak').click()");
    }
    browser.wait("logged.length > 0");
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_module_speaks_and_tells_words_in_order_when_they_sound() {
    let serve = service();
    let mut browser = with_module(&serve);
    let told = browser.evaluate(&format!(
        "(async () => {{
            window.told = {{ events: [], late: [], samples: 0 }};
            const turn = vaak.speak('{TEXT}');
            for (const type of ['start', 'end']) turn.addEventListener(type, () => told.events.push(type));
            turn.addEventListener('audio', ({{ samples }}) => {{ told.samples += samples.length }});
            turn.addEventListener('word', ({{ text, index, startMs }}) => {{
                told.events.push([text, index]);
                if (turn.heardMs < startMs) told.late.push(text);
            }});
            return {{ ...await turn.done, ...told, speaking: vaak.speaking }};
        }})()"
    ));
    let samples = said(TEXT, &Settings::default()).len() / 2;
    let words = json!([
        "start",
        ["नमस्ते", 0],
        ["मैं", 8],
        ["वाक्", 12],
        ["हूँ", 17],
        ["How", 22],
        ["are", 26],
        ["you", 30],
        "end"
    ]);
    assert_eq!(told["events"], words);
    assert_eq!(told["late"], json!([]), "told before they sound");
    assert_eq!(told["samples"], samples);
    assert_eq!(told["audioMs"], samples / 24);
    assert_eq!(told["cancelled"], false);
    assert_eq!(told["speaking"], false);
    let skipped = browser.evaluate("vaak.speak('Hello 你好.').done.then(done => done.skipped)");
    assert_eq!(skipped, 2);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn turns_wait_for_one_another_each_with_its_settings() {
    let serve = service();
    let mut browser = with_module(&serve);
    let told = browser.evaluate(
        "(async () => {
            const told = [], all = [];
            for (let i = 0; i < 30; i++) {
                const turn = i === 2 ? vaak.turn({ voice: 'Arjun' }) : vaak.speak(`${i}.`, { speed: i % 2 ? 1.9 : 2 });
                if (i === 2) for (const piece of ['He', 'llo ', 'there.']) turn.push(piece);
                if (i === 2) setTimeout(() => turn.close(), 300);
                turn.addEventListener('start', () => told.push(i));
                all.push(turn);
            }
            all[5].cancel();
            const ends = await Promise.all(all.map(turn => turn.done));
            return { told, cancelled: ends.map(end => end.cancelled), third: ends[2].audioMs };
        })()",
    );
    let order: Vec<u32> = (0..30).filter(|i| *i != 5).collect();
    assert_eq!(told["told"], json!(order));
    let cancelled: Vec<bool> = (0..30).map(|i| i == 5).collect();
    assert_eq!(told["cancelled"], json!(cancelled));
    let third = said("Hello there.", &Settings::new().voice("Arjun")).len() / 48;
    assert_eq!(told["third"], third);
}

/// What the audio thread gives to the loudspeaker, as seen from within it: frames after the order to be silent that are not.
const TAP: &str = "
    const real = registerProcessor;
    globalThis.registerProcessor = (name, Processor) => real(name, class extends Processor {
        constructor() {
            super();
            this.frames = this.loud = 0;
            const take = this.port.onmessage;
            this.port.onmessage = event => {
                if (event.data.tap) return this.port.postMessage({ tap: this.cut && [this.frames, this.loud] });
                take(event);
                if (event.data.cancel || event.data.pause) this.cut = true, this.frames = this.loud = 0;
            };
        }
        process(inputs, outputs) {
            super.process(inputs, outputs);
            this.frames++;
            if (outputs[0][0].some(sample => sample !== 0)) this.loud = this.frames;
            return true;
        }
    });";

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_module_falls_silent_within_a_frame() {
    let serve = service();
    let mut browser = with_module(&serve);
    browser.evaluate(&format!("window.tap = {}", json!(TAP)));
    browser.evaluate(
        "(async () => {
            window.audio = new AudioContext({ sampleRate: 24000 });
            await audio.audioWorklet.addModule(URL.createObjectURL(new Blob([tap], { type: 'text/javascript' })));
            const Node = AudioWorkletNode;
            window.AudioWorkletNode = class extends Node { constructor(...all) { super(...all); window.node = this } };
            await audio.resume();
        })()",
    );
    let told = browser.evaluate(&format!(
        "(async () => {{
            const vaak = new lib.Vaak({{ key: '{KEY}', audio }}), told = [], heard = turn => new Promise(done => turn.addEventListener('word', done));
            const frames = () => new Promise(done => {{
                const listen = ({{ data }}) => data.tap && (node.port.removeEventListener('message', listen), done(data.tap));
                node.port.addEventListener('message', listen);
                node.port.postMessage({{ tap: true }});
            }});
            const quiet = async () => {{
                let seen;
                do {{ await new Promise(next => setTimeout(next, 50)); seen = await frames(); }} while (seen[0] < 40);
                told.push(seen[1]);
            }};
            const all = [vaak.speak('{LONG}'.repeat(20)), vaak.speak('{LONG}'.repeat(20))];
            await heard(all[0]);
            vaak.cancel();
            await quiet();
            const one = vaak.speak('{LONG}'.repeat(20));
            await heard(one);
            vaak.pause();
            await quiet();
            const at = one.heardMs;
            vaak.resume();
            await heard(one);
            one.cancel();
            await quiet();
            // Nothing is stuck.
            const {{ cancelled }} = await vaak.speak('Yes.').done;
            return {{ told, cancelled, outcomes: all.map(turn => turn.outcome), speaking: vaak.speaking, goes: one.heardMs > at }};
        }})()"
    ));
    for loud in told["told"].as_array().unwrap() {
        // The frame that fades.
        assert!(loud.as_u64().unwrap() <= 1, "{told}");
    }
    assert_eq!(told["told"].as_array().unwrap().len(), 3);
    assert_eq!(told["outcomes"], json!(["cancelled", "cancelled"]));
    assert_eq!(told["cancelled"], false);
    assert_eq!(told["speaking"], false);
    assert_eq!(told["goes"], true);
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn a_turn_goes_on_when_the_service_comes_back() {
    let serve = service();
    let address = serve.address;
    let mut browser = with_module(&serve);
    let text = LONG.repeat(40) + "The end.";
    browser.evaluate(&format!(
        "window.told = {{ words: [], states: [], parts: [] }};
        vaak.addEventListener('state', () => told.states.push(vaak.state));
        window.turn = vaak.speak('{text}');
        turn.addEventListener('word', ({{ text }}) => told.words.push(text));
        turn.addEventListener('audio', ({{ samples }}) => told.parts.push(samples));
        window.next = vaak.speak('And now the next.'); 0"
    ));
    browser.wait("told.parts.length > 3");
    drop(serve);
    browser.wait("told.states.includes('waiting')");
    let mut command = super::vaak(&["serve", "--listen", &address.to_string()]);
    command.env("VAAK_API_KEY", KEY);
    let _again = Serve::started(command);
    browser.wait("vaak.state === 'open' && turn.audioMs > 0 && next.audioMs > 0");
    let samples = said(&text, &Settings::default());
    let sum = "(parts => [parts.reduce((sum, part) => sum + part.length, 0), \
        parts.reduce((sum, part) => sum + part.reduce((a, b) => a + Math.round(Math.abs(b) * 32768), 0), 0)])(told.parts)";
    let loud = |bytes: &[u8]| i64::from(i16::from_le_bytes([bytes[0], bytes[1]]).unsigned_abs());
    let expected: i64 = samples.chunks_exact(2).map(loud).sum();
    assert_eq!(browser.evaluate(sum), json!([samples.len() / 2, expected]));
    // No word is told twice or left out. The rest need not be waited for.
    browser.evaluate("turn.mark({ type: 'mark', text: 'x', start_ms: 0 }); turn.hear(1e9)");
    let words = browser.evaluate("told.words.join(' ')");
    let all = "Hello there how are you ".repeat(40) + "The end x";
    assert_eq!(words, all);
    browser.evaluate("vaak.cancel()");
    // A service that stays away is told.
    drop(_again);
    let told = browser.evaluate(&format!(
        "new lib.Vaak({{ key: '{KEY}', patience: 0 }}).speak('Hello.').done.catch(error => [error.name, error.code])"
    ));
    assert_eq!(told, json!(["VaakError", "unreachable"]));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn what_is_refused_is_told_and_the_next_turn_is_spoken() {
    let serve = service();
    let mut browser = with_module(&serve);
    let refused = |settings: &str| {
        format!(
            "vaak.speak('Hello.', {settings}).done.catch(error => [error.code, error.available?.length ?? 0])"
        )
    };
    for (settings, told) in [
        ("{voice: 'nobody'}", json!(["unknown_voice", 4])),
        ("{language: 'fr'}", json!(["unknown_language", 11])),
        ("{ssml: true}", json!(["invalid_ssml", 0])),
    ] {
        assert_eq!(browser.evaluate(&refused(settings)), told);
    }
    let told = browser.evaluate("new lib.Vaak({key: 'wrong'}).speak('Hello.').done.catch(error => [error.code, error.status])");
    assert_eq!(told, json!(["unauthorized", 401]));
    let told = browser.evaluate("vaak.speak('Hello.').done.then(({cancelled}) => cancelled)");
    assert_eq!(told, false);
    // Where a page has no audio thread.
    browser.evaluate(
        "Object.defineProperty(BaseAudioContext.prototype, 'audioWorklet', {value: undefined}); 0",
    );
    let told = browser.evaluate(&format!(
        "(async () => {{
            const vaak = new lib.Vaak({{ key: '{KEY}' }}), long = vaak.speak('{LONG}'.repeat(20)), words = [];
            await new Promise(done => long.addEventListener('word', done));
            long.cancel();
            const turn = vaak.speak('Hello my friend.');
            turn.addEventListener('word', ({{ text }}) => words.push(text));
            return [(await turn.done).cancelled, words, long.outcome];
        }})()"
    ));
    let words = ["Hello", "my", "friend"];
    assert_eq!(told, json!([false, words, "cancelled"]));
}

#[test]
#[ignore = "needs what tests/service/clients/install installs"]
fn the_form_of_speech_synthesis() {
    let serve = service();
    let mut browser = with_module(&serve);
    let told = browser.evaluate(&format!(
        "(async () => {{
            const synthesis = new lib.Synthesis({{ key: '{KEY}' }}), told = [];
            await new Promise(done => {{ synthesis.onvoiceschanged = done }});
            const voices = synthesis.getVoices();
            const say = (text, change) => {{
                const utterance = Object.assign(new lib.Utterance(text), change);
                for (const type of ['start', 'boundary', 'end', 'error', 'pause', 'resume']) {{
                    utterance[`on${{type}}`] = event => told.push([text[0], type, ...(type === 'boundary' ? [event.charIndex, event.charLength, event.name] : []),
                        ...(event.error ? [event.error] : [])]);
                }}
                utterance.done = new Promise(done => {{ for (const type of ['end', 'error']) utterance.addEventListener(type, done) }});
                synthesis.speak(utterance);
                return utterance;
            }};
            const first = say('Hello my friend.', {{ voice: voices.find(({{ name }}) => name === 'Arjun (en)'), rate: 9, pitch: 1.2, volume: 0.5 }});
            const second = say('नमस्ते!', {{ lang: 'hi-IN' }});
            const states = [synthesis.speaking, synthesis.pending, synthesis.paused];
            await new Promise(done => first.addEventListener('start', done));
            synthesis.pause();
            states.push(synthesis.paused);
            synthesis.resume();
            await second.done;
            await say('xyz', {{ lang: 'fr-FR' }}).done;
            const long = say('{LONG}'.repeat(9)), waits = say('Waits.');
            await new Promise(done => long.addEventListener('start', done));
            synthesis.cancel();
            await waits.done;
            await say('').done;
            return {{ told, states, voices: voices.length,
                first: voices[0], speaking: synthesis.speaking }};
        }})()"
    ));
    let first = json!({"voiceURI": "vaak:Ananya:hi", "name": "Ananya (hi)", "lang": "hi-IN", "localService": true, "default": true});
    assert_eq!(told["first"], first);
    assert_eq!(told["voices"], 44);
    assert_eq!(told["states"], json!([true, true, false, true]));
    assert_eq!(told["speaking"], false);
    let all: Vec<&Value> = told["told"].as_array().unwrap().iter().collect();
    let expected = json!([
        ["H", "start"],
        ["H", "pause"],
        ["H", "resume"],
        ["H", "boundary", 0, 5, "word"],
        ["H", "boundary", 6, 2, "word"],
        ["H", "boundary", 9, 6, "word"],
        ["H", "end"],
        ["न", "start"],
        ["न", "boundary", 0, 6, "word"],
        ["न", "end"],
        ["x", "error", "language-unavailable"],
        ["H", "start"],
        ["H", "error", "interrupted"],
        ["W", "error", "canceled"],
        [null, "end"]
    ]);
    // A word may begin with the sound itself.
    let order = |all: &[&Value]| -> Vec<Value> {
        let mut all: Vec<Value> = all.iter().map(|told| (*told).clone()).collect();
        all.sort_by_key(|told| told[1] == "pause" || told[1] == "resume");
        all
    };
    let expected: Vec<&Value> = expected.as_array().unwrap().iter().collect();
    assert_eq!(order(&all), order(&expected));
}
