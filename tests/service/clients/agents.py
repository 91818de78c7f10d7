"""The examples for Pipecat and LiveKit, with their real packages: a reply is what `vaak say` gives, and an interruption is the end of one."""

import asyncio
import os
import re
import subprocess
import sys
import unittest
from pathlib import Path

from pipecat.frames.frames import EndFrame, ErrorFrame, InterruptionFrame, TTSAudioRawFrame, TTSStoppedFrame, TTSTextFrame
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameProcessor
from pipecat.workers.runner import WorkerRunner

from service import HEADERS, KEY, LONG, Service

EXAMPLES = Path(__file__).parents[3] / "examples"
sys.path.insert(0, str(EXAMPLES))
import livekit_tts
import pipecat_tts

# As the examples push it, word by word.
TEXT = "It leaves at 5:30. क्या मैं टिकट बुक करूँ? "
# Longer than any wait of the test. Its audio is never taken whole.
STORY = LONG[:18_000]
TIME = 60


def spoken(voice, text=TEXT):
    command = [os.environ["VAAK"], "say", "--voice", voice, "--raw", "-o", "-", "-"]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


class Ear(FrameProcessor):
    """What comes out of a pipeline, in order."""

    def __init__(self):
        super().__init__()
        self.heard, self.changed = [], asyncio.Event()

    async def process_frame(self, frame, direction):
        await super().process_frame(frame, direction)
        self.heard.append(frame)
        self.changed.set()
        await self.push_frame(frame, direction)

    def of(self, kind):
        return [frame for frame in self.heard if isinstance(frame, kind)]

    async def until(self, kind, count=1):
        while len(self.of(kind)) < count:
            self.changed.clear()
            await asyncio.wait_for(self.changed.wait(), TIME)


class Agents(unittest.TestCase):
    @classmethod
    def setUpClass(cls):
        # A word that comes late on a busy machine ends no clause.
        cls.service = Service(flush=30, sentence=30)
        cls.addClassCleanup(cls.service.end)

    def cancelled(self):
        """How many turns the service was told to cancel."""
        return int(re.search(r"^vaak_cancel_seconds_count (\d+)", self.service.get("/metrics", HEADERS).text, re.M)[1])

    def converse(self, act):
        """Acts on a pipeline with the example in it; what was heard."""

        async def run():
            voice, ear = pipecat_tts.VaakTTSService(url=self.service.url, api_key=KEY, voice="Arjun"), Ear()
            worker = PipelineWorker(Pipeline([voice, ear]), params=PipelineParams(audio_out_sample_rate=24_000))

            async def talk():
                await act(worker, ear)
                await worker.queue_frame(EndFrame())

            runner = WorkerRunner()
            await runner.add_workers(worker)
            await asyncio.gather(runner.run(), talk())
            self.assertEqual(ear.of(ErrorFrame), [])
            return ear

        return asyncio.run(run())

    def test_pipecat_speaks_the_samples_of_the_program_and_tells_the_words(self):
        async def act(worker, ear):
            for turn in [1, 2]:
                await worker.queue_frames(pipecat_tts.reply(TEXT))
                await ear.until(TTSStoppedFrame, turn)

        ear = self.converse(act)
        self.assertEqual(b"".join(frame.audio for frame in ear.of(TTSAudioRawFrame)), 2 * spoken("Arjun"))
        self.assertEqual([frame.text for frame in ear.of(TTSTextFrame)][:3], ["It", "leaves", "at"])

    def test_pipecat_is_interrupted(self):
        async def act(worker, ear):
            await worker.queue_frames(pipecat_tts.reply(STORY)[:-1])
            await ear.until(TTSAudioRawFrame)
            await worker.queue_frame(InterruptionFrame())
            await ear.until(InterruptionFrame)
            before = len(ear.of(TTSStoppedFrame))
            await worker.queue_frames(pipecat_tts.reply(TEXT))
            await ear.until(TTSStoppedFrame, before + 1)

        before = self.cancelled()
        ear = self.converse(act)
        self.assertEqual(self.cancelled(), before + 1)
        at = next(at for at, frame in enumerate(ear.heard) if isinstance(frame, InterruptionFrame))
        after = [frame for frame in ear.heard[at:] if isinstance(frame, TTSAudioRawFrame)]
        self.assertEqual(b"".join(frame.audio for frame in after), spoken("Arjun"))

    def test_livekit_speaks_the_samples_of_the_program_is_interrupted_and_speaks_on(self):
        async def read(stream):
            pcm = b""
            async for event in stream:
                data = event.frame.data.tobytes()
                # LiveKit ends a reply with 10 ms of silence of its own where the last samples were handed over before.
                pcm += b"" if event.is_final and data == bytes(480) else data
            return pcm

        async def run():
            voice = livekit_tts.TTS(url=self.service.url, api_key=KEY, voice="Arjun")
            for turn in range(3):
                async with voice.stream() as story:
                    if turn:
                        story.push_text(STORY)
                        await asyncio.wait_for(anext(story), TIME)
                async with voice.stream() as answer:
                    for word in TEXT.split():
                        answer.push_text(word + " ")
                    answer.end_input()
                    self.assertEqual(await asyncio.wait_for(read(answer), TIME), spoken("Arjun"))
                    self.assertTrue(voice._pool.last_connection_reused or not turn)
            self.assertEqual(await read(voice.synthesize(TEXT)), spoken("Arjun"))
            await voice.aclose()

        before = self.cancelled()
        asyncio.run(run())
        self.assertEqual(self.cancelled(), before + 2)

    def test_livekit_tells_of_a_wrong_key_and_a_wrong_voice(self):
        async def fail(**options):
            voice = livekit_tts.TTS(**{"url": self.service.url, "api_key": KEY} | options)
            try:
                with self.assertRaises(livekit_tts.APIError) as refused:
                    await voice.synthesize(TEXT).collect()
                return str(refused.exception)
            finally:
                await voice.aclose()

        self.assertIn("401", asyncio.run(fail(api_key="wrong-key")))
        self.assertIn("Ananya", asyncio.run(fail(voice="Nobody")))

    def test_the_examples_end_with_the_reply_after_the_interruption(self):
        for name in ["pipecat_tts.py", "livekit_tts.py"]:
            environment = os.environ | {"VAAK_URL": self.service.url, "VAAK_API_KEY": KEY}
            done = subprocess.run([sys.executable, "-B", EXAMPLES / name], env=environment, capture_output=True, timeout=TIME)
            self.assertEqual(done.returncode, 0, done.stderr)
            pcm, reply = done.stdout, spoken("Ananya")
            self.assertTrue(pcm.removesuffix(bytes(480)).endswith(reply) or pcm.endswith(reply), name)
            self.assertGreater(len(pcm), len(reply))


if __name__ == "__main__":
    unittest.main()
