"use strict";
// Speaks what is written, by the same WebSocket that every client has. No framework, nothing to build.

const RATE = 24000;
// Seconds of audio that lie in wait at the loudspeaker, and how far ahead the first of them is.
const AHEAD = 4, LEAD = 0.03;
// While one types: words are sent as they are complete, the last one after WORD ms, and a turn ends after TURN ms.
const WORD = 900, TURN = 3000;
const PEAK = RATE / 50; // Samples of one peak of the waveform.

const find = id => document.getElementById(id);
const box = find("text");
const names = new Map(); // Codes of languages to their names.

// --- The key, and what the service offers ---

let key = sessionStorage.getItem("key") ?? localStorage.getItem("key") ?? "";
let locked = false; // The service wants a key.

async function ask(path) {
  const headers = key ? { authorization: `Bearer ${key}` } : {};
  const reply = await fetch(path, { headers });
  if (!reply.ok) throw Object.assign(new Error((await reply.json()).message), { status: reply.status });
  return reply.json();
}

/** Learns whether the key is right, and which voices there are. */
async function enter() {
  try {
    const [voices, languages] = [await ask("v1/voices"), await ask("v1/languages")];
    offer(voices.voices, languages.languages);
    find("access").hidden = true;
    find("change").hidden = !locked && !key;
    complain("");
    return true;
  } catch (error) {
    if (error.status !== 401) return complain(error.status ? error.message : "The service does not answer."), false;
    locked = true;
    told();
    find("access").hidden = false;
    find("change").hidden = true;
    find("refusal").textContent = key ? "The service does not know this key." : "";
    find("key").focus();
    return false;
  }
}

function offer(voices, languages) {
  const chosen = settings().voice;
  find("voices").replaceChildren(...voices.map(({ name }, index) => {
    const label = document.createElement("label"), input = document.createElement("input"), text = document.createElement("span");
    Object.assign(input, { type: "radio", name: "voice", value: name, checked: chosen ? name === chosen : index === 0 });
    text.textContent = name;
    label.append(input, text);
    return label;
  }));
  for (const { code, name, native_name } of languages) {
    if (!names.has(code)) find("language").append(new Option(code === "en" ? name : `${native_name} · ${name}`, code));
    names.set(code, native_name);
  }
  const models = new Set(voices.flatMap(voice => voice.models));
  if (find("model").length !== models.size) find("model").replaceChildren(...[...models].map(name => new Option(name, name)));
  told();
}

find("access").onsubmit = async event => {
  event.preventDefault();
  key = find("key").value.trim();
  hangUp();
  if (!await enter()) return find("key").select();
  sessionStorage.setItem("key", key);
  find("remember").checked ? localStorage.setItem("key", key) : localStorage.removeItem("key");
  find("key").value = "";
  find("speak").focus();
};
find("change").onclick = () => {
  stop();
  hangUp();
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
  if (find("language").value) find("detected").textContent = "";
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
  told();
  find("speed").focus();
};
document.querySelector(".settings").oninput = told;
document.querySelector(".code").onchange = told;

// --- The conversation ---

let socket, started = "", turns = 0;

function connect() {
  if (socket && socket.readyState <= WebSocket.OPEN) return socket;
  const line = socket = new WebSocket(new URL("v1/tts/stream", location).href.replace(/^http/, "ws"), key ? ["bearer", key] : []);
  started = "";
  line.binaryType = "arraybuffer";
  line.onmessage = ({ data }) => typeof data === "string" ? hear(JSON.parse(data)) : speech?.add(heard, data);
  line.onclose = async () => {
    if (socket !== line) return;
    socket = undefined;
    // Between turns it may close; the next one opens it again.
    if (!speech || speech.ended) return;
    stop();
    if (await enter()) complain("The conversation was cut off.");
  };
  return line;
}

function hangUp() {
  const line = socket;
  socket = undefined;
  line?.close();
}

function say(message) {
  const line = connect(), text = JSON.stringify(message);
  line.readyState === WebSocket.OPEN ? line.send(text) : line.addEventListener("open", () => line.send(text), { once: true });
}

let heard; // The turn whose audio comes next.
function hear(message) {
  if (message.type === "error" && (!message.context_id || speech?.turns.has(message.context_id))) {
    stop();
    complain(message.message);
  }
  const turn = speech?.turns.get(message.context_id);
  if (!turn) return void (heard = undefined);
  if (message.type === "audio") heard = turn;
  if (message.type === "mark") speech.mark(turn, message);
  if (message.type === "end") speech.end(turn);
}

/** Opens a turn of the current speech. Its text begins in the field at a place. */
function open(at) {
  const start = JSON.stringify({ type: "start", v2: true, binary: true, timestamps: true, ...settings() });
  connect();
  if (start !== started) say(JSON.parse(start));
  started = start;
  const turn = { id: `${Date.now()}-${turns++}`, cursor: at, asked: performance.now(), from: undefined, closed: false };
  speech.turns.set(turn.id, turn);
  return turn;
}

function push(turn, text, closes) {
  turn.closed = closes;
  say({ type: "text", context_id: turn.id, text, continue: !closes });
}

// --- What is heard ---

let audio, speech;

/** One press of the button, or a time of typing: its turns follow one another without a gap. */
class Speech {
  turns = new Map();
  chunks = [];
  peaks = [];
  marks = [];
  languages = new Map(); // With the number of words of each.
  samples = 0;
  scheduled = 0;
  next = 0; // When the loudspeaker is done with what it was given.
  places = []; // Pairs: when a chunk sounds, and its first sample.
  sources = new Set();
  latency; // Milliseconds from the press to the first audio.
  ended = false;

  add(turn, bytes) {
    if (!turn || !this.turns.has(turn.id)) return;
    const view = new DataView(bytes);
    const chunk = Float32Array.from({ length: bytes.byteLength / 2 }, (_, i) => view.getInt16(2 * i, true) / 32768);
    this.begin(turn);
    this.latency ??= performance.now() - turn.asked;
    this.chunks.push(chunk);
    for (let i = 0; i < chunk.length; i++) {
      const at = Math.floor((this.samples + i) / PEAK);
      this.peaks[at] = Math.max(this.peaks[at] ?? 0, Math.abs(chunk[i]));
    }
    this.samples += chunk.length;
    this.pump();
  }

  begin(turn) {
    turn.from ??= this.samples;
  }

  mark(turn, { text, language, start_ms, end_ms }) {
    this.begin(turn);
    const at = box.value.indexOf(text, turn.cursor);
    // A word that is far away is another of the same name: the text was changed.
    if (at >= 0 && at < turn.cursor + 200) {
      turn.cursor = at + text.length;
      const place = ms => turn.from + ms * RATE / 1000;
      this.marks.push({ from: place(start_ms), to: place(end_ms), at, until: turn.cursor });
    }
    this.languages.set(language, (this.languages.get(language) ?? 0) + 1);
    if (!find("language").value) {
      const codes = [...this.languages.keys()].sort((a, b) => this.languages.get(b) - this.languages.get(a));
      find("detected").textContent = `Detected: ${codes.map(code => names.get(code) ?? code).join(", ")}`;
    }
  }

  end(turn) {
    turn.ended = turn.closed = true;
    find("save").hidden = this.samples === 0;
  }

  /** Gives the loudspeaker what sounds next. All at once would be too much where the text is long. */
  pump() {
    while (this.scheduled < this.chunks.length && this.next < audio.currentTime + AHEAD) {
      const chunk = this.chunks[this.scheduled++];
      const buffer = audio.createBuffer(1, chunk.length, RATE);
      buffer.copyToChannel(chunk, 0);
      const source = audio.createBufferSource();
      source.buffer = buffer;
      source.connect(audio.destination);
      if (this.next < audio.currentTime) this.next = audio.currentTime + LEAD;
      source.start(this.next);
      const last = this.places.at(-1);
      this.places.push([this.next, last ? last[1] + last[2] : 0, chunk.length]);
      this.next += buffer.duration;
      this.sources.add(source);
      source.onended = () => this.sources.delete(source);
    }
    const silent = this.scheduled === this.chunks.length && audio.currentTime >= this.next;
    if (silent && this.turns.size && [...this.turns.values()].every(turn => turn.ended)) this.finish();
  }

  /** The sample that sounds now. */
  now() {
    const time = audio.currentTime - (audio.outputLatency || 0);
    const place = this.places.findLast(([begins]) => begins <= time);
    return place ? place[1] + Math.min(place[2], (time - place[0]) * RATE) : 0;
  }

  finish() {
    this.ended = true;
    const parts = [`length ${(this.samples / RATE).toFixed(1)} s`];
    if (!this.live && this.samples) parts.unshift(`First audio ${Math.round(this.latency)} ms`);
    rest(parts.join(" · "));
  }

  silence() {
    for (const source of this.sources) source.stop();
    this.ended = true;
  }
}

/** Begins to speak, in place of what is spoken. */
function begin(live) {
  // A browser lets a page sound only after a press.
  audio ??= new AudioContext({ sampleRate: RATE });
  audio.resume();
  stop();
  complain("");
  speech = new Speech();
  speech.live = live;
  find("detected").textContent = "";
  find("save").hidden = true;
  document.body.classList.add("speaking");
  find("speak").lastElementChild.textContent = "Stop";
  find("status").textContent = live ? "Type: each sentence is spoken as it is complete." : "Speaking …";
  follow();
}

function stop() {
  if (!speech || speech.ended) return;
  speech.silence();
  for (const turn of speech.turns.values()) {
    if (!turn.ended && socket) say({ type: "cancel", context_id: turn.id });
  }
  speech.turns.clear();
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
  push(open(0), text, true);
}

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
  if (speech && !speech.ended && !speech.live) speech.marks = [];
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
  const turn = [...speech.turns.values()].findLast(turn => !turn.closed) ?? open(from);
  push(turn, text, false);
  said = box.value.slice(0, until);
}

/** Ends the turn that is typed. */
function close() {
  if (!speech?.live || speech.ended) return;
  for (const turn of speech.turns.values()) {
    if (!turn.closed) push(turn, "", true);
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
  speech.pump();
  if (speech.ended) return;
  const now = speech.now();
  light(speech.marks.findLast(mark => mark.from <= now && now < mark.to));
  draw(now);
  requestAnimationFrame(follow);
}
// Frames stop where the page is not seen; what is heard goes on.
setInterval(() => speech && !speech.ended && speech.pump(), 1000);

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

for (const button of document.querySelectorAll("#samples button")) {
  button.onclick = () => {
    stop();
    box.value = button.dataset.text;
    find("language").value = "";
    find("lit").textContent = `${box.value}\n`;
    told();
    speak();
  };
}

find("lit").textContent = `${box.value}\n`;
told();
draw();
enter();
