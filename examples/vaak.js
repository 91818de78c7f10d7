// Vaak in a browser: speaks text through a service of Vaak while the text still arrives. No dependencies, nothing to build.
//
//     import { Vaak } from "http://127.0.0.1:8080/vaak.js";
//     const vaak = new Vaak({ key: "…", voice: "Arjun" });
//     await vaak.speak("नमस्ते, how are you?").done;
//
// The service has it at /vaak.js, and its types at /vaak.d.ts; docs/browser.md tells how to use it. It is one file, though a long one: a
// page copies one module, and the same file is the script of the audio thread, so that a Content-Security-Policy allows one script only.

/** The rate of the voices, in Hz, and the rates that the service can send for an AudioContext of the page's own. */
const RATE = 24000, RATES = [8000, 16000, 22050, 24000, 44100, 48000];
/** Samples of a render frame, which is what a browser asks of the audio thread at a time. Speech that is cut fades in one. */
const FRAME = 128;
/** Seconds of audio that wait before a turn begins to sound, so that a late packet leaves no gap. */
const LEAD = 0.03;
/** Turns that the service is given at once: it takes 16. The others wait here. */
const OPEN = 8;
/** Characters of one message, which has at most 1 MiB. */
const PIECE = 16000;
/** Seconds between attempts to connect: the first, and the longest. Between questions whether the service is there still. */
const SOON = 0.25, LATE = 8, WATCH = 10;

/** Samples that wait to sound, turn after turn. Belongs to the audio thread, where the page has one. */
class Feed {
  #parts = []; // A turn with its samples, or without any at its end.
  #at = 0; // In the first part.
  #turn; // What sounds.
  #played = 0; // Of the turn that sounds.
  #told = 0;
  #fade = [];
  #dry = true; // What comes next begins after silence.
  #paused = false;
  #rate;
  #tell;

  constructor(rate, tell) {
    this.#rate = rate;
    this.#tell = tell;
  }

  take({ turn, samples, cancel, pause }) {
    if (turn !== undefined) this.#parts.push({ turn, samples });
    if (cancel) {
      if (cancel.includes(this.#turn)) this.#cut();
      this.#parts = this.#parts.filter(part => !cancel.includes(part.turn));
    }
    if (pause === true && !this.#paused) this.#cut(false);
    if (pause !== undefined) this.#paused = pause;
  }

  /** What sounds now fades within a frame, which makes no click; nothing of it follows. */
  #cut(ends = true) {
    if (!this.#dry && !this.#paused) {
      const part = this.#parts[0], rest = part?.samples?.subarray(this.#at, this.#at + FRAME) ?? [];
      this.#fade = Float32Array.from(rest, (sample, i) => sample * (1 - (i + 1) / FRAME));
      if (!ends) this.#skip(rest.length);
    }
    if (ends) [this.#at, this.#turn, this.#played, this.#told, this.#dry] = [0, undefined, 0, 0, true];
  }

  #skip(samples) {
    this.#at += samples;
    this.#played += samples;
  }

  #ready() {
    const first = this.#parts[0]?.turn, own = this.#parts.filter(part => part.turn === first);
    const waiting = own.reduce((sum, { samples }) => sum + (samples?.length ?? Infinity), -this.#at);
    return this.#parts.length > 0 && waiting >= LEAD * this.#rate;
  }

  fill(out) {
    out.fill(0);
    out.set(this.#fade);
    let at = this.#fade.length;
    this.#fade = [];
    if (this.#paused || (this.#dry && !this.#ready())) return;
    this.#dry = false;
    while (at < out.length) {
      const part = this.#parts[0];
      if (!part) return void (this.#dry = true);
      this.#turn = part.turn;
      if (part.samples) {
        const some = part.samples.subarray(this.#at, this.#at + out.length - at);
        out.set(some, at);
        at += some.length;
        this.#skip(some.length);
        if (this.#at < part.samples.length) break;
      } else {
        this.#tell({ turn: part.turn, played: this.#played, ended: true });
        this.#played = this.#told = 0;
        this.#turn = undefined;
      }
      this.#parts.shift();
      this.#at = 0;
    }
    const turn = this.#parts[0]?.turn;
    if (turn !== undefined && (this.#told === 0 || this.#played - this.#told >= this.#rate / 50)) {
      this.#told = this.#played;
      this.#tell({ turn, played: this.#played });
    }
  }
}

if (globalThis.registerProcessor) {
  registerProcessor("vaak", class extends AudioWorkletProcessor {
    constructor() {
      super();
      const feed = this.feed = new Feed(sampleRate, told => this.port.postMessage(told));
      this.port.onmessage = ({ data }) => feed.take(data);
    }
    process(_, [[out]]) {
      this.feed.fill(out);
      return true;
    }
  });
}

/** What a Feed plays on. */
class Player {
  #waiting = [];
  #post;

  constructor(context, script, tell) {
    // Without TLS only localhost has an audio thread for pages; and its script may not come.
    this.#worklet(context, script, tell).catch(() => this.#plain(context, tell)).then(post => {
      this.#post = post;
      for (const message of this.#waiting) post(message);
    });
  }

  async #worklet(context, script, tell) {
    await context.audioWorklet.addModule(script);
    const node = new AudioWorkletNode(context, "vaak", { numberOfInputs: 0, outputChannelCount: [1] });
    node.port.onmessage = ({ data }) => tell(data);
    node.connect(context.destination);
    return message => node.port.postMessage(message);
  }

  #plain(context, tell) {
    const feed = new Feed(context.sampleRate, tell), node = context.createScriptProcessor(1024, 0, 1), gate = context.createGain();
    let shut = false;
    node.onaudioprocess = ({ outputBuffer, playbackTime }) => {
      feed.fill(outputBuffer.getChannelData(0));
      if (shut) gate.gain.setValueAtTime(1, playbackTime);
      shut = false;
    };
    node.connect(gate).connect(context.destination);
    return message => {
      feed.take(message);
      // What this node has given away already must not sound.
      if (message.cancel || message.pause) gate.gain.setValueAtTime(0, context.currentTime), shut = true;
    };
  }

  post(message) {
    this.#post ? this.#post(message) : this.#waiting.push(message);
  }
}

/** Why something was not spoken: `code` is the service's, or "unreachable" or "no_audio". */
export class VaakError extends Error {
  constructor(code, message, fields = {}) {
    super(message);
    Object.assign(this, fields);
    this.name = "VaakError";
    this.code = code;
  }
}

/** One thing that is said. Its events are start, audio, word, bookmark, end, cancel and error. */
export class Turn extends EventTarget {
  /** What has been pushed. */
  text = "";
  /** How it ended: ended, cancelled or failed. */
  outcome;
  audioMs = 0;
  skipped;
  #vaak;
  #marks = [];
  #cursor = 0;
  #heard = 0;
  #begun = false;
  #settle;

  constructor(vaak, settings) {
    super();
    this.#vaak = vaak;
    const { ssml, ...others } = settings;
    // What the connection keeps with it.
    this.wire = { settings: JSON.stringify(others), ssml, pieces: [], sent: 0, closed: false, ends: false, samples: 0, marks: 0 };
    this.done = new Promise((resolve, reject) => { this.#settle = { resolve, reject }; });
    // Whoever listens to the event error need not take the promise too.
    this.done.catch(() => {});
  }

  /** Milliseconds that have been heard. */
  get heardMs() {
    return this.#heard;
  }

  /** Adds text, cut anywhere. With SSML each push is a whole document. */
  push(text) {
    if (this.outcome || this.wire.closed) throw new VaakError("closed", "The turn takes no more text.");
    if (!text) return this;
    this.text += text;
    if (this.wire.ssml) this.wire.pieces.push(text);
    else for (let at = 0; at < text.length;) {
      let until = Math.min(at + PIECE, text.length);
      if (/[\ud800-\udbff]/.test(text[until - 1]) && until < text.length) until -= 1;
      this.wire.pieces.push(text.slice(at, until));
      at = until;
    }
    this.#vaak.sends(this);
    return this;
  }

  /** Says that no more text comes: the rest is spoken. */
  close() {
    if (this.outcome || this.wire.closed) return;
    this.wire.closed = true;
    if (!this.wire.pieces.length) return this.finish("ended", "end");
    this.#vaak.sends(this);
  }

  /** Falls silent at once. */
  cancel() {
    if (this.outcome) return;
    this.#vaak.drop(this);
    this.finish("cancelled", "cancel");
  }

  // What follows is called by Vaak.

  tell(type, fields = {}) {
    this.dispatchEvent(Object.assign(new Event(type), fields));
  }

  mark({ type, text, name, language, start_ms, end_ms }) {
    const at = this.wire.ssml || !text ? -1 : this.text.indexOf(text, this.#cursor);
    // A word that is far away is another of the same form.
    const index = at >= 0 && at < this.#cursor + 200 ? at : -1;
    if (index >= 0) this.#cursor = index + text.length;
    const fields = type === "mark" ? { text, language, startMs: start_ms, endMs: end_ms, index } : { mark: name, startMs: start_ms };
    this.#marks.push([type === "mark" ? "word" : "bookmark", fields]);
  }

  hear(ms) {
    if (this.outcome) return;
    if (!this.#begun) this.tell("start");
    this.#begun = true;
    this.#heard = ms;
    while (!this.outcome && this.#marks.length && this.#marks[0][1].startMs <= ms) this.tell(...this.#marks.shift());
  }

  finish(outcome, type, fields) {
    if (this.outcome) return;
    this.outcome = outcome;
    const { audioMs } = this;
    if (fields) this.#settle.reject(fields.error);
    else this.#settle.resolve({ cancelled: outcome === "cancelled", audioMs, skipped: this.skipped ?? 0 });
    this.tell(type, fields);
  }
}

/** A connection with a service, and the loudspeaker. Its event is state. */
export class Vaak extends EventTarget {
  /** idle, connecting, open, or waiting: for the next attempt to connect. */
  state = "idle";
  #url;
  #key;
  #settings;
  #patience;
  #script;
  #audio;
  #own; // The AudioContext is not the page's.
  #player;
  #paused = false;
  #line; // The WebSocket, with what has been agreed on it.
  #queue = []; // What the service has not yet spoken.
  #sounding = new Map(); // Turns by their numbers, until they have been heard.
  #numbers = 0;
  #attempts = 0;
  #since;
  #retry;

  /** Options are the fields of a clip, as `voice` and `speed`, and those that `vaak.d.ts` names. */
  constructor({ url = new URL(".", import.meta.url), key = "", audio, patience = 30, script = import.meta.url, ...settings } = {}) {
    super();
    this.#url = new URL(url, globalThis.location?.href);
    if (!this.#url.pathname.endsWith("/")) this.#url.pathname += "/";
    [this.#key, this.#settings, this.#patience, this.#script, this.#audio] = [key, settings, patience, script, audio];
  }

  /** Speaks a text after what is being said. */
  speak(text, options) {
    const turn = this.turn(options).push(text);
    turn.close();
    return turn;
  }

  /** Opens a turn for text that is still being written. It takes its place with its first text. */
  turn(options = {}) {
    this.#open();
    const turn = new Turn(this, { ...this.#settings, ...options });
    turn.wire.number = ++this.#numbers;
    return turn;
  }

  /** Falls silent at once and forgets what waits. */
  cancel() {
    for (const turn of [...this.#sounding.values()]) turn.cancel();
  }

  pause() {
    this.#paused = true;
    this.#player?.post({ pause: true });
  }

  resume() {
    this.#paused = false;
    this.#player?.post({ pause: false });
  }

  get paused() {
    return this.#paused;
  }

  get speaking() {
    return this.#sounding.size > 0;
  }

  /** The AudioContext, once something was said. */
  get audio() {
    return this.#audio;
  }

  /** What `/v1/voices` and `/v1/languages` list. */
  async voices() {
    return (await this.#ask("v1/voices")).voices;
  }

  async languages() {
    return (await this.#ask("v1/languages")).languages;
  }

  /** Cancels all, and leaves the service and the loudspeaker. */
  close() {
    this.cancel();
    clearTimeout(this.#retry);
    this.#hangUp();
    this.#become("idle");
    if (this.#own) this.#audio.close(), this.#audio = undefined;
    this.#player = undefined;
  }

  async #ask(path) {
    const headers = this.#key ? { authorization: `Bearer ${this.#key}` } : {};
    const reply = await fetch(new URL(path, this.#url), { headers }).catch(() => {
      throw new VaakError("unreachable", `The service does not answer at ${this.#url}.`);
    });
    const told = await reply.json().catch(() => ({}));
    if (!reply.ok) throw new VaakError(told.error ?? "internal", told.message ?? reply.statusText, { ...told, status: reply.status });
    return told;
  }

  #become(state) {
    if (state === this.state) return;
    this.state = state;
    this.dispatchEvent(new Event("state"));
  }

  // --- The loudspeaker ---

  #open() {
    if (!this.#player) {
      this.#own ||= !this.#audio;
      const audio = this.#audio ??= new AudioContext({ sampleRate: RATE });
      if (!RATES.includes(audio.sampleRate)) throw new VaakError("no_audio", `The service has no rate of ${audio.sampleRate} Hz.`);
      this.#player = new Player(audio, this.#script, told => this.#heard(told));
      if (this.#paused) this.pause();
    }
    if (this.#audio.state !== "suspended") return;
    // A browser lets a page sound after a press only.
    const resume = () => this.#audio?.resume();
    resume();
    for (const press of ["pointerup", "keydown"]) globalThis.addEventListener?.(press, resume, { once: true, capture: true });
  }

  #heard({ turn: number, played, ended }) {
    const turn = this.#sounding.get(number), ms = played * 1000 / this.#audio.sampleRate;
    if (!turn) return;
    const tell = () => {
      turn.hear(ended ? Math.max(ms, turn.audioMs) : ms);
      if (!ended) return;
      this.#sounding.delete(number);
      turn.finish("ended", "end");
    };
    // It is heard when it has passed through the system.
    const late = this.#audio.outputLatency * 1000 || 0;
    late < 4 ? tell() : setTimeout(tell, late);
  }

  // --- Turns ---

  sends(turn) {
    this.#sounding.set(turn.wire.number, turn);
    if (!this.#queue.includes(turn)) this.#queue.push(turn);
    // Later, so that a text and its end are one message.
    queueMicrotask(() => this.#flush());
  }

  drop(turn) {
    const { number, line, id } = turn.wire;
    this.#player?.post({ cancel: [number] });
    this.#sounding.delete(number);
    if (!this.#queue.includes(turn)) return;
    this.#queue = this.#queue.filter(other => other !== turn);
    if (line && line === this.#line) this.#say({ type: "cancel", context_id: id });
    this.#line?.turns.delete(id);
    this.#flush();
  }

  #fail(turn, error) {
    this.drop(turn);
    turn.finish("failed", "error", { error });
  }

  /** Gives the service what it has not been told. */
  #flush() {
    const line = this.#line;
    if (!this.#queue.length) return;
    if (!line) return this.state === "waiting" ? undefined : this.#connect();
    if (this.state !== "open") return;
    for (const turn of this.#queue.slice(0, OPEN)) {
      const wire = turn.wire;
      if (wire.line !== line) {
        if (line.asked) return;
        if (line.settings !== wire.settings) return this.#start(line, turn);
        // What came before the connection was lost comes again, and is passed over.
        Object.assign(wire, { line, id: `${wire.number}-${++this.#numbers}`, sent: 0, ends: false, pass: wire.samples, passes: wire.marks });
        line.turns.set(wire.id, turn);
      }
      while (wire.sent < wire.pieces.length) {
        const text = wire.pieces[wire.sent++];
        wire.ends = wire.closed && wire.sent === wire.pieces.length;
        this.#say({ type: "text", context_id: wire.id, text, ...(wire.ssml && { ssml: true }), continue: !wire.ends });
      }
      if (wire.closed && !wire.ends) this.#say({ type: "text", context_id: wire.id, continue: false }), wire.ends = true;
    }
  }

  #start(line, turn) {
    line.asked = turn;
    const { sampleRate } = this.#audio;
    const own = sampleRate === RATE ? {} : { sample_rate: sampleRate };
    this.#say({ type: "start", v2: true, binary: true, timestamps: true, ...own, ...JSON.parse(turn.wire.settings) });
  }

  #say(message) {
    this.#line.send(JSON.stringify(message));
  }

  // --- The connection ---

  #connect() {
    this.#become("connecting");
    const url = new URL("v1/tts/stream", this.#url).href.replace(/^http/, "ws");
    const line = this.#line = new WebSocket(url, this.#key ? ["bearer", this.#key] : []);
    Object.assign(line, { binaryType: "arraybuffer", turns: new Map(), alive: true });
    line.onopen = () => {
      this.#become("open");
      this.#flush();
    };
    line.onmessage = ({ data }) => {
      line.alive = true;
      if (line !== this.#line) return;
      typeof data === "string" ? this.#hear(line, JSON.parse(data)) : this.#receive(line.next, data);
    };
    line.onclose = ({ code }) => line === this.#line && this.#lost(code);
    // A network that went away says nothing.
    line.watch = setInterval(() => {
      if (!this.#queue.length) return void (line.alive = true);
      if (!line.alive) return this.#lost();
      line.alive = false;
      if (this.state === "open") this.#say({ type: "ping" });
    }, WATCH * 1000);
  }

  #hangUp() {
    const line = this.#line;
    this.#line = undefined;
    if (line) clearInterval(line.watch), line.close();
  }

  async #lost(code) {
    const opened = this.state === "open";
    this.#hangUp();
    if (!this.#queue.length) return this.#become("idle");
    this.#become("waiting");
    this.#since ??= Date.now();
    let error = new VaakError("unreachable", `The service does not answer at ${this.#url}.`);
    // A browser does not tell why a WebSocket was refused.
    if (!opened || code === 1008) await this.#ask("v1/voices").catch(told => { error = told; });
    if (this.state !== "waiting") return;
    const refused = error.status >= 400 && error.status < 500 && error.status !== 429;
    if (refused || Date.now() - this.#since > this.#patience * 1000) {
      this.#become("idle");
      this.#since = undefined;
      this.#attempts = 0;
      // What has been received whole is heard to its end.
      for (const turn of [...this.#queue]) this.#fail(turn, error);
      return;
    }
    const delay = Math.min(LATE, SOON * 2 ** this.#attempts++) * (0.5 + Math.random() / 2);
    this.#retry = setTimeout(() => this.#queue.length ? this.#connect() : this.#become("idle"), delay * 1000);
  }

  #hear(line, message) {
    const turn = line.turns.get(message.context_id);
    switch (message.type) {
      case "metadata":
        line.settings = line.asked?.wire.settings;
        line.asked = undefined;
        this.#attempts = 0;
        this.#since = undefined;
        return this.#flush();
      case "error": {
        const { error, message: text, type, ...fields } = message;
        const about = turn ?? (message.context_id === undefined ? line.asked : undefined);
        if (about === line.asked) line.asked = line.settings = undefined;
        return about && this.#fail(about, new VaakError(error, text, fields));
      }
      case "audio":
        return void (line.next = turn);
      case "mark":
      case "bookmark":
        if (!turn || turn.wire.passes-- > 0) return;
        turn.wire.marks++;
        return turn.mark(message);
      case "cancelled":
        // Not by this page: the service shuts down. The turn is told again to the next.
        if (turn) turn.wire.line = undefined;
        return void line.turns.delete(message.context_id);
      case "end":
        if (!turn) return;
        line.turns.delete(message.context_id);
        this.#queue = this.#queue.filter(other => other !== turn);
        turn.audioMs = message.audio_ms;
        turn.skipped = message.skipped;
        this.#player.post({ turn: turn.wire.number });
        return this.#flush();
    }
  }

  #receive(turn, bytes) {
    if (!turn || turn.outcome) return;
    const wire = turn.wire, view = new DataView(bytes), passed = Math.min(wire.pass, view.byteLength / 2);
    wire.pass -= passed;
    const samples = Float32Array.from({ length: view.byteLength / 2 - passed }, (_, i) => view.getInt16(2 * (passed + i), true) / 32768);
    if (!samples.length) return;
    wire.samples += samples.length;
    this.#player.post({ turn: wire.number, samples });
    turn.tell("audio", { samples });
  }
}

// --- The same as pages know it from window.speechSynthesis ---

/** The names that the Web Speech API has for what went wrong. */
const WRONG = {
  unreachable: "network", unauthorized: "not-allowed", forbidden_origin: "not-allowed", no_audio: "audio-hardware",
  unknown_voice: "voice-unavailable", unknown_language: "language-unavailable", text_too_long: "text-too-long",
};

function fire(target, type, fields = {}) {
  const event = Object.assign(new Event(type), fields);
  target.dispatchEvent(event);
  target[`on${type}`]?.(event);
}

/** What SpeechSynthesisUtterance is. */
export class Utterance extends EventTarget {
  lang = "";
  voice = null;
  rate = 1;
  pitch = 1;
  volume = 1;
  onstart = null;
  onend = null;
  onboundary = null;
  onerror = null;
  onpause = null;
  onresume = null;

  constructor(text = "") {
    super();
    this.text = text;
  }
}

/** What window.speechSynthesis is. */
export class Synthesis extends EventTarget {
  onvoiceschanged = null;
  #vaak;
  #voices = [];
  #waiting = [];

  /** With a Vaak, or the options of one. */
  constructor(vaak = {}) {
    super();
    this.#vaak = vaak instanceof Vaak ? vaak : new Vaak(vaak);
    /** Settles when the voices are known, or cannot be. */
    this.ready = this.#vaak.voices().then(voices => {
      this.#voices = voices.flatMap(({ name, languages }, first) => languages.map(code => ({
        voiceURI: `vaak:${name}:${code}`, name: `${name} (${code})`, lang: `${code}-IN`, localService: true,
        default: first === 0 && code === languages[0],
      })));
      fire(this, "voiceschanged");
    });
    this.ready.catch(() => {});
  }

  getVoices() {
    return [...this.#voices];
  }

  get speaking() {
    return this.#waiting.length > 0;
  }

  get pending() {
    return this.#waiting.some(({ begun }) => !begun);
  }

  get paused() {
    return this.#vaak.paused;
  }

  speak(utterance) {
    const { text, lang, voice, rate, pitch, volume } = utterance, within = (low, value, high) => Math.min(high, Math.max(low, value));
    const turn = this.#vaak.turn({
      ...(voice && { voice: voice.voiceURI.split(":")[1] }),
      ...((lang || voice) && { language: lang || voice.lang }),
      ...(rate !== 1 && { speed: within(0.5, rate, 2) }),
      // From an octave below to one above there, half that here.
      ...(pitch !== 1 && { pitch: within(-6, 12 * Math.log2(Math.max(pitch, 0.1)), 6) }),
      ...(volume !== 1 && { volume: within(-40, 20 * Math.log10(Math.max(volume, 0.01)), 0) }),
    });
    const one = { utterance, turn, begun: false }, tell = (type, fields = {}) => {
      fire(utterance, type, { utterance, charIndex: 0, elapsedTime: turn.heardMs / 1000, name: "", ...fields });
    };
    const leave = () => { this.#waiting = this.#waiting.filter(other => other !== one); };
    this.#waiting.push(one);
    turn.addEventListener("start", () => {
      one.begun = true;
      tell("start");
    });
    turn.addEventListener("word", ({ text, index, startMs }) => {
      tell("boundary", { name: "word", charIndex: Math.max(index, 0), charLength: text.length, elapsedTime: startMs / 1000 });
    });
    turn.addEventListener("end", () => (leave(), tell("end")));
    turn.addEventListener("cancel", () => (leave(), tell("error", { error: one.begun ? "interrupted" : "canceled" })));
    turn.addEventListener("error", ({ error }) => {
      leave();
      // A text without anything to say ends as it does in browsers.
      error.code === "missing_text" ? tell("end") : tell("error", { error: WRONG[error.code] ?? "synthesis-failed", message: error.message });
    });
    turn.push(text).close();
  }

  cancel() {
    for (const { turn } of [...this.#waiting]) turn.cancel();
  }

  pause() {
    if (this.paused) return;
    this.#vaak.pause();
    if (this.#waiting[0]?.begun) fire(this.#waiting[0].utterance, "pause", { utterance: this.#waiting[0].utterance });
  }

  resume() {
    if (!this.paused) return;
    this.#vaak.resume();
    if (this.#waiting[0]?.begun) fire(this.#waiting[0].utterance, "resume", { utterance: this.#waiting[0].utterance });
  }
}
