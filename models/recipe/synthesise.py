"""The data: has the teacher speak what `selection/` lists, or clauses held out from training, and drops what it says badly.

Writes the list of what is spoken and one clip each. Stopping and starting again goes on where it was.
"""

import argparse
import hashlib
import json
import random
from pathlib import Path

import numpy as np

from choose import SHARES, held_out, key, load, read
from teacher import HOP, SAMPLE_RATE, VOICES, Teacher

LEAD_IN = 4  # frames of silence kept before the first phoneme
HELD_OUT = 100  # clauses a language that are never trained on, half in each voice


def judged(clauses, rng):
    """Those that a listener can judge: of middle length and four words, then, for languages that have few, ones a little shorter or longer."""
    groups = [], []
    for c in clauses:
        n, spaces = len(c["phonemes"]), c["text"].count(" ")
        if 25 <= n <= 90 and spaces >= 2:
            groups[not (30 <= n <= 75 and spaces >= 3)].append(c)
    for group in groups:
        rng.shuffle(group)
    return sum(groups, [])


def plan(folder):
    """What is spoken, languages mixed, so that whoever stops early has some of each."""
    clips = []
    for path in sorted(folder.glob("??.jsonl")):
        language = path.stem
        clauses = read(path)
        by_key = {key(c["text"]): c for c in clauses + read(path.with_name(f"{language}.prompts.jsonl"))}
        listed = load(language)
        chosen = [row for row in listed if row[0] in by_key]
        kept = judged([c for c in clauses if held_out(c["text"]) and c["whole"]], random.Random(f"0{language}"))
        # What is spelt in two ways may have been chosen in the other.
        trained = [by_key[text]["phonemes"] for text, _, _ in chosen]
        kept = [c for c in kept if c["phonemes"] not in trained]
        voices = list(VOICES)
        rows = [("test", c, voices[i % 2], 1.0) for i, c in enumerate(kept[:HELD_OUT])]
        if len(chosen) < len(listed):
            print(f"{language}: {len(listed) - len(chosen)} chosen clauses are not in the sentences", flush=True)
        rows += [("train", by_key[text], voice, speed) for text, voice, speed in chosen]
        order = {"test": 0, "train": 0}
        for split, c, voice, speed in rows:
            clip = dict(split=split, language=language, voice=voice, speed=speed, text=c["text"], phonemes=c["phonemes"])
            name = [voice, c["phonemes"]] + ([speed] if speed != 1 else [])
            clip["id"] = hashlib.sha256(json.dumps(name).encode()).hexdigest()[:16]
            clips.append((order[split], clip))
            order[split] += 1 / SHARES.get(language, 1)
    return [clip for _, clip in sorted(clips, key=lambda x: x[0])]


def fault(wave, frames, phonemes, speed):
    """What is wrong with a clip, or None: the teacher at times stalls, drops a word or overflows."""
    if len(wave) != HOP * frames.sum() or not np.isfinite(wave).all():
        return "broken"
    inner = frames[1:-1] * speed
    letters = [n for n, p in zip(inner, phonemes[1:-1]) if p not in " ,.?!ˈ\u0300\u0301"]
    if not letters or max(letters) > 50 or np.mean(letters) > 16:
        return "stalled"
    if np.mean(letters) < 3.5:
        return "hurried"
    sound = wave[HOP * frames[0]:len(wave) - HOP * frames[-1]]
    windows = sound[:len(sound) // HOP * HOP].reshape(-1, HOP).std(1)
    if np.percentile(windows, 90) < 0.01:
        return "silent"
    return "clipped" if (np.abs(wave) > 1.9).mean() > 1e-4 else None


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--split", choices=["train", "test"], required=True)
    parser.add_argument("--clips", type=int, help="no more than these")
    parser.add_argument("--threads", type=int, default=2)
    a = parser.parse_args()
    clips = plan(a.work / "phonemes")
    (a.work / "clips.json").write_text(json.dumps(clips, ensure_ascii=False, indent=0))
    folder = a.work / "clips"
    folder.mkdir(exist_ok=True)
    teacher, seconds, faults = Teacher(a.work / "teacher", a.threads), 0.0, {}
    dropped = a.work / "dropped.json"
    if dropped.exists():
        faults = json.loads(dropped.read_text())
    todo = [c for c in clips if c["split"] == a.split][:a.clips]
    for n, clip in enumerate(todo):
        path = folder / f"{clip['id']}.npz"
        if not path.exists() and clip["id"] not in faults:
            wave, frames, f0 = teacher.speak(clip["phonemes"], clip["voice"], clip["speed"])
            wrong = fault(wave, frames, clip["phonemes"], clip["speed"])
            if wrong:
                faults[clip["id"]] = wrong
                dropped.write_text(json.dumps(faults))
                continue
            cut = max(0, frames[0] - LEAD_IN)
            frames[0] -= cut
            partial = path.with_suffix(".part.npz")
            np.savez(partial, wave=(wave[cut * HOP:] * 16384).clip(-32768, 32767).astype(np.int16),
                     frames=frames.astype(np.int16), f0=f0[cut:].astype(np.float32))
            partial.rename(path)
            seconds += (len(wave) - cut * HOP) / SAMPLE_RATE
        if n % 20 == 19:
            print(f"{n + 1}/{len(todo)} clips, {seconds / 60:.1f} new minutes, {len(faults)} dropped", flush=True)
    print(f"done: {len(todo)} clips, {seconds / 60:.1f} new minutes, dropped: {faults}", flush=True)


if __name__ == "__main__":
    main()
