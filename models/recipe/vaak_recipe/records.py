"""The records that the stages share, and the work folder that keeps them."""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Collection
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np

from .inventory import Inventory

VOICES = ("Ananya", "Arjun")
# Voices that `voices` adds to a trained model, and whose melody each has.
MELODY_OF = {"Vikram": "Arjun", "Kavya": "Ananya"}
ADDED = tuple(MELODY_OF)
PAUSES = (",", ".", "?", "!")  # symbols, as the encoder counts them
SAMPLE_RATE, HOP = 24000, 300  # of teacher and student; a frame has HOP samples
UNVOICED = 60  # Hz; the teacher's F0 is below this in unvoiced frames
PCM_SCALE = 16384  # of stored samples: the teacher's peaks exceed 1


@dataclass(frozen=True)
class Clause:
    """A clause as the program's front-end reads it; `whole` if it is its whole line."""

    text: str
    phonemes: tuple[str, ...]
    whole: bool


@dataclass(frozen=True)
class Choice:
    """A row of a list of `choose`: the hash of a clause's text, who speaks it and how fast."""

    text: str
    voice: str
    speed: float


@dataclass(frozen=True)
class Clip:
    """A clause for the teacher to speak; `split` is "train" or "test"."""

    id: str
    split: str
    language: str
    voice: str
    speed: float
    text: str
    phonemes: tuple[str, ...]

    @classmethod
    def of(cls, fields: dict) -> Clip:
        return cls(**(fields | {"phonemes": tuple(fields["phonemes"])}))


@dataclass(frozen=True)
class Speech:
    """The teacher's speech: samples [HOP * sum(frames)], frames per phoneme, F0 in Hz per frame."""

    wave: np.ndarray
    frames: np.ndarray
    f0: np.ndarray

    @property
    def voiced(self) -> np.ndarray:
        return self.f0 > UNVOICED

    @property
    def seconds(self) -> float:
        return len(self.wave) / SAMPLE_RATE

    def save(self, path: Path) -> None:
        partial = path.with_suffix(".part.npz")
        np.savez(
            partial,
            wave=(self.wave * PCM_SCALE).clip(-32768, 32767).astype(np.int16),
            frames=self.frames.astype(np.int16),
            f0=self.f0.astype(np.float32),
        )
        partial.rename(path)

    @classmethod
    def load(cls, path: Path) -> Speech:
        data = np.load(path)
        return cls(data["wave"].astype(np.float32) / PCM_SCALE, data["frames"].astype(np.int64), data["f0"])


@dataclass(frozen=True)
class Provenance:
    """How the weights of a voice were made; `base` is the version of the bundle that they started from, if any.

    The last three are of the melody's further training.
    """

    clips: int
    minutes: float
    steps: int
    seconds: float
    seed: int
    base: str | None
    clauses: int = 0
    melody_steps: int = 0
    melody_seconds: float = 0.0


def write(path: Path, text: str) -> None:
    """Writes a file completely or not at all."""
    partial = path.with_name(f"{path.name}.{os.getpid()}.part")
    partial.write_text(text, encoding="utf8")
    partial.replace(path)


def write_json(path: Path, value: object) -> None:
    """Writes `value` with one line per item."""
    write(path, json.dumps(value, ensure_ascii=False, indent=0) + "\n")


def folder(model: str) -> str:
    """The name of a model's folder, in the work folder and in the repository."""
    return model.lower().replace(" ", "-")


@dataclass(frozen=True)
class Work:
    """The work folder.

    `inventory.json`, `phonemes/LANG.jsonl` and `phonemes/LANG.prompts.jsonl` hold the program's inventory and its phonemes
    of sentences and prompts. `selection/` lists what the teacher speaks. `teacher/` has the teacher's graph. `clips.json`
    lists the clips to speak, `clips/ID.npz` is a spoken clip, `dropped.json` lists bad ones. `gains.json` has the gain of
    each voice. Each model has a folder with its checkpoint, progress, weights and evaluation.
    """

    root: Path

    @property
    def inventory(self) -> Inventory:
        return Inventory.load(self.inventory_file)

    @property
    def inventory_file(self) -> Path:
        return self.root / "inventory.json"

    @property
    def phonemes(self) -> Path:
        return self.made(self.root / "phonemes")

    @property
    def selection(self) -> Path:
        return self.root / "selection"

    @property
    def teacher(self) -> Path:
        return self.root / "teacher"

    @property
    def gains_file(self) -> Path:
        return self.root / "gains.json"

    @property
    def dropped_file(self) -> Path:
        return self.root / "dropped.json"

    @staticmethod
    def made(path: Path) -> Path:
        path.mkdir(parents=True, exist_ok=True)
        return path

    def model(self, name: str) -> Path:
        return self.made(self.root / folder(name))

    def languages(self) -> list[str]:
        return sorted(path.stem for path in self.phonemes.glob("??.jsonl"))

    def clauses(self, language: str) -> list[Clause]:
        return read_clauses(self.phonemes / f"{language}.jsonl")

    def prompts(self, language: str) -> list[Clause]:
        return read_clauses(self.phonemes / f"{language}.prompts.jsonl")

    def plan(self, clips: list[Clip]) -> None:
        write_json(self.root / "clips.json", [asdict(c) for c in clips])

    def speech_file(self, clip: Clip) -> Path:
        return self.made(self.root / "clips") / f"{clip.id}.npz"

    def speech(self, clip: Clip) -> Speech:
        return Speech.load(self.speech_file(clip))

    def spoken(self, split: str | None = None, voices: Collection[str] = VOICES) -> list[Clip]:
        """The clips of `voices` that the teacher has spoken, of one split or of both, in the order of the list."""
        listed = map(Clip.of, json.loads((self.root / "clips.json").read_text(encoding="utf8")))
        there = {path.name for path in self.made(self.root / "clips").iterdir()}
        return [c for c in listed if split in (None, c.split) and c.voice in voices and f"{c.id}.npz" in there]

    def gains(self) -> dict[str, float]:
        return json.loads(self.gains_file.read_text())

    def dropped(self) -> dict[str, str]:
        return json.loads(self.dropped_file.read_text()) if self.dropped_file.exists() else {}


LONGEST = 200  # phonemes per clause


def read_clauses(path: Path) -> list[Clause]:
    """The clauses in the output of `vaak phonemes --json` that can be spoken, each text once."""
    lines = [json.loads(line) for line in path.read_text(encoding="utf8").splitlines()]
    clauses_of = Counter(c["line"] for c in lines)
    clauses = {}
    for c in lines:
        if c["skipped"] == 0 and 3 < len(c["phonemes"]) <= LONGEST:
            clause = Clause(c["text"], tuple(c["phonemes"]), clauses_of[c["line"]] == 1)
            clauses.setdefault(c["text"], clause)
    return list(clauses.values())
