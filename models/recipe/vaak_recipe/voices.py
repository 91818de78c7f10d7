"""Adds voices to a model that is trained. Only what is their own is learnt, on clips of the teacher in these voices.

The teacher sings an added voice like another one, with a factor (`Style` in `teacher.py`), and so does the student: what is
learnt is the sound. It is a low-rank map with a bias at the end of the encoder, after each block of the decoder, and at its
end (`Own` in `student.py`). All of it is multiplied by the voice, so the other voices stay the same to the bit. A checkpoint
is written every few minutes, and on SIGTERM and Ctrl-C; the same command resumes from it. At the end the contrast is restored.
"""

from __future__ import annotations

import math
import signal
import time

import numpy as np
import torch

from . import student as S
from .contrast import BATCHES, sharpen_added
from .data import Batches, examples, levels
from .export import float_copy
from .losses import losses, speech
from .records import ADDED, MELODY_OF, VOICES, Work
from .teacher import STYLES
from .train import load_voice, save_voice

# Little of texture: the contrast that the shipped last layer has should not be lost.
WEIGHTS, SHARE = {"depth": 0.1, "spectra": 1.0, "texture": 0.3}, 1 / 3
BATCH = 8
STEPS = 600
RATE, WARM_UP, CLIPPED = 2e-3, 40, 5.0
CONTRAST = 1.0  # of the usual one, see `contrast.py`
KEEP = 0.98  # share of the running mean of weights that stays at each step
WATCH = 50  # steps between two tests
WATCHED = 10  # held-out clips to test on
CHECKPOINT = 180  # seconds


def begun(net: S.Student) -> S.Student:
    """A copy of a student with added voices, each of which still has the sound of the one whose melody it has."""
    first, weights = len(VOICES), net.state_dict()
    columns = weights["features.weight"]
    given = columns[:, [VOICES.index(voice) for voice in MELODY_OF.values()]]
    columns = torch.cat([columns[:, :first], given, columns[:, first - S.FEATURES :]], 1)
    other = S.Student(net.inventory, net.model, added=True)
    own = {k: v for k, v in other.state_dict().items() if k.startswith("owns.")}
    kept = {k: v for k, v in weights.items() if not k.startswith("owns.")}
    other.load_state_dict(kept | own | {"features.weight": columns})
    for voice, bias in zip(ADDED, other.owns.melody, strict=True):
        bias[S.PITCHES] = math.log(STYLES[voice].pitch)
    return other.eval()


class Trainer:
    """A training of added voices, from its start or from its checkpoint."""

    def __init__(self, work: Work, model: str, steps: int, threads: int, seed: int):
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        self.folder, self.steps = work.model(model), steps
        net, self.provenance = load_voice(self.folder / "voice.pt", work.inventory)
        self.rounded = begun(net)
        self.net = float_copy(self.rounded).requires_grad_(False)
        self.net.owns.requires_grad_(True)
        self.own = {f"owns.{k}": v for k, v in self.net.owns.named_parameters()}
        self.optimiser = torch.optim.Adam(self.own.values(), betas=(0.8, 0.99))
        self.mean, self.step, self.spent = self.copy(), 0, 0.0
        self.path, self.stopped = self.folder / "voices-checkpoint.pt", False
        if self.path.exists():
            saved = torch.load(self.path)
            self.set(saved["own"])
            self.optimiser.load_state_dict(saved["optimiser"])
            self.mean, self.step, self.spent = saved["mean"], saved["step"], saved["spent"]
            print(f"resumed at step {self.step}", flush=True)
        trained, kept = (work.spoken(split, ADDED) for split in ("train", "test"))
        levels(work, trained, ADDED)
        shape, voices = self.net.decoder.shape, self.net.voices
        self.data = Batches(examples(work, trained, voices), np.random.default_rng(seed + self.step), shape)
        self.kept = Batches(examples(work, kept[:WATCHED], voices), np.random.default_rng(1), shape).each()
        minutes = sum(len(e.lf0) for e in self.data.examples) * S.HOP / S.SAMPLE_RATE / 60
        print(f"{len(self.data.examples)} clips, {minutes:.1f} minutes", flush=True)

    def copy(self) -> dict[str, torch.Tensor]:
        return {k: v.detach().clone() for k, v in self.own.items()}

    @torch.no_grad()
    def set(self, values: dict[str, torch.Tensor]) -> None:
        for k, v in values.items():
            self.own[k].copy_(v)

    def save(self) -> None:
        state = {"own": self.copy(), "mean": self.mean, "optimiser": self.optimiser.state_dict()}
        partial = self.path.with_suffix(".part")
        torch.save(state | {"step": self.step, "spent": self.spent}, partial)
        partial.replace(self.path)

    def run(self) -> None:
        """Trains to the end, or until a signal."""
        handlers = {s: signal.signal(s, self.stop) for s in (signal.SIGTERM, signal.SIGINT)}
        began, saved_at = time.process_time() - self.spent, self.spent
        self.watch()
        while self.step < self.steps and not self.stopped:
            self.learn()
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
        self.set(self.mean)
        made = sharpen_added(self.net, [self.data.draw() for _ in range(BATCHES)], CONTRAST)
        shares = ", ".join(f"{v} {share:.3f}" for v, share in zip(ADDED, made, strict=True))
        print(f"the last layer makes of the contrast: {shares}")
        self.rounded.owns.load_state_dict(self.net.owns.state_dict())
        save_voice(self.folder / "voice.pt", self.rounded, vars(self.provenance))

    def stop(self, *_) -> None:
        self.stopped = True

    def learn(self) -> None:
        fall = 0.5 * (1 + math.cos(math.pi * self.step / self.steps))
        for group in self.optimiser.param_groups:
            group["lr"] = RATE * min(1, (self.step + 1) / WARM_UP) * fall
        b = self.data.draw(size=BATCH)
        terms = losses(speech(self.net, b), b, WEIGHTS, SHARE)
        self.optimiser.zero_grad()
        sum(WEIGHTS[k] * v for k, v in terms.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.own.values(), CLIPPED)
        self.optimiser.step()
        self.step += 1
        keep = min(KEEP, (self.step + 1) / (self.step + 20))
        for k, v in self.copy().items():
            self.mean[k].lerp_(v, 1 - keep)

    @torch.no_grad()
    def watch(self) -> None:
        """Prints the losses of the mean weights on held-out clips."""
        current, state = self.copy(), torch.get_rng_state()
        self.set(self.mean)
        torch.manual_seed(1)
        terms = losses(speech(self.net, self.kept), self.kept, WEIGHTS)
        torch.set_rng_state(state)
        self.set(current)
        row = {"step": self.step, "minutes": self.spent / 60} | {k: v.item() for k, v in terms.items()}
        print(" ".join(f"{k} {v:.4g}" for k, v in row.items()), flush=True)


def run(work: Work, model: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; reads `voice.pt` of a model and adds the voices to it."""
    Trainer(work, model, steps, threads, seed).run()
