"""Has the teacher speak what `selection/` lists, or clauses held out from training, and drops what it says badly.

Writes the list of clips and a file for each. A second run goes on where the first was stopped.
"""

from __future__ import annotations

import hashlib
import json
import random
from dataclasses import replace
from pathlib import Path

import numpy as np

from .choose import SELECTION, SHARES, held_out, key, load
from .records import HOP, VOICES, Clause, Clip, Speech, Work, write_json
from .teacher import Teacher

LEAD_IN = 4  # frames of silence kept before the first phoneme
HELD_OUT = 100  # clauses a language that are never trained on, half in each voice
UNTIMED = {*" ,.?!ˈ", "\u0300", "\u0301"}  # symbols whose length says nothing of how the teacher speaks


def judgeable(clauses: list[Clause], rng: random.Random) -> list[Clause]:
    """Clauses that a listener can judge.

    First those of middle length and four words, then, for languages that have few of them, others a little shorter or
    longer.
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
    """The clip of a clause; its name is a hash of what determines its sound."""
    name = [voice, list(clause.phonemes)] + ([speed] if speed != 1 else [])
    hashed = hashlib.sha256(json.dumps(name).encode()).hexdigest()[:16]
    return Clip(hashed, split, language, voice, speed, clause.text, clause.phonemes)


def plan(work: Work, selection: Path = SELECTION) -> list[Clip]:
    """What is to be spoken, languages mixed, so that a part of it has some of each."""
    clips = []
    for language in work.languages():
        clauses = work.clauses(language)
        by_key = {key(c.text): c for c in clauses + work.prompts(language)}
        listed = load(language, selection)
        chosen = [row for row in listed if row.text in by_key]
        if len(chosen) < len(listed):
            print(f"{language}: {len(listed) - len(chosen)} chosen clauses are not in the sentences", flush=True)
        kept = judgeable([c for c in clauses if held_out(c.text) and c.whole], random.Random(f"0{language}"))
        # A text spelt in two ways may be among the chosen in its other spelling.
        trained = {by_key[row.text].phonemes for row in chosen}
        kept = [c for c in kept if c.phonemes not in trained][:HELD_OUT]
        rows = [clip("test", language, c, VOICES[i % 2], 1.0) for i, c in enumerate(kept)]
        rows += [clip("train", language, by_key[row.text], row.voice, row.speed) for row in chosen]
        turns = {"test": 0.0, "train": 0.0}
        for row in rows:
            clips.append((turns[row.split], row))
            turns[row.split] += 1 / SHARES.get(language, 1)
    return [row for _, row in sorted(clips, key=lambda x: x[0])]


def fault(speech: Speech, phonemes: tuple[str, ...], speed: float) -> str | None:
    """What is wrong with a clip, or None: the teacher at times stalls, drops a word or overflows."""
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
    """Without the long silence that the teacher begins with."""
    cut = max(0, speech.frames[0] - LEAD_IN)
    frames = speech.frames.copy()
    frames[0] -= cut
    return replace(speech, wave=speech.wave[cut * HOP :], frames=frames, f0=speech.f0[cut:])


def run(work: Work, split: str, clips: int | None, threads: int, selection: Path = SELECTION) -> None:
    """Speaks the first `clips` of a split, or all."""
    planned = plan(work, selection)
    work.plan(planned)
    teacher, seconds, faults = Teacher(work.teacher, threads), 0.0, work.dropped()
    todo = [c for c in planned if c.split == split][:clips]
    for n, c in enumerate(todo, 1):
        path = work.speech_file(c)
        if not path.exists() and c.id not in faults:
            speech = teacher.speak(c.phonemes, c.voice, c.speed)
            wrong = fault(speech, c.phonemes, c.speed)
            if wrong:
                faults[c.id] = wrong
                write_json(work.dropped_file, faults)
                continue
            speech = trimmed(speech)
            speech.save(path)
            seconds += speech.seconds
        if n % 20 == 0:
            print(f"{n}/{len(todo)} clips, {seconds / 60:.1f} new minutes, {len(faults)} dropped", flush=True)
    print(f"done: {len(todo)} clips, {seconds / 60:.1f} new minutes, dropped: {faults}", flush=True)
