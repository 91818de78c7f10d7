"""Silences at marks within sentences: the voices of a bundle beside natives who say the same.

A folder of natives is as for `intonation`. Sentences with one mark inside are measured: the silence is sought where the share
of letters before the mark says. A reader who does not rest there counts as 0 ms.
"""

from __future__ import annotations

import re
import tempfile
import unicodedata
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from itertools import pairwise
from pathlib import Path

import numpy as np

from . import card
from .intonation import RATE, speak, speakers, trimmed
from .records import VOICES

INSIDE = re.compile(r"([,;:!.।–—])[\"'”’)]*\s+(?=\S)|\s([-–—])\s")
BLOCK = RATE // 100
QUIET, SHARE = 32.0, 0.25  # dB below loud speech, or this share of the way from the noise of the room to it
NEAR = 0.15  # of the clip: as far from where it is sought
SHORTEST = 40  # ms


def mark(text: str) -> tuple[str, float] | None:
    """The only mark within a sentence, and the share of its letters that come before."""
    found = list(INSIDE.finditer(text))
    if len(found) != 1:
        return None
    letters = [unicodedata.category(c)[0] in "LMN" for c in text]
    return found[0][1] or found[0][2], sum(letters[: found[0].start()]) / max(sum(letters), 1)


def silences(wave: np.ndarray) -> list[tuple[float, int]]:
    """Where the silences of a trimmed clip are, as a share of it, and their ms."""
    level = np.sqrt(np.mean(wave[: len(wave) // BLOCK * BLOCK].reshape(-1, BLOCK) ** 2, axis=1))
    level = np.convolve(20 * np.log10(level + 1e-7), np.ones(3) / 3, mode="same")
    loud, room = np.percentile(level, [90, 3])
    heard = np.flatnonzero(level > max(loud - QUIET, room + SHARE * (loud - room)))
    gaps = [(a, b) for a, b in pairwise(heard) if b - a > 1]
    return [((a + b) / 2 / len(level), int(b - a - 1) * 10) for a, b in gaps]


def at_mark(job: tuple[Path, float]) -> int:
    """The ms of the longest silence near a place of a clip; runs in a process of its own."""
    path, share = job
    near = [ms for place, ms in silences(trimmed(path)) if abs(place - share) < NEAR and ms >= SHORTEST]
    return max(near, default=0)


def compare(program: Path, bundle: Path, folder: Path, processes: int) -> list[dict]:
    """For each sentence with a mark: language, reader, mark, and the ms of the native and of each voice."""
    rows = []
    with ProcessPoolExecutor(processes) as pool, tempfile.TemporaryDirectory() as there:
        for language, name, said in speakers(folder):
            said = [(s, found) for s in said if (found := mark(s.text))]
            if not said:
                continue
            texts = [s.text for s, _ in said]
            clips = {"native": [s.clip for s, _ in said]}
            clips |= {v: speak(program, bundle, language, v, texts, Path(there)) for v in VOICES}
            shares = [share for _, (_, share) in said]
            of = {who: list(pool.map(at_mark, zip(paths, shares, strict=True))) for who, paths in clips.items()}
            for i, (_, (sign, _)) in enumerate(said):
                heard = {who: ms[i] for who, ms in of.items()}
                rows.append({"language": language, "speaker": name, "mark": sign, "heard": heard})
    return rows


def table(rows: Sequence[dict]) -> str:
    """Medians by language and mark, with the quartiles of natives."""
    lines = []
    for key in sorted({(r["language"], r["mark"]) for r in rows}):
        own = [r for r in rows if (r["language"], r["mark"]) == key]
        natives = [r["heard"]["native"] for r in own]
        low, middle, high = np.percentile(natives, [25, 50, 75])
        ours = (f"{np.median([r['heard'][v] for r in own]):.0f}" for v in VOICES)
        readers = len({r["speaker"] for r in own})
        lines.append([key[0], f"`{key[1]}`", len(own), readers, f"{middle:.0f} ({low:.0f} to {high:.0f})", *ours])
    return card.table(["language", "mark", "clips", "readers", "natives, ms (quartiles)", *VOICES], lines)
