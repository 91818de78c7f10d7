"""Trains the sound of a bundle against discriminators, for a large GPU: their cost is many times that of the student.

They hear the wave folded at several periods, its complex spectra, and what is below 4 and 1.5 kHz.
Half of the clips are in phase with the teacher; the others have the melody that the student says itself, as the program will
speak them. `training.py` says how it is resumed.
"""

from __future__ import annotations

import time
from collections.abc import Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass, replace
from functools import partial
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

from . import student as S
from .contrast import BASS, LOUDER
from .data import Batches, Example, clause, encoded, levels, prepare
from .export import load_manifest, restore, set_scales, version
from .inventory import Inventory
from .losses import TEXTURES, banded, distance, speech
from .records import Clip, Provenance, Work
from .train import save_voice
from .training import Training

PERIODS, WINDOWS = (2, 3, 5, 7, 11), (2048, 1024, 512)
LOW = ((8, 1), (8, 3), (8, 7), (3, 1), (3, 5))  # a part of the band, and a period within it
TOP = 512  # channels of the last layers
SLOPE = 0.1
WEIGHTS = {"depth": 0.1, "spectra": 10.0, "bands": 10.0, "adversary": 4.0, "match": 8.0}
STEPS, BATCH, KEPT = 8000, 64, 32
ALONE = 200  # steps after which the student learns from the discriminators too
SAVED = 8  # how often the weights are kept on the way: the last are not always the best
TAPS = 1023  # of the filter that makes the teacher's bass as soft as the student's
ROUNDED = 6  # batches to set the scales of rounding on


class Folded(nn.Module):
    """Hears a wave whose samples, `period` apart, stand in a row; `by` takes a part of its band first."""

    def __init__(self, period: int, by: int = 1):
        super().__init__()
        self.period, self.by = period, by
        widths = [1, *(min(n, TOP) for n in ((32, 128, TOP, TOP, TOP) if by == 1 else (32, 64, 128, 256)))]
        every = [3 if by == 1 else 2] * (len(widths) - 2) + [1]
        self.layers = nn.ModuleList(
            weight_norm(nn.Conv2d(i, o, (5, 1), (n, 1), (2, 0)))
            for i, o, n in zip(widths, widths[1:], every, strict=False)
        )
        self.last = weight_norm(nn.Conv2d(widths[-1], 1, (3, 1), 1, (1, 0)))
        at = torch.arange(-8 * by, 8 * by + 1) / by
        taps = torch.sinc(0.9 * at) * torch.kaiser_window(len(at), False, 8.0)
        self.register_buffer("taps", (taps / taps.sum())[None, None])

    def view(self, x):
        if self.by > 1:
            x = F.conv1d(x[:, None], self.taps, stride=self.by)[:, 0]
        return F.pad(x[:, None], (0, -x.shape[1] % self.period), mode="reflect").unflatten(2, (-1, self.period))

    def forward(self, x):
        """The verdict on each part of a wave, and the features of all layers."""
        with torch.autocast(x.device.type, enabled=False):
            x = self.view(x.float()).contiguous(memory_format=torch.channels_last)
        seen = []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), SLOPE)
            seen.append(x)
        return self.last(x), seen


class Spectral(Folded):
    """Hears complex spectra, in which loud and soft parts count nearly alike."""

    def __init__(self, window: int, width: int = 32):
        nn.Module.__init__(self)
        self.window, width = window, min(width, TOP)
        shapes = [(2, (3, 9), 1, 1), *((width, (3, 9), 2, d) for d in (1, 2, 4)), (width, (3, 3), 1, 1)]
        self.layers = nn.ModuleList(
            weight_norm(nn.Conv2d(i, width, taps, (1, n), (d, taps[1] // 2), (d, 1))) for i, taps, n, d in shapes
        )
        self.last = weight_norm(nn.Conv2d(width, 1, 3, 1, 1))
        self.register_buffer("shape", torch.hann_window(window))

    def view(self, x):
        x = F.pad(x[:, None], (self.window // 2,) * 2, mode="reflect")[:, 0].unfold(1, self.window, self.window // 4)
        x = torch.view_as_real(torch.fft.rfft(x * self.shape)).permute(0, 3, 1, 2) * (4 / self.window**0.5)
        return x / (x.square().sum(1, keepdim=True) + 1e-4).sqrt().sqrt()


class Adversaries(nn.ModuleList):
    """All discriminators."""

    def __init__(self):
        super().__init__([*map(Folded, PERIODS), *map(Spectral, WINDOWS), *(Folded(p, by) for by, p in LOW)])

    def heard(self, *waves):
        """What each says of the waves, one after the other, and its features."""
        wave = torch.cat(waves)
        with torch.autocast(wave.device.type, torch.bfloat16):
            return [one(wave) for one in self]

    def loss(self, real, said):
        """How wrong they are, and the share of pairs that they tell apart."""
        loss, right = 0.0, []
        for verdict, _ in self.heard(real, said):
            of_real, of_said = verdict.float().chunk(2)
            loss = loss + (1 - of_real).square().mean() + of_said.square().mean()
            right.append((of_real.flatten(1).mean(1) > of_said.flatten(1).mean(1)).float().mean())
        return loss, torch.stack(right).mean()

    def told(self, real, said):
        """What the student learns from them: how far it is from what they take for real, and from the features of that."""
        with torch.no_grad():
            wanted = self.heard(real)
        apart, match = [], []
        for (verdict, seen), (_, features) in zip(self.heard(said), wanted, strict=True):
            apart.append((1 - verdict.float()).square().mean())
            pairs = [(a.float(), b.float()) for a, b in zip(seen, features, strict=True)]
            match += [F.l1_loss(a, b) / (b.abs().mean() + 1e-3) for a, b in pairs]
        return {"adversary": torch.stack(apart).mean(), "match": torch.stack(match).mean()}


def softer() -> np.ndarray:
    """The filter that makes the teacher's bass as soft, and all of it as loud, as `contrast` makes the student."""
    hertz = np.fft.rfftfreq(TAPS + 1, 1 / S.SAMPLE_RATE)
    gain = np.exp(LOUDER + np.interp(hertz, list(BASS), list(BASS.values())))
    return np.roll(np.fft.irfft(gain), TAPS // 2 + 1)[1:] * np.hanning(TAPS)


def target(work: Work, gains: dict[str, float], inventory: Inventory, voices: Sequence[str], clip: Clip) -> Example:
    """A clip to train on; runs in a process of its own."""
    e = prepare(clip, work.speech(clip), gains[clip.voice], inventory, voices)
    return replace(e, wave=np.convolve(e.wave, softer(), "same").astype(np.float32))


@torch.no_grad()
def sung(net: S.Student, e: Example) -> Example:
    """A clip with the F0 and voicing that the student says, at the teacher's durations."""
    device = net.embed.weight.device
    prosody = net.encode(*(x.to(device) for x in clause(e)))[1][0].cpu()[e.phoneme]
    place = torch.from_numpy(e.place)
    lf0, voiced = S.at_points(prosody[:, S.PITCHES], place), S.at_points(prosody[:, S.VOICINGS], place).sigmoid()
    pulses = S.pulses((200 * lf0.exp()).clamp(50, 600).numpy()).astype(np.float16)
    return replace(e, lf0=lf0.numpy(), voiced=voiced.numpy(), pulses=pulses)


def bands(said, wave):
    """The distance in bands, each wider than the student's F0 is wrong."""
    pairs = [(banded(said, *t[:3]), banded(wave, *t[:3])) for t in TEXTURES]
    return sum(F.l1_loss(a, b) for a, b in pairs) / len(pairs)


@dataclass(frozen=True)
class Options:
    """Options of a training; `minutes` set the steps."""

    steps: int = STEPS
    minutes: float | None = None
    device: str = "cpu"
    batch: int = BATCH
    processes: int = 1
    seed: int = 0


class Trainer(Training):
    """A training of the decoder of a bundle, with all its voices."""

    weights, rate, end, warm_up, clipped, keep, watched = WEIGHTS, 3e-4, 2e-5, 200, 20.0, 0.998, 250

    def __init__(self, work: Work, bundle: Path, options: Options):
        self.options, device = options, options.device
        torch.manual_seed(options.seed)
        manifest = load_manifest(bundle)
        voices = [*S.VOICES, *(voice["name"] for voice in manifest.get("added", ()))]
        listed = work.spoken("train", voices)
        read = partial(target, work, levels(work, listed, voices), work.inventory, voices)
        with ProcessPoolExecutor(options.processes) as pool:
            clips = list(pool.map(read, listed, chunksize=8))
        self.net = S.Student(work.inventory, manifest["name"], voices[len(S.VOICES) :]).eval().to(device)
        restore(self.net, bundle)
        self.net.requires_grad_(False)
        parts = {"features": self.net.encoder.out, "enter": self.net.enter, "decoder": self.net.decoder}
        part = nn.ModuleDict(parts | {"owns": self.net.owns}).requires_grad_(True)
        minutes = sum(len(e.lf0) for e in clips) * S.HOP / S.SAMPLE_RATE / 60
        self.provenance = Provenance(len(clips), minutes, 0, 0.0, options.seed, version(bundle))
        print(f"{len(clips)} clips, {minutes:.1f} minutes", flush=True)
        self.adversaries = Adversaries().to(device)
        self.other = torch.optim.AdamW(self.adversaries.parameters(), betas=(0.8, 0.99), weight_decay=0.01)
        optimiser = torch.optim.AdamW(part.parameters(), betas=(0.8, 0.99), weight_decay=0.01)
        folder = work.model(manifest["name"])
        self.beside, self.saved = folder / "adversaries.pt", 0
        super().__init__(folder, "adversaries", part, optimiser, options.steps, options.seed)
        if self.step and self.beside.exists():
            saved = torch.load(self.beside, map_location=device)
            self.adversaries.load_state_dict(saved["adversaries"])
            self.other.load_state_dict(saved["other"])
        clips, kept = encoded(self.net, clips), min(KEPT, len(clips) // 2)
        self.data, self.own = (self.batches(half) for half in (clips[kept::2], clips[kept + 1 :: 2] or clips[kept:]))
        self.kept = self.batches(clips[:kept]).each(device)
        self.own.examples = [sung(self.net, e) for e in self.own.examples]

    def batches(self, given: list[Example]) -> Batches:
        return Batches(given, np.random.default_rng(self.options.seed + self.step), self.net.decoder.shape)

    def judged(self, real: torch.Tensor, said: torch.Tensor) -> None:
        """A step of the discriminators."""
        self.adversaries.requires_grad_(True)
        loss, right = self.adversaries.loss(real, said)
        self.other.zero_grad()
        loss.backward()
        for group in self.other.param_groups:
            group["lr"] = self.optimiser.param_groups[0]["lr"]
        self.other.step()
        self.adversaries.requires_grad_(False)
        self.shown["right"] = right.item()

    def terms(self) -> dict[str, torch.Tensor]:
        device, size = self.options.device, self.options.batch // 2
        b, own = self.data.draw(device, size), self.own.draw(device, size)
        said, free = speech(self.net, b), speech(self.net, own)
        real, wave = torch.cat([b.wave, own.wave]), torch.cat([said.wave, free.wave])
        self.judged(real, wave.detach())
        learnt = self.adversaries.told(real, wave) if self.step >= ALONE else {}
        depth = (said.terms["depth"] + free.terms["depth"]) / 2
        return {"spectra": distance(said.wave, b.wave), "bands": bands(wave, real), "depth": depth} | learnt

    def learn(self) -> None:
        super().learn()
        if self.options.minutes and self.spent:
            # The rate falls with time.
            self.steps = int(self.step * max(1, self.options.minutes * 60 / self.spent))
        if (part := SAVED * self.step // self.steps) > self.saved:
            self.saved = part
            light = {k: v.half() for k, v in self.mean.items() if v.dtype.is_floating_point}
            torch.save(light, self.folder / f"adversaries-{self.step}.pt")

    def save(self) -> None:
        super().save()
        state = {"adversaries": self.adversaries.state_dict(), "other": self.other.state_dict()}
        torch.save(state, self.beside)

    def told(self) -> dict[str, float]:
        wave = speech(self.net, self.kept).wave
        return {"spectra": distance(wave, self.kept.wave).item(), "bands": bands(wave, self.kept.wave).item()}

    def clock(self) -> float:
        """Of a GPU the clock tells."""
        return time.monotonic() if self.options.device == "cuda" else super().clock()

    def finish(self) -> None:
        net, batches = self.net.cpu(), [self.data.draw(size=ROUNDED) for _ in range(ROUNDED)]
        with torch.no_grad():
            set_scales(net, [lambda b=b: speech(net, b.unencoded()) for b in batches])
        made = replace(self.provenance, steps=self.step, seconds=self.spent)
        save_voice(self.folder / "voice.pt", net, vars(made))


def run(work: Work, bundle: Path, options: Options, weights: Path | None = None) -> None:
    """Starts or resumes a training and writes `voice.pt` of the model, or writes it from weights kept on the way."""
    trainer = Trainer(work, bundle, options)
    if weights is None:
        trainer.run()
        return
    kept = torch.load(weights, map_location=options.device)
    trainer.part.load_state_dict({k: v.float() for k, v in kept.items()})
    trainer.finish()
