"""Every row of the wire contract over HTTP, with requests and aiohttp."""

import asyncio
import http.client
import json
import os
import signal
import subprocess
import time
import unittest

import aiohttp
import requests
from websockets.exceptions import ConnectionClosed

from service import ALIAS, HEADERS, KEY, LANGUAGES, LONG, TEXT, Service, Wire


class Clip(Wire):
    def test_text_is_plain_and_tags_are_read_aloud(self):
        self.assertGreater(len(self.service.clip("<b>Hello</b>")), len(self.service.clip("Hello")))

    def test_text_is_required(self):
        for body in [{}, {"text": None}, {"text": ""}, {"text": " \n…"}]:
            self.refused(self.service.post(body), 400, "missing_text")

    def test_voice(self):
        default = self.service.clip()
        self.assertEqual(self.service.clip(voice="Ananya"), default)
        self.assertNotEqual(self.service.clip(voice="Arjun"), default)
        names = ["Ananya", "Arjun", "Vikram", "Kavya"]
        for voice in ["ananya", "Anan", ""]:
            reply = self.service.post({"text": TEXT, "voice": voice})
            self.refused(reply, 400, "unknown_voice", voice=voice, available=names, available_voices=names)

    def test_language(self):
        for code, text in LANGUAGES.items():
            clip = self.service.clip(text, language=code)
            self.assertGreater(len(clip), 4_800, code)
            self.assertEqual(self.service.clip(text, language=f"{code}-IN"), clip)
        self.assertEqual(self.service.clip(LANGUAGES["or"], language="od"), self.service.clip(LANGUAGES["or"], language="or"))
        self.assertEqual(self.service.clip(LANGUAGES["or"], language="od-IN"), self.service.clip(LANGUAGES["or"], language="or"))
        # Without it, it is detected.
        self.assertEqual(self.service.clip(LANGUAGES["ta"]), self.service.clip(LANGUAGES["ta"], language="ta"))
        reply = self.service.post({"text": TEXT, "language": "fr"})
        self.refused(reply, 400, "unknown_language", language="fr", available=list(LANGUAGES))

    def test_model(self):
        default = self.service.clip()
        self.assertEqual(self.service.clip(model="Voice 2 Native"), default)
        self.assertEqual(self.service.clip(model=ALIAS), default)
        reply = self.service.post({"text": TEXT, "model": "Voice 3"})
        self.assertIn("Voice 2 Native", self.refused(reply, 400, "unknown_model", model="Voice 3")["available"])

    def test_speed(self):
        length = len(self.service.clip())
        for speed in [0.5, 2, 2.0]:
            self.assertAlmostEqual(len(self.service.clip(speed=speed)) * speed / length, 1, delta=0.1)
        for speed in [0.49, 2.01, 0, -1]:
            self.refused(self.service.post({"text": TEXT, "speed": speed}), 400, "invalid_speed", speed=speed)
        for speed in ["NaN", "Infinity"]:
            body = f'{{"text": "a", "speed": {speed}}}'
            reply = requests.post(self.service.url + "/v1/tts", data=body, headers=HEADERS, timeout=60)
            self.refused(reply, 400, "invalid_json")

    def test_sample_rate(self):
        samples = len(self.service.clip()) // 2
        for rate in [8000, 16000, 22050, 24000, 44100, 48000]:
            reply = self.service.post({"text": TEXT, "sample_rate": rate})
            self.assertEqual(reply.headers["content-type"], f"audio/L16; rate={rate}; channels=1")
            self.assertAlmostEqual(len(reply.content) / 2, samples * rate / 24000, delta=1)
        self.refused(self.service.post({"text": TEXT, "sample_rate": 11025}), 400, "unsupported_format", sample_rate=11025)

    def test_encoding(self):
        pcm = self.service.clip()
        for encoding, kind in [("mulaw", "audio/basic; rate=8000"), ("alaw", "audio/PCMA; rate=8000")]:
            reply = self.service.post({"text": TEXT, "encoding": encoding, "sample_rate": 8000})
            self.assertEqual(reply.headers["content-type"], kind)
            self.assertAlmostEqual(len(reply.content), len(pcm) / 6, delta=1)
        reply = self.service.post({"text": TEXT, "encoding": "wav"})
        self.assertEqual(reply.headers["content-type"], "audio/wav")
        self.assertEqual((reply.content[:4], reply.content[44:]), (b"RIFF", pcm))
        self.refused(self.service.post({"text": TEXT, "encoding": "aac"}), 400, "unsupported_format", encoding="aac")

    def test_unknown_fields_are_ignored_and_wrong_types_are_not(self):
        self.assertEqual(self.service.clip(region="in", seed=7, instructions="x"), self.service.clip())
        for field in ["text", "voice", "language", "model", "encoding"]:
            reply = self.service.post({"text": TEXT, field: 5})
            self.refused(reply, 400, "invalid_field", field=field)
        for field in ["speed", "sample_rate"]:
            self.refused(self.service.post({"text": TEXT, field: "5"}), 400, "invalid_field", field=field)

    def test_success_is_chunked_and_the_connection_is_kept(self):
        async def ask():
            made = []
            trace = aiohttp.TraceConfig()
            trace.on_connection_create_end.append(lambda *_: made.append(1) or asyncio.sleep(0))
            async with aiohttp.ClientSession(trace_configs=[trace], headers=HEADERS) as session:
                for _ in range(3):
                    async with session.post(self.service.url + "/v1/tts", json={"text": TEXT}) as reply:
                        self.assertEqual(reply.status, 200)
                        self.assertEqual(reply.headers["transfer-encoding"], "chunked")
                        self.assertEqual(reply.headers["content-type"], "audio/L16; rate=24000; channels=1")
                        self.assertTrue(reply.headers["x-request-id"])
                        sizes, size = [], 0
                        async for data, whole in reply.content.iter_chunks():
                            size += len(data)
                            if whole:
                                sizes.append(size)
                                size = 0
                        self.assertGreater(len(sizes), 2)
                        self.assertFalse([s for s in sizes if s % 2])
            return len(made)

        self.assertEqual(asyncio.run(ask()), 1)

    def test_bytes_leave_while_the_clip_is_made_and_its_making_ends_with_the_client(self):
        def made():
            lines = self.service.get("/metrics").text.splitlines()
            return float(next(line.split()[1] for line in lines if line.startswith("vaak_audio_seconds_total ")))

        # Nobody says so much in ten minutes.
        body, before = {"text": LONG}, made()
        with requests.post(self.service.url + "/v1/tts", json=body, headers=HEADERS, stream=True, timeout=60) as reply:
            next(reply.iter_content(chunk_size=None))
            self.assertLess(made() - before, 600)
        last = None
        while last != (last := made()):
            time.sleep(1)
        self.assertLess(last - before, 600)


class Errors(Wire):
    limits = {"text": 50, "body": 2000}

    def test_invalid_json(self):
        for body in [b"", b"{", b"[]", b"null", b'{"text": "\xff"}']:
            reply = requests.post(self.service.url + "/v1/tts", data=body, headers=HEADERS, timeout=60)
            if body == b"":
                reply = self.service.post([])
            self.refused(reply, 400, "invalid_json")

    def test_unauthorized(self):
        for headers in [{}, {"Authorization": "Bearer wrong"}, {"Authorization": KEY}]:
            reply = self.service.post({"text": "a"}, headers=headers)
            self.refused(reply, 401, "unauthorized")
            self.assertEqual(reply.headers["www-authenticate"], "Bearer")
            self.assertNotIn(KEY, reply.text)

    def test_not_found_and_method_not_allowed(self):
        self.refused(self.service.get("/v1/ttss"), 404, "not_found")
        reply = self.service.get("/v1/tts")
        self.refused(reply, 405, "method_not_allowed")
        self.assertEqual(reply.headers["allow"], "POST")

    def test_length_required(self):
        # requests has always a length to tell.
        connection = http.client.HTTPConnection(self.service.url.split("//")[1], timeout=60)
        connection.putrequest("POST", "/v1/tts")
        connection.putheader("Authorization", HEADERS["Authorization"])
        connection.endheaders()
        answer = connection.getresponse()
        self.assertEqual((answer.status, json.load(answer)["error"]), (411, "length_required"))
        connection.close()

    def test_text_too_long(self):
        self.refused(self.service.post({"text": "a" * 51}), 413, "text_too_long", limit=50)
        self.refused(self.service.post({"text": "a" * 2000}), 413, "text_too_long", limit=2000)

    def test_unsupported_media_type(self):
        headers = {**HEADERS, "Content-Type": "text/plain"}
        reply = requests.post(self.service.url + "/v1/tts", data="{}", headers=headers, timeout=60)
        self.refused(reply, 415, "unsupported_media_type")


class Budget(Wire):
    limits = {"requests": 1}

    def test_too_many_requests(self):
        self.service.clip()
        reply = self.service.post({"text": TEXT})
        self.refused(reply, 429, "too_many_requests", limit=1)
        self.assertGreater(int(reply.headers["retry-after"]), 0)


class Full(Wire):
    limits = {"speaking": 0, "waiting": 0}

    def test_busy(self):
        reply = self.service.post({"text": TEXT})
        self.refused(reply, 503, "busy")
        self.assertGreater(int(reply.headers["retry-after"]), 0)
        with self.service.talk() as talk:
            talk.text("one", TEXT)
            self.assertEqual(talk.hear("error")["context_id"], "one")
            talk.hear("cancelled")


class Stop(unittest.TestCase):
    def test_shutting_down(self):
        service = Service()
        self.addCleanup(service.end)
        with service.talk() as talk, requests.Session() as session:
            service.post({"text": "Hello."}, session=session)
            talk.text("one", "Hello. ")
            talk.hear("audio")
            service.process.send_signal(signal.SIGTERM)
            while (reply := service.post({"text": "Hello."}, session=session)).status_code == 200:
                pass
            self.assertEqual((reply.status_code, reply.json()["error"]), (503, "shutting_down"))
            self.assertGreater(int(reply.headers["retry-after"]), 0)
            self.assertEqual(service.get("/readyz").status_code, 503)
            talk.text("two", "Hello.")
            _, error = talk.until("error")
            self.assertEqual((error["error"], error["context_id"]), ("shutting_down", "two"))
            talk.text("one", "And more.", **{"continue": False})
            talk.until("end")
            with self.assertRaises(ConnectionClosed) as closed:
                talk.hear()
            self.assertEqual(closed.exception.rcvd.code, 1001)
        self.assertEqual(service.process.wait(60), 0)


class Beside(Wire):
    def test_without_a_key(self):
        for path in ["/healthz", "/readyz", "/", "/openapi.json", "/asyncapi.json"]:
            self.assertEqual(self.service.get(path, headers={}).status_code, 200, path)
        for path in ["/metrics", "/v1/voices", "/v1/models", "/v1/languages"]:
            self.assertEqual(self.service.get(path, headers={}).status_code, 401, path)

    def test_lists(self):
        voices = self.service.get("/v1/voices").json()["voices"]
        self.assertEqual([v["name"] for v in voices], ["Ananya", "Arjun", "Vikram", "Kavya"])
        languages = self.service.get("/v1/languages").json()["languages"]
        self.assertEqual([l["code"] for l in languages], list(LANGUAGES))
        models = self.service.get("/v1/models").json()["data"]
        self.assertEqual([m["id"] for m in models][:3], ["Voice 2 Native", "Voice 2 Native Lite", ALIAS])

    def test_metrics_are_those_of_prometheus(self):
        self.service.clip()
        text = self.service.get("/metrics").text
        for name in ["http_responses_total", "first_audio_seconds_bucket", "cancel_seconds_count", "build_info"]:
            self.assertIn(f"\nvaak_{name}{{" if name != "cancel_seconds_count" else f"\nvaak_{name} ", "\n" + text)

    def test_the_widespread_form(self):
        body = {"model": ALIAS, "input": TEXT, "voice": "Arjun", "speed": 1.5}
        clip = self.service.clip(voice="Arjun", speed=1.5)
        pcm = self.service.post({**body, "response_format": "pcm"}, "/v1/audio/speech")
        self.assertEqual(pcm.content, clip)
        wav = self.service.post({**body, "response_format": "wav"}, "/v1/audio/speech")
        self.assertEqual(wav.content[44:], clip)
        reply = self.service.post({**body, "response_format": "aac"}, "/v1/audio/speech")
        self.assertEqual(reply.status_code, 400)
        error = reply.json()["error"]
        self.assertEqual((error["param"], error["code"]), ("response_format", "unsupported_format"))

    def test_the_same_bytes_as_the_command_line(self):
        for voice, speed in [("Ananya", "1"), ("Arjun", "1.5")]:
            command = [os.environ["VAAK"], "say", TEXT, "--raw", "-o", "-", "--voice", voice, "--speed", speed]
            said = subprocess.run(command, capture_output=True, check=True).stdout
            self.assertEqual(self.service.clip(voice=voice, speed=float(speed)), said)
