"""The choice of what the teacher speaks: every prompt, then the clauses of the sentences that add most unseen
triples of phonemes, in each language as many minutes in each voice (in English twice as many).

Writes `selection/LANG.tsv` (hash of the text, voice, speed), which is kept in the repository in place of the texts.
A list that is there is kept and made longer. Reads the lines of `vaak phonemes --json` that `run` has made.
"""

import argparse
import hashlib
import json
import math
import random
from collections import Counter
from pathlib import Path

from teacher import VOICES

SELECTION = Path(__file__).parent / "selection"
SECONDS = 0.082  # a phoneme, boundaries counted, in the mean of the teacher's speech
LONGEST = 200  # phonemes of a clause
CANDIDATES = 150  # that are weighed for each place
# What follows one another among the clauses of sentences: most of middle length, some of each other kind.
KINDS = ["middle", "middle", "question", "middle", "middle", "short", "middle", "middle", "long", "middle"]
SPEEDS = {3: 0.8, 7: 1.25}  # of every ten clips of a voice; the others at 1
SHARES = {"en": 2}  # of the minutes, where others have one: few of its sounds are also theirs


def held_out(text):
    """One clause in ten, by its text, whatever else is in the files."""
    return hashlib.sha256(text.encode()).digest()[0] % 10 == 0


def key(text):
    return hashlib.sha256(text.encode()).hexdigest()[:16]


def read(path):
    """The clauses that can be spoken, each text once; `whole` where a clause is all of its line."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]
    clauses_of = Counter(c["line"] for c in lines)
    clauses = {}
    for c in lines:
        if c["skipped"] == 0 and 3 < len(c["phonemes"]) <= LONGEST:
            c["whole"] = clauses_of[c["line"]] == 1
            clauses.setdefault(c["text"], c)
    return list(clauses.values())


def kind(clause):
    n = len(clause["phonemes"])
    if n <= 20:
        return "short"
    if n >= 90:
        return "long"
    return "question" if "?" in clause["phonemes"] else "middle"


def triples(clause):
    p = clause["phonemes"]
    return zip(p, p[1:], p[2:])


def choose(prompts, clauses, rows, minutes, rng):
    """`rows`, and as many more (hash, voice, speed) as fill the minutes in each voice."""
    spoken, seen, filled, count = {r[0] for r in rows}, Counter(), dict.fromkeys(VOICES, 0.0), Counter()
    by_key = {key(c["text"]): c for c in prompts + clauses}

    def add(clause, voice, speed):
        seen.update(triples(clause))
        filled[voice] += len(clause["phonemes"]) * SECONDS / speed / 60
        count[voice] += 1

    for text, voice, speed in rows:
        if text in by_key:
            add(by_key[text], voice, speed)
    prompts = [c for c in prompts if key(c["text"]) not in spoken]
    pools = {k: [] for k in KINDS}
    texts = {c["text"] for c in prompts}
    for c in clauses:
        if not held_out(c["text"]) and c["text"] not in texts and key(c["text"]) not in spoken:
            pools[kind(c)].append(c)
    for pool in pools.values():
        rng.shuffle(pool)
    turn = 0
    while min(filled.values()) < minutes and (prompts or any(pools.values())):
        voice = min(VOICES, key=filled.get)
        if prompts:
            clause = prompts.pop()
        else:
            pool = pools[KINDS[turn % len(KINDS)]] or max(pools.values(), key=len)
            turn += 1
            first = max(0, len(pool) - CANDIDATES)
            gain = lambda c: sum(1 / (1 + seen[t]) for t in triples(c)) / len(c["phonemes"])
            clause = pool.pop(max(range(first, len(pool)), key=lambda i: gain(pool[i])))
        speed = SPEEDS.get(count[voice] % 10, 1.0)
        add(clause, voice, speed)
        rows.append((key(clause["text"]), voice, speed))
    return rows, filled, seen


def load(language):
    path = SELECTION / f"{language}.tsv"
    if not path.exists():
        return []
    rows = (line.split("\t") for line in path.read_text().splitlines())
    return [(text, voice, float(speed)) for text, voice, speed in rows]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--minutes", type=float, default=180, help="of each voice, over all languages")
    a = parser.parse_args()
    SELECTION.mkdir(exist_ok=True)
    files = sorted((a.work / "phonemes").glob("??.jsonl"))
    total = sum(SHARES.get(path.stem, 1) for path in files)
    for path in files:
        language = path.stem
        prompts = read(path.with_name(f"{language}.prompts.jsonl"))
        rng = random.Random(language)
        minutes = a.minutes * SHARES.get(language, 1) / total
        rows, filled, seen = choose(prompts, read(path), load(language), minutes, rng)
        text = "".join(f"{text}\t{voice}\t{speed:g}\n" for text, voice, speed in rows)
        (SELECTION / f"{language}.tsv").write_text(text)
        entropy = -sum(n / seen.total() * math.log2(n / seen.total()) for n in seen.values())
        print(f"{language}: {len(rows)} clips, " + ", ".join(f"{v} {m:.1f} min" for v, m in filled.items())
              + f"; {len(seen)} different triples, {entropy:.1f} bits")


if __name__ == "__main__":
    main()
