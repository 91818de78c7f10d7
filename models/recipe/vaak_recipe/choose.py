"""Chooses what the teacher speaks.

It takes every prompt, then the clauses that add the most unseen triples of phonemes. Each language and voice gets the same
number of minutes; English gets twice as many. It writes `selection/LANG.tsv` of the work folder (hash of the text, voice,
speed). The lists begin as those of the repository, which name clauses of the texts that the shipped voices were made from: a
clause that is not in the sentences is passed over, and others are chosen in its place.
"""

from __future__ import annotations

import hashlib
import math
import random
from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from pathlib import Path

from .records import VOICES, Choice, Clause, Work

SELECTION = Path(__file__).parents[1] / "selection"  # the lists that the shipped voices were made from
SECONDS = 0.082  # the mean length of a phoneme of the teacher, boundaries included
CANDIDATES = 150  # clauses compared for each place in the list
# The order of kinds among the chosen clauses: most are of middle length.
KINDS = ("middle", "middle", "question", "middle", "middle", "short", "middle", "middle", "long", "middle")
SPEEDS = {3: 0.8, 7: 1.25}  # two of every ten clips of a voice; the others have speed 1
SHARES = {"en": 2}  # other languages have 1; English shares few sounds with them


def held_out(text: str) -> bool:
    """Whether a clause is held out of training. One in ten is; it depends only on the text."""
    return hashlib.sha256(text.encode()).digest()[0] % 10 == 0


def key(text: str) -> str:
    """The hash that stands for a text in `selection/`."""
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def kind(clause: Clause) -> str:
    """The kind of a clause, one of KINDS."""
    n = len(clause.phonemes)
    if n <= 20:
        return "short"
    if n >= 90:
        return "long"
    return "question" if "?" in clause.phonemes else "middle"


def triples(clause: Clause) -> Iterator[tuple[str, ...]]:
    """All runs of three phonemes."""
    return zip(clause.phonemes, clause.phonemes[1:], clause.phonemes[2:], strict=False)


@dataclass
class Selection:
    """The rows of a language, and counts of what they contain."""

    rows: list[Choice] = field(default_factory=list)
    seen: Counter = field(default_factory=Counter)
    minutes: dict[str, float] = field(default_factory=lambda: dict.fromkeys(VOICES, 0.0))
    count: Counter = field(default_factory=Counter)

    def count_in(self, clause: Clause, voice: str, speed: float) -> None:
        self.seen.update(triples(clause))
        self.minutes[voice] += len(clause.phonemes) * SECONDS / speed / 60
        self.count[voice] += 1

    def gain(self, clause: Clause) -> float:
        return sum(1 / (1 + self.seen[t]) for t in triples(clause)) / len(clause.phonemes)


def choose(
    prompts: list[Clause], clauses: list[Clause], rows: list[Choice], minutes: float, rng: random.Random
) -> Selection:
    """Returns `rows` and more, until each voice has so many minutes."""
    chosen = Selection(list(rows))
    by_key = {key(c.text): c for c in prompts + clauses}
    for row in rows:
        if row.text in by_key:
            chosen.count_in(by_key[row.text], row.voice, row.speed)
    spoken = {row.text for row in rows}
    prompts = [c for c in prompts if key(c.text) not in spoken]
    texts = {c.text for c in prompts}
    pools: dict[str, list[Clause]] = {k: [] for k in KINDS}
    for c in clauses:
        if not held_out(c.text) and c.text not in texts and key(c.text) not in spoken:
            pools[kind(c)].append(c)
    for pool in pools.values():
        rng.shuffle(pool)
    turn = 0
    while min(chosen.minutes.values()) < minutes and (prompts or any(pools.values())):
        voice = min(VOICES, key=chosen.minutes.__getitem__)
        if prompts:
            clause = prompts.pop()
        else:
            pool = pools[KINDS[turn % len(KINDS)]] or max(pools.values(), key=len)
            turn += 1
            first = max(0, len(pool) - CANDIDATES)
            gains = [chosen.gain(c) for c in pool[first:]]
            clause = pool.pop(first + gains.index(max(gains)))
        speed = SPEEDS.get(chosen.count[voice] % 10, 1.0)
        chosen.count_in(clause, voice, speed)
        chosen.rows.append(Choice(key(clause.text), voice, speed))
    return chosen


def load(language: str, selection: Path) -> list[Choice]:
    """The chosen rows of a language."""
    path = selection / f"{language}.tsv"
    if not path.exists():
        return []
    rows = (line.split("\t") for line in path.read_text().splitlines())
    return [Choice(text, voice, float(speed)) for text, voice, speed in rows]


def save(language: str, rows: list[Choice], selection: Path) -> None:
    """Writes the rows of a language."""
    selection.mkdir(exist_ok=True)
    text = "".join(f"{r.text}\t{r.voice}\t{r.speed:g}\n" for r in rows)
    (selection / f"{language}.tsv").write_text(text)


def run(work: Work, minutes: float) -> None:
    """Extends the lists until all languages together have `minutes` of each voice in the sentences."""
    languages = work.languages()
    total = sum(SHARES.get(language, 1) for language in languages)
    for language in languages:
        share = minutes * SHARES.get(language, 1) / total
        prompts, clauses = work.prompts(language), work.clauses(language)
        known = {key(c.text) for c in prompts + clauses}
        rows = load(language, work.selection) or [r for r in load(language, SELECTION) if r.text in known]
        chosen = choose(prompts, clauses, rows, share, random.Random(language))
        save(language, chosen.rows, work.selection)
        counts = chosen.seen.values()
        entropy = -sum(n / chosen.seen.total() * math.log2(n / chosen.seen.total()) for n in counts)
        print(
            f"{language}: {len(chosen.rows)} clips, "
            + ", ".join(f"{v} {m:.1f} min" for v, m in chosen.minutes.items())
            + f"; {len(chosen.seen)} different triples, {entropy:.1f} bits"
        )
