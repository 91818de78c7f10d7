"""How natives of a language sing a statement, and how fast they speak, beside what the voices learnt from their teacher.

The teacher knows Hindi and English and sings all languages alike: every statement falls by 12 to 14 semitones. So the
program moves F0 along a clause by a curve per language, in semitones at equal steps of the clause, and speaks some languages
faster. `languages.json` has the curves and the speeds, and says where they are from; it may be edited by hand. The manifest
of a bundle holds the same, and `put` copies it there.
"""

from __future__ import annotations

import json
import shutil
import tempfile
from collections.abc import Sequence
from pathlib import Path

import numpy as np

from .records import VOICES, Work, write, write_json

DATA = Path(__file__).parents[1] / "languages.json"
POINTS = 20
# A point of a curve has an error of half a semitone, so it is smoothed over its neighbours.
SMOOTHING = np.array([1.0, 2.0, 3.0, 2.0, 1.0]) / 9
# Without clips of natives: the nearest relative of which there are some.
RELATIVES = {"pa": "hi", "or": "bn"}


def load() -> dict:
    """What `languages.json` has: its sources, then an entry per language."""
    return json.loads(DATA.read_text(encoding="utf8"))


def manifest() -> list[dict]:
    """The entries of a bundle's manifest."""
    return [{"language": language} | entry for language, entry in load()["languages"].items()]


def save(data: dict) -> None:
    """Writes `languages.json`, a language on a line."""
    head = [f' "{key}": {json.dumps(data[key], ensure_ascii=False, indent=2)},' for key in ("about", "sources")]
    rows = [f'  "{language}": {json.dumps(entry)}' for language, entry in data["languages"].items()]
    write(DATA, "\n".join(["{", *head, ' "languages": {', ",\n".join(rows), " }", "}", ""]))


def put(bundle: Path, version: str) -> None:
    """Writes `languages.json` into the manifest of a bundle, as a new version."""
    from .export import load_manifest, save_manifest

    save_manifest(bundle, load_manifest(bundle) | {"version": version, "languages": manifest()})


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
        put(copy, "fitted")
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
