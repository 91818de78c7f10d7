#!/usr/bin/env python3
"""Serves a page whose buttons speak sentences on this machine's loudspeaker.

The browser talks to this program, and this program to `vaak serve --speak`, both through localhost. The browser never
sees the API key. Needs Python 3 only.

    VAAK_API_KEY_FILE=/etc/vaak/api-keys kiosk.py      # then open http://127.0.0.1:8000/
"""

import json
import os
import urllib.request
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

VAAK = os.environ.get("VAAK_URL", "http://127.0.0.1:8080")
KEY = Path(os.environ.get("VAAK_API_KEY_FILE", "/etc/vaak/api-keys")).read_text().split()[0]
PAGE = Path(__file__).with_name("page.html").read_bytes()
ADDRESS = ("127.0.0.1", int(os.environ.get("KIOSK_PORT", "8000")))
LONGEST = 4096


class Kiosk(BaseHTTPRequestHandler):
    def do_GET(self):
        if self.path != "/":
            return self.send_error(404)
        self.answer(200, "text/html; charset=utf-8", PAGE)

    def do_POST(self):
        length = self.headers.get("content-length", "")
        # Only this page may speak, not other sites in the browser.
        if self.path != "/say" or self.headers.get("x-kiosk") != "page":
            return self.send_error(400)
        if not length.isdecimal() or int(length) > LONGEST:
            return self.send_error(400)
        try:
            wanted = json.loads(self.rfile.read(int(length)))["text"]
        except (ValueError, LookupError, TypeError):
            return self.send_error(400)
        body = json.dumps({"text": wanted, "output": "speaker"}).encode()
        headers = {"authorization": f"Bearer {KEY}", "content-type": "application/json"}
        request = urllib.request.Request(f"{VAAK}/v1/tts", body, headers)
        try:
            # Returns when the sentence has been heard, or another one has replaced it.
            with urllib.request.urlopen(request) as told:
                last = told.read().splitlines()[-1]
            self.answer(200, "application/json", last)
        except urllib.error.HTTPError as refused:
            self.answer(refused.code, "application/json", refused.read())
        except OSError:
            self.send_error(502, "the voice does not answer")

    def answer(self, status, kind, body):
        self.send_response(status)
        self.send_header("content-type", kind)
        self.send_header("content-length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)


if __name__ == "__main__":
    ThreadingHTTPServer(ADDRESS, Kiosk).serve_forever()
