"""How natives of a language sing a statement, and how fast they speak, beside what the voices learnt from their teacher.

The teacher knows Hindi and English and sings all languages alike: every statement falls by 12 to 14 semitones, and syllables
hardly stand out. So the program moves F0 along a clause by a curve per language, in semitones at equal steps of the clause,
makes vowels some semitones higher than consonants, and speaks some languages faster. `languages.json` has these numbers, and
says where they are from; it may be edited by hand. The manifest of a bundle holds the same, and `put` copies it there.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from . import ending
from .quality import CLASS_OF, VOWELS
from .records import MELODY_OF, VOICES, Work, write, write_json
from .retroflex import FRAME, LATE

DATA = Path(__file__).parents[1] / "languages.json"
POINTS = 20
# A point of a curve has an error of half a semitone, so it is smoothed over its neighbours.
SMOOTHING = np.array([1.0, 2.0, 3.0, 2.0, 1.0]) / 9
# Judges hear a curve of a higher degree as unnatural: F0 moves fast at its bends.
DEGREE = 3
# A clause of so many sounds gets the whole curve, a shorter or longer one less: the same as in `src/voice/native.rs`.
WHOLE = 12, 18
# Frames, at speed 1, from a consonant's F0 to that of a vowel; as there.
RISE = 3.0
# Without clips of natives: the nearest relative of which there are some.
RELATIVES = {"pa": "hi", "or": "bn"}


def load() -> dict:
    """What `languages.json` has: its sources, then an entry per language."""
    return json.loads(DATA.read_text(encoding="utf8"))


def gentle(entry: dict) -> dict:
    """The entry of a language as it is sung: its curve a polynomial of DEGREE, and only the share of it that was chosen."""
    entry = dict(entry)
    share = entry.pop("share", 1.0)
    if curve := entry.get("curve"):
        at = np.linspace(-1, 1, len(curve))
        smooth = share * np.polyval(np.polyfit(at, curve, DEGREE), at)
        entry["curve"] = [round(float(v), 1) + 0.0 for v in smooth]
    return entry


def manifest(voices: Sequence[str], whole: bool = False) -> list[dict]:
    """The entries of a bundle's manifest; with the curves as they were fitted, if they are to be `whole`."""
    sung, entries = dict if whole else gentle, []
    for language, entry in load()["languages"].items():
        own = {"ranges": ranges(voices, entry)} if "ranges" in entry else {}
        entries.append({"language": language} | sung(entry) | own)
    return entries


def ranges(voices: Sequence[str], entry: dict | None = None) -> list[float]:
    """How much livelier than learnt each voice is in the languages that have an entry, or in one that has ranges of its own."""
    of = (entry or {}).get("ranges", load().get("ranges", {}))
    return [of.get(voice, 1.0) for voice in voices]


def speed(language: str | None) -> float:
    """How much faster than learnt the program speaks."""
    return load()["languages"].get(language, {}).get("speed", 1.0)


def moved(
    language: str | None, voice: str, phonemes: Sequence[str], frames: np.ndarray, place: np.ndarray
) -> tuple[np.ndarray, float]:
    """What the program adds to ln F0 of each frame of a clause, whose `place` within its phoneme is from 0 to 1, and the factor
    of the distance from the voice's mean."""
    entry = load()["languages"].get(language)
    if entry is None:
        return np.zeros(len(place)), 1.0
    entry = gentle(entry)
    factor = entry.get("range", 1.0) * ranges([MELODY_OF.get(voice, voice)], entry)[0]
    sounds = np.array([p in CLASS_OF for p in phonemes])
    higher = entry.get("vowels", 0.0) * np.log(2) / 12 * swayed(phonemes, frames, entry.get("speed", 1.0))
    if not entry.get("curve") or not sounds.any():
        return higher, factor
    curve = np.array(entry["curve"]) * np.log(2) / 12
    phoneme, total = np.repeat(np.arange(len(frames)), frames), sounds.sum()
    passed = (np.cumsum(sounds) - sounds)[phoneme] + sounds[phoneme] * place
    share = min(total / WHOLE[0], WHOLE[1] / total, 1.0)
    at = passed / total * (len(curve) - 1)
    return share * np.interp(at, np.arange(len(curve)), curve) + higher, factor


def swayed(phonemes: Sequence[str], frames: np.ndarray, speed: float) -> np.ndarray:
    """The share of `vowels` that each frame gets, from -1/2 to 1/2: F0 rises to each vowel and falls to each consonant."""
    heights = [0.0]
    for p in phonemes:
        heights.append(heights[-1] if p not in CLASS_OF else 0.5 if p in VOWELS else -0.5)
    out, now = [], 0.0
    for i, count in enumerate(frames):
        for to_come in range(count - 1, -1, -1):
            # A phoneme sounds before its frames, and F0 is half-way when the sound begins.
            heard = i + (to_come < (LATE / FRAME + RISE / 2) / speed)
            wanted = heights[min(heard, len(phonemes) - 1) + 1]
            now += np.clip(wanted - now, -speed / RISE, speed / RISE)
            out.append(now)
    return np.array(out)


def save(data: dict) -> None:
    """Writes `languages.json`, a language on a line."""
    head = [
        f' "{key}": {json.dumps(data[key], ensure_ascii=False, indent=2)},' for key in ("about", "sources", "ranges")
    ]
    rows = [f'  "{language}": {json.dumps(entry)}' for language, entry in data["languages"].items()]
    write(DATA, "\n".join(["{", *head, ' "languages": {', ",\n".join(rows), " }", "}", ""]))


def put(bundle: Path, version: str, whole: bool = False) -> None:
    """Writes `languages.json`, and the endings, into the manifest of a bundle, as a new version."""
    from .export import load_manifest, save_manifest

    before = load_manifest(bundle)
    voices = before["voices"]
    rules = {"version": version, "endings": ending.manifest(), "languages": manifest(voices, whole)}
    save_manifest(bundle, before | rules | {"ranges": ranges(voices)})


def residual(rows: Sequence[dict]) -> np.ndarray:
    """The mean of F0 of natives minus that of the voices at POINTS places, in semitones, smoothed and about zero."""
    apart = []
    for row in rows:
        of = {who: np.mean([m["contour"] for m in melodies], axis=0) for who, melodies in row["melodies"].items()}
        apart.append(of["native"] - np.mean([of[voice] for voice in VOICES], axis=0))
    curve = np.pad(np.mean(apart, axis=0), 2, mode="edge")
    curve = np.convolve(curve, SMOOTHING, mode="valid")
    return curve - curve.mean()


def fit(work: Work, folders: Sequence[Path], bundle: Path, program: Path, share: float, processes: int) -> None:
    """Fits the curves to the first sentences of each speaker, and writes them to `languages.json`.

    The speakers of a folder count together as much as those of another. What the program does already is kept, and the rest
    is added, so a second run comes nearer.
    """
    from .intonation import FITTED, compare

    data, apart = load(), {}
    languages = data["languages"]
    with tempfile.TemporaryDirectory() as there:
        copy = Path(there) / "bundle"
        shutil.copytree(bundle, copy)
        put(copy, "fitted", whole=True)
        for folder in folders:
            rows = compare(program, copy, folder, VOICES, lambda n: n <= FITTED, processes)
            for language in sorted({row["language"] for row in rows}):
                own = [row for row in rows if row["language"] == language]
                apart.setdefault(language, []).append(residual(own))
    for language, curves in apart.items():
        entry = languages.setdefault(language, {})
        before = np.array(entry.get("curve") or [0.0] * POINTS)
        entry["curve"] = [round(float(v), 1) for v in before + share * np.mean(curves, axis=0)]
    for language, relative in RELATIVES.items():
        languages.setdefault(language, {})["curve"] = languages[relative]["curve"]
    save(data)
    write_json(work.root / "fitted.json", {k: [list(map(float, c)) for c in v] for k, v in apart.items()})
