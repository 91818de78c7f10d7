"""The engine: models that speak."""

from __future__ import annotations

import os
from typing import TYPE_CHECKING, NamedTuple

from . import _vaak
from ._audio import Audio, Mark
from ._turn import Turn

if TYPE_CHECKING:
    from typing_extensions import Unpack

    from ._settings import Lexicon, Settings


class Model(NamedTuple):
    """A model and its voices."""

    name: str
    version: str
    voices: tuple[str, ...]
    """The first is the default."""


class Engine:
    """Models that speak. Load one and share it: any number of threads may use it at once.

        import vaak

        engine = vaak.Engine()
        engine.say("नमस्ते, मैं वाक् हूँ।", voice="Arjun").save("hello.wav")

    `model` is the name of a built-in model, which becomes the default, or the folder of a voice bundle. `lexicon` is the
    path of a lexicon file, or rows of `(word, language, reading)`.

    Raises `SettingError` for an unknown model, `VoiceError` for a damaged bundle, `LexiconError` for a wrong entry, and
    OSError for a lexicon that cannot be read.
    """

    def __init__(self, model: str | os.PathLike[str] | None = None, *, lexicon: Lexicon | None = None) -> None:
        self._native = _vaak.Engine(None if model is None else os.fspath(model), lexicon)

    @property
    def sample_rate(self) -> int:
        """Samples a second."""
        return self._native.sample_rate

    @property
    def models(self) -> list[Model]:
        """The models; the first is the default."""
        return [Model(name, version, tuple(voices)) for name, version, voices in self._native.models]

    def say(self, text: str, *, ssml: bool = False, **settings: Unpack[Settings]) -> Audio:
        """Speaks a whole text, or with `ssml` a document of SSML: the samples that `vaak say` writes.

        The settings, which `Engine.turn` has too:

        - `voice`, `model`: names of `Engine.models`; `language`: a code such as `"hi"`, detected without one
        - `speed`: 0.5 to 2; `pitch`: -6 to 6 semitones; `pitch_range`: 0, a monotone, to 2; `volume`: -40 to 12 dB
        - `sentence_pause_ms`, `paragraph_pause_ms`: silence to add, 5000 at most
        - `lexicon`: readings of words, before those of the engine
        - `inline_phonemes`: whether `[[…]]` holds phonemes; `emoji`: whether emoji are named

        Raises `SettingError` for a setting that is unknown or out of its range, `SsmlError` for a wrong document, and
        TypeError for a setting of another name or type.
        """
        pcm, marks, skipped = self._native.say(text, ssml, settings)
        return Audio(pcm, self.sample_rate, tuple(Mark(*mark) for mark in marks), skipped)

    def turn(self, **settings: Unpack[Settings]) -> Turn:
        """Opens a turn, which speaks text while it comes. Settings and errors are those of `say`."""
        return Turn(self._native.turn(settings), self.sample_rate)

    def normalize(self, text: str, *, language: str | None = None, emoji: bool = False) -> str:
        """Gives the words that a text is read as: numbers, dates and signs as words."""
        return self._native.normalize(text, language, emoji)

    def phonemes(
        self, text: str, *, language: str | None = None, inline_phonemes: bool = False, emoji: bool = False
    ) -> list[str]:
        """Gives the phonemes of each clause, with spaces between them and `|` between words."""
        return self._native.phonemes(text, language, inline_phonemes, emoji)

    def __repr__(self) -> str:
        return f"<vaak.Engine: {', '.join(model.name for model in self.models)}>"
