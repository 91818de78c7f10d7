"""The training data: examples prepared from the teacher's clips, and batches of segments cut from them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, fields, replace

import numpy as np
import torch

from . import student as S
from .inventory import Inventory
from .records import HOP, SAMPLE_RATE, VOICES, Clip, Speech, Work, write_json

LEVEL = -23.0  # LUFS, of both voices
LEVELLED = 60  # clips to measure the level of a voice on
SEGMENT, BATCH = 64, 16  # frames per segment, segments per batch
FROM_START = 0.08  # share of the segments that begin with their clause


@dataclass(frozen=True)
class Example:
    """A clip as training reads it: each field has one value per phoneme, per frame or per sample."""

    voice: str
    ids: np.ndarray  # per phoneme
    features: np.ndarray  # per phoneme
    frames: np.ndarray  # per phoneme, at speed 1
    phoneme: np.ndarray  # per frame
    place: np.ndarray  # per frame
    length: np.ndarray  # per frame
    lf0: np.ndarray  # per frame: ln(F0 / 200 Hz), interpolated where unvoiced
    voiced: np.ndarray  # per frame
    wave: np.ndarray  # per sample
    pulses: np.ndarray  # per sample: the excitation, in phase with the teacher
    hidden: np.ndarray | None = None  # per phoneme: what the encoder's last layer reads, see `encoded`


def prepare(clip: Clip, speech: Speech, gain: float, inventory: Inventory, voices: Sequence[str] = VOICES) -> Example:
    """Prepares a clip; `gain` brings its voice to LEVEL."""
    wave, f0, voiced = speech.wave * np.float32(gain), speech.f0, speech.voiced
    at = np.arange(len(f0))
    lf0 = np.log(np.interp(at, at[voiced], f0[voiced]) / 200) if voiced.any() else np.zeros(len(f0))
    filled = 200 * np.exp(lf0)
    # The networks predict durations at speed 1; the program stretches them.
    frames_at_1 = speech.frames * clip.speed
    phoneme, place, length = S.positions(speech.frames, frames_at_1)
    return Example(
        voice=clip.voice,
        ids=np.array([inventory.index[p] for p in clip.phonemes]),
        features=S.clause_features(clip.phonemes, clip.voice, voices),
        frames=frames_at_1,
        phoneme=phoneme,
        place=place,
        length=length,
        lf0=lf0.astype(np.float32),
        voiced=voiced.astype(np.float32),
        wave=wave,
        pulses=S.pulses(filled, drift(wave, filled, voiced)).astype(np.float16),
    )


def drift(wave: np.ndarray, f0: np.ndarray, voiced: np.ndarray) -> np.ndarray:
    """The phase of the teacher's fundamental minus the phase that F0 gives, per sample.

    It puts the pulses where the teacher's are, so that the filter can learn the phases of a voice.
    """
    n = len(wave)
    f = np.interp(np.arange(n), np.arange(len(f0)) * HOP + HOP / 2, f0)
    base = wave * np.exp(-2j * np.pi * np.cumsum(f / SAMPLE_RATE))
    step, half = 75, 400
    window = np.hanning(2 * half + 1)
    padded = np.pad(base, half)
    at = np.arange(0, n, step)
    c = np.array([np.dot(padded[i : i + 2 * half + 1], window) for i in at])
    good = voiced[np.minimum(at // HOP, len(voiced) - 1)] & (np.abs(c) > 0.05 * np.abs(c).max())
    if not good.any():
        return np.zeros(n, np.float32)
    angle = np.unwrap(np.angle(c[good]))
    return np.interp(np.arange(n), at[good], angle).astype(np.float32)


def levels(work: Work, clips: list[Clip], voices: Sequence[str] = VOICES) -> dict[str, float]:
    """The gain that brings each voice to LEVEL; all its clips have the same gain, which preserves dynamics."""
    import pyloudnorm

    meter, gains = pyloudnorm.Meter(SAMPLE_RATE), work.gains() if work.gains_file.exists() else {}
    for voice in (v for v in voices if v not in gains):
        waves = [work.speech(c).wave for c in clips if c.voice == voice][:LEVELLED]
        gains[voice] = 10 ** ((LEVEL - meter.integrated_loudness(np.concatenate(waves))) / 20)
    write_json(work.gains_file, gains)
    return gains


def pitches(work: Work, clips: list[Clip], voices: Sequence[str] = VOICES) -> list[float]:
    """The geometric mean of the F0 of each voice, in Hz."""
    means = []
    for voice in voices:
        spoken = [work.speech(c) for c in clips if c.voice == voice]
        logs = np.log(np.concatenate([s.f0[s.voiced] for s in spoken] or [np.zeros(0)]))
        means.append(float(np.exp(logs.mean())) if len(logs) else 0.0)
    return means


def examples(work: Work, clips: list[Clip], voices: Sequence[str] = VOICES) -> list[Example]:
    """Prepares the clips of the work folder, for a student with these voices."""
    gains, inventory = work.gains(), work.inventory
    return [prepare(c, work.speech(c), gains[c.voice], inventory, voices) for c in clips]


def clause(e: Example) -> tuple[torch.Tensor, torch.Tensor, torch.Tensor]:
    """What the encoder takes of a clip, as a batch of one."""
    return torch.from_numpy(e.ids)[None], torch.from_numpy(e.features)[None], torch.tensor([len(e.ids)])


@torch.no_grad()
def encoded(net: S.Student, given: list[Example]) -> list[Example]:
    """The examples with what the encoder's last layer reads, for a training that does not change the layers before."""
    found, device = [], net.embed.weight.device
    hook = net.encoder.out.register_forward_hook(lambda m, i, o: found.append(i[0][0].cpu().numpy()))
    for e in given:
        net.encode(*(x.to(device) for x in clause(e)))
    hook.remove()
    return [replace(e, hidden=hidden) for e, hidden in zip(given, found, strict=True)]


def imitated(net: S.Student, e: Example, seed: int = 0, in_phase: bool = True) -> np.ndarray:
    """Speaks a clip with the teacher's durations, F0 and voicing, and in phase with it unless pulses shall follow F0."""
    frame = torch.from_numpy(np.stack([e.place, e.length, e.lf0, e.voiced], 1))
    with torch.no_grad():
        features = net.encode(*clause(e))[0][0, e.phoneme]
    pulses = e.pulses if in_phase else S.pulses(200 * np.exp(e.lf0))
    return net.sound(features, frame, pulses.astype(np.float32), seed)


@dataclass
class Batch:
    """Segments [B, …]: the whole clause for the encoder, and SEGMENT frames with their context for the decoder."""

    ids: torch.Tensor  # [B, N]
    features: torch.Tensor  # [B, N, FEATURES]
    lengths: torch.Tensor  # [B], phonemes of each clause
    log_frames: torch.Tensor  # [B, N]
    phoneme: torch.Tensor  # [B, T], for each row of the decoder's input
    frame: torch.Tensor  # [B, T, 4]: place, length, ln F0, voicing
    inside: torch.Tensor  # [B, T, 1]: 0 outside the clause
    begun: torch.Tensor  # [B, T, 1]: 0 before the clause
    pulses: torch.Tensor  # [B, HOP * (SEGMENT + 1)]
    wave: torch.Tensor  # [B, HOP * (SEGMENT - 3)]: the teacher's samples that the segment determines fully
    hidden: torch.Tensor | None = None  # [B, N, …], of examples that have it

    def to(self, device: str) -> Batch:
        return self.each(lambda x: x.to(device))

    def each(self, of: Callable[[torch.Tensor], torch.Tensor]) -> Batch:
        values = {f.name: getattr(self, f.name) for f in fields(self)}
        return Batch(**{k: v if v is None else of(v) for k, v in values.items()})

    def unencoded(self) -> Batch:
        """Without what the encoder gave: a rounded encoder gives something else."""
        return replace(self, hidden=None)


class Batches:
    """Draws segments; every frame of the examples is equally likely."""

    def __init__(self, given: list[Example], rng: np.random.Generator, shape: S.Shape):
        self.examples = [e for e in given if len(e.lf0) >= SEGMENT]
        if not self.examples:
            raise SystemExit(f"no clip is as long as a segment, {SEGMENT} frames")
        sizes = np.array([len(e.lf0) for e in self.examples], float)
        self.p, self.rng, self.shape = sizes / sizes.sum(), rng, shape  # the shape of the decoder

    def draw(self, device: str = "cpu", size: int = BATCH) -> Batch:
        return self.cut([self.examples[i] for i in self.rng.choice(len(self.examples), size, p=self.p)]).to(device)

    def each(self, device: str = "cpu") -> Batch:
        """A segment of every example."""
        return self.cut(self.examples).to(device)

    def cut(self, picked: list[Example]) -> Batch:
        field, look = self.shape.field, self.shape.lookahead
        rows, count = SEGMENT + look + field, len(picked)
        n = max(len(e.ids) for e in picked)
        b = {
            "ids": np.zeros((count, n), np.int64),
            "features": np.zeros((count, n, picked[0].features.shape[1]), np.float32),
            "lengths": np.array([len(e.ids) for e in picked]),
            "log_frames": np.zeros((count, n), np.float32),
            "phoneme": np.zeros((count, rows), np.int64),
            "frame": np.zeros((count, rows, 4), np.float32),
            "inside": np.zeros((count, rows, 1), np.float32),
            "begun": np.ones((count, rows, 1), np.float32),
            "pulses": np.zeros((count, HOP * (SEGMENT + 1)), np.float32),
            "wave": np.zeros((count, HOP * (SEGMENT - 3)), np.float32),
        }
        if picked[0].hidden is not None:
            b["hidden"] = np.zeros((count, n, picked[0].hidden.shape[1]), np.float32)
        for i, e in enumerate(picked):
            total, m = len(e.lf0), len(e.ids)
            if e.hidden is not None:
                b["hidden"][i, :m] = e.hidden
            start = 0 if self.rng.random() < FROM_START else int(self.rng.integers(0, total - SEGMENT + 1))
            b["ids"][i, :m], b["features"][i, :m] = e.ids, e.features
            b["log_frames"][i, :m] = np.log(e.frames)
            # Row r of the decoder's input is frame start - field + r; its output is for the frame `look` before.
            at = start - field + np.arange(rows)
            ok = (at >= 0) & (at < total)
            b["phoneme"][i, ok] = e.phoneme[at[ok]]
            b["frame"][i, ok] = np.stack([e.place, e.length, e.lf0, e.voiced], 1)[at[ok]]
            b["inside"][i, ok], b["begun"][i, at < 0] = 1, 0
            first, length = HOP * start - HOP // 2, HOP * (SEGMENT + 1)
            skip = max(0, -first)
            piece = e.pulses[max(0, first) : first + length]
            b["pulses"][i, skip : skip + len(piece)] = piece
            first = HOP * start + S.BEFORE
            piece = e.wave[first : first + b["wave"].shape[1]]
            b["wave"][i, : len(piece)] = piece
        return Batch(**{k: torch.from_numpy(v) for k, v in b.items()})
