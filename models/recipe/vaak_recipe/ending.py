"""How the melody of a clause ends where it asks.

The teacher ends every clause like a statement: on 176 clauses the end of its F0 before `?`, `!` and `,` is within 0.2 semitones
of that before `.`. So the program moves F0 to another height from the last vowel on, by the numbers in the manifest of the
bundle, which are these; the student does the same, to be measured as it will sound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .quality import VOWELS
from .records import PAUSES
from .retroflex import FRAME, LATE, smooth

ENDINGS = {"?": 3.0}  # semitones from the voice's mean F0
RISE = 11.0  # frames until F0 is there


def manifest() -> list[dict]:
    """The entries of a bundle's manifest."""
    return [{"mark": mark, "semitones": semitones} for mark, semitones in ENDINGS.items()]


def ended(lf0: np.ndarray, phonemes: Sequence[str], frames: np.ndarray, mean: float) -> np.ndarray:
    """ln F0 of each frame of a clause, on its way to the end; `mean` is that of the voice."""
    marks = [i for i, p in enumerate(phonemes) if p in PAUSES]
    if not marks or phonemes[marks[-1]] not in ENDINGS:
        return lf0
    vowels = [i for i, p in enumerate(phonemes[: marks[-1]]) if p in VOWELS]
    if not vowels:
        return lf0
    begin = np.sum(frames[: vowels[-1]])
    share = smooth((np.arange(len(lf0)) - begin + LATE / FRAME) / RISE)
    # The vowel is known once the phoneme before it has begun.
    share[: begin - frames[vowels[-1] - 1]] = 0
    return lf0 + share * (mean + ENDINGS[phonemes[marks[-1]]] * np.log(2) / 12 - lf0)
