"""Vaak as the voice of a LiveKit agent, over the WebSocket: tokens go in as a language model writes them, and an interruption is heard
at once. Run as a program it speaks a reply, interrupts it and speaks another: python3 livekit_tts.py | aplay -f S16_LE -r 24000

In an agent: `AgentSession(tts=livekit_tts.TTS(url=…, api_key=…), …)`. Needs livekit-agents. VAAK_URL and VAAK_API_KEY are the address of
the service and its key."""

import asyncio
import contextlib
import json
import os
import sys
from typing import Any

import aiohttp
from livekit.agents import APIConnectionError, APIConnectOptions, APIError, APIStatusError, APITimeoutError, tts, utils
from livekit.agents.types import DEFAULT_API_CONNECT_OPTIONS

RATE = 24_000
# Without text and without audio: longer than a language model thinks.
SILENCE = 60
# The service closes a conversation that says nothing for ten minutes (limits.rest).
KEPT = 300
SAID = (aiohttp.WSMsgType.TEXT, aiohttp.WSMsgType.BINARY)


class TTS(tts.TTS[Any]):
    """Speaks with `vaak serve`. Without a language each sentence is read in the language of its script."""

    def __init__(self, *, url: str, api_key: str, voice: str = "Ananya", language: str = "auto") -> None:
        super().__init__(capabilities=tts.TTSCapabilities(streaming=True), sample_rate=RATE, num_channels=1)
        self._url = url.replace("http", "ws", 1) + "/v1/tts/stream"
        self._headers = {"Authorization": f"Bearer {api_key}"}
        self._start = {"type": "start", "v2": True, "binary": True, "voice": voice, "language": language}
        self._session: aiohttp.ClientSession | None = None
        # A conversation serves one reply after another.
        self._pool = utils.ConnectionPool(connect_cb=self._connect, close_cb=self._close, max_session_duration=KEPT)

    @property
    def provider(self) -> str:
        return "vaak"

    async def _connect(self, timeout: float) -> aiohttp.ClientWebSocketResponse:
        self._session = self._session or aiohttp.ClientSession()
        async with asyncio.timeout(timeout):
            socket = await self._session.ws_connect(self._url, headers=self._headers, max_msg_size=0)
        await socket.send_json(self._start)
        return socket

    async def _close(self, socket: aiohttp.ClientWebSocketResponse) -> None:
        await socket.close()

    def prewarm(self) -> None:
        self._pool.prewarm()

    def synthesize(
        self, text: str, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS
    ) -> tts.ChunkedStream:
        return self._synthesize_with_stream(text, conn_options=conn_options)

    def stream(self, *, conn_options: APIConnectOptions = DEFAULT_API_CONNECT_OPTIONS) -> "Reply":
        return Reply(tts=self, conn_options=conn_options)

    async def aclose(self) -> None:
        await self._pool.aclose()
        if self._session:
            await self._session.close()


class Reply(tts.SynthesizeStream):
    """One reply: a turn of a conversation."""

    async def _run(self, output_emitter: tts.AudioEmitter) -> None:
        assert isinstance(self._tts, TTS)
        turn, pool = utils.shortuuid(), self._tts._pool
        output_emitter.initialize(request_id=turn, sample_rate=RATE, num_channels=1, mime_type="audio/pcm", stream=True)
        output_emitter.start_segment(segment_id=turn)
        try:
            socket = await pool.get(timeout=self._conn_options.timeout)
            writing = asyncio.create_task(self._write(socket, turn))
            try:
                await self._read(socket, turn, output_emitter)
                pool.put(socket)
            except asyncio.CancelledError:
                # The caller speaks: the service stops at once. What it sent until then is passed over by the next reply.
                with contextlib.suppress(aiohttp.ClientError, ConnectionError):
                    await socket.send_json({"type": "cancel", "context_id": turn})
                pool.put(socket)
                raise
            except BaseException:
                pool.remove(socket)
                raise
            finally:
                await utils.aio.cancel_and_wait(writing)
        except TimeoutError:
            raise APITimeoutError() from None
        except aiohttp.WSServerHandshakeError as error:
            raise APIStatusError(error.message, status_code=error.status) from None
        except (aiohttp.ClientError, ConnectionError) as error:
            raise APIConnectionError(str(error)) from error
        output_emitter.end_segment()

    async def _write(self, socket: aiohttp.ClientWebSocketResponse, turn: str) -> None:
        async for data in self._input_ch:
            if isinstance(data, str):
                self._mark_started()
                await socket.send_json({"type": "text", "context_id": turn, "text": data})
        # A turn of no words ends too.
        await socket.send_json({"type": "text", "context_id": turn, "text": " ", "continue": False})

    async def _read(self, socket: aiohttp.ClientWebSocketResponse, turn: str, output: tts.AudioEmitter) -> None:
        told: dict[str, Any] = {}
        while True:
            message = await socket.receive(timeout=SILENCE)
            if message.type is aiohttp.WSMsgType.TEXT:
                told = json.loads(message.data)
            # A reply before this one was cancelled: what was sent of it until then.
            if told.get("context_id", turn) != turn and message.type in SAID:
                continue
            if message.type is aiohttp.WSMsgType.BINARY:
                output.push(message.data)
            elif message.type is aiohttp.WSMsgType.TEXT:
                if told["type"] == "error":
                    raise APIError(f"{told['error']}: {told['message']}", body=told, retryable=told["error"] == "busy")
                if told["type"] == "end":
                    return
            else:
                raise APIConnectionError(f"the service closed the conversation: {socket.close_code}")


async def play(stream: tts.SynthesizeStream, seconds: float = float("inf")) -> None:
    """Stands for the loudspeaker: writes up to so much audio to standard output."""
    async for event in stream:
        sys.stdout.buffer.write(event.frame.data.tobytes())
        seconds -= event.frame.duration
        if seconds <= 0:
            return


async def main() -> None:
    voice = TTS(url=os.environ.get("VAAK_URL", "http://127.0.0.1:8080"), api_key=os.environ.get("VAAK_API_KEY", ""))
    async with voice.stream() as story:
        for word in ("Let me tell you the whole story of this train. " * 100).split():
            story.push_text(word + " ")
        await play(story, seconds=1)
    print("-- the caller spoke, and the reply was closed", file=sys.stderr)
    async with voice.stream() as answer:
        for word in "It leaves at 5:30. क्या मैं टिकट बुक करूँ?".split():
            answer.push_text(word + " ")
        answer.end_input()
        await play(answer)
    await voice.aclose()


if __name__ == "__main__":
    asyncio.run(main())
