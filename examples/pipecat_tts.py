"""Vaak as the voice of a Pipecat agent, over the WebSocket: tokens go in as a language model writes them, and an interruption is heard
at once. Run as a program it speaks a reply, interrupts it and speaks another: python3 pipecat_tts.py | aplay -f S16_LE -r 24000

Needs pipecat-ai. VAAK_URL and VAAK_API_KEY are the address of the service and its key."""

import asyncio
import json
import os
import sys
from collections.abc import AsyncGenerator
from typing import Any

from pipecat.frames.frames import (
    EndFrame,
    Frame,
    InterruptionFrame,
    LLMFullResponseEndFrame,
    LLMFullResponseStartFrame,
    LLMTextFrame,
    TTSAudioRawFrame,
    TTSStoppedFrame,
    TTSTextFrame,
)
from pipecat.pipeline.pipeline import Pipeline
from pipecat.pipeline.worker import PipelineParams, PipelineWorker
from pipecat.processors.frame_processor import FrameDirection, FrameProcessor, FrameProcessorSetup
from pipecat.services.settings import TTSSettings
from pipecat.services.tts_service import TextAggregationMode, WebsocketTTSService
from pipecat.workers.runner import WorkerRunner
from websockets.protocol import State

RATE = 24_000


class VaakTTSService(WebsocketTTSService):
    """Speaks with `vaak serve`. Without a language each sentence is read in the language of its script."""

    def __init__(self, *, url: str, api_key: str, voice: str = "Ananya", language: str | None = None, **kwargs: Any) -> None:
        super().__init__(
            # Vaak finds the ends of sentences itself, and speaks a clause before its sentence is complete.
            text_aggregation_mode=TextAggregationMode.TOKEN,
            push_start_frame=True,
            # The words come with the audio, so that only what was heard is remembered.
            push_text_frames=False,
            settings=TTSSettings(model=None, voice=voice, language=language),
            **kwargs,
        )
        self._url = url.replace("http", "ws", 1) + "/v1/tts/stream"
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._receive_task: asyncio.Task[None] | None = None

    async def setup(self, setup: FrameProcessorSetup) -> None:
        await super().setup(setup)
        await self._connect()

    async def _connect(self) -> None:
        await super()._connect()
        await self._connect_websocket()
        if self._websocket and not self._receive_task:
            self._receive_task = self.create_task(self._receive_task_handler(self._report_error))

    async def _disconnect(self) -> None:
        await super()._disconnect()
        if self._receive_task:
            await self.cancel_task(self._receive_task)
            self._receive_task = None
        await self._disconnect_websocket()

    async def _connect_websocket(self) -> None:
        if self._websocket and self._websocket.state is State.OPEN:
            return
        try:
            self._websocket = await self._websocket_connect(self._url, additional_headers=self._headers)
            await self._send_start()
            await self._call_event_handler("on_connected")
        except Exception as error:
            self._websocket = None
            await self.push_error(f"cannot reach {self._url}: {error}", exception=error)
            await self._call_event_handler("on_connection_error", str(error))

    async def _disconnect_websocket(self) -> None:
        await self.stop_all_metrics()
        if self._websocket:
            await self._websocket.close()
            self._websocket = None
            await self._call_event_handler("on_disconnected")

    async def _send(self, **message: Any) -> None:
        if not self._websocket:
            raise ConnectionError("not connected")
        await self._websocket.send(json.dumps(message))

    async def _send_start(self) -> None:
        """Settings of the turns that begin from now on."""
        chosen = {"voice": self._settings.voice, "language": self._settings.language or "auto"}
        await self._send(type="start", v2=True, binary=True, timestamps=True, sample_rate=self.sample_rate, **chosen)

    async def _update_settings(self, delta: TTSSettings) -> dict[str, Any]:
        changed = await super()._update_settings(delta)
        if changed and self._websocket:
            await self._send_start()
        return changed

    async def run_tts(self, text: str, context_id: str) -> AsyncGenerator[Frame | None, None]:
        try:
            if not self._websocket or self._websocket.state is State.CLOSED:
                await self._disconnect()
                await self._connect()
            await self._send(type="text", context_id=context_id, text=text)
            yield None
        except Exception as error:
            await self.push_error(f"cannot send text: {error}", exception=error)
            yield TTSStoppedFrame(context_id=context_id)

    async def flush_audio(self, context_id: str | None = None) -> None:
        """The reply is complete."""
        context_id = context_id or self.get_active_audio_context_id()
        if context_id and self._websocket:
            await self._send(**{"type": "text", "context_id": context_id, "continue": False})

    async def on_audio_context_interrupted(self, context_id: str) -> None:
        """The caller speaks: the service stops at once, and no audio of this reply follows."""
        await self.stop_all_metrics()
        await self._send(type="cancel", context_id=context_id)

    async def _receive_messages(self) -> None:
        assert self._websocket
        context = ""
        async for message in self._websocket:
            if isinstance(message, bytes):
                # What is sent until a cancellation arrives is of a context that Pipecat has dropped.
                if self.audio_context_available(context):
                    frame = TTSAudioRawFrame(message, self.sample_rate, 1, context_id=context)
                    await self.append_to_audio_context(context, frame)
                continue
            told = json.loads(message)
            context = told.get("context_id", "")
            if told["type"] == "mark":
                await self.add_word_timestamps([(told["text"], told["start_ms"] / 1000)], context)
            elif told["type"] == "error":
                await self.push_error(f"{told['error']}: {told['message']}")
            if told["type"] in ("end", "cancelled", "error") and self.audio_context_available(context):
                await self.append_to_audio_context(context, TTSStoppedFrame(context_id=context))
                await self.remove_audio_context(context)


class Player(FrameProcessor):
    """Stands for the loudspeaker: writes the audio to standard output, and what was spoken to standard error."""

    def __init__(self) -> None:
        super().__init__()
        self.begun, self.stopped = asyncio.Event(), asyncio.Event()

    async def process_frame(self, frame: Frame, direction: FrameDirection) -> None:
        await super().process_frame(frame, direction)
        if isinstance(frame, TTSAudioRawFrame):
            sys.stdout.buffer.write(frame.audio)
            self.begun.set()
        elif isinstance(frame, TTSTextFrame):
            print(frame.text, end=" ", flush=True, file=sys.stderr)
        elif isinstance(frame, TTSStoppedFrame):
            self.stopped.set()
        await self.push_frame(frame, direction)


def reply(text: str) -> list[Frame]:
    """As a language model sends it: word by word."""
    words = [LLMTextFrame(word + " ") for word in text.split()]
    return [LLMFullResponseStartFrame(), *words, LLMFullResponseEndFrame()]


async def main() -> None:
    url = os.environ.get("VAAK_URL", "http://127.0.0.1:8080")
    voice, player = VaakTTSService(url=url, api_key=os.environ.get("VAAK_API_KEY", "")), Player()
    worker = PipelineWorker(Pipeline([voice, player]), params=PipelineParams(audio_out_sample_rate=RATE))

    async def converse() -> None:
        await worker.queue_frames(reply("Let me tell you the whole story of this train. " * 100)[:-1])
        await player.begun.wait()
        print("\n-- the caller speaks", file=sys.stderr)
        await worker.queue_frame(InterruptionFrame())
        await worker.queue_frames(reply("It leaves at 5:30. क्या मैं टिकट बुक करूँ?"))
        await player.stopped.wait()
        await worker.queue_frame(EndFrame())

    runner = WorkerRunner()
    await runner.add_workers(worker)
    await asyncio.gather(runner.run(), converse())


if __name__ == "__main__":
    asyncio.run(main())
