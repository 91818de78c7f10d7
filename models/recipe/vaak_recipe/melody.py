"""Trains a student's melody further: its durations, F0 and voicing, on many clauses that the teacher did not speak.

The encoder and the decoder stay as they are. `training.py` says how it is resumed.
"""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch

from . import student as S
from .export import float_copy
from .losses import prosody
from .melodies import Melody, load
from .records import UNVOICED, VOICES, Work
from .train import load_voice, save_voice
from .training import Training

WEIGHTS = {"duration": 1.0, "pitch": 2.0, "voicing": 0.3}
BATCH = 32
STEPS = 6000
RATE, WARM_UP, CLIPPED = 1e-3, 200, 1.0
KEEP = 0.998  # share of the running mean of weights that stays at each step
WATCH = 250  # steps between two tests


@dataclass
class Batch:
    """Whole clauses, padded; the fields are those of `data.Batch`."""

    ids: torch.Tensor
    features: torch.Tensor
    lengths: torch.Tensor
    log_frames: torch.Tensor
    phoneme: torch.Tensor
    frame: torch.Tensor
    inside: torch.Tensor


def batch(picked: list[Melody], symbols: list[str]) -> Batch:
    """Pads clauses to the longest of them."""
    count, n, t = len(picked), max(len(m.ids) for m in picked), max(len(m.f0) for m in picked)
    ids, log_frames = np.zeros((count, n), np.int64), np.zeros((count, n), np.float32)
    features = np.zeros((count, n, S.FEATURES), np.float32)
    phoneme, frame = np.zeros((count, t), np.int64), np.zeros((count, t, 4), np.float32)
    inside = np.zeros((count, t, 1), np.float32)
    for i, m in enumerate(picked):
        length, total = len(m.ids), len(m.f0)
        ids[i, :length], log_frames[i, :length] = m.ids, np.log(m.frames)
        features[i, :length] = S.clause_features([symbols[k] for k in m.ids], m.voice)
        phoneme[i, :total], place, spans = S.positions(m.frames)
        at, voiced = np.arange(total), m.f0 > UNVOICED
        lf0 = np.log(np.interp(at, at[voiced], m.f0[voiced]) / 200) if voiced.any() else np.zeros(total)
        frame[i, :total] = np.stack([place, spans, lf0, voiced], 1)
        inside[i, :total] = 1
    lengths = np.array([len(m.ids) for m in picked])
    return Batch(*map(torch.from_numpy, (ids, features, lengths, log_frames, phoneme, frame, inside)))


def drawn(melodies: list[Melody], symbols: list[str], rng: np.random.Generator) -> Iterator[Batch]:
    """Batches of clauses of like length, in random order."""
    melodies = sorted(melodies, key=lambda m: len(m.ids))
    while True:
        for first in rng.permutation(max(1, len(melodies) // BATCH)) * BATCH + rng.integers(BATCH):
            yield batch(melodies[first : first + BATCH] or melodies[-BATCH:], symbols)


@torch.no_grad()
def told(net: S.Student, kept: list[Batch]) -> dict[str, float]:
    """How near the melody is to the teacher's: the terms, the median error of F0 in cents, and its variance in a clause."""
    rows, wide = [], {v: ([], []) for v in VOICES}
    cents = []
    for b in kept:
        terms, lf0, voicing = prosody(net.encode(b.ids, b.features, b.lengths)[1], b)
        inside, voiced = b.inside[..., 0] > 0, b.frame[..., 3] > 0
        rows.append([v.item() for v in terms.values()] + [((voicing > 0) != voiced)[inside].float().mean().item()])
        cents.append(1200 / math.log(2) * (lf0 - b.frame[..., 2]).abs()[inside & voiced])
        for i in range(len(lf0)):
            at = inside[i] & voiced[i]
            if at.sum() > 20:
                for said, values in zip(wide[VOICES[int(b.features[i, 0, 1])]], (lf0, b.frame[..., 2]), strict=True):
                    said.append(values[i][at].std().item())
    names = *WEIGHTS, "unlike voicing"
    out = dict(zip(names, np.mean(rows, 0).tolist(), strict=True)) | {"cents": torch.cat(cents).median().item()}
    return out | {f"spread {v}": float(np.mean(own) / np.mean(true)) for v, (own, true) in wide.items() if true}


def watched(work: Work) -> tuple[list[Melody], list[Batch]]:
    """The clauses to train on, and those of the first shard, which are kept from it unless there is no other one."""
    first, *shards = sorted((work.root / "melodies").glob("???.npz"))
    kept = sorted(load(first), key=lambda m: len(m.ids))
    parts = [batch(kept[i : i + BATCH], work.inventory.symbols) for i in range(0, len(kept), BATCH)]
    return [m for path in shards or [first] for m in load(path)], parts


class Trainer(Training):
    """A training of the melody."""

    weights, rate, warm_up, clipped, keep, watched = WEIGHTS, RATE, WARM_UP, CLIPPED, KEEP, WATCH

    def __init__(self, work: Work, model: str, steps: int, threads: int, seed: int):
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        melodies, self.kept = watched(work)
        hours = sum(len(m.f0) for m in melodies) * S.HOP / S.SAMPLE_RATE / 3600
        print(f"{len(melodies)} clauses, {hours:.1f} hours", flush=True)
        folder = work.model(model)
        net, provenance = load_voice(folder / "student.pt", work.inventory)
        self.net, self.provenance = float_copy(net), replace(provenance, clauses=len(melodies))
        self.net.requires_grad_(False)
        part = self.net.melody.requires_grad_(True)
        optimiser = torch.optim.AdamW(part.parameters(), betas=(0.9, 0.98), weight_decay=0.01)
        super().__init__(folder, "melody", part, optimiser, steps, seed)
        self.batches = drawn(melodies, work.inventory.symbols, np.random.default_rng(seed + self.step))

    def terms(self) -> dict[str, torch.Tensor]:
        b = next(self.batches)
        self.part.train()
        return prosody(self.net.encode(b.ids, b.features, b.lengths)[1], b)[0]

    def told(self) -> dict[str, float]:
        return told(self.net.eval(), self.kept)

    def finish(self) -> None:
        made = replace(self.provenance, melody_steps=self.step, melody_seconds=self.spent)
        save_voice(self.folder / "melody.pt", self.net, vars(made))


def run(work: Work, model: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; reads `student.pt` of a model and writes `melody.pt`."""
    Trainer(work, model, steps, threads, seed).run()
