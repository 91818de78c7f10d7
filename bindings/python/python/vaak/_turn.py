"""One stream of speech: text goes in as it comes, and audio comes out as early as possible."""

from __future__ import annotations

import asyncio
from threading import Condition
from typing import TYPE_CHECKING

from ._audio import Audio, Mark

if TYPE_CHECKING:
    from collections.abc import AsyncIterator, Iterator
    from types import TracebackType

    from . import _vaak


class Turn:
    """A stream of speech, opened by `Engine.turn`.

        with engine.turn(voice="Arjun") as turn:
            for fragment in fragments:
                turn.push(fragment)
                for chunk in turn.ready():
                    play(chunk)
            turn.close()
            for chunk in turn:
                play(chunk)

    `ready()` gives what can be spoken so far. Iterating over the turn itself, by `for` or `async for`, lasts until the
    turn was spoken to its end or cancelled, and waits for text that another thread or task pushes.

    The samples depend neither on how the text is cut nor on when chunks are taken. Any thread may call any method. Only
    one thread or task at a time should take chunks. Leaving the `with` block cancels what was not spoken.
    """

    def __init__(self, native: _vaak.Turn, sample_rate: int) -> None:
        self._native = native
        self._sample_rate = sample_rate
        self._changed = Condition()
        # How often text, a close or a cancellation came; who sees no text waits until it grows.
        self._changes = 0
        self._waiting: list[tuple[asyncio.AbstractEventLoop, asyncio.Event]] = []
        # The chunk that a thread computes for a task.
        self._coming: asyncio.Future[bytes | None] | None = None

    def push(self, text: str) -> None:
        """Appends text, cut anywhere. Speech begins with the first complete clause. Does not wait.

        Raises `TurnOverError` if the turn was closed or cancelled.
        """
        self._native.push(text)
        self._tell()

    def push_ssml(self, document: str) -> None:
        """Appends a whole document of SSML. Waits while another thread computes a chunk.

        Raises `SsmlError` with the line and column of a fault; nothing of the document is spoken then.
        """
        self._native.push_ssml(document)
        self._tell()

    def flush(self) -> None:
        """Lets pending words be spoken although no clause has ended."""
        self._native.flush()
        self._tell()

    def end_sentence(self) -> None:
        """Marks the end of a sentence, even without white space between it and what follows."""
        self._native.end_sentence()
        self._tell()

    def close(self) -> None:
        """Tells that no more text comes. What was pushed is still spoken to its end."""
        self._native.close()
        self._tell()

    def cancel(self) -> None:
        """Ends the turn now. Does not wait, and nothing is delivered after it returned."""
        self._native.cancel()
        self._tell()

    @property
    def cancelled(self) -> bool:
        """Whether `cancel` was called."""
        return self._native.cancelled

    @property
    def skipped(self) -> int:
        """How many characters could not be read so far."""
        return self._native.skipped()

    def marks(self) -> list[Mark]:
        """The words that sound in what was delivered, and were not given by an earlier call."""
        return [Mark(*mark) for mark in self._native.marks()]

    def ready(self) -> Iterator[Audio]:
        """Gives the chunks that can be spoken so far, about 200 ms each. Does not wait for text."""
        while pcm := self._native.next_chunk():
            yield Audio(pcm, self._sample_rate)

    def __iter__(self) -> Iterator[Audio]:
        while True:
            changes = self._changes
            pcm = self._native.next_chunk()
            if pcm:
                yield Audio(pcm, self._sample_rate)
            elif pcm is None:
                with self._changed:
                    while self._changes == changes:
                        self._changed.wait()
            else:
                return

    async def __aiter__(self) -> AsyncIterator[Audio]:
        loop = asyncio.get_running_loop()
        change = asyncio.Event()
        waiting = (loop, change)
        with self._changed:
            self._waiting.append(waiting)
        try:
            while True:
                change.clear()
                pcm = await self._next(loop)
                if self._native.cancelled or pcm == b"":
                    return
                if pcm is None:
                    await change.wait()
                else:
                    yield Audio(pcm, self._sample_rate)
        finally:
            with self._changed:
                self._waiting.remove(waiting)

    async def _next(self, loop: asyncio.AbstractEventLoop) -> bytes | None:
        if self._coming is None:
            self._coming = loop.run_in_executor(None, self._native.next_chunk)
        try:
            pcm = await asyncio.shield(self._coming)
        except asyncio.CancelledError:
            # The chunk is left to who iterates next.
            raise
        except BaseException:
            self._coming = None
            raise
        self._coming = None
        return pcm

    def _tell(self) -> None:
        with self._changed:
            self._changes += 1
            self._changed.notify_all()
            for loop, change in self._waiting:
                if not loop.is_closed():
                    loop.call_soon_threadsafe(change.set)

    def __enter__(self) -> Turn:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None) -> None:
        self.cancel()

    async def __aenter__(self) -> Turn:
        return self

    async def __aexit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.cancel()
