"""The data: chooses clauses by the pairs of phonemes they add, and has the teacher speak them.

Reads the lines of `vaak phonemes --json`, one file a language; writes a list of what is spoken and one clip each.
Stopping and starting again goes on where it was.
"""

import argparse
import hashlib
import json
import random
from collections import Counter
from pathlib import Path

import numpy as np

from teacher import HOP, VOICES, Teacher

LEAD_IN = 4  # frames of silence kept before the first phoneme
SHORTEST, LONGEST = 12, 110  # phonemes in a clause
HELD_OUT = 40  # clauses a language that are never trained on, half in each voice


def held_out(text):
    """One clause in ten, by its text, whatever else is in the files."""
    return hashlib.sha256(text.encode()).digest()[0] % 10 == 0


def read(path):
    """The clauses that can be used, each once; `whole` where a clause is all of its line."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]
    clauses_of = Counter(c["line"] for c in lines)
    clauses = {}
    for c in lines:
        if c["skipped"] == 0 and SHORTEST <= len(c["phonemes"]) <= LONGEST:
            c["whole"] = clauses_of[c["line"]] == 1
            clauses.setdefault(" ".join(c["phonemes"]), c)
    return list(clauses.values())


def choose(clauses, rng):
    """Orders clauses so that each adds as many unseen pairs of phonemes for its length as can be found."""
    pool, seen = clauses[:], {}
    rng.shuffle(pool)
    while pool:
        sample = pool[-60:]

        def gain(c):
            p = c["phonemes"]
            return sum(1 / (1 + seen.get(pair, 0)) for pair in zip(p, p[1:])) / len(p)

        best = max(range(len(sample)), key=lambda i: gain(sample[i]))
        c = pool.pop(len(pool) - len(sample) + best)
        for pair in zip(c["phonemes"], c["phonemes"][1:]):
            seen[pair] = seen.get(pair, 0) + 1
        yield c


def plan(folder, per_language, seed=0):
    """What is spoken: for each language `per_language` clauses to train on, then the held-out ones, mixed across languages."""
    train, test = [], []
    for path in sorted(folder.glob("*.jsonl")):
        rng = random.Random(f"{seed}{path.stem}")
        clauses = read(path)
        kept = [c for c in clauses if held_out(c["text"])]
        rng.shuffle(kept)
        # Held-out clauses are whole lines of middle length, so that a listener can judge them.
        whole = [c for c in kept if 30 <= len(c["phonemes"]) <= 75 and c["text"].count(" ") >= 3 and c["whole"]]
        chosen = choose([c for c in clauses if not held_out(c["text"])], rng)
        for kind, out, source in (("train", train, chosen), ("test", test, iter(whole))):
            for i in range(per_language if kind == "train" else HELD_OUT):
                c = next(source, None)
                if c is None:
                    break
                voice = list(VOICES)[i % len(VOICES)]
                out.append((i, dict(split=kind, language=path.stem, voice=voice, text=c["text"], phonemes=c["phonemes"])))
    clips = [c for kind in (train, test) for _, c in sorted(kind, key=lambda x: x[0])]
    for clip in clips:
        key = json.dumps([clip["voice"], clip["phonemes"]])
        clip["id"] = hashlib.sha256(key.encode()).hexdigest()[:16]
    return clips


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--per-language", type=int, default=60)
    parser.add_argument("--split", choices=["train", "test"], required=True)
    parser.add_argument("--threads", type=int, default=2)
    a = parser.parse_args()
    listing = a.work / "clips.json"
    clips = plan(a.work / "phonemes", a.per_language)
    listing.write_text(json.dumps(clips, ensure_ascii=False, indent=0))
    folder = a.work / "clips"
    folder.mkdir(exist_ok=True)
    teacher, seconds, failed = Teacher(a.work / "teacher", a.threads), 0.0, 0
    todo = [c for c in clips if c["split"] == a.split]
    for n, clip in enumerate(todo):
        path = folder / f"{clip['id']}.npz"
        if not path.exists():
            wave, frames, f0 = teacher.speak(clip["phonemes"], clip["voice"])
            if len(wave) != HOP * frames.sum() or not np.isfinite(wave).all():
                failed += 1
                continue
            cut = max(0, frames[0] - LEAD_IN)
            frames[0] -= cut
            partial = path.with_suffix(".part.npz")
            np.savez(partial, wave=(wave[cut * HOP:] * 16384).clip(-32768, 32767).astype(np.int16),
                     frames=frames.astype(np.int16), f0=f0[cut:].astype(np.float32))
            partial.rename(path)
            seconds += (len(wave) - cut * HOP) / 24000
        if n % 20 == 19:
            print(f"{n + 1}/{len(todo)} clips, {seconds / 60:.1f} new minutes, {failed} failed", flush=True)
    print(f"done: {len(todo)} clips, {seconds / 60:.1f} new minutes, {failed} failed", flush=True)


if __name__ == "__main__":
    main()
