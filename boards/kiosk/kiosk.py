#!/usr/bin/env python3
"""Serves a page whose buttons speak. kiosk.toml says which buttons; README.md tells how to set a kiosk up.

    kiosk.py [kiosk.toml]        # then open http://127.0.0.1:8000/

The browser talks to this program only, and this program to `vaak serve`. So the browser never sees the API key, and nobody at
the kiosk can have anything spoken that is not in kiosk.toml. Needs Python 3.11 or newer, nothing else.
"""

import hashlib
import json
import os
import re
import socket
import sys
import tomllib
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

HERE = Path(__file__).resolve().parent
VAAK = os.environ.get("VAAK_URL", "http://127.0.0.1:8080")
ADDRESS = ("127.0.0.1", int(os.environ.get("KIOSK_PORT", "8000")))
CREDENTIALS = os.environ.get("CREDENTIALS_DIRECTORY", "/etc/vaak")
KEY = Path(os.environ.get("VAAK_API_KEY_FILE", f"{CREDENTIALS}/api-keys")).read_text().split()[0]
KEYED = {"authorization": f"Bearer {KEY}"}
WORDS = json.loads((HERE / "words.json").read_text())
PARTS = {
    "/": ("page.html", "text/html; charset=utf-8"),
    "/page.css": ("page.css", "text/css; charset=utf-8"),
    "/page.js": ("page.js", "text/javascript; charset=utf-8"),
}
PICTURES = {".svg": "image/svg+xml", ".png": "image/png", ".jpg": "image/jpeg", ".webp": "image/webp"}
POLICY = "default-src 'none'; script-src 'self'; style-src 'self'; connect-src 'self'; img-src 'self'; media-src 'self'; \
base-uri 'none'; form-action 'none'; frame-ancestors 'none'"
# Seconds for which the service may be silent.
PATIENCE = 10


class Wrong(Exception):
    """Something in kiosk.toml that a person must correct."""


def need(holds, told):
    if not holds:
        raise Wrong(told)


def known(table, allowed, where):
    for name in table:
        need(name in allowed, f"{where}: {name!r} is unknown; there are {', '.join(sorted(allowed))}")


def sentences(value, codes, where):
    """A text for each language; one text is for all."""
    if isinstance(value, str):
        value = dict.fromkeys(codes, value)
    need(isinstance(value, dict) and all(isinstance(text, str) for text in value.values()), f"{where} must be a text, or a table of texts")
    known(value, codes, where)
    return value


def read(file):
    """What kiosk.toml says, checked."""
    try:
        told = tomllib.loads(file.read_text(encoding="utf-8"))
    except (OSError, ValueError) as error:
        raise Wrong(str(error)) from None
    known(told, {"title", "idle", "voice", "theme", "languages", "pages"}, "kiosk.toml")
    for name, least in (("languages", "[[languages]] with code"), ("pages", "[[pages]] with name")):
        tables = told.get(name)
        need(isinstance(tables, list) and tables and all(isinstance(one, dict) for one in tables), f"there must be one {least} at least")
    need(isinstance(told.setdefault("idle", 60), int) and told["idle"] > 0, "idle must be a number of seconds")
    need(told.setdefault("theme", "auto") in ("auto", "light", "dark"), "theme must be auto, light or dark")
    codes = [language.get("code") for language in told["languages"]]
    for language in told["languages"]:
        known(language, {"code", "name", "text", "voice"}, "[[languages]]")
        need(language.get("code") in WORDS, f"[[languages]]: code must be one of {', '.join(WORDS)}")
        language.setdefault("name", WORDS[language["code"]]["name"])
        language["words"] = WORDS[language["code"]]
    told["title"] = sentences(told.get("title", ""), codes, "title")
    names = [page.get("name") for page in told["pages"]]
    need(len(set(names)) == len(names) and all(isinstance(name, str) for name in names), "[[pages]]: each must have a name of its own")
    for page in told["pages"]:
        where = f"page {page['name']!r}"
        known(page, {"name", "title", "text", "buttons"}, where)
        page["title"] = sentences(page.get("title", ""), codes, f"{where}: title")
        page["text"] = sentences(page.get("text", {}), codes, f"{where}: text")
        need(isinstance(page.get("buttons"), list) and page["buttons"], f"{where} must have [[pages.buttons]]")
        for number, button in enumerate(page["buttons"], 1):
            at = f"{where}, button {number}"
            known(button, {"label", "text", "voice", "language", "picture", "then"}, at)
            need("label" in button or "text" in button, f"{at} must have a label or a text")
            button["text"] = sentences(button.get("text", {}), codes, f"{at}: text")
            button["label"] = sentences(button.get("label", button["text"]), codes, f"{at}: label")
            need(button.get("language") in (None, *WORDS), f"{at}: language must be one of {', '.join(WORDS)}")
            need(button.setdefault("then", page["name"]) in names, f"{at}: there is no page {button['then']!r}")
            picture = button.get("picture")
            if picture is not None:
                need(Path(picture).suffix in PICTURES, f"{at}: a picture is one of {', '.join(PICTURES)}")
                need((file.parent / picture).is_file(), f"{at}: there is no picture {picture}, seen from {file.parent}")
    return told


class Settings:
    """kiosk.toml, read again when it is changed. While it is wrong, what it said before holds."""

    def __init__(self, file):
        self.file = file
        self.told = read(file)
        self.changed = self.time()

    def time(self):
        try:
            return self.file.stat().st_mtime_ns
        except OSError:
            return None

    def now(self):
        time = self.time()
        if time != self.changed:
            self.changed = time
            try:
                self.told = read(self.file)
            except Wrong as wrong:
                print(f"{self.file}: {wrong}; the buttons stay as they were", file=sys.stderr, flush=True)
        return self.told

    def version(self):
        parts = [json.dumps(self.now())] + [(HERE / name).read_text() for name, _ in PARTS.values()]
        return hashlib.sha256("".join(parts).encode()).hexdigest()


class Kiosk(BaseHTTPRequestHandler):
    timeout = 30

    def do_GET(self):
        # A page of another site could ask for this too, and by a name of its own.
        host = self.headers.get("host", "").rsplit(":", 1)[0]
        if host not in ("127.0.0.1", "localhost") or self.headers.get("sec-fetch-site", "same-origin") not in ("same-origin", "none"):
            return self.send_error(403)
        settings = SETTINGS.now()
        if self.path in PARTS:
            name, kind = PARTS[self.path]
            return self.answer(200, kind, (HERE / name).read_bytes())
        if self.path == "/kiosk.json":
            return self.answer(200, "application/json", json.dumps({**settings, "version": SETTINGS.version()}).encode())
        if self.path == "/favicon.ico":
            return self.answer(204, "image/x-icon", b"")
        if self.path == "/ready":
            return self.ready()
        if said := re.fullmatch(r"/say/(\d{1,4})/(\d{1,4})/([a-z]{2})", self.path):
            return self.say(settings, *said.groups())
        if shown := re.fullmatch(r"/picture/(\d{1,4})/(\d{1,4})", self.path):
            return self.picture(settings, *map(int, shown.groups()))
        self.send_error(404)

    def ready(self):
        """Whether the service is there, and which version of the buttons holds."""
        try:
            # With the key: a service that does not take it is of no use here.
            with urllib.request.urlopen(urllib.request.Request(f"{VAAK}/v1/voices", headers=KEYED), timeout=PATIENCE):
                return self.answer(200, "application/json", json.dumps({"version": SETTINGS.version()}).encode())
        except OSError as error:
            return self.send_error(502, explain=str(error))

    def say(self, settings, page, button, code):
        """Sends a sentence as it is spoken: button 0 is the page itself, page 0 the greeting of a language."""
        page, button = int(page), int(button)
        try:
            language = next(language for language in settings["languages"] if language["code"] == code)
            what = settings["pages"][page - 1] if page else language
            what = what["buttons"][button - 1] if page and button else what
            text = what["text"] if page == 0 else what["text"][code]
        except (LookupError, StopIteration):
            return self.send_error(404)
        voice = what.get("voice") or language.get("voice") or settings.get("voice")
        wanted = {"text": text, "language": what.get("language", code), "encoding": "wav", **({"voice": voice} if voice else {})}
        headers = {**KEYED, "content-type": "application/json"}
        request = urllib.request.Request(f"{VAAK}/v1/tts", json.dumps(wanted).encode(), headers)
        try:
            with urllib.request.urlopen(request, timeout=PATIENCE) as told:
                self.head(200, "audio/wav")
                self.end_headers()
                while some := told.read1():
                    self.wfile.write(some)
        except urllib.error.HTTPError as refused:
            why = refused.read()
            print(f"page {page}, button {button}: {why.decode(errors='replace')}", file=sys.stderr, flush=True)
            self.answer(502, "application/json", why)
        except OSError:
            # The service went away, or the browser did, which heard enough.
            self.close_connection = True

    def picture(self, settings, page, button):
        try:
            file = SETTINGS.file.parent / settings["pages"][page - 1]["buttons"][button - 1]["picture"]
            self.answer(200, PICTURES[file.suffix], file.read_bytes())
        except (LookupError, OSError):
            self.send_error(404)

    def head(self, status, kind):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("cache-control", "no-store")
        self.send_header("content-security-policy", POLICY)
        self.send_header("x-content-type-options", "nosniff")

    def answer(self, status, kind, body):
        self.head(status, kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def log_request(self, *_):
        """The page asks every few seconds; only what fails is logged."""


def tell_systemd():
    """That the page can be opened, for units that come after this one."""
    if address := os.environ.get("NOTIFY_SOCKET"):
        with socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM) as systemd:
            systemd.sendto(b"READY=1", address.replace("@", "\0", 1) if address[0] == "@" else address)


if __name__ == "__main__":
    toml = Path(sys.argv[1] if len(sys.argv) > 1 else HERE / "kiosk.toml").resolve()
    try:
        SETTINGS = Settings(toml)
    except Wrong as wrong:
        sys.exit(f"{toml}: {wrong}")
    server = ThreadingHTTPServer(ADDRESS, Kiosk)
    server.daemon_threads = True
    tell_systemd()
    server.serve_forever()
