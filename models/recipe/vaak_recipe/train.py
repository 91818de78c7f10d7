"""Trains a student on distances of spectra, with the teacher's durations and F0. `training.py` says how it is resumed.

The steps are the same on a CPU and on a GPU.
"""

from __future__ import annotations

import time
from dataclasses import dataclass, replace
from pathlib import Path

import numpy as np
import torch

from . import student as S
from .data import BATCH, Batches, encoded, examples, levels
from .export import restore, version
from .inventory import Inventory
from .losses import SHARE, losses, speech
from .records import Provenance, Work
from .training import Training

KEPT = 24  # clips that are not trained on
# `wave` depends on phases, which are not heard, so its weight is small: it would replace unsure harmonics by noise.
NETWORKS = {"duration": 1.0, "pitch": 2.0, "voicing": 0.3, "depth": 0.1, "spectra": 1.0}
# More texture would outweigh spectra: from 1.7.0, at 5 they became worse.
WEIGHTS = NETWORKS | {"wave": 0.1, "texture": 0.5}
STEPS = 15000
RATE, FROM_NOTHING, END = 5e-4, 2e-3, 5e-5  # at the peak from a bundle, at the peak from nothing, and at the end


@dataclass(frozen=True)
class Options:
    """Options of a training."""

    model: str = S.MODEL
    start: Path | None = None  # a bundle to start from
    steps: int = STEPS
    device: str = "cpu"
    threads: int = 1
    seed: int = 0
    batch: int = BATCH
    decoder_only: bool = False
    bf16: bool = False


def save_voice(path: Path, net: S.Student, provenance: dict) -> None:
    """Writes weights for `export` and `evaluate`."""
    partial = path.with_suffix(".part")
    torch.save(
        {"model": net.model, "added": list(net.owns), "weights": net.state_dict(), "provenance": provenance}, partial
    )
    partial.replace(path)


def load_voice(path: Path, inventory: Inventory) -> tuple[S.Student, Provenance]:
    """Reads the file that `save_voice` writes."""
    saved = torch.load(path, map_location="cpu")
    net = S.Student(inventory, saved["model"], saved.get("added") or ()).eval()
    net.load_state_dict(saved["weights"])
    return net, Provenance(**saved["provenance"])


class Trainer(Training):
    """A training of a student."""

    weights, rate, end, warm_up, clipped, keep, watched = WEIGHTS, RATE, END, 300, 5.0, 0.998, 250

    def __init__(self, work: Work, options: Options):
        self.options = options
        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        listed = work.spoken("train")
        levels(work, listed)
        clips = examples(work, listed)
        # Chosen by id, so that a longer list hardly changes them.
        kept = set(sorted(c.id for c in listed)[: min(KEPT, len(listed) // 2)])
        frames = sum(len(c.lf0) for c in clips)
        base = version(options.start) if options.start else None
        minutes = frames * S.HOP / S.SAMPLE_RATE / 60
        self.provenance = Provenance(len(clips), minutes, steps=0, seconds=0.0, seed=options.seed, base=base)
        print(f"{len(clips)} clips, {minutes:.1f} minutes", flush=True)
        self.net = S.Student(work.inventory, options.model).to(options.device)
        self.net.bf16 = options.bf16
        if options.start:
            restore(self.net, options.start)
            for m in self.net.modules():
                if isinstance(m, S.Norm):
                    m.frozen = True
        else:
            self.rate = FROM_NOTHING
        if options.decoder_only:
            self.net.requires_grad_(False)
            for part in (self.net.encoder.out, self.net.enter, self.net.decoder):
                part.requires_grad_(True)
            clips = encoded(self.net.eval(), clips)
        learnt = [p for p in self.net.parameters() if p.requires_grad]
        optimiser = torch.optim.AdamW(learnt, betas=(0.8, 0.99), weight_decay=0.01)
        super().__init__(work.model(options.model), "train", self.net, optimiser, options.steps, options.seed)
        shape, rng = self.net.decoder.shape, np.random.default_rng(options.seed + self.step)
        given = list(zip(listed, clips, strict=True))
        self.data = Batches([e for c, e in given if c.id not in kept], rng, shape)
        watched = Batches([e for c, e in given if c.id in kept], np.random.default_rng(1), shape)
        self.kept = watched.each(options.device)

    def terms(self) -> dict[str, torch.Tensor]:
        self.net.train(not self.options.decoder_only)
        b = self.data.draw(self.options.device, self.options.batch)
        return losses(speech(self.net, b), b, WEIGHTS, SHARE)

    def told(self) -> dict[str, float]:
        self.net.eval()
        return {k: v.item() for k, v in losses(speech(self.net, self.kept), self.kept, WEIGHTS).items()}

    def clock(self) -> float:
        """Of a GPU the clock tells, of a CPU the processor's time per thread."""
        return time.monotonic() if self.options.device == "cuda" else super().clock() / self.options.threads

    def finish(self) -> None:
        made = replace(self.provenance, steps=self.step, seconds=self.spent)
        save_voice(self.folder / "student.pt", self.net, vars(made))


def run(work: Work, options: Options) -> None:
    """Starts or resumes a training; writes `student.pt` of a model."""
    Trainer(work, options).run()
