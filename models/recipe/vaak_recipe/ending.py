"""How the melody of a clause depends on the mark at its end.

The teacher sings every clause like a statement: on 176 clauses the end of its F0 before `?`, `!` and `,` is within 0.2
semitones of that before `.`. So the program moves F0 before some marks, by the numbers in the manifest of the bundle, which
are these; the student does the same, to be measured as it will sound.
"""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np

from .quality import CLASS_OF, VOWELS
from .records import PAUSES
from .retroflex import FRAME, LATE, smooth

# From the last vowel on, F0 goes to `semitones` from the voice's mean, or to `rise` above what the voice has learnt. All of
# it is `pitch` semitones higher, and `range` times as far from the mean as the voice has learnt.
# The silence after the mark is `pause` times as long as learnt: the teacher rests at a comma as long as at a full stop.
ENDINGS = {"?": {"semitones": 3.0}, "!": {"pitch": 1.0, "range": 1.3}, ",": {"rise": 7.0, "pause": 0.5}}
RISE = 11.0  # frames until F0 is there


def manifest() -> list[dict]:
    """The entries of a bundle's manifest."""
    return [{"mark": mark} | ending for mark, ending in ENDINGS.items()]


def pauses(phonemes: Sequence[str]) -> np.ndarray:
    """The factor of the length of each phoneme: those after the last sound are the silence of the mark."""
    mark = next((p for p in reversed(phonemes) if p in PAUSES), None)
    last = max((i for i, p in enumerate(phonemes) if p in CLASS_OF), default=-1)
    return np.where(np.arange(len(phonemes)) > last, ENDINGS.get(mark, {}).get("pause", 1.0), 1.0)


def ended(
    lf0: np.ndarray,
    phonemes: Sequence[str],
    frames: np.ndarray,
    mean: float,
    moved: np.ndarray | float = 0.0,
    factor: float = 1.0,
) -> np.ndarray:
    """ln F0 of each frame of a clause, with the melody that its mark asks for; `mean` is that of the voice.

    `moved` is what natives of the language add. It fades out where the mark alone says where F0 ends. `factor` is theirs of the
    distance from the mean.
    """
    mark = next((p for p in reversed(phonemes) if p in PAUSES), None)
    if mark not in ENDINGS:
        return mean + factor * (lf0 + moved - mean)
    ending, semitone = ENDINGS[mark], np.log(2) / 12
    vowels = [i for i, p in enumerate(phonemes) if p in VOWELS]
    if vowels and ("semitones" in ending or "rise" in ending):
        begin = np.sum(frames[: vowels[-1]])
        share = smooth((np.arange(len(lf0)) - begin + LATE / FRAME) / RISE)
        # The vowel is known once the phoneme before it has begun.
        share[: begin - frames[vowels[-1] - 1]] = 0
        to = mean + ending["semitones"] * semitone if "semitones" in ending else lf0 + ending["rise"] * semitone
        moved = (1 - share) * moved
        lf0 = lf0 + share * (to - lf0)
    lf0 = lf0 + moved
    return mean + factor * ending.get("range", 1.0) * (lf0 - mean) + ending.get("pitch", 0.0) * semitone
