"""Bends the filters of a student around retroflex consonants, as native speakers do.

The teacher has no ɭ, and its vowels do not change before a retroflex. Natives lower F2 to F4 there, and have less power above
F2: most in ɭ, and at the end of the vowel before each of them. `natives` measures both. The program bends by the numbers in the
manifest of the bundle, which are these; the student does the same, to be measured as it will sound.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import asdict, dataclass

import numpy as np

from .records import HOP, SAMPLE_RATE


@dataclass(frozen=True)
class Bend:
    """What is bent for a phoneme, at the end of the vowel before it and within it.

    Each pair has the factor of F2 to F4 and the change of the power above F2 in dB. `length` multiplies its duration.
    """

    before: tuple[float, float]
    within: tuple[float, float]
    length: float = 1.0


STOP = Bend((0.90, -6), (1, 0))
BENDS = {
    "ɭ": Bend((0.92, -8), (0.90, -13), 0.7),
    "ɻ": Bend((0.96, -2.5), (1, -5)),
    "ɳ": Bend((0.95, -5.5), (1, -3)),
} | dict.fromkeys(("ʈ", "ʈʰ", "ɖ", "ɖʱ", "ɽ", "ɽʱ"), STOP)

LATE = 0.055  # seconds: a phoneme sounds so much before its frames, in the teacher's clips and in all that learnt from them
FRAME = HOP / SAMPLE_RATE
RISE = 0.07, 0.02  # seconds before the consonant: where the vowel begins to change, and where it is changed
WHOLE, AFTER = (0.25, 0.6), 0.02  # the share of the consonant that is changed wholly; seconds after it until nothing is
MOVED = 900.0, 1400.0, 3900.0, 5600.0  # Hz: F2 to F4 are between the inner two; beyond the outer two nothing moves
# Power falls around this frequency, which is between F2 and F3, from half of it to one and a half times it. It is higher in a
# voice with a higher F0.
CORNER, CORNER_OF_WOMEN, HIGH_F0 = 2200.0, 2600.0, 165.0
NONE = 1.0, 0.0


def manifest() -> list[dict]:
    """The entries of a bundle's manifest."""
    return [{"phoneme": phoneme} | asdict(bend) for phoneme, bend in BENDS.items()]


def changes(phonemes: Sequence[str], frames: np.ndarray, lookahead: int) -> np.ndarray:
    """The factor and dB of each frame of the decoder's output [frames, 2].

    A consonant is known once the phoneme before it has begun, `lookahead` frames ahead: so far reads a stream.
    """
    ends, at = np.cumsum(frames), np.arange(np.sum(frames))
    out, now = np.tile(NONE, (len(at), 1)), at + 0.5 + LATE / FRAME
    for i, bend in ((i, BENDS[p]) for i, p in enumerate(phonemes) if p in BENDS and i):
        start, end = ends[i - 1], ends[i]
        whole = [start + share * (end - start) for share in WHOLE]
        times = [start - RISE[0] / FRAME, start - RISE[1] / FRAME, start, *whole, end + AFTER / FRAME]
        known = at + lookahead >= start - frames[i - 1]
        for k, (none, before, within) in enumerate(zip(NONE, bend.before, bend.within, strict=True)):
            change = np.interp(now, times, [none, before, before, within, within, none])
            out[known, k] = np.minimum(out[known, k], change[known])
    return out


def smooth(x: np.ndarray) -> np.ndarray:
    """A smooth rise from 0 to 1 between these values."""
    x = np.clip(x, 0, 1)
    return x * x * (3 - 2 * x)


def bent(values: np.ndarray, hertz: np.ndarray, change: np.ndarray, f0: float) -> np.ndarray:
    """ln amplitudes [frames, bands] at the frequencies `hertz`, changed; `f0` is the mean of the voice, in Hz."""
    corner = CORNER_OF_WOMEN if f0 > HIGH_F0 else CORNER
    moved = np.interp(hertz, MOVED, (0, MOVED[1], MOVED[2], 0))
    shelf = smooth(hertz / corner - 0.5) * np.log(10) / 20
    rows = zip(values, change, strict=True)
    return np.array([np.interp(hertz + moved * (1 / a - 1), hertz, row) + b * shelf for row, (a, b) in rows])
