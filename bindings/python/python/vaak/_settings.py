"""The settings of `Engine.say` and `Engine.turn`."""

from __future__ import annotations

import os
from collections.abc import Iterable
from typing import TYPE_CHECKING, Optional, TypedDict, Union

if TYPE_CHECKING:
    from typing_extensions import TypeAlias

Lexicon: TypeAlias = "Union[str, os.PathLike[str], Iterable[tuple[str, str, str]]]"
"""The path of a lexicon file, or rows of `(word, language, reading)`, such as `("IIM", "hi", "आई आई एम")`."""


class Settings(TypedDict, total=False):
    """How text is spoken. What is absent or None is the default."""

    voice: Optional[str]
    """The name of a voice; the first of the model."""
    language: Optional[str]
    """A code such as `"hi"`; detected clause by clause."""
    model: Optional[str]
    """The name of a model; the engine's first."""
    speed: Optional[float]
    """0.5 to 2; 1."""
    pitch: Optional[float]
    """-6 to 6 semitones; 0."""
    pitch_range: Optional[float]
    """0, a monotone, to 2; 1."""
    volume: Optional[float]
    """-40 to 12 dB; 0."""
    sentence_pause_ms: Optional[float]
    """Silence to add between sentences, 5000 at most; 0."""
    paragraph_pause_ms: Optional[float]
    """Silence to add at blank lines, 5000 at most; 0."""
    lexicon: Optional[Lexicon]
    """Readings of words, before those of the engine."""
    inline_phonemes: Optional[bool]
    """Whether `[[…]]` in the text holds phonemes; False."""
    emoji: Optional[bool]
    """Whether emoji are named; False."""
