"""Trains a student's melody further: its durations, F0 and voicing, on many clauses that the teacher did not speak.

The encoder and the decoder stay as they are. A checkpoint is written every few minutes, and on SIGTERM and Ctrl-C; the same
command resumes from it.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace

import numpy as np
import torch

from . import student as S
from .export import float_copy
from .losses import prosody
from .melodies import Melody, load
from .records import UNVOICED, VOICES, Work
from .train import copy, load_voice, save_voice

WEIGHTS = {"duration": 1.0, "pitch": 2.0, "voicing": 0.3}
BATCH = 32
STEPS = 6000
RATE, WARM_UP, CLIPPED = 1e-3, 200, 1.0
KEEP = 0.998  # share of the running mean of weights that stays at each step
WATCH = 250  # steps between two tests
CHECKPOINT = 180  # seconds


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


class Trainer:
    """A training of the melody, from its start or from its checkpoint."""

    def __init__(self, work: Work, model: str, steps: int, threads: int, seed: int):
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        self.folder, self.steps = work.model(model), steps
        melodies, self.kept = watched(work)
        hours = sum(len(m.f0) for m in melodies) * S.HOP / S.SAMPLE_RATE / 3600
        print(f"{len(melodies)} clauses, {hours:.1f} hours", flush=True)
        net, provenance = load_voice(self.folder / "student.pt", work.inventory)
        self.net, self.provenance = float_copy(net), replace(provenance, clauses=len(melodies))
        self.net.requires_grad_(False)
        self.net.melody.requires_grad_(True)
        self.learnt = list(self.net.melody.parameters())
        self.optimiser = torch.optim.AdamW(self.learnt, betas=(0.9, 0.98), weight_decay=0.01)
        self.mean, self.step, self.spent = copy(self.net.melody), 0, 0.0
        self.path, self.stopped = self.folder / "melody-checkpoint.pt", False
        if self.path.exists():
            saved = torch.load(self.path)
            self.net.melody.load_state_dict(saved["melody"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.mean, self.step, self.spent = saved["mean"], saved["step"], saved["spent"]
            print(f"resumed at step {self.step}", flush=True)
        self.batches = drawn(melodies, work.inventory.symbols, np.random.default_rng(seed + self.step))

    def save(self) -> None:
        state = {"melody": self.net.melody.state_dict(), "optimiser": self.optimiser.state_dict(), "mean": self.mean}
        partial = self.path.with_suffix(".part")
        torch.save(state | {"step": self.step, "spent": self.spent}, partial)
        partial.replace(self.path)

    def run(self) -> None:
        """Trains to the end, or until a signal."""
        handlers = {s: signal.signal(s, self.stop) for s in (signal.SIGTERM, signal.SIGINT)}
        began, saved_at = time.process_time() - self.spent, self.spent
        self.watch()
        while self.step < self.steps and not self.stopped:
            self.learn(next(self.batches))
            self.spent = time.process_time() - began
            if self.step % WATCH == 0:
                self.watch()
            if self.spent - saved_at > CHECKPOINT:
                self.save()
                saved_at = self.spent
        self.save()
        for s, handler in handlers.items():
            signal.signal(s, handler)
        if self.stopped:
            raise SystemExit("paused; the same command resumes")
        self.net.melody.load_state_dict(self.mean)
        made = replace(self.provenance, melody_steps=self.step, melody_seconds=self.spent)
        save_voice(self.folder / "melody.pt", self.net, vars(made))

    def stop(self, *_) -> None:
        self.stopped = True

    def learn(self, b: Batch) -> None:
        for group in self.optimiser.param_groups:
            fall = 0.5 * (1 + math.cos(math.pi * self.step / self.steps))
            group["lr"] = RATE * min(1, (self.step + 1) / WARM_UP) * fall
        self.net.melody.train()
        terms, *_ = prosody(self.net.encode(b.ids, b.features, b.lengths)[1], b)
        self.optimiser.zero_grad()
        sum(WEIGHTS[k] * v for k, v in terms.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.learnt, CLIPPED)
        self.optimiser.step()
        self.step += 1
        keep = min(KEEP, (self.step + 1) / (self.step + 20))
        with torch.no_grad():
            for k, v in self.net.melody.state_dict().items():
                self.mean[k].lerp_(v, 1 - keep) if v.dtype.is_floating_point else self.mean[k].copy_(v)

    def watch(self) -> None:
        """Prints how near the mean weights are to the teacher, on clauses kept from training."""
        current = copy(self.net.melody)
        self.net.melody.load_state_dict(self.mean)
        row = {"step": self.step, "minutes": self.spent / 60} | told(self.net.eval(), self.kept)
        self.net.melody.load_state_dict(current)
        print(" ".join(f"{k} {v:.4g}" for k, v in row.items()), flush=True)


def run(work: Work, model: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; reads `student.pt` of a model and writes `melody.pt`."""
    Trainer(work, model, steps, threads, seed).run()
