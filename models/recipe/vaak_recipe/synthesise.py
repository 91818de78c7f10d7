"""Lets the teacher speak the clauses that `choose` listed, or held-out clauses, and drops bad clips.

Writes the list of clips and one file per clip. A second run resumes where the first one stopped.
"""

from __future__ import annotations

import hashlib
import json
import random
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import replace
from functools import partial
from multiprocessing import get_context
from pathlib import Path

import numpy as np

from .choose import SHARES, held_out, key, load
from .records import ADDED, HOP, VOICES, Clause, Clip, Speech, Work, write_json
from .teacher import Teacher

LEAD_IN = 4  # frames of silence kept before the first phoneme
HELD_OUT = 100  # clauses per language that are never trained on, half of them in each voice
UNTIMED = {*" ,.?!ˈ", "\u0300", "\u0301"}  # symbols whose length does not matter for faults


def judgeable(clauses: list[Clause], rng: random.Random) -> list[Clause]:
    """Clauses that a listener can judge.

    First those of middle length with at least four words. Languages with few of them also use slightly shorter and longer
    ones.
    """
    groups: tuple[list[Clause], list[Clause]] = [], []
    for c in clauses:
        n, spaces = len(c.phonemes), c.text.count(" ")
        if 25 <= n <= 90 and spaces >= 2:
            groups[not (30 <= n <= 75 and spaces >= 3)].append(c)
    for group in groups:
        rng.shuffle(group)
    return groups[0] + groups[1]


def clip(split: str, language: str, clause: Clause, voice: str, speed: float) -> Clip:
    """The clip of a clause; its id is a hash of everything that determines its sound."""
    name = [voice, list(clause.phonemes)] + ([speed] if speed != 1 else [])
    hashed = hashlib.sha256(json.dumps(name).encode()).hexdigest()[:16]
    return Clip(hashed, split, language, voice, speed, clause.text, clause.phonemes)


def plan(work: Work) -> list[Clip]:
    """All clips to speak. Languages take turns, so that any first part of the list has all of them."""
    clips = []
    for language in work.languages():
        clauses = work.clauses(language)
        by_key = {key(c.text): c for c in clauses + work.prompts(language)}
        chosen = [row for row in load(language, work.selection) if row.text in by_key]
        kept = judgeable([c for c in clauses if held_out(c.text) and c.whole], random.Random(f"0{language}"))
        # A text with two spellings may be among the chosen ones in its other spelling.
        trained = {by_key[row.text].phonemes for row in chosen}
        kept = [c for c in kept if c.phonemes not in trained][:HELD_OUT]
        if not kept:
            print(f"{language}: no clause is held out, so nothing will tell how well it is spoken", flush=True)
        rows = [clip("test", language, c, v[i % len(v)], 1.0) for v in (VOICES, ADDED) for i, c in enumerate(kept)]
        rows += [clip("train", language, by_key[row.text], row.voice, row.speed) for row in chosen]
        # Each added voice speaks the whole list.
        rows += [clip("train", language, by_key[row.text], voice, row.speed) for row in chosen for voice in ADDED]
        turns = Counter()
        for row in rows:
            kind = row.split, row.voice if row.voice in ADDED else ""
            clips.append((turns[kind], row))
            turns[kind] += 1 / SHARES.get(language, 1)
    return [row for _, row in sorted(clips, key=lambda x: x[0])]


def fault(speech: Speech, phonemes: tuple[str, ...], speed: float) -> str | None:
    """The fault of a clip, or None: at times the teacher stalls, drops a word or overflows."""
    wave, frames = speech.wave, speech.frames
    if len(wave) != HOP * frames.sum() or not np.isfinite(wave).all():
        return "broken"
    inner = frames[1:-1] * speed
    letters = [n for n, p in zip(inner, phonemes[1:-1], strict=True) if p not in UNTIMED]
    if not letters or max(letters) > 50 or np.mean(letters) > 16:
        return "stalled"
    if np.mean(letters) < 3.5:
        return "hurried"
    sound = wave[HOP * frames[0] : len(wave) - HOP * frames[-1]]
    windows = sound[: len(sound) // HOP * HOP].reshape(-1, HOP).std(1)
    if np.percentile(windows, 90) < 0.01:
        return "silent"
    return "clipped" if (np.abs(wave) > 1.9).mean() > 1e-4 else None


def trimmed(speech: Speech) -> Speech:
    """Cuts the long silence at the teacher's start."""
    cut = max(0, speech.frames[0] - LEAD_IN)
    frames = speech.frames.copy()
    frames[0] -= cut
    return replace(speech, wave=speech.wave[cut * HOP :], frames=frames, f0=speech.f0[cut:])


teacher: Teacher  # of a process


def begin(folder: Path, threads: int, device: str) -> None:
    """Gives this process its teacher."""
    global teacher
    teacher = Teacher(folder, threads, device=device)


def say(work: Work, clip: Clip) -> tuple[str | None, float]:
    """Speaks a clip; tells its fault, or the seconds that are kept."""
    speech = teacher.speak(clip.phonemes, clip.voice, clip.speed)
    if wrong := fault(speech, clip.phonemes, clip.speed):
        return wrong, 0.0
    speech = trimmed(speech)
    speech.save(work.speech_file(clip))
    return None, speech.seconds


def spoken(work: Work, clips: list[Clip], processes: int, *begun) -> Iterator[tuple[str | None, float]]:
    """What `say` tells of each clip, in their order."""
    if processes == 1:
        begin(*begun)
        yield from map(partial(say, work), clips)
        return
    # A process that is forked cannot use a GPU.
    with ProcessPoolExecutor(processes, get_context("spawn"), begin, begun) as pool:
        yield from pool.map(partial(say, work), clips)


def run(
    work: Work,
    split: str,
    clips: int | None,
    threads: int,
    voices: Sequence[str] = VOICES,
    device: str = "cpu",
    processes: int = 1,
) -> None:
    """Speaks the first `clips` clips of a split in these voices, or all of them."""
    planned = plan(work)
    work.plan(planned)
    seconds, faults = 0.0, work.dropped()
    todo = [c for c in planned if c.split == split and c.voice in voices][:clips]
    if not todo and split == "test":
        raise SystemExit("no clause is held out of training: the prompts are all trained on, so give further sentences")
    todo = [c for c in todo if not work.speech_file(c).exists() and c.id not in faults]
    told = spoken(work, todo, processes, work.teacher, threads, device)
    for n, (c, (wrong, kept)) in enumerate(zip(todo, told, strict=True), 1):
        seconds += kept
        if wrong:
            faults[c.id] = wrong
            write_json(work.dropped_file, faults)
        if n % 20 == 0:
            print(f"{n}/{len(todo)} clips, {seconds / 60:.1f} new minutes, {len(faults)} dropped", flush=True)
    print(f"done: {len(todo)} clips, {seconds / 60:.1f} new minutes, dropped: {faults}", flush=True)
