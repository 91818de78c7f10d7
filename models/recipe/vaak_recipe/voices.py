"""Adds voices to a model that is trained. Only what is their own is learnt, on clips of the teacher in these voices.

The teacher sings an added voice like another one, with a factor (`Style` in `teacher.py`), and so does the student: what is
learnt is the sound (`Owned` in `student.py`). A voice that the model has already stays as it is. At the end the contrast is
restored. `training.py` says how it is resumed.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from pathlib import Path

import numpy as np
import torch

from . import export
from . import student as S
from .contrast import BATCHES, sharpen
from .data import Batches, encoded, examples, levels, pitches
from .export import float_copy, load_manifest, restore, set_scales
from .losses import losses, speech
from .records import ADDED, Clip, Work
from .teacher import STYLES
from .train import load_voice, save_voice
from .training import Training

# Little of texture: the contrast that the shipped last layer has should not be lost.
WEIGHTS, SHARE = {"depth": 0.1, "spectra": 1.0, "texture": 0.3}, 1 / 3
BATCH = 8
STEPS = 1800
RATE, WARM_UP, CLIPPED = 2e-3, 40, 5.0
CONTRAST = {"Vikram": 0.6, "Kavya": 1.2}  # of the usual one, see `contrast.py`
# On top of that, shares of harmonics by frequency in Hz, of what was learnt: 0.9 is 0.6 of what Vikram
# says with the 0.48 that he has above (1.48 * 0.6).
MORE = {"Vikram": {4400: 0, 4600: 0.9, 7900: 0.9, 8100: 0}}
# How far a voice goes from the one whose melody it has: at 1, as far as it was trained. Judges like Kavya nearer to Ananya.
APART = {"Vikram": 1.0, "Kavya": 0.85}
KEEP = 0.98  # share of the running mean of weights that stays at each step
WATCH = 50  # steps between two tests
WATCHED = 10  # held-out clips to test on
ROUNDED = 6  # batches to set the scales of rounding on


@torch.no_grad()
def grown(net: S.Student, more: Sequence[str]) -> S.Student:
    """A copy of a student with `more` voices, each of which still has the sound of the one whose melody it has."""
    other = S.Student(net.inventory, net.model, (*net.owns, *more))
    other.load_state_dict(other.state_dict() | net.state_dict())
    for voice in more:
        own = other.owns[voice]
        own.features.load_state_dict(net.encoder.out.state_dict())
        own.out.load_state_dict(net.decoder.out.state_dict())
        own.melody[S.PITCHES] = math.log(STYLES[voice].pitch)
    return other.eval()


@torch.no_grad()
def approach(own: S.Owned, trained: S.Owned, share: float) -> None:
    """Gives `own`, which still is as the voice whose melody it has, a share of what was trained."""
    given = trained.state_dict()
    for name, value in own.state_dict().items():
        # The scales of rounding are set later. Of a map, only the second matrix is scaled.
        value.lerp_(given[name], 1.0 if ".down." in name else share)


class Trainer(Training):
    """A training of the voices that a model lacks."""

    weights, rate, warm_up, clipped, keep, watched = WEIGHTS, RATE, WARM_UP, CLIPPED, KEEP, WATCH

    def __init__(self, work: Work, net: S.Student, more: Sequence[str], steps: int, threads: int, seed: int):
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        folder = work.model(net.model)
        self.work, self.more = work, more
        self.rounded = grown(net, more)
        self.net = float_copy(self.rounded).requires_grad_(False)
        part = torch.nn.ModuleDict({voice: self.net.owns[voice] for voice in more}).requires_grad_(True)
        optimiser = torch.optim.Adam(part.parameters(), betas=(0.8, 0.99))
        super().__init__(folder, "voices", part, optimiser, steps, seed)
        trained, kept = (work.spoken(split, more) for split in ("train", "test"))
        levels(work, trained, more)
        self.data = self.batches(trained, seed + self.step)
        self.kept = self.batches(kept[:WATCHED], 1).each()
        minutes = sum(len(e.lf0) for e in self.data.examples) * S.HOP / S.SAMPLE_RATE / 60
        print(f"{len(self.data.examples)} clips, {minutes:.1f} minutes", flush=True)

    def batches(self, clips: list[Clip], seed: int) -> Batches:
        found = encoded(self.net, examples(self.work, clips, self.net.voices))
        return Batches(found, np.random.default_rng(seed), self.net.decoder.shape)

    def terms(self) -> dict[str, torch.Tensor]:
        b = self.data.draw(size=BATCH)
        return losses(speech(self.net, b), b, WEIGHTS, SHARE)

    def told(self) -> dict[str, float]:
        """The losses on held-out clips."""
        return {k: v.item() for k, v in losses(speech(self.net, self.kept), self.kept, WEIGHTS).items()}

    def finish(self) -> None:
        for voice in self.more:
            data = self.batches(self.work.spoken("train", [voice]), 0)
            batches = [data.draw() for _ in range(BATCHES)]
            made = sharpen(self.net, batches, CONTRAST[voice], self.net.owns[voice].out, MORE.get(voice))
            print(f"{voice}: the last layer makes {made:.3f} of the contrast")
            own = self.rounded.owns[voice]
            approach(own, self.net.owns[voice], APART[voice])
            with torch.no_grad():
                set_scales(own, [lambda b=b: speech(self.rounded, b.unencoded()) for b in batches[:ROUNDED]])


def run(work: Work, model: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; adds to `voice.pt` of a model the voices that it lacks."""
    file = work.model(model) / "voice.pt"
    net, provenance = load_voice(file, work.inventory)
    if more := [voice for voice in ADDED if voice not in net.voices]:
        trainer = Trainer(work, net, more, steps, threads, seed)
        trainer.run()
        save_voice(file, trainer.rounded, vars(provenance))


def add(work: Work, bundle: Path, version: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; adds to a bundle the voices that it lacks, and leaves its other files as they are."""
    manifest = load_manifest(bundle)
    has = [voice["name"] for voice in manifest.get("added", ())]
    if more := [voice for voice in ADDED if voice not in has]:
        net = S.Student(work.inventory, manifest["name"]).eval()
        restore(net, bundle, rounded=True)
        trainer = Trainer(work, net, more, steps, threads, seed)
        trainer.run()
        export.add(trainer.rounded, bundle, version, pitches(work, work.spoken("train", more), more))
