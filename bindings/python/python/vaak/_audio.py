"""Samples, and the words in them."""

from __future__ import annotations

import os
import wave
from io import BytesIO
from typing import TYPE_CHECKING, Any, NamedTuple

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Mark(NamedTuple):
    """The position of a word in the audio."""

    text: str
    """The word as written; empty for a `<mark/>` of SSML."""
    language: str
    """The code of the language that it is read in, such as `"hi"`."""
    begin: int
    """Its first sample, from the beginning of the clip or turn."""
    end: int
    """The sample after its last."""
    ends_sentence: bool
    """Whether a sentence ends with it."""
    name: str | None
    """The name of a `<mark/>` of SSML."""
    before: str
    """What opens before the word and is not spoken, such as a quotation mark."""
    after: str
    """Punctuation and white space up to the next word."""


class Audio:
    """Mono PCM of 16 bits. `numpy.asarray(audio)` is an int16 array of it."""

    __slots__ = ("marks", "pcm", "sample_rate", "skipped")

    pcm: bytes
    """The samples as bytes, two each, in this machine's byte order (little-endian on x86 and ARM)."""
    sample_rate: int
    """Samples a second."""
    marks: tuple[Mark, ...]
    """The words of a clip of `Engine.say`. A chunk of a turn has none: see `Turn.marks`."""
    skipped: int
    """How many characters of the text of `Engine.say` could not be read."""

    def __init__(self, pcm: bytes, sample_rate: int, marks: tuple[Mark, ...] = (), skipped: int = 0) -> None:
        self.pcm = pcm
        self.sample_rate = sample_rate
        self.marks = marks
        self.skipped = skipped

    @property
    def samples(self) -> memoryview:
        """The samples as integers, read-only and without a copy."""
        return memoryview(self.pcm).cast("h")

    @property
    def duration(self) -> float:
        """Seconds."""
        return len(self) / self.sample_rate

    def numpy(self) -> NDArray[np.int16]:
        """The samples as a read-only int16 array, without a copy. Needs NumPy."""
        import numpy

        return numpy.frombuffer(self.pcm, dtype=numpy.int16)

    def wav(self) -> bytes:
        """The bytes of a WAV file."""
        file = BytesIO()
        self._write(file)
        return file.getvalue()

    def save(self, path: str | os.PathLike[str]) -> None:
        """Writes a WAV file."""
        with open(path, "wb") as file:
            self._write(file)

    def _write(self, file: Any) -> None:
        with wave.open(file, "wb") as wav:
            wav.setnchannels(1)
            wav.setsampwidth(2)
            wav.setframerate(self.sample_rate)
            wav.writeframes(self.pcm)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[Any]:
        array = self.numpy()
        changed = array if dtype is None else array.astype(dtype, copy=False)
        if copy is False and changed is not array:
            raise ValueError("samples of another type are a copy")
        return changed.copy() if copy and changed is array else changed

    def __bytes__(self) -> bytes:
        return self.pcm

    def __len__(self) -> int:
        """How many samples there are."""
        return len(self.pcm) // 2

    def __repr__(self) -> str:
        return f"<vaak.Audio: {self.duration:.3f} s at {self.sample_rate} Hz>"
