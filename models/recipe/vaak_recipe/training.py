"""What the trainings of a student, of its melody and of further voices share.

A checkpoint is written every few minutes, and on SIGTERM and Ctrl-C. The same command resumes from it.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Mapping
from pathlib import Path

import torch

from .progress import WATCHED, Progress

CHECKPOINT = 180  # seconds
SHOWN = 0.02  # weight of the newest value in running means


def copy(net: torch.nn.Module) -> dict:
    """A copy of the present weights."""
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


@torch.no_grad()
def follow(mean: dict, net: torch.nn.Module, keep: float) -> None:
    """Moves a running mean of weights, of which the share `keep` stays."""
    for k, v in net.state_dict().items():
        mean[k].lerp_(v, 1 - keep) if v.dtype.is_floating_point else mean[k].copy_(v)


class Training:
    """A training of `part`, all of a student or less, from its start or from its checkpoint.

    The rate rises during `warm_up` steps and falls as a cosine to `end`. The result is the running mean of the weights.
    """

    weights: Mapping[str, float]
    rate: float
    end: float = 0.0
    warm_up: int
    clipped: float  # the largest norm of the gradient
    keep: float  # share of the running mean of weights that stays at each step
    watched: int  # steps between two tests

    def __init__(
        self, folder: Path, name: str, part: torch.nn.Module, optimiser: torch.optim.Optimizer, steps: int, seed: int
    ):
        self.folder, self.part, self.optimiser, self.steps = folder, part, optimiser, steps
        self.mean, self.step, self.spent = copy(part), 0, 0.0
        self.shown: dict[str, float] = {}
        self.path, self.progress, self.stopped = folder / f"{name}-checkpoint.pt", Progress(folder, name), False
        if self.path.exists():
            saved = torch.load(self.path, map_location=next(part.parameters()).device)
            part.load_state_dict(saved["part"])
            optimiser.load_state_dict(saved["optimiser"])
            for field in ("mean", "step", "spent", "shown"):
                setattr(self, field, saved[field])
            print(f"resumed at step {self.step}", flush=True)
        torch.manual_seed(seed + self.step)

    def terms(self) -> dict[str, torch.Tensor]:
        """The losses of a batch."""
        raise NotImplementedError

    def told(self) -> dict[str, float]:
        """How good the part is on what is kept from training."""
        raise NotImplementedError

    def finish(self) -> None:
        """Saves the student, whose part has the mean weights."""
        raise NotImplementedError

    def clock(self) -> float:
        """Seconds that the training is said to take: of the processor."""
        return time.process_time()

    def save(self) -> None:
        state = {"part": self.part.state_dict(), "optimiser": self.optimiser.state_dict()}
        state |= {field: getattr(self, field) for field in ("mean", "step", "spent", "shown")}
        partial = self.path.with_suffix(".part")
        torch.save(state, partial)
        partial.replace(self.path)

    def run(self) -> None:
        """Trains to the end, or until a signal."""
        handlers = {s: signal.signal(s, self.stop) for s in (signal.SIGTERM, signal.SIGINT)}
        began, saved_at = self.clock() - self.spent, self.spent
        self.watch()
        while self.step < self.steps and not self.stopped:
            self.learn()
            self.spent = self.clock() - began
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
        fall = 0.5 * (1 + math.cos(math.pi * self.step / self.steps))
        for group in self.optimiser.param_groups:
            group["lr"] = min(1, (self.step + 1) / self.warm_up) * (self.end + (self.rate - self.end) * fall)
        terms = self.terms()
        self.optimiser.zero_grad()
        sum(self.weights[k] * v for k, v in terms.items()).backward()
        torch.nn.utils.clip_grad_norm_(self.part.parameters(), self.clipped)
        self.optimiser.step()
        self.step += 1
        follow(self.mean, self.part, min(self.keep, (self.step + 1) / (self.step + 20)))
        for k, v in terms.items():
            now = v.detach().item()
            self.shown[k] = (1 - SHOWN) * self.shown.get(k, now) + SHOWN * now

    @torch.no_grad()
    def watch(self) -> None:
        """Adds a row to the progress: running means of the losses, and how good the mean weights are."""
        current, random = copy(self.part), torch.get_rng_state()
        self.part.load_state_dict(self.mean)
        torch.manual_seed(1)
        told = {WATCHED + k: v for k, v in self.told().items()}
        torch.set_rng_state(random)
        self.part.load_state_dict(current)
        row = {"step": self.step, "minutes": self.spent / 60} | self.shown | told
        self.progress.add(row)
        print(" ".join(f"{k} {v:.4g}" for k, v in row.items()), flush=True)
