"""Every row of the wire contract of conversations, with websockets and aiohttp."""

import asyncio
import base64
import contextlib
import json

import aiohttp
from websockets.exceptions import ConnectionClosed, InvalidStatus

from service import ALIAS, HEADERS, KEY, TEXT, LONG, Wire


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
            expected = {"sample_rate": 24000, "channels": 1, "encoding": "pcm_s16le", "model": ALIAS}
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
    limits = {"ping": 0.2, "silence": 1, "rest": 1}

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
            talk.say(type="text", text="Not in another voice.")
            self.assertEqual(talk.hear("error")["error"], "invalid_state")
            talk.say(type="config", voice="Ananya")
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
