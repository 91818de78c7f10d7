"""Training in three stages.

`regression` minimises distances of spectra, with the teacher's durations and F0. `adversarial` freezes the norms and adds
discriminators, which at first learn alone. `rounded` continues with weights and activations rounded to int8, and uses the
student's own F0 in a part of each batch.

A checkpoint is written every few minutes, and on SIGTERM and Ctrl-C. The same command resumes from it. `progress.csv` and
`progress.png` in the model's folder show the progress. The steps are the same on a CPU and on a GPU.
"""

from __future__ import annotations

import math
import signal
import time
from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from pathlib import Path

import numpy as np
import torch

from . import student as S
from .adversary import Adversaries
from .data import BATCH, Batch, Batches, encoded, examples, levels
from .export import restore, set_scales, version
from .inventory import Inventory
from .losses import SHARE, losses, speech
from .progress import RIGHT, WATCHED, Progress
from .records import Provenance, Work

DISCRIMINATORS_RATE = 1e-3  # at 3e-4 they had not learnt to tell the student in 1,500 steps
HEAD_START = 500  # steps that the discriminators learn alone: before that their verdict misleads
JUDGED = 0.5  # share of a batch, at its end: these segments never use the student's own F0
HEARD = 8192  # samples of a segment for the discriminators, a usual size: the whole costs more than twice as much
WARM_UP = 300  # steps until a stage reaches its full rate
CLIPPED = 5.0  # the largest norm of the gradient
CHECKPOINT = 180  # seconds
WATCH = 250  # steps between two tests on the clips kept from training
KEPT = 24  # such clips
SHOWN = 0.02  # weight of the newest value in running means
# `wave` depends on phases, which are not heard, so its weight is small: it would replace unsure harmonics by noise.
NETWORKS = {"duration": 1.0, "pitch": 2.0, "voicing": 0.3, "depth": 0.1, "spectra": 1.0}
# More texture would outweigh spectra: from 1.7.0, at 5 they became worse.
REGRESSION = NETWORKS | {"wave": 0.1, "texture": 0.5}
# Texture stays, and matching has little weight. A distance of features pulls towards their mean, like a distance of spectra.
# At weight 2 it was several times as strong as the verdict, opposed it, and made spectra flat.
ADVERSARIAL = NETWORKS | {"texture": 5.0, "verdict": 3.0, "matching": 0.2}


@dataclass(frozen=True)
class Stage:
    """A stage: its default steps, its rate at the peak and at the end, and its weights."""

    name: str
    steps: int
    rate: float
    end: float
    keep: float  # share of the running mean of weights that stays at each step
    weights: Mapping[str, float]
    rounded: bool = False
    own: float = 0.0  # share of a batch with the student's own F0

    @property
    def judged(self) -> bool:
        return "verdict" in self.weights

    def rate_at(self, step: int) -> float:
        fall = 0.5 * (1 + math.cos(math.pi * min(1, step / self.steps)))
        return min(1, (step + 1) / WARM_UP) * (self.end + (self.rate - self.end) * fall)


STAGES = (
    Stage("regression", 15000, 5e-4, 5e-5, 0.998, REGRESSION),
    Stage("adversarial", 10000, 3e-4, 3e-4, 0.999, ADVERSARIAL),
    Stage("rounded", 5000, 1.5e-4, 0, 0.999, ADVERSARIAL, rounded=True, own=0.5),
)
FROM_NOTHING = 2e-3  # the rate of the first stage if no bundle is the start


@dataclass(frozen=True)
class Options:
    """Options of a training."""

    model: str = S.MODEL
    start: Path | None = None  # a bundle to start from
    steps: tuple[int, ...] = tuple(s.steps for s in STAGES)
    device: str = "cpu"
    threads: int = 1
    seed: int = 0
    batch: int = BATCH
    decoder_only: bool = False
    bf16: bool = False
    pause_after: float = math.inf  # minutes of the clock


@dataclass
class Checkpoint:
    """Everything that is needed to resume: the states of modules and optimisers, and the position."""

    net: dict
    mean: dict
    optimiser: dict
    adversaries: dict
    watcher: dict
    stage: int
    step: int  # in the stage
    judged: int  # steps of the discriminators
    total: int
    shown: dict[str, float]
    right: torch.Tensor
    provenance: dict
    random: dict = field(default_factory=dict)

    def save(self, path: Path) -> None:
        partial = path.with_suffix(".part")
        torch.save(vars(self), partial)
        partial.replace(path)

    @classmethod
    def load(cls, path: Path, device: str = "cpu") -> Checkpoint:
        return cls(**torch.load(path, map_location=device))


def save_voice(path: Path, net: S.Student, provenance: dict) -> None:
    """Writes weights for `export` and `evaluate`."""
    torch.save(
        {"model": net.model, "added": list(net.owns), "weights": net.state_dict(), "provenance": provenance}, path
    )


def load_voice(path: Path, inventory: Inventory) -> tuple[S.Student, Provenance]:
    """Reads the file that `save_voice` writes."""
    saved = torch.load(path, map_location="cpu")
    net = S.Student(inventory, saved["model"], saved.get("added") or ()).eval()
    net.load_state_dict(saved["weights"])
    return net, Provenance(**saved["provenance"])


def copy(net: torch.nn.Module) -> dict:
    """A copy of the present weights."""
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


@torch.no_grad()
def follow(mean: dict, net: torch.nn.Module, keep: float) -> None:
    """Moves a running mean of weights, of which the share `keep` stays."""
    for k, v in net.state_dict().items():
        mean[k].lerp_(v, 1 - keep) if v.dtype.is_floating_point else mean[k].copy_(v)


class Trainer:
    """A training, from its start or from its checkpoint."""

    def __init__(self, work: Work, options: Options):
        self.options, self.folder = options, work.model(options.model)
        torch.manual_seed(options.seed)
        torch.set_num_threads(options.threads)
        listed = work.spoken("train")
        levels(work, listed)
        clips = examples(work, listed)
        # Chosen by id, so that a longer list hardly changes them.
        kept = set(sorted(c.id for c in listed)[: min(KEPT, len(listed) // 2)])
        frames = sum(len(c.lf0) for c in clips)
        self.provenance = Provenance(
            clips=len(clips),
            minutes=frames * S.HOP / S.SAMPLE_RATE / 60,
            steps=0,
            seconds=0.0,
            seed=options.seed,
            base=version(options.start) if options.start else None,
        )
        print(f"{len(clips)} clips, {self.provenance.minutes:.1f} minutes", flush=True)
        self.net = S.Student(work.inventory, options.model).to(options.device)
        self.net.bf16 = options.bf16
        if options.start:
            restore(self.net, options.start)
        if options.decoder_only:
            self.net.requires_grad_(False)
            for part in (self.net.encoder.out, self.net.enter, self.net.decoder):
                part.requires_grad_(True)
            clips = encoded(self.net.eval(), clips)
        self.learnt = [p for p in self.net.parameters() if p.requires_grad]
        self.rng = np.random.default_rng(options.seed)
        shape = S.SIZES[options.model].decoding
        self.kept = Batches([e for c, e in zip(listed, clips, strict=True) if c.id in kept], self.rng, shape)
        self.data = Batches([e for c, e in zip(listed, clips, strict=True) if c.id not in kept], self.rng, shape)
        self.optimiser = torch.optim.AdamW(self.learnt, betas=(0.8, 0.99), weight_decay=0.01)
        self.adversaries = Adversaries().to(options.device)
        self.watcher = torch.optim.AdamW(self.adversaries.parameters(), DISCRIMINATORS_RATE, betas=(0.8, 0.99))
        self.mean, self.right = copy(self.net), torch.full((len(self.adversaries.members),), 0.5)
        self.stages = [replace(s, steps=n) for s, n in zip(STAGES, options.steps, strict=True)]
        if not options.start:
            self.stages[0] = replace(self.stages[0], rate=FROM_NOTHING)
        self.stage = self.step = self.judged = self.total = 0
        self.shown: dict[str, float] = {}
        self.paused = False
        self.path, self.progress = self.folder / "checkpoint.pt", Progress(self.folder)
        if self.path.exists():
            self.resume()
        self.ready()

    def resume(self) -> None:
        saved = Checkpoint.load(self.path, self.options.device)
        # Untrained discriminators are not loaded: their shape may have changed.
        for part in ("net", "optimiser", "adversaries", "watcher")[: 4 if saved.judged else 2]:
            getattr(self, part).load_state_dict(getattr(saved, part))
        for name in ("mean", "stage", "step", "judged", "total", "shown"):
            setattr(self, name, getattr(saved, name))
        self.right = saved.right.cpu() if saved.judged else self.right
        past = Provenance(**saved.provenance)
        self.provenance = replace(self.provenance, steps=past.steps, seconds=past.seconds, base=past.base)
        self.rng.bit_generator.state = saved.random["numpy"]
        torch.set_rng_state(saved.random["torch"].cpu())
        print(f"resumed in {self.stages[self.stage].name} at step {self.step}", flush=True)

    def save(self) -> None:
        Checkpoint(
            net=self.net.state_dict(),
            mean=self.mean,
            optimiser=self.optimiser.state_dict(),
            adversaries=self.adversaries.state_dict(),
            watcher=self.watcher.state_dict(),
            stage=self.stage,
            step=self.step,
            judged=self.judged,
            total=self.total,
            shown=self.shown,
            right=self.right,
            provenance=vars(self.provenance),
            random={"numpy": self.rng.bit_generator.state, "torch": torch.get_rng_state()},
        ).save(self.path)

    def ready(self) -> None:
        """Sets the networks to training mode and freezes what the stage does not train."""
        frozen = self.stage > 0 or self.provenance.base is not None
        self.net.train(not self.options.decoder_only)
        for m in self.net.modules():
            if isinstance(m, S.Norm):
                m.frozen = frozen

    def begin(self, stage: int) -> None:
        """Begins a stage from the running mean of the stage before."""
        self.net.load_state_dict(self.mean)
        self.stage, self.step = stage, 0
        if self.stages[stage].rounded:
            self.net.eval()
            with torch.no_grad():
                set_scales(self.net, [lambda: speech(self.net, self.read(self.data.draw(self.options.device)))] * 6)
        self.ready()
        self.mean = copy(self.net)

    def read(self, b: Batch) -> Batch:
        """A batch as the stage reads it."""
        return b.unencoded() if self.stages[self.stage].rounded else b

    def run(self) -> None:
        """Trains to the end, or until a signal or the time limit."""
        handlers = {s: signal.signal(s, self.pause) for s in (signal.SIGTERM, signal.SIGINT)}
        clock = time.monotonic if self.options.device == "cuda" else self.processor
        began, spent = time.monotonic(), self.provenance.seconds
        started, saved_at = clock() - spent, spent
        while self.stage < len(self.stages) and not self.paused:
            stage = self.stages[self.stage]
            if self.step >= stage.steps:
                if self.stage + 1 == len(self.stages):
                    break
                self.begin(self.stage + 1)
                continue
            self.learn(stage)
            spent = clock() - started
            self.provenance = replace(self.provenance, steps=self.total, seconds=spent)
            if spent - saved_at > CHECKPOINT:
                self.save()
                saved_at = spent
            if time.monotonic() - began > 60 * self.options.pause_after:
                self.paused = True
        self.save()
        for s, handler in handlers.items():
            signal.signal(s, handler)
        if self.paused:
            raise SystemExit("paused; the same command resumes")
        self.watch()
        self.net.load_state_dict(self.mean)
        save_voice(self.folder / "student.pt", self.net, vars(self.provenance))

    def pause(self, *_) -> None:
        self.paused = True

    def processor(self) -> float:
        """Seconds of processor time per thread."""
        return time.process_time() / self.options.threads

    def learn(self, stage: Stage) -> None:
        """One step of the student and discriminators, or of the discriminators alone."""
        b, judged = self.read(self.data.draw(self.options.device, self.options.batch)), int(JUDGED * self.options.batch)
        if stage.judged and self.judged < HEAD_START:
            b = b.last(judged)
            with torch.no_grad():
                said = speech(self.net, b).wave
            self.judge(said, b)
            return
        said = speech(self.net, b, stage.own)
        terms = losses(said, b, stage.weights, SHARE)
        loss = sum(stage.weights[k] * v for k, v in terms.items())
        if stage.judged:
            opinion, pulled = self.judge(said.wave[-judged:], b.last(judged), stage.weights)
            loss = loss + pulled
            terms |= opinion
        for group in self.optimiser.param_groups:
            group["lr"] = stage.rate_at(self.step)
        self.optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(self.learnt, CLIPPED)
        self.optimiser.step()
        self.step += 1
        self.total += 1
        follow(self.mean, self.net, min(stage.keep, (self.total + 1) / (self.total + 20)))
        self.show(terms)
        if self.step % WATCH == 0:
            self.watch()

    def judge(self, said: torch.Tensor, b: Batch, weights: Mapping[str, float] | None = None):
        """A step of the discriminators; with `weights`, returns their terms and a loss with their gradient too."""
        at = int(torch.randint(0, said.shape[1] - HEARD + 1, ()))
        piece = said[:, at : at + HEARD]
        with torch.autocast(self.options.device, torch.bfloat16):
            judgement = self.adversaries.judge(piece, b.wave[:, at : at + HEARD], weights)
        self.watcher.step()
        self.judged += 1
        self.right.lerp_(judgement.right.float().cpu(), SHOWN)
        self.show({"fault": judgement.fault})
        return judgement.terms, None if weights is None else (piece * judgement.pull).sum()

    def show(self, terms: Mapping[str, torch.Tensor]) -> None:
        for k, v in terms.items():
            now = v.detach().item()
            self.shown[k] = (1 - SHOWN) * self.shown.get(k, now) + SHOWN * now

    @torch.no_grad()
    def watch(self) -> None:
        """Adds a row to the progress: running means, and the losses of the mean weights on clips kept from training."""
        stage, current, random = self.stages[self.stage], copy(self.net), torch.get_rng_state()
        self.net.load_state_dict(self.mean)
        self.net.eval()
        torch.manual_seed(1)
        self.kept.rng = np.random.default_rng(1)
        b = self.read(self.kept.each(self.options.device))
        watched = losses(speech(self.net, b), b, REGRESSION)
        torch.set_rng_state(random)
        self.net.load_state_dict(current)
        self.ready()
        row = {"step": self.total, "stage": stage.name, "minutes": self.provenance.seconds / 60}
        row |= self.shown | {RIGHT + str(i): r.item() for i, r in enumerate(self.right) if stage.judged}
        row |= {WATCHED + k: v.item() for k, v in watched.items()}
        self.progress.add(row)
        print(" ".join(f"{k} {v:.3f}" if isinstance(v, float) else f"{k} {v}" for k, v in row.items()), flush=True)


def run(work: Work, options: Options) -> None:
    """Starts or resumes a training."""
    Trainer(work, options).run()
