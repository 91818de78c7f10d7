"""The student: an encoder over phonemes, a decoder over frames, and source-filter synthesis from the decoder's output.

Both networks are stacks of residual blocks. Each block is a causal convolution, written as one matrix product over shifted
copies of its input. Integer kernels run this plain chain fast, and it streams with one small cache. A network looks ahead
by reading its input `lookahead` steps early.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

from . import ending, retroflex, statement
from .inventory import Inventory
from .records import HOP, MELODY_OF, PAUSES, SAMPLE_RATE, VOICES

WINDOW, FFT = 600, 1200
FEATURES = len(VOICES) + 2 + len(PAUSES)  # of a student without added voices
RANK = 48  # of what an added voice has of its own after a block
POINTS = 4  # places of a phoneme at which F0 and voicing are predicted
# What is predicted of a phoneme: ln of its duration, its F0, its voicing.
DURATION, PITCHES, VOICINGS = 0, slice(1, 1 + POINTS), slice(1 + POINTS, 1 + 2 * POINTS)
PROSODY = 1 + 2 * POINTS
# Overlap-add begins so many samples before the first frame's own HOP; at the edge of a segment they are incomplete.
BEFORE = (FFT - HOP) // 2
NEW = 0.1  # scale of new weights where a network grows


@dataclass(frozen=True)
class Shape:
    """The context of a stack: its taps, the dilation of each block, and its look-ahead.

    The blocks of a `centred` stack add to the middle one of their taps instead of the newest one. Then the look-ahead is the
    sum of the dilations, and each output sees as far ahead as back.
    """

    taps: int
    dilations: tuple[int, ...]
    lookahead: int
    dropout: float
    centred: bool = False

    @property
    def field(self) -> int:
        """Number of past steps that it sees."""
        return sum(self.dilations) * (self.taps - 1)


DILATIONS = (1, 2, 4, 1, 2, 4)


@dataclass(frozen=True)
class Size:
    """The width of each network, of the hidden layers of its blocks, and the dilation of each block of the decoder.

    The encoder's width is also the number of its features per phoneme. The earlier models have no hidden layers of melody:
    their encoder predicts prosody too.
    """

    encoder: int
    encoder_hidden: int
    melody_hidden: int
    decoder: int
    decoder_hidden: int
    dilations: tuple[int, ...] = DILATIONS

    @property
    def decoding(self) -> Shape:
        return Shape(taps=2, dilations=self.dilations, lookahead=6, dropout=0)


ENCODER = Shape(taps=3, dilations=(1, 2, 4, 1), lookahead=8, dropout=0.15)
# Sound depends on the phonemes near by, melody on most of the clause: its stack goes on where the encoder's ends.
MELODY = Shape(taps=3, dilations=(1, 2, 4, 8, 1), lookahead=16, dropout=0.1, centred=True)
SIZES = {
    "Voice 2 Native": Size(192, 288, 160, 256, 512, (1, 2, 4, 1, 2, 4, 1, 2)),
    "Voice 2 Native Lite": Size(128, 160, 96, 160, 192),
    # Earlier sizes, from whose weights later versions were grown.
    "Voice 2 Native 2.0.0": Size(192, 288, 0, 256, 512, (1, 2, 4, 1, 2, 4, 1, 2)),
    "Voice 2 Native 1.7.0": Size(192, 288, 0, 256, 384),
    "Voice 2 Native Lite 1.4.0": Size(128, 160, 0, 160, 192),
}
MODEL = next(iter(SIZES))


def bands(n):
    """`n` frequencies from 0 to Nyquist, dense at the bottom and sparse at the top."""
    return 2000 * np.sinh(np.arange(n) / (n - 1) * math.asinh(SAMPLE_RATE / 2 / 2000))


HARMONIC_BANDS, NOISE_BANDS = bands(96), bands(64)
OUTPUTS = 2 * len(HARMONIC_BANDS) + len(NOISE_BANDS)
# Parts of the decoder's outputs: ln amplitudes of harmonics, their phases, ln amplitudes of noise.
HARMONIC = slice(len(HARMONIC_BANDS))
PHASE = slice(len(HARMONIC_BANDS), -len(NOISE_BANDS))
NOISE = slice(-len(NOISE_BANDS), None)


def amplitudes(y):
    """The ln amplitudes among the decoder's outputs."""
    return torch.cat([y[..., HARMONIC], y[..., NOISE]], -1)


def to_bins(centres, fft=FFT):
    """The matrix that interpolates linearly from values at `centres` to the bins of the FFT."""
    bins = np.arange(fft // 2 + 1) * SAMPLE_RATE / fft
    rows = [np.interp(bins, centres, np.eye(len(centres))[i]) for i in range(len(centres))]
    return torch.tensor(np.stack(rows), dtype=torch.float32)


class Norm(nn.Module):
    """Batch norm over the positions that count; it folds into the matrix before it."""

    def __init__(self, n):
        super().__init__()
        self.weight = nn.Parameter(torch.ones(n))
        self.bias = nn.Parameter(torch.zeros(n))
        self.register_buffer("mean", torch.zeros(n))
        self.register_buffer("var", torch.ones(n))
        self.frozen = False

    def forward(self, z, counts):
        if self.training and not self.frozen:
            total = counts.sum()
            mean = (z * counts).sum((0, 1)) / total
            var = ((z - mean).square() * counts).sum((0, 1)) / total
            with torch.no_grad():
                self.mean.lerp_(mean, 0.02)
                self.var.lerp_(var, 0.02)
        else:
            mean, var = self.mean, self.var
        return (z - mean) * torch.rsqrt(var + 1e-4) * self.weight + self.bias


class Fake(torch.autograd.Function):
    """Rounding to a range of integers; the gradient passes unchanged within it."""

    @staticmethod
    def forward(ctx, x, scale, least, most):
        q = x / scale
        ctx.save_for_backward((q >= least) & (q <= most))
        return q.round().clamp(least, most) * scale

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0], None, None, None


class Linear(nn.Linear):
    """A matrix that ships as int8, with a scale for each output and one for the input.

    Before rounding, the channels of the input are divided by `balance`, and their weights are multiplied by it. An input that
    is never negative (`positive`) has all of int8 for what is above zero.
    """

    def __init__(self, i, o, bias=True, positive=False):
        super().__init__(i, o, bias)
        self.positive = positive
        self.least, self.most = (0, 255) if positive else (-127, 127)
        self.register_buffer("scale", torch.zeros(()))  # of the input; 0: not rounded
        self.register_buffer("balance", torch.ones(i))

    def forward(self, x):
        if self.scale == 0:
            return super().forward(x)
        weight = self.weight * self.balance
        s = weight.detach().abs().amax(1, keepdim=True) / 127
        rounded = Fake.apply(x / self.balance, self.scale, self.least, self.most)
        return F.linear(rounded, Fake.apply(weight, s, -127, 127), self.bias)


class Block(nn.Module):
    """A residual convolution: matrix, norm, ReLU, matrix."""

    def __init__(self, width: int, hidden: int, shape: Shape, dilation: int):
        super().__init__()
        self.taps, self.dilation, self.dropout, self.centred = shape.taps, dilation, shape.dropout, shape.centred
        self.one = Linear(width * shape.taps, hidden, bias=False)
        self.norm = Norm(hidden)
        self.two = Linear(hidden, width, positive=True)
        nn.init.normal_(self.two.weight, std=0.3 * hidden**-0.5)
        nn.init.zeros_(self.two.bias)

    @property
    def past(self) -> int:
        return (self.taps - 1) * self.dilation

    def shifted(self, x):
        x = F.pad(x, (0, 0, self.past, 0))
        ends = (x.shape[1] - self.past + k * self.dilation for k in range(self.taps))
        return torch.cat([x[:, k * self.dilation : end] for k, end in enumerate(ends)], 2)

    def forward(self, x, begun, counts):
        z = self.one(self.shifted(x * begun))
        if self.centred:
            x = F.pad(x, (0, 0, self.dilation, 0))[:, : x.shape[1]]
        return x + self.two(F.dropout(F.relu(self.norm(z, counts)), self.dropout, self.training))


class Stack(nn.Module):
    """Blocks and an output layer."""

    def __init__(self, outputs: int, width: int, hidden: int, shape: Shape):
        super().__init__()
        self.shape, self.lookahead, self.field = shape, shape.lookahead, shape.field
        self.blocks = nn.ModuleList(Block(width, hidden, shape, d) for d in shape.dilations)
        self.out = Linear(width, outputs)

    def hidden(self, x, begun, counts):
        for block in self.blocks:
            x = block(x, begun, counts)
        return x

    def forward(self, x, begun, counts):
        return self.out(self.hidden(x, begun, counts))


class Own(nn.Module):
    """What an added voice adds to the values in one place of the decoder: a map of them of low rank, and a bias."""

    def __init__(self, width: int, rank: int):
        super().__init__()
        self.down = Linear(width, rank, bias=False)
        self.up = Linear(rank, width)
        nn.init.normal_(self.down.weight, std=width**-0.5)
        nn.init.zeros_(self.up.weight)
        nn.init.zeros_(self.up.bias)

    def forward(self, x):
        return self.up(self.down(x))


class Owned(nn.Module):
    """All that an added voice has of its own: its sound. Its melody is that of another voice, higher or lower.

    Both networks have the voice's own last layer, and the decoder also a map before its first block and after each one.
    """

    def __init__(self, size: Size, rank: int):
        super().__init__()
        self.register_buffer("melody", torch.zeros(PROSODY))
        self.features = Linear(size.encoder, size.encoder)
        self.decoder = nn.ModuleList(Own(size.decoder, rank) for _ in range(len(size.dilations) + 1))
        self.out = Linear(size.decoder, OUTPUTS)


@dataclass(frozen=True)
class Spoken:
    """A clause spoken by a student: samples, its own frames per phoneme, F0 in Hz and voicing per frame."""

    wave: np.ndarray
    frames: np.ndarray
    f0: np.ndarray
    voiced: np.ndarray


class Student(nn.Module):
    """Both networks of a model and the synthesis.

    If it has added voices, the features of a phoneme end with the one-hot of these, for the decoder. What a voice has of its
    own is multiplied by this, so the other voices stay the same to the bit.
    """

    def __init__(self, inventory: Inventory, model: str = MODEL, added: Sequence[str] = ()):
        super().__init__()
        self.bf16 = False  # whether blocks multiply in bfloat16
        size = SIZES[model]
        self.inventory, self.model, self.width = inventory, model, size.encoder
        self.voices = (*VOICES, *added)
        self.embed = nn.Embedding(len(inventory.symbols), self.width)
        nn.init.normal_(self.embed.weight, std=0.5)
        self.features = nn.Linear(FEATURES, self.width, bias=False)
        own = size.melody_hidden > 0
        self.encoder = Stack(self.width + PROSODY * (not own), self.width, size.encoder_hidden, ENCODER)
        self.melody = Stack(PROSODY, self.width, size.melody_hidden, MELODY) if own else None
        self.enter = Linear(self.width + 4, size.decoder)
        self.decoder = Stack(OUTPUTS, size.decoder, size.decoder_hidden, size.decoding)
        self.owns = nn.ModuleDict({voice: Owned(size, RANK) for voice in added})
        # At first the voice is quiet and flat, with a falling spectrum.
        with torch.no_grad():
            (self.melody or self.encoder).out.bias[DURATION - PROSODY] = 1.7
            self.decoder.out.weight.mul_(0.3)
            self.decoder.out.bias[HARMONIC] = torch.tensor(-2.5 - HARMONIC_BANDS / 3000)
            self.decoder.out.bias[PHASE] = 0
            self.decoder.out.bias[NOISE] = torch.tensor(-5.0 - NOISE_BANDS / 8000)
        self.register_buffer("h_bins", to_bins(HARMONIC_BANDS), persistent=False)
        self.register_buffer("n_bins", to_bins(NOISE_BANDS), persistent=False)
        self.register_buffer("window", torch.hann_window(WINDOW), persistent=False)

    def encode(self, ids, features, lengths):
        """Takes ids [B,N] and features [B,N,FEATURES], padded with zeros.

        Returns the features of phonemes [B,N,width], with the added voice if there are any, and their prosody [B,N,PROSODY].
        """
        look, n = ENCODER.lookahead, ids.shape[1]
        told, own, places = features.split((len(VOICES), len(self.owns), FEATURES - len(VOICES)), -1)
        # An added voice is read as the one whose melody it has.
        melodies = [VOICES.index(MELODY_OF[voice]) for voice in self.owns]
        features = torch.cat([told + own @ torch.eye(len(VOICES), dtype=own.dtype)[melodies], places], -1)
        x = self.embed(F.pad(ids, (0, self.lookahead))) + F.pad(self.features(features), (0, 0, 0, self.lookahead))
        x = F.dropout(x, ENCODER.dropout / 2, self.training)
        at = torch.arange(x.shape[1], device=x.device)[None, :, None]
        begun = torch.ones_like(x[..., :1])
        with self.fast(x):
            x = self.encoder.hidden(x, begun, (at < lengths[:, None, None] + look).to(x.dtype))
        hidden = x[:, look : look + n]
        if self.melody is None:
            return self.encoder.out(hidden).split((self.width, PROSODY), 2)
        counts = (at < lengths[:, None, None] + self.lookahead).to(x.dtype)
        prosody = self.melody(x, begun, counts)[:, self.lookahead :]
        return self.features_of(hidden, own), self.with_owns(prosody, own, lambda voice: voice.melody)

    def features_of(self, hidden, own):
        """The features of phonemes for the decoder, from what the encoder's last layer reads, and the added voice."""
        y = self.encoder.out(hidden)
        y = self.with_owns(y, own, lambda voice: voice.features(hidden) - y)
        return torch.cat([y, own], -1)

    def with_owns(self, y, own, of):
        """Adds to `y` what `of` returns for an added voice, where it speaks; `own` [..., added voices] tells where."""
        return y + sum(own[..., i : i + 1] * of(voice) for i, voice in enumerate(self.owns.values()))

    @property
    def lookahead(self) -> int:
        """The look-ahead over phonemes."""
        return ENCODER.lookahead + (0 if self.melody is None else MELODY.lookahead)

    def decode(self, x, begun):
        """Takes x [B,T,width+4], with the added voice before the last 4 if there are any; `begun` is 0 before the clause.

        Output t belongs to step t - `lookahead`.
        """
        ones = torch.ones_like(begun)
        said, own, frame = x.split((self.width, len(self.owns), 4), -1)
        x = self.enter(torch.cat([said, frame], -1))
        x = self.with_owns(x, own, lambda voice: voice.decoder[0](x))
        with self.fast(x):
            for at, block in enumerate(self.decoder.blocks, 1):
                x = block(x, begun, ones)
                x = self.with_owns(x, own, lambda voice, x=x, at=at: voice.decoder[at](x))
        return self.last(x, own)

    def fast(self, x):
        """A context in which matrices are multiplied in bfloat16, if the student does so; sums of blocks stay floats."""
        return torch.autocast(x.device.type, torch.bfloat16, enabled=self.bf16)

    def last(self, x, own):
        """The last layer of the decoder."""
        y = self.decoder.out(x)
        return self.with_owns(y, own, lambda voice: voice.out(x) - y)

    def filters(self, y):
        amplitude, phase = y[..., HARMONIC] @ self.h_bins, y[..., PHASE] @ self.h_bins
        noise = y[..., NOISE] @ self.n_bins
        return torch.polar(amplitude.clamp(max=6).exp(), phase), noise.clamp(max=6).exp()

    @torch.no_grad()
    def grow_from(self, smaller: Student) -> None:
        """Starts from a student whose decoder has fewer blocks or narrower hidden layers, or that has no stack for melody.

        New weights are small, so that it sounds nearly like the smaller one.
        """
        for own, given in ((self.embed, smaller.embed), (self.features, smaller.features)):
            own.load_state_dict(given.state_dict())
        for own, given in zip(self.encoder.state_dict().values(), smaller.encoder.state_dict().values(), strict=True):
            own.copy_(given[: len(own)] if own.ndim else given)
        if smaller.melody is None:
            self.melody.out.weight.copy_(smaller.encoder.out.weight[self.width :])
            self.melody.out.bias.copy_(smaller.encoder.out.bias[self.width :])
            for block in self.melody.blocks:
                block.two.weight.mul_(NEW)
        else:
            self.melody.load_state_dict(smaller.melody.state_dict())
        self.enter.load_state_dict(smaller.enter.state_dict())
        self.decoder.out.load_state_dict(smaller.decoder.out.state_dict())
        if SIZES[smaller.model].decoder_hidden == SIZES[self.model].decoder_hidden:
            self.decoder.load_state_dict(smaller.decoder.state_dict())
            return
        for block in self.decoder.blocks:
            block.two.weight.mul_(NEW)
            block.norm.var.fill_(1 - 1e-4)
        for own, given in zip(self.decoder.blocks, smaller.decoder.blocks, strict=False):
            n = given.one.out_features
            own.one.weight[:n] = given.one.weight
            own.two.weight[:, :n] = given.two.weight
            own.two.bias.copy_(given.two.bias)
            for name in ("weight", "bias", "mean", "var"):
                getattr(own.norm, name)[:n] = getattr(given.norm, name)

    @torch.no_grad()
    def speak(
        self,
        phonemes: Sequence[str],
        voice: str,
        frames: np.ndarray | None = None,
        seed: int = 0,
        language: str | None = None,
    ) -> Spoken:
        """Speaks a clause as the program does, in the melody of a `language` or as learnt.

        If `frames` are given, its own durations are only returned.
        """
        ids = torch.tensor([[self.inventory.index[p] for p in phonemes]])
        features = torch.from_numpy(clause_features(phonemes, voice, self.voices))[None]
        y, prosody = (part[0] for part in self.encode(ids, features, torch.tensor([len(phonemes)])))
        lengths = [retroflex.BENDS[p].length if p in retroflex.BENDS else 1.0 for p in phonemes]
        speed = statement.speed(language)
        lengths = np.array(lengths) * ending.pauses(phonemes) / speed
        ends = np.round(np.cumsum(prosody[:, DURATION].exp().numpy() * lengths)).astype(np.int64)
        own = np.maximum(1, np.diff(ends, prepend=0))
        frames = own if frames is None else frames
        phoneme, place, length = positions(frames, frames * speed)
        prosody, place = prosody[phoneme], torch.from_numpy(place)
        lf0, voiced = at_points(prosody[:, PITCHES], place), at_points(prosody[:, VOICINGS], place).sigmoid()
        mean = float((lf0 * voiced).sum() / voiced.sum())
        moved, factor = statement.moved(language, voice, phonemes, frames, place.numpy())
        lf0 = torch.from_numpy(ending.ended(lf0.numpy(), phonemes, frames, mean, moved, factor).astype(np.float32))
        f0 = (200 * lf0.exp()).clamp(50, 600).numpy()
        frame = torch.stack([place, torch.from_numpy(length), lf0, voiced], 1)
        bend = retroflex.changes(phonemes, frames, self.decoder.lookahead), np.exp(np.log(f0).mean())
        return Spoken(self.sound(y[phoneme], frame, pulses(f0), seed, bend), own, f0, voiced.numpy())

    @torch.no_grad()
    def sound(self, features, frame, excitation: np.ndarray, seed: int, bend=None) -> np.ndarray:
        """The samples of a clause, from each frame's features of its phoneme and own inputs, and from the pulses.

        `bend` has the changes of `retroflex` and the mean F0, if they are to be heard.
        """
        x = F.pad(torch.cat([features, frame], 1), (0, 0, 0, self.decoder.lookahead))[None]
        y = self.decode(x, torch.ones(1, x.shape[1], 1))[:, self.decoder.lookahead :]
        if bend is not None and (bend[0] != retroflex.NONE).any():
            for part, hertz in ((HARMONIC, HARMONIC_BANDS), (NOISE, NOISE_BANDS)):
                y[0, :, part] = torch.from_numpy(retroflex.bent(y[0, :, part].numpy(), hertz, *bend))
        harmonic, breath = self.filters(y)
        noise = torch.randn(len(excitation), generator=torch.Generator().manual_seed(seed))
        spectrum = sum(
            self.frames(F.pad(e, (HOP // 2, HOP // 2))[None]) * h
            for e, h in ((torch.from_numpy(excitation), harmonic), (noise, breath))
        )
        return self.add(spectrum)[0, BEFORE : BEFORE + len(excitation)].numpy()

    def frames(self, e):
        """Windowed spectra of an excitation that begins half a hop before the first frame."""
        cut = e.unfold(-1, WINDOW, HOP) * self.window
        return torch.fft.rfft(F.pad(cut, ((FFT - WINDOW) // 2, (FFT - WINDOW) // 2)))

    def add(self, spectrum):
        """Overlap-add; sample 0 of the result is BEFORE samples before the first frame's own HOP."""
        pieces = torch.fft.irfft(spectrum, FFT).transpose(1, 2)
        length = FFT + HOP * (pieces.shape[2] - 1)
        return F.fold(pieces, (1, length), (1, FFT), stride=(1, HOP))[:, 0, 0]


def positions(durations, at_speed_1=None):
    """For each frame: its phoneme, its place in it (0 to 1), and ln of the phoneme's length at speed 1, divided by 3."""
    phoneme = np.repeat(np.arange(len(durations)), durations)
    first = np.cumsum(durations) - durations
    place = (np.arange(len(phoneme)) - first[phoneme] + 0.5) / durations[phoneme]
    lengths = durations if at_speed_1 is None else at_speed_1
    return phoneme, place.astype(np.float32), (np.log(lengths[phoneme]) / 3).astype(np.float32)


def clause_features(phonemes: Sequence[str], voice: str, voices: Sequence[str] = VOICES) -> np.ndarray:
    """The encoder's other inputs [N, FEATURES]: which of the `voices`, place in the clause, final pause."""
    n, first = len(phonemes), len(voices)
    at = np.arange(n)
    features = np.zeros((n, first + 2 + len(PAUSES)), np.float32)
    features[:, voices.index(voice)] = 1
    features[:, first] = np.log1p(at) / 4
    features[:, first + 1] = np.log1p(n - 1 - at) / 4
    final = next((p for p in reversed(phonemes) if p in PAUSES), ".")
    features[:, first + 2 + PAUSES.index(final)] = 1
    return features


def at_points(points, place):
    """Interpolates values at POINTS places of each phoneme to `place`. points [...,POINTS], place [...]."""
    u = (place * (POINTS - 1)).clamp(0, POINTS - 1 - 1e-4)
    low = u.floor().long()
    a = torch.gather(points, -1, low[..., None])[..., 0]
    b = torch.gather(points, -1, (low + 1)[..., None])[..., 0]
    return a + (b - a) * (u - low)


def pulses(f0, offset=None):
    """The sum of all cosines below Nyquist, with unit power; f0 per frame, `offset` is a phase per sample."""
    n = HOP * len(f0)
    f = np.interp(np.arange(n), np.arange(len(f0)) * HOP + HOP / 2, f0)
    phase = 2 * np.pi * np.cumsum(f / SAMPLE_RATE)
    if offset is not None:
        phase = phase + offset
    phase = np.mod(phase, 2 * np.pi)
    k = np.floor(SAMPLE_RATE / 2 / f)
    half = np.sin(phase / 2)
    safe = np.where(np.abs(half) < 1e-5, 1, half)
    total = np.where(np.abs(half) < 1e-5, k, np.sin((k + 0.5) * phase) / (2 * safe) - 0.5)
    return (total * np.sqrt(2 / k)).astype(np.float32)
