"""Every row of the wire contract, with requests, aiohttp and websockets, against the program that VAAK names."""

import asyncio
import base64
import contextlib
import json
import os
import signal
import subprocess
import unittest

import aiohttp
import requests
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect

KEY = "a key of wire.py".replace(" ", "-")
ALIAS = "Somebody's Voice 9"
HEADERS = {"Authorization": f"Bearer {KEY}"}
TEXT = "नमस्ते, मैं वाक् हूँ। How are you?"
LONG = "Hello there, how are you? " * 400
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
        names = ["Ananya", "Arjun"]
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
        self.refused(self.service.post({"text": TEXT, "encoding": "mp3"}), 400, "unsupported_format", encoding="mp3")

    def test_unknown_fields_are_ignored_and_wrong_types_are_not(self):
        self.assertEqual(self.service.clip(region="in", seed=7, timestamps="x"), self.service.clip())
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

    def test_bytes_leave_while_the_clip_is_made_and_end_with_the_client(self):
        with requests.post(self.service.url + "/v1/tts", json={"text": LONG}, headers=HEADERS, stream=True, timeout=60) as reply:
            next(reply.iter_content(chunk_size=None))
            self.assertIn("vaak_connections 2", self.service.get("/metrics").text)
        while "vaak_connections 1\n" not in self.service.get("/metrics").text:
            pass


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
        request = requests.Request("POST", self.service.url + "/v1/tts", headers=HEADERS).prepare()
        del request.headers["Content-Length"]
        with requests.Session() as session:
            self.refused(session.send(request, timeout=60), 411, "length_required")

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


class Upgrade(Wire):
    def test_the_key_is_checked_before_the_upgrade(self):
        for options in [{"additional_headers": {}}, {"additional_headers": {}, "path": f"/v1/tts/stream?key={KEY}"}]:
            with self.assertRaises(InvalidStatus) as refused, self.service.socket(**options):
                pass
            answer = refused.exception.response
            self.assertEqual(answer.status_code, 401)
            self.assertEqual(json.loads(answer.body)["error"], "unauthorized")

    def test_the_key_may_be_a_subprotocol(self):
        with self.service.socket(additional_headers={}, subprotocols=["bearer", KEY]) as talk:
            self.assertEqual(talk.socket.subprotocol, "bearer")
            talk.say(type="ping")
            talk.hear("pong")

    def test_there_is_no_compression(self):
        with self.service.socket(compression="deflate") as talk:
            self.assertEqual(talk.socket.protocol.extensions, [])


class Conversation(Wire):
    def test_start_is_answered_with_metadata(self):
        with self.service.talk(voice="Arjun", language="hi-IN", model=ALIAS, region="x") as talk:
            told = talk.metadata
            self.assertTrue(told.pop("session_id"))
            expected = {"sample_rate": 24000, "channels": 1, "encoding": "pcm_s16le", "model": "Voice 2 Native"}
            self.assertEqual(told, {"type": "metadata", "voice": "Arjun", "language": "hi", **expected})

    def test_a_refused_start_may_be_corrected_and_another_replaces_it(self):
        with self.service.socket() as talk:
            for fields, code in [
                ({"v2": False}, "invalid_field"),
                ({"voice": "x"}, "unknown_voice"),
                ({"language": "x"}, "unknown_language"),
                ({"model": "x"}, "unknown_model"),
                ({"speed": 3}, "invalid_speed"),
                ({"encoding": "x"}, "unsupported_format"),
                ({"sample_rate": 1}, "unsupported_format"),
            ]:
                talk.say(**{"type": "start", "v2": True, **fields})
                error = talk.hear("error")
                self.assertEqual(error["error"], code)
                self.assertTrue(error["message"])
                self.assertNotIn("context_id", error)
            for context, voice, speed in [("one", "Ananya", 1), ("two", "Arjun", 2)]:
                talk.say(type="start", v2=True, voice=voice, speed=speed)
                talk.hear("metadata")
                talk.text(context, TEXT, **{"continue": False})
                self.assertEqual(talk.turn(context)[0], self.service.clip(voice=voice, speed=speed))

    def test_text_in_fragments_is_the_clip(self):
        with self.service.talk() as talk:
            for letter in TEXT:
                talk.text("one", letter)
            talk.say(**{"type": "text", "context_id": "one", "continue": False})
            pcm, end = talk.turn("one")
            self.assertEqual(pcm, self.service.clip())
            self.assertEqual(end["type"], "end")
            self.assertEqual(end["session_id"], talk.metadata["session_id"])
            self.assertEqual(end["audio_ms"], len(pcm) // 48)
            self.assertGreaterEqual(end["first_audio_ms"], 0)
            talk.text("two", TEXT, speed=1.5)
            talk.text("two", "", **{"continue": False})
            self.assertEqual(talk.turn("two")[0], self.service.clip(speed=1.5))

    def test_a_context_id_has_1_to_128_characters_and_is_used_once(self):
        with self.service.talk() as talk:
            for context in ["", "अ" * 129, 5, None]:
                talk.text(context, "a", **{"continue": False})
                self.assertEqual(talk.hear("error")["field"], "context_id")
            talk.text("अ" * 128, "a", **{"continue": False})
            talk.turn("अ" * 128)
            talk.text("अ" * 128, "a")
            self.assertEqual(talk.hear("error")["error"], "context_used")

    def test_a_turn_starts_with_a_clause_and_is_flushed_after_a_silence(self):
        with self.service.talk() as talk:
            talk.text("one", "Hello there. ")
            talk.hear("audio")
            talk.say(type="cancel")
            talk.until("cancelled")
            talk.text("two", "Hello there and ")
            talk.hear("audio")

    def test_cancel_ends_the_turn_and_no_audio_follows(self):
        for kind in ["cancel", "clear"]:
            with self.service.talk() as talk:
                talk.text("over", "Yes?", **{"continue": False})
                talk.turn("over")
                talk.text("one", LONG)
                talk.text("two", LONG)
                first = talk.hear("audio")
                talk.say(type=kind, context_id="over")
                talk.say(type=kind, context_id="never")
                talk.say(type=kind, context_id="two")
                before, cancelled = talk.until("cancelled")
                self.assertEqual((cancelled["context_id"], cancelled["audio_ms"]), ("two", 0))
                talk.say(type=kind)
                more, cancelled = talk.until("cancelled")
                sent = sum(len(base64.b64decode(m["audio"])) for m in [first, *before, *more])
                self.assertEqual((cancelled["context_id"], cancelled["audio_ms"]), ("one", sent // 48))
                talk.text("three", TEXT, **{"continue": False})
                self.assertEqual(talk.turn("three")[0], self.service.clip())

    def test_turns_are_spoken_in_the_order_in_which_they_were_opened(self):
        with self.service.talk() as talk:
            talk.text("a", "Hello there.")
            talk.text("b", TEXT, **{"continue": False})
            talk.text("a", " And more.", **{"continue": False})
            self.assertEqual(talk.turn("a")[0], self.service.clip("Hello there. And more."))
            self.assertEqual(talk.turn("b")[0], self.service.clip())

    def test_marks(self):
        with self.service.talk(timestamps=True) as talk:
            talk.text("one", "Hello, Chennai! कल 25 तारीख है।", **{"continue": False})
            before, end = talk.until("end")
            marks = [m for m in before if m["type"] == "mark"]
            self.assertEqual([m["text"] for m in marks], ["Hello", "Chennai", "कल", "25", "तारीख", "है"])
            places = [p for m in marks for p in (m["start_ms"], m["end_ms"])]
            self.assertEqual(places, sorted(places))
            self.assertLessEqual(places[-1], end["audio_ms"])
            self.assertTrue(all(m["context_id"] == "one" for m in marks))

    def test_binary_frames(self):
        with self.service.talk(binary=True) as talk:
            talk.text("one", TEXT, **{"continue": False})
            before, _ = talk.until("end")
            self.assertTrue(all(m["type"] == "audio" and "audio" not in m for m in before[::2]))
            self.assertEqual(b"".join(before[1::2]), self.service.clip())

    def test_errors_leave_the_socket_open(self):
        with self.service.talk() as talk:
            for message, code in [("{", "invalid_json"), ("[]", "invalid_json"), ('{"type": "sing"}', "unknown_type")]:
                talk.socket.send(message)
                self.assertEqual(talk.hear("error")["error"], code)
            talk.socket.send(b"\0\0")
            self.assertEqual(talk.hear("error")["error"], "invalid_message")
            talk.text("one", "a")
            talk.text("one", 5)
            error = talk.hear("error")
            self.assertEqual((error["error"], error["field"], error["context_id"]), ("invalid_field", "text", "one"))
            self.assertEqual(talk.hear("cancelled")["context_id"], "one")
            talk.say(type="ping", more=1)
            talk.hear("pong")

    def test_a_message_over_a_mebibyte_closes(self):
        with self.service.talk() as talk:
            with contextlib.suppress(ConnectionClosed):
                talk.socket.send("a" * ((1 << 20) + 1))
            with self.assertRaises(ConnectionClosed) as closed:
                talk.hear()
            self.assertEqual(closed.exception.rcvd.code, 1009)

    def test_a_ping_frame_is_answered(self):
        with self.service.talk() as talk:
            self.assertTrue(talk.socket.ping().wait(60))


class Silence(Wire):
    limits = {"ping": 0.2, "silence": 1}

    def test_a_socket_that_answers_no_ping_is_closed(self):
        async def listen():
            url = self.service.url + "/v1/tts/stream"
            async with aiohttp.ClientSession(headers=HEADERS) as session:
                async with session.ws_connect(url, autoping=False) as socket:
                    self.assertEqual((await socket.receive(60)).type, aiohttp.WSMsgType.PING)
                    while (message := await socket.receive(60)).type == aiohttp.WSMsgType.PING:
                        pass
                    self.assertEqual((message.type, message.data), (aiohttp.WSMsgType.CLOSE, 1001))

        asyncio.run(listen())


class Older(Wire):
    def test_config_text_and_flush(self):
        with self.service.socket() as talk:
            talk.say(type="config", voice="Arjun", language="en", model="Voice 2 Native")
            ids = set()
            for last in [{"type": "text", "text": "there.", "flush": True}, {"type": "flush"}]:
                talk.say(type="text", text="Hello ")
                talk.say(**last)
                before, end = talk.until("end")
                whole = "Hello there." if "text" in last else "Hello "
                self.assertEqual(b"".join(before), self.service.clip(whole, voice="Arjun", language="en"))
                self.assertTrue(end["session_id"])
                ids.add(end["request_id"])
            self.assertEqual(len(ids), 2)

    def test_text_may_come_first_and_white_space_ends(self):
        with self.service.socket() as talk:
            talk.say(type="text", text=" \n", flush=True)
            self.assertEqual(talk.until("end")[0], [])

    def test_clear_interrupts_and_an_error_does_not(self):
        with self.service.socket() as talk:
            talk.say(type="config", voice="nobody")
            self.assertEqual(talk.hear("error")["error"], "unknown_voice")
            talk.say(type="ping")
            talk.hear("pong")
            talk.say(type="text", text=LONG)
            self.assertIsInstance(talk.hear(), bytes)
            talk.say(type="sing")
            talk.until("error")
            talk.say(type="clear")
            _, cancelled = talk.until("cancelled", "end")
            self.assertEqual(cancelled["type"], "cancelled")
            self.assertTrue(cancelled["request_id"])
            talk.say(type="text", text=TEXT, flush=True)
            self.assertEqual(b"".join(talk.until("end")[0]), self.service.clip())


class Beside(Wire):
    def test_without_a_key(self):
        for path in ["/healthz", "/readyz", "/", "/openapi.json", "/asyncapi.json"]:
            self.assertEqual(self.service.get(path, headers={}).status_code, 200, path)
        for path in ["/metrics", "/v1/voices", "/v1/models", "/v1/languages"]:
            self.assertEqual(self.service.get(path, headers={}).status_code, 401, path)

    def test_lists(self):
        voices = self.service.get("/v1/voices").json()["voices"]
        self.assertEqual([v["name"] for v in voices], ["Ananya", "Arjun"])
        languages = self.service.get("/v1/languages").json()["languages"]
        self.assertEqual([l["code"] for l in languages], list(LANGUAGES))
        models = self.service.get("/v1/models").json()["data"]
        self.assertEqual([m["id"] for m in models], ["Voice 2 Native", ALIAS])

    def test_metrics_are_those_of_prometheus(self):
        self.service.clip()
        text = self.service.get("/metrics").text
        for name in ["answers_total", "first_audio_seconds_bucket", "cancel_seconds_count", "build_info"]:
            self.assertIn(f"\nvaak_{name}{{" if name != "cancel_seconds_count" else f"\nvaak_{name} ", "\n" + text)

    def test_the_widespread_form(self):
        body = {"model": ALIAS, "input": TEXT, "voice": "Arjun", "speed": 1.5}
        clip = self.service.clip(voice="Arjun", speed=1.5)
        pcm = self.service.post({**body, "response_format": "pcm"}, "/v1/audio/speech")
        self.assertEqual(pcm.content, clip)
        wav = self.service.post({**body, "response_format": "wav"}, "/v1/audio/speech")
        self.assertEqual(wav.content[44:], clip)
        reply = self.service.post({**body, "response_format": "opus"}, "/v1/audio/speech")
        self.refused(reply, 400, "unsupported_format", available=["wav", "pcm"])

    def test_the_same_bytes_as_the_command_line(self):
        for voice, speed in [("Ananya", "1"), ("Arjun", "1.5")]:
            command = [os.environ["VAAK"], "say", TEXT, "--raw", "-o", "-", "--voice", voice, "--speed", speed]
            said = subprocess.run(command, capture_output=True, check=True).stdout
            self.assertEqual(self.service.clip(voice=voice, speed=float(speed)), said)


if __name__ == "__main__":
    unittest.main()
