"""Asks the teacher for durations and F0 of many clauses, for training prosody: they do not need its sound.

Writes `melodies/NNN.npz`, SHARD clauses each, in both voices by turns. A second run goes on after the last whole one.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from pathlib import Path

import numpy as np

from .choose import SHARES, held_out
from .records import VOICES, Clause, Work
from .synthesise import LEAD_IN
from .teacher import Melodist

SHARD = 250
LONGEST_PHONEME = 60  # frames; beyond that the teacher stalled
SHORTEST_MEAN = 3.0  # frames per phoneme; below that it hurried


@dataclass(frozen=True)
class Melody:
    """A clause without sound: the voice, ids of the phonemes, frames of each, and F0 in Hz per frame."""

    voice: str
    ids: np.ndarray
    frames: np.ndarray
    f0: np.ndarray


def plan(work: Work) -> list[tuple[Clause, str]]:
    """All clauses that are not held out and who says them; languages take turns, so that any first part has all."""
    turns, planned = [], []
    for language in work.languages():
        clauses = [c for c in work.prompts(language) + work.clauses(language) if not held_out(c.text)]
        # Each once in one voice, then once in the other.
        first = {c.phonemes: c for c in clauses}.values()
        rows = [(c, VOICES[i % 2]) for i, c in enumerate(first)] + [(c, VOICES[1 - i % 2]) for i, c in enumerate(first)]
        half = len(rows) // 2
        rng = random.Random(f"melodies {language}")
        rows[:half], rows[half:] = rng.sample(rows[:half], half), rng.sample(rows[half:], half)
        for n, row in enumerate(rows):
            turns.append(n / SHARES.get(language, 1))
            planned.append(row)
    return [planned[i] for i in np.argsort(turns, kind="stable")]


def sung(teacher: Melodist, index: dict[str, int], clause: Clause, voice: str) -> Melody | None:
    """The melody of a clause, without the long silence at the teacher's start; None where the teacher stalled."""
    frames, f0 = teacher.sing(clause.phonemes, voice)
    if frames[1:-1].max() > LONGEST_PHONEME or frames[1:-1].mean() < SHORTEST_MEAN or len(f0) != frames.sum():
        return None
    cut = max(0, frames[0] - LEAD_IN)
    frames[0] -= cut
    ids = np.array([index[p] for p in clause.phonemes])
    return Melody(voice, ids, frames, f0[cut:])


def save(path: Path, melodies: list[Melody]) -> None:
    """Writes a shard; values of all clauses are joined."""
    partial = path.with_suffix(".part.npz")
    np.savez(
        partial,
        voices=np.array([VOICES.index(m.voice) for m in melodies], np.uint8),
        lengths=np.array([len(m.ids) for m in melodies], np.int16),
        ids=np.concatenate([m.ids for m in melodies]).astype(np.int16),
        frames=np.concatenate([m.frames for m in melodies]).astype(np.int16),
        f0=np.concatenate([m.f0 for m in melodies]).astype(np.float32),
    )
    partial.rename(path)


def load(path: Path) -> Iterator[Melody]:
    """The melodies of a shard."""
    data = np.load(path)
    ends = np.cumsum(data["lengths"].astype(int))[:-1]
    ids, frames = (np.split(data[k].astype(int), ends) for k in ("ids", "frames"))
    f0 = np.split(data["f0"], np.cumsum([f.sum() for f in frames])[:-1])
    for voice, *rest in zip(data["voices"], ids, frames, f0, strict=True):
        yield Melody(VOICES[voice], *rest)


def run(work: Work, clauses: int, threads: int) -> None:
    """Asks for the melodies of so many clauses."""
    rows, folder = iter(plan(work)[:clauses]), work.made(work.root / "melodies")
    teacher, index = Melodist(work.teacher, threads), work.inventory.index
    for shard in count():
        part = list(islice(rows, SHARD))
        if not part:
            break
        path = folder / f"{shard:03}.npz"
        if not path.exists():
            melodies = [m for clause, voice in part if (m := sung(teacher, index, clause, voice))]
            save(path, melodies)
            print(f"{path.name}: {len(melodies)} of {len(part)} clauses", flush=True)
