"use strict";
// The buttons of kiosk.toml, as kiosk.py tells them. No framework, nothing to build, and no request to another host.

// Milliseconds between questions whether the service is there, and for how long an answer is waited for.
const ASK = 3000, PATIENCE = 10_000;
// Milliseconds for which a press of the same button is the same press: fingers bounce.
const BOUNCE = 300;
const WARNING = '<svg viewBox="0 0 24 24" aria-hidden="true"><path d="M12 4L2.5 20h19zM12 10v4M12 17v.5"/></svg>';

const find = id => document.getElementById(id);
let kiosk, language, page, touched, pressed = -Infinity;

// --- What is heard ---

let audio, speaker; // The button that speaks, if it is still there.

function stop() {
  audio?.pause();
  audio?.removeAttribute("src");
  audio = undefined;
  speaker?.classList.remove("speaks");
  speaker?.setAttribute("aria-pressed", "false");
  speaker = undefined;
  find("stop").disabled = true;
}

/** Speaks button `number` of page `of`, both counted from one; 0 is the page itself, and page 0 the greeting of the language. */
function speak(of, number, button) {
  stop();
  const own = audio = new Audio(`say/${of}/${number}/${language.code}`);
  speaker = button;
  button?.classList.add("speaks");
  button?.setAttribute("aria-pressed", "true");
  find("stop").disabled = false;
  const ends = () => audio === own && (stop(), touch());
  own.onended = ends;
  own.onerror = () => audio === own && (ends(), ask());
  own.play().catch(() => {});
}

// --- What is shown ---

function element(name, fields = {}, ...children) {
  const made = Object.assign(document.createElement(name), fields);
  made.append(...children);
  return made;
}

function press(button, act) {
  button.onclick = () => {
    const now = performance.now();
    if (now - pressed < BOUNCE) return;
    pressed = now;
    touch();
    act();
  };
  return button;
}

/** Shows the languages, if there are several, or the first page. */
function begin() {
  stop();
  language = kiosk.languages.length === 1 ? kiosk.languages[0] : undefined;
  if (language) return open(kiosk.pages[0].name);
  page = undefined;
  const titles = new Map(kiosk.languages.map(({ code }) => [kiosk.title[code], code]));
  head([...titles].map(([title, code]) => [code, title]));
  find("buttons").className = "languages";
  find("buttons").replaceChildren(...kiosk.languages.map(one => press(element("button", { lang: one.code }, element("span", {}, one.name)), () => {
    language = one;
    open(kiosk.pages[0].name);
    if (one.text) speak(0, 0);
  })));
}

/** Shows a title, or several: pairs of language and text. */
function head(all) {
  const titles = all.filter(([, title]) => title);
  document.documentElement.lang = language?.code ?? "en";
  document.title = titles[0]?.[1] ?? "Kiosk";
  find("title").replaceChildren(...titles.map(([lang, title]) => element("span", { lang }, title)));
  find("home").hidden = !language || page === kiosk.pages[0];
  find("language").hidden = !language || kiosk.languages.length === 1;
  find("stop").hidden = !language;
  for (const id of ["home", "language", "stop"]) find(id).lastElementChild.textContent = language?.words[id] ?? "";
  scrollTo(0, 0);
}

function open(name) {
  page = kiosk.pages.find(one => one.name === name);
  const code = language.code, of = kiosk.pages.indexOf(page) + 1;
  head([[code, page.title[code] || kiosk.title[code]]]);
  find("buttons").className = "";
  find("buttons").replaceChildren(...page.buttons.flatMap((one, at) => {
    const text = one.text[code], label = one.label[code] ?? text;
    if (!label) return [];
    const button = element("button", { lang: one.language ?? code }, element("span", {}, label));
    if (one.picture) button.prepend(element("img", { src: `picture/${of}/${at + 1}#${one.picture}`, alt: "" }));
    button.setAttribute("aria-pressed", "false");
    return press(button, () => {
      // The one that speaks is silenced by the same finger.
      if (speaker === button) return stop();
      stop();
      if (one.then !== page.name) open(one.then);
      if (text) speak(of, at + 1, button.isConnected ? button : undefined);
      else if (page.text[code] && one.then === page.name) speak(kiosk.pages.indexOf(page) + 1, 0);
    });
  }));
}

// --- Nobody there, and out of order ---

function touch() {
  touched = performance.now();
}

setInterval(() => {
  if (!kiosk || audio || performance.now() - touched < kiosk.idle * 1000) return;
  if (kiosk.languages.length > 1 ? language : page !== kiosk.pages[0]) begin();
}, 250);

function away(is) {
  if (find("away").hidden !== is) return;
  if (is) stop();
  find("away").hidden = !is;
  for (const part of document.querySelectorAll("header, #buttons, #stop")) part.inert = is;
  // Whoever comes next begins anew.
  if (!is && kiosk) begin();
}

async function fetched(path) {
  const reply = await fetch(path, { signal: AbortSignal.timeout(PATIENCE) });
  if (!reply.ok) throw new Error(reply.statusText);
  return reply.json();
}

async function ask() {
  try {
    const { version } = await fetched("ready");
    if (kiosk && kiosk.version !== version) return audio || location.reload();
    away(false);
  } catch {
    away(true);
  }
}

async function start() {
  try {
    kiosk = await fetched("kiosk.json");
  } catch {
    find("away").innerHTML = WARNING;
    away(true);
    return void setTimeout(start, ASK);
  }
  if (kiosk.theme !== "auto") document.documentElement.dataset.theme = kiosk.theme;
  find("away").innerHTML = WARNING;
  find("away").append(...kiosk.languages.map(({ code, words }) => element("p", { lang: code }, words.away)));
  touch();
  begin();
  away(false);
  await ask();
  setInterval(ask, ASK);
}

press(find("home"), () => {
  stop();
  open(kiosk.pages[0].name);
});
press(find("language"), begin);
press(find("stop"), stop);
addEventListener("pointerdown", touch);
addEventListener("keydown", event => {
  touch();
  if (event.key === "Escape") stop();
});
addEventListener("contextmenu", event => event.preventDefault());
start();
