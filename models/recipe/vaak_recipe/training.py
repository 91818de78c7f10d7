"""The training of one part of a student, whose rest is frozen.

A checkpoint is written every few minutes, and on SIGTERM and Ctrl-C.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import torch

from .train import copy, follow

CHECKPOINT = 180  # seconds


class PartTraining:
    """A training of `part` under a name, from its start or from its checkpoint."""

    weights: Mapping[str, float]
    rate: float
    warm_up: int
    clipped: float
    keep: float  # share of the running mean of weights that stays at each step
    watched: int  # steps between two tests

    def __init__(self, folder: Path, name: str, part: torch.nn.Module, optimiser: torch.optim.Optimizer, steps: int):
        self.folder, self.name, self.part, self.optimiser, self.steps = folder, name, part, optimiser, steps
        self.mean, self.step, self.spent = copy(part), 0, 0.0
        self.path, self.stopped = folder / f"{name}-checkpoint.pt", False
        if self.path.exists():
            saved = torch.load(self.path)
            part.load_state_dict(saved[name])
            optimiser.load_state_dict(saved["optimiser"])
            self.mean, self.step, self.spent = saved["mean"], saved["step"], saved["spent"]
            print(f"resumed at step {self.step}", flush=True)

    def terms(self) -> dict[str, torch.Tensor]:
        """The losses of a batch."""
        raise NotImplementedError

    def told(self) -> dict[str, float]:
        """How good the part is on what is kept from training."""
        raise NotImplementedError

    def finish(self) -> None:
        """Saves the student, whose part has the mean weights."""
        raise NotImplementedError

    def save(self) -> None:
        state = {self.name: self.part.state_dict(), "optimiser": self.optimiser.state_dict(), "mean": self.mean}
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
            if self.step % self.watched == 0:
                self.watch()
            if self.spent - saved_at > CHECKPOINT:
                self.save()
                saved_at = self.spent
        self.save()
        for s, handler in handlers.items():
            signal.signal(s, handler)
        if self.stopped:
            raise SystemExit("paused; the same command resumes")
        self.part.load_state_dict(self.mean)
        self.finish()

    def stop(self, *_) -> None:
        self.stopped = True

    def learn(self) -> None:
        for group in self.optimiser.param_groups:
            fall = 0.5 * (1 + math.cos(math.pi * self.step / self.steps))
            group["lr"] = self.rate * min(1, (self.step + 1) / self.warm_up) * fall
        terms = self.terms()
        self.optimiser.zero_grad()
        sum(self.weights[k] * v for k, v in terms.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.part.parameters(), self.clipped)
        self.optimiser.step()
        self.step += 1
        follow(self.mean, self.part, min(self.keep, (self.step + 1) / (self.step + 20)))

    def watch(self) -> None:
        """Prints how good the mean weights are."""
        current = copy(self.part)
        self.part.load_state_dict(self.mean)
        row = {"step": self.step, "minutes": self.spent / 60} | self.told()
        self.part.load_state_dict(current)
        print(" ".join(f"{k} {v:.4g}" for k, v in row.items()), flush=True)
