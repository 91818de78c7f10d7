"use strict";
// Speaks what is written, by vaak.js, which every page may use. No framework, nothing to build.

const RATE = 24000;
// While one types: words are sent as they are complete, the last one after WORD ms, and a turn ends after TURN ms.
const WORD = 900, TURN = 3000;
const PEAK = RATE / 50; // Samples of one peak of the waveform.
// Milliseconds after which a service that was away is asked again.
const AGAIN = 2000;
const KINDS = { Ananya: "woman", Kavya: "brighter woman", Arjun: "man", Vikram: "deeper man" };
const GREETING = "नमस्ते! This is how I speak.";
const DETECTS = "From the text, word by word";

const find = id => document.getElementById(id);
const box = find("text");
const names = new Map(); // Codes of languages to their names.

// --- The key, and what the service offers ---

let key = sessionStorage.getItem("key") ?? localStorage.getItem("key") ?? "";
let locked = false; // The service wants a key.
let vaak, voices = [];
const library = import("./vaak.js");

/** Learns whether the key is right, and which voices there are. */
async function enter() {
  const { Vaak } = await library;
  if (!vaak) {
    vaak = new Vaak({ key });
    vaak.addEventListener("state", () => {
      if (vaak?.state === "waiting") find("status").textContent = "The service does not answer. Trying again …";
    });
  }
  try {
    offer(await vaak.voices(), await vaak.languages());
    find("access").hidden = find("away").hidden = true;
    find("change").hidden = !locked && !key;
    document.body.classList.add("ready");
    complain("");
    return true;
  } catch (error) {
    if (error.status === 401) {
      locked = true;
      told();
      document.body.classList.remove("ready");
      find("access").hidden = false;
      find("away").hidden = find("change").hidden = true;
      find("refusal").textContent = key ? "The service does not know this key." : "";
      find("key").focus();
    } else if (names.size) {
      complain(error.message);
    } else {
      find("away").hidden = false;
      setTimeout(enter, AGAIN);
    }
    return false;
  }
}

function offer(all, languages) {
  voices = all;
  for (const { code, name, native_name } of languages) {
    if (!names.has(code)) find("language").append(new Option(code === "en" ? name : `${native_name} · ${name}`, code));
    names.set(code, native_name);
  }
  const models = new Set(voices.flatMap(voice => voice.models));
  if (find("model").length !== models.size) find("model").replaceChildren(...[...models].map(name => new Option(name, name)));
  showVoices();
  told();
}

/** Offers the voices that the model has. */
function showVoices() {
  const model = find("model").value, chosen = settings().voice, able = voices.filter(voice => !model || voice.models.includes(model));
  const checked = able.find(({ name }) => name === chosen) ?? able[0];
  find("voices").replaceChildren(...able.map(voice => {
    const [label, input, text, kind] = ["label", "input", "span", "small"].map(name => document.createElement(name));
    Object.assign(input, { type: "radio", name: "voice", value: voice.name, checked: voice === checked });
    text.append(voice.name);
    kind.textContent = KINDS[voice.name] ?? "";
    if (kind.textContent) text.append(kind);
    label.append(input, text);
    return label;
  }));
}
find("model").oninput = showVoices;

/** Forgets the conversation, and the key with it. */
function leave() {
  stop();
  vaak?.close();
  vaak = undefined;
}

find("access").onsubmit = async event => {
  event.preventDefault();
  leave();
  key = find("key").value.trim();
  if (!await enter()) return find("key").select();
  sessionStorage.setItem("key", key);
  find("remember").checked ? localStorage.setItem("key", key) : localStorage.removeItem("key");
  find("key").value = "";
  find("speak").focus();
};
find("change").onclick = () => {
  leave();
  key = "";
  sessionStorage.removeItem("key");
  localStorage.removeItem("key");
  enter();
};

// --- Settings ---

function settings() {
  const all = {
    voice: document.querySelector("[name=voice]:checked")?.value,
    language: find("language").value,
    model: find("model").selectedIndex > 0 ? find("model").value : "",
    speed: Number(find("speed").value),
    pitch: Number(find("pitch").value),
  };
  if (all.speed === 1) delete all.speed;
  return Object.fromEntries(Object.entries(all).filter(([, value]) => value));
}

/** Shows what the settings are, in words and in code. */
function told() {
  const speed = Number(find("speed").value), pitch = Number(find("pitch").value);
  find("speed-said").textContent = `${speed.toFixed(2).replace(/0$/, "")}×`;
  find("pitch-said").textContent = pitch ? `${pitch > 0 ? "+" : "−"}${Math.abs(pitch)} semitones` : "normal";
  find("speed").setAttribute("aria-valuetext", find("speed-said").textContent);
  find("pitch").setAttribute("aria-valuetext", find("pitch-said").textContent);
  const { voice, ...others } = settings();
  find("reset").hidden = Object.keys(others).length === 0;
  if (find("language").value) detected("");
  else if (!find("detected").textContent) detected(DETECTS);
  const request = { text: box.value, ...settings(), encoding: "wav" };
  const language = document.querySelector("[name=code]:checked").value, keyed = locked || key !== "";
  find("code").textContent = CODE[language](new URL("v1/tts", location).href, request, keyed);
  find("hint").textContent = keyed ? "Set the environment variable VAAK_API_KEY to your key." : "";
}

find("reset").onclick = () => {
  find("language").value = "";
  find("model").selectedIndex = 0;
  find("speed").value = 1;
  find("pitch").value = 0;
  showVoices();
  told();
  if (!speech || speech.ended) rest("");
  complain("");
  find("speed").focus();
};
document.querySelector(".settings").oninput = told;
document.querySelector(".code").onchange = told;

// --- What is heard ---

let speech;

/** One press of the button, or a time of typing: its turns follow one another without a gap. */
class Speech {
  turns = [];
  chunks = [];
  peaks = [];
  marks = []; // Of the words that were heard.
  languages = new Map(); // With the number of words of each.
  samples = 0;
  latency; // Milliseconds from the press to the first audio.
  ended = false;

  /** Opens a turn, whose text begins in the field at a place, if it is there. */
  open(at) {
    const turn = Object.assign(vaak.turn(settings()), { from: undefined, closed: false }), asked = performance.now();
    this.turns.push(turn);
    turn.addEventListener("audio", ({ samples }) => {
      turn.from ??= this.samples;
      this.latency ??= performance.now() - asked;
      this.add(samples);
    });
    turn.addEventListener("word", word => this.mark(turn, at, word));
    turn.addEventListener("end", () => this.turns.every(turn => turn.outcome) && this.finish());
    turn.addEventListener("error", ({ error }) => {
      if (speech !== this || this.ended) return;
      stop();
      rest("");
      complain(error.message);
      if (error.status === 401) enter();
    });
    return turn;
  }

  add(samples) {
    this.chunks.push(samples);
    for (let i = 0; i < samples.length; i++) {
      const at = Math.floor((this.samples + i) / PEAK);
      this.peaks[at] = Math.max(this.peaks[at] ?? 0, Math.abs(samples[i]));
    }
    this.samples += samples.length;
  }

  mark(turn, place, { text, language, index, endMs }) {
    const at = place + index, until = at + text.length;
    // The text may have been changed.
    if (index >= 0 && box.value.slice(at, until) === text) this.marks.push({ to: (turn.from ?? 0) + endMs * RATE / 1000, at, until });
    this.languages.set(language, (this.languages.get(language) ?? 0) + 1);
    if (find("language").value) return;
    const codes = [...this.languages.keys()].sort((a, b) => this.languages.get(b) - this.languages.get(a));
    detected(`Detected: ${codes.map(code => names.get(code) ?? code).join(", ")}`);
  }

  /** The sample that sounds now. */
  now() {
    const turn = this.turns.findLast(turn => turn.heardMs > 0);
    return turn ? turn.from + turn.heardMs * RATE / 1000 : 0;
  }

  finish() {
    if (this.ended) return;
    this.ended = true;
    find("save").hidden = this.samples === 0;
    if (!this.samples) return rest(""), complain("There is nothing in this text that can be spoken.");
    const parts = [`length ${(this.samples / RATE).toFixed(1)} s`], skipped = this.turns.reduce((sum, turn) => sum + (turn.skipped ?? 0), 0);
    if (!this.live) parts.unshift(`First audio ${Math.round(this.latency)} ms`);
    rest(parts.join(" · "));
    if (skipped) complain(skipped === 1 ? "1 character could not be read." : `${skipped} characters could not be read.`);
  }
}

function detected(text) {
  find("detected").textContent = find("detected").title = text;
}

/** Begins to speak, in place of what is spoken. */
function begin(live) {
  stop();
  complain("");
  speech = Object.assign(new Speech(), { live });
  if (!find("language").value) detected(DETECTS);
  find("save").hidden = true;
  document.body.classList.add("speaking");
  find("speak").lastElementChild.textContent = "Stop";
  find("status").textContent = live ? "Type: each sentence is spoken as it is complete." : "Speaking …";
  follow();
}

function stop() {
  if (!speech || speech.ended) return;
  speech.ended = true;
  vaak?.cancel();
  find("save").hidden = speech.samples === 0;
  said = box.value;
  rest("Stopped");
}

function rest(status) {
  document.body.classList.remove("speaking");
  find("speak").lastElementChild.textContent = "Speak";
  find("status").textContent = status;
  light();
  draw();
}

function complain(text) {
  find("problem").textContent = text;
}

async function speak() {
  if (speech && !speech.ended) return stop();
  if (!names.size && !await enter()) return;
  const text = said = box.value;
  if (!text.trim()) return complain("There is no text to speak."), box.focus();
  begin(false);
  speech.open(0).push(text).close();
}

/** Speaks a sentence that is not in the field. */
function hear() {
  const language = find("language").value, sample = document.querySelector(`#samples [lang="${language}"] span`);
  begin(false);
  speech.open(NaN).push(sample?.textContent ?? GREETING).close();
}

find("hear").onclick = hear;
find("speak").onclick = speak;
document.onkeydown = event => {
  if (event.key === "Escape") stop();
  if (event.key === "Enter" && (event.ctrlKey || event.metaKey)) speak();
};

// --- Spoken while it is typed ---

let said = "", pause; // What of the text has been sent, or is not to be.

function typed(event) {
  const text = box.value;
  light();
  find("lit").textContent = `${text}\n`;
  told();
  if (!find("live").checked || event.isComposing || !names.size) return;
  if (!text.startsWith(said)) {
    // Something before was changed: what follows the change is new.
    let same = 0;
    while (same < text.length && text[same] === said[same]) same++;
    said = text.slice(0, same);
    close();
  }
  // A keyboard may still correct the word that is being typed.
  const ready = text.search(/\S*$/);
  if (ready > said.length) send(ready);
  clearTimeout(pause);
  pause = setTimeout(() => {
    send(box.value.length);
    pause = setTimeout(close, TURN - WORD);
  }, WORD);
}

function send(until) {
  const from = said.length, text = box.value.slice(from, until);
  if (!find("live").checked || !text.trim()) return;
  if (!speech?.live || speech.ended) begin(true);
  const turn = speech.turns.findLast(turn => !turn.closed) ?? speech.open(from);
  turn.push(text);
  said = box.value.slice(0, until);
}

/** Ends the turn that is typed. */
function close() {
  if (!speech?.live || speech.ended) return;
  for (const turn of speech.turns) {
    turn.closed = true;
    turn.close();
  }
}

box.addEventListener("input", typed);
box.addEventListener("compositionend", typed);
find("live").onchange = () => {
  said = box.value;
  close();
  if (find("live").checked) box.focus();
};

// --- What is seen ---

function follow() {
  if (!speech || speech.ended) return;
  const now = speech.now(), mark = speech.marks.at(-1);
  light(mark && now < mark.to ? mark : undefined);
  draw(now);
  requestAnimationFrame(follow);
}

let lit;
function light(mark) {
  if (mark === lit) return;
  lit = mark;
  const text = `${box.value}\n`, sheet = find("lit");
  if (!mark) return void (sheet.textContent = text);
  const word = document.createElement("mark");
  word.textContent = text.slice(mark.at, mark.until);
  sheet.replaceChildren(text.slice(0, mark.at), word, text.slice(mark.until));
  const paper = find("paper");
  if (word.offsetTop < paper.scrollTop || word.offsetTop + word.offsetHeight > paper.scrollTop + paper.clientHeight) {
    paper.scrollTop = word.offsetTop - paper.clientHeight / 3;
  }
}

function draw(now) {
  const canvas = find("wave"), pen = canvas.getContext("2d"), scale = devicePixelRatio;
  const width = canvas.clientWidth, height = canvas.clientHeight;
  if (canvas.width !== width * scale) Object.assign(canvas, { width: width * scale, height: height * scale });
  pen.setTransform(scale, 0, 0, scale, 0, 0);
  pen.clearRect(0, 0, width, height);
  const style = getComputedStyle(canvas);
  const peaks = speech?.peaks ?? [], loudest = peaks.reduce((a, b) => Math.max(a, b), 0.3), bars = Math.floor(width / 4), each = Math.max(1, peaks.length / bars);
  for (let bar = 0; bar < bars; bar++) {
    let peak = 0;
    for (let i = Math.floor(bar * each); i < Math.min(peaks.length, (bar + 1) * each); i++) peak = Math.max(peak, peaks[i]);
    const tall = Math.max(2, peak / loudest * height), passed = (bar + 0.5) * each * PEAK <= (now ?? -1);
    pen.fillStyle = style.getPropertyValue(passed ? "--accent" : "--wave");
    pen.fillRect(bar * 4, (height - tall) / 2, 2, tall);
  }
}
addEventListener("resize", () => draw());
matchMedia("(prefers-color-scheme: dark)").addEventListener("change", () => draw());

// --- Download, copy, samples ---

function wav() {
  const bytes = new DataView(new ArrayBuffer(44 + 2 * speech.samples));
  const write = (at, text) => [...text].forEach((c, i) => bytes.setUint8(at + i, c.charCodeAt(0)));
  [[0, "RIFF"], [8, "WAVE"], [12, "fmt "], [36, "data"]].forEach(([at, text]) => write(at, text));
  [[4, bytes.byteLength - 8], [16, 16], [24, RATE], [28, 2 * RATE], [40, 2 * speech.samples]]
    .forEach(([at, value]) => bytes.setUint32(at, value, true));
  [[20, 1], [22, 1], [32, 2], [34, 16]].forEach(([at, value]) => bytes.setUint16(at, value, true));
  let at = 44;
  for (const chunk of speech.chunks) for (const sample of chunk) bytes.setInt16((at += 2) - 2, sample * 32768, true);
  return new Blob([bytes], { type: "audio/wav" });
}

find("save").onclick = () => {
  const link = Object.assign(document.createElement("a"), { href: URL.createObjectURL(wav()), download: "vaak.wav" });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 60_000);
};

find("copy").onclick = async () => {
  const text = find("code").textContent;
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    // Without TLS a page may not: the text is chosen, to be copied by hand.
    getSelection().selectAllChildren(find("code"));
    if (!document.execCommand("copy")) return;
  }
  find("copy").textContent = "Copied";
  setTimeout(() => { find("copy").textContent = "Copy"; }, 1500);
};

let mine; // The text before a sample took its place.
const samples = new Set([box.value]);

function replace(text) {
  stop();
  box.value = text;
  find("lit").textContent = `${text}\n`;
  find("back").hidden = mine === undefined || mine === text;
  told();
}

for (const button of document.querySelectorAll("#samples button")) {
  const sample = button.querySelector("span").textContent;
  samples.add(sample);
  button.onclick = () => {
    if (!samples.has(box.value)) mine = box.value;
    find("language").value = "";
    replace(sample);
    speak();
  };
}
find("back").onclick = () => {
  replace(mine);
  box.focus();
};

find("lit").textContent = `${box.value}\n`;
told();
draw();
enter();
