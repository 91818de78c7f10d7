"""OpenAI's SDK, LiteLLM, and the plug-ins of LiveKit and Pipecat, each with its defaults."""

import asyncio
import os
import subprocess
import unittest

import aiohttp
import litellm
import openai
from livekit.plugins import openai as livekit
from pipecat.services.openai.tts import OpenAITTSService

from service import ALIAS, KEY, Service

TEXT = "Your order is ready. आपका ऑर्डर तैयार है।"


def seconds(audio):
    """How long audio of any kind plays, as ffmpeg hears it."""
    command = ["ffmpeg", "-loglevel", "error", "-i", "-", "-f", "s16le", "-ac", "1", "-ar", "24000", "-"]
    heard = subprocess.run(command, input=audio, capture_output=True, check=True)
    return len(heard.stdout) / 48_000


class OpenAiForm(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        cls.service = Service()
        cls.addClassCleanup(cls.service.end)
        cls.url = cls.service.url + "/v1"
        cls.sdk = openai.OpenAI(api_key=KEY, base_url=cls.url, max_retries=0)

    def speak(self, **fields):
        return self.sdk.audio.speech.create(**{"model": "gpt-4o-mini-tts", "voice": "alloy", "input": TEXT} | fields)

    def test_the_sdk_with_its_defaults(self):
        audio = self.speak().content
        self.assertEqual(audio[0], 0xFF)
        self.assertGreater(seconds(audio), 2)

    def test_every_format_and_voice(self):
        for form in ["mp3", "opus", "flac", "wav"]:
            self.assertGreater(seconds(self.speak(response_format=form).content), 2, form)
        self.assertGreater(len(self.speak(response_format="pcm").content), 96_000)
        for voice in "alloy ash ballad cedar coral echo fable marin nova onyx sage shimmer verse".split():
            self.assertTrue(self.speak(voice=voice, input="Yes.").content)

    def test_every_speed_and_instructions(self):
        for speed in [0.25, 4.0]:
            self.assertTrue(self.speak(speed=speed, input="Yes.", instructions="Be glad.").content)

    def test_a_stream_of_bytes_and_of_events(self):
        with self.sdk.audio.speech.with_streaming_response.create(model="tts-1", voice="nova", input=TEXT) as reply:
            self.assertGreater(sum(1 for _ in reply.iter_bytes(1_024)), 3)
        with self.sdk.audio.speech.with_streaming_response.create(
            model="gpt-4o-mini-tts", voice="nova", input=TEXT, stream_format="sse"
        ) as reply:
            lines = [line for line in reply.iter_lines() if line]
        self.assertTrue(all(line.startswith("data: ") for line in lines))
        self.assertIn("speech.audio.done", lines[-1])

    def test_models(self):
        names = [model.id for model in self.sdk.models.list()]
        self.assertIn(ALIAS, names)
        self.assertEqual(self.sdk.models.retrieve("Voice 2 Native").id, "Voice 2 Native")
        with self.assertRaises(openai.NotFoundError):
            self.sdk.models.retrieve("nothing")

    def test_errors_say_what_is_wrong(self):
        with self.assertRaises(openai.BadRequestError) as refused:
            self.speak(voice="nobody")
        error = refused.exception
        self.assertEqual((error.param, error.code, error.type), ("voice", "unknown_voice", "invalid_request_error"))
        self.assertIn("Ananya", error.message)
        with self.assertRaises(openai.AuthenticationError):
            openai.OpenAI(api_key="wrong", base_url=self.url, max_retries=0).models.list()

    def test_litellm_with_its_defaults(self):
        reply = litellm.speech(model="openai/tts-1", voice="alloy", input=TEXT, api_base=self.url, api_key=KEY)
        self.assertGreater(seconds(reply.content), 2)

    def test_livekits_plug_in_with_its_defaults(self):
        async def speak():
            async with aiohttp.ClientSession():
                tts = livekit.TTS(base_url=self.url, api_key=KEY)
                async with tts.synthesize(TEXT) as stream:
                    length = 0
                    async for event in stream:
                        length += event.frame.duration
                return length

        self.assertGreater(asyncio.run(speak()), 2)

    def test_pipecats_plug_in_with_its_defaults(self):
        async def speak():
            tts = OpenAITTSService(api_key=KEY, base_url=self.url)
            tts._sample_rate = 24_000
            frames = [frame async for frame in tts.run_tts(TEXT, "one")]
            errors = [frame for frame in frames if hasattr(frame, "error")]
            self.assertFalse(errors, errors)
            return sum(len(frame.audio) for frame in frames if hasattr(frame, "audio"))

        self.assertGreater(asyncio.run(speak()), 96_000)


if __name__ == "__main__":
    unittest.main()
