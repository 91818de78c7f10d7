"""The program that VAAK names, as a service; what all rows of the wire contract are tried with."""

import base64
import contextlib
import json
import os
import subprocess
import unittest

import requests
from websockets.sync.client import connect

KEY = "a-key-for-tests"
ALIAS = "Somebody's Voice 9"
HEADERS = {"Authorization": f"Bearer {KEY}"}
TEXT = "नमस्ते, मैं वाक् हूँ। How are you?"
LONG = "Hello there, how are you? " * 700
LANGUAGES = {
    "hi": "नमस्ते।", "bn": "ধন্যবাদ।", "ta": "வணக்கம்.", "te": "నమస్తే.", "gu": "નમસ્તે.", "kn": "ನಮಸ್ಕಾರ.",
    "ml": "നമസ്കാരം.", "mr": "नमस्कार.", "pa": "ਸਤ ਸ੍ਰੀ ਅਕਾਲ।", "or": "ନମସ୍କାର।", "en": "Hello.",
}


class Service:
    """The program, listening on a port of its own; limits are given by their names."""

    def __init__(self, **limits):
        environment = {**os.environ, "VAAK_API_KEY": KEY}
        environment |= {f"VAAK_LIMITS_{name.upper()}": str(value) for name, value in limits.items()}
        command = [os.environ["VAAK"], "serve", "--listen", "127.0.0.1:0", "--log-format", "none", "--model-alias", ALIAS]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.PIPE, text=True)
        for line in self.process.stderr:
            if "listening on " in line:
                self.url = line.split("listening on ")[1].strip()
                return
        raise RuntimeError("it does not listen")

    def post(self, body, path="/v1/tts", headers=HEADERS, session=requests):
        return session.post(self.url + path, json=body, headers=headers, timeout=60)

    def clip(self, text=TEXT, **fields):
        reply = self.post({"text": text, **fields})
        assert reply.status_code == 200, reply.text
        return reply.content

    def get(self, path, headers=HEADERS):
        return requests.get(self.url + path, headers=headers, timeout=60)

    @contextlib.contextmanager
    def socket(self, **options):
        options = {"additional_headers": HEADERS, "max_size": None, **options}
        with connect(self.url.replace("http", "ws") + options.pop("path", "/v1/tts/stream"), **options) as socket:
            yield Talk(socket)

    @contextlib.contextmanager
    def talk(self, **start):
        with self.socket() as talk:
            talk.say(type="start", v2=True, **start)
            talk.metadata = talk.hear("metadata")
            yield talk

    def end(self):
        self.process.kill()
        self.process.wait()
        self.process.stderr.close()


class Talk:
    def __init__(self, socket):
        self.socket = socket

    def say(self, **message):
        self.socket.send(json.dumps(message))

    def text(self, context, text, **fields):
        self.say(type="text", context_id=context, text=text, **fields)

    def hear(self, kind=None):
        """The next message; of a kind, if one is given, and else a failure."""
        message = self.socket.recv(timeout=60)
        message = message if isinstance(message, bytes) else json.loads(message)
        assert kind is None or message["type"] == kind, message
        return message

    def until(self, *kinds):
        """What comes up to a message of one of these kinds, and that message."""
        before = []
        while True:
            message = self.hear()
            if isinstance(message, dict) and message["type"] in kinds:
                return before, message
            before.append(message)

    def turn(self, context):
        """The PCM of a turn, and its last message."""
        before, last = self.until("end", "cancelled")
        audio = [m for m in before if m["type"] == "audio"]
        assert [m["seq"] for m in audio] == list(range(len(audio)))
        assert all(m["context_id"] == context for m in [*before, last]), last
        assert all(m["request_id"] in last["request_ids"] for m in audio)
        pieces = [base64.b64decode(m["audio"], validate=True) for m in audio]
        assert all(pieces) and not any(len(p) % 2 for p in pieces)
        return b"".join(pieces), last


class Wire(unittest.TestCase):
    limits = {}

    @classmethod
    def setUpClass(cls):
        cls.service = Service(**cls.limits)
        cls.addClassCleanup(cls.service.end)

    def refused(self, reply, status, error, **fields):
        told = reply.json()
        self.assertEqual((reply.status_code, told["error"]), (status, error), told)
        self.assertEqual(reply.headers["content-type"], "application/json")
        self.assertEqual(reply.headers["x-request-id"], told["request_id"])
        self.assertTrue(told["message"])
        for name, value in fields.items():
            self.assertEqual(told[name], value)
        return told
