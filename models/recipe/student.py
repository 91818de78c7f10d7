"""The student: an encoder over phonemes, a decoder over frames, and the source-filter synthesis between them and the ear.

Both networks are stacks of residual blocks, each a causal convolution written as one matrix product over
shifted copies: the plain chains that integer kernels run fast, and that stream with one small cache.
They look ahead by reading their input `lookahead` steps early.
"""

import math
import re
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F
from torch import nn

SAMPLE_RATE, HOP, WINDOW, FFT = 24000, 300, 600, 1200

# The inventory stands once, in the program.
_source = (Path(__file__).parents[2] / "src/phoneme/inventory.rs").read_text()
INVENTORY_VERSION = int(re.search(r"VERSION: u32 = (\d+)", _source)[1])
SYMBOLS = [re.sub(r"\\u\{(\w+)\}", lambda m: chr(int(m[1], 16)), s) for s in re.findall(r'"([^"]+)"', re.search(r"SYMBOLS:[^=]*= \[(.*?)\];", _source, re.S)[1])]
INDEX = {s: i for i, s in enumerate(SYMBOLS)}
VOICES = ["Ananya", "Arjun"]
PAUSES = [",", ".", "?", "!"]
FEATURES = len(VOICES) + 2 + len(PAUSES)
POINTS = 4  # F0 and voicing are given at this many places of a phoneme
ENCODER = dict(taps=3, dilations=(1, 2, 4, 1), lookahead=8, dropout=0.15)
DECODER = dict(taps=2, dilations=(1, 2, 4, 1, 2, 4), lookahead=6, dropout=0)
# By the model's name, the width of each network and of its blocks' hidden layers; the encoder says its width of a phoneme.
SIZES = {
    "Voice 2 Native": ((192, 288), (256, 384)),
    "Voice 2 Native Lite": ((128, 160), (160, 192)),
}
MODEL = next(iter(SIZES))


def folder(model):
    """Where what belongs to a model lies, under the work folder and in the repository."""
    return model.lower().replace(" ", "-")


def bands(n):
    """Rising frequencies from 0 to Nyquist, close at the bottom, wide at the top."""
    return 2000 * np.sinh(np.arange(n) / (n - 1) * math.asinh(SAMPLE_RATE / 2 / 2000))


HARMONIC_BANDS, NOISE_BANDS = bands(96), bands(64)
OUTPUTS = 2 * len(HARMONIC_BANDS) + len(NOISE_BANDS)
# Of the decoder's outputs: ln amplitudes of harmonics, their phases, ln amplitudes of noise.
HARMONIC, PHASE, NOISE = slice(len(HARMONIC_BANDS)), slice(len(HARMONIC_BANDS), -len(NOISE_BANDS)), slice(-len(NOISE_BANDS), None)


def amplitudes(y):
    """Of what the decoder says, the ln amplitudes."""
    return torch.cat([y[..., HARMONIC], y[..., NOISE]], -1)


def to_bins(centres, fft=FFT):
    """The matrix that interpolates values at `centres` linearly to the bins of the FFT."""
    bins = np.arange(fft // 2 + 1) * SAMPLE_RATE / fft
    rows = [np.interp(bins, centres, np.eye(len(centres))[i]) for i in range(len(centres))]
    return torch.tensor(np.stack(rows), dtype=torch.float32)


class Norm(nn.Module):
    """Batch norm over the places that count; it folds into the matrix before it."""

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
    """Rounding to int8 whose gradient passes as if it did nothing within the range."""

    @staticmethod
    def forward(ctx, x, scale):
        q = x / scale
        ctx.save_for_backward(q.abs() <= 127)
        return q.round().clamp(-127, 127) * scale

    @staticmethod
    def backward(ctx, g):
        return g * ctx.saved_tensors[0], None


class Linear(nn.Linear):
    """A matrix that is shipped as int8, with a scale for each output and one for its input.

    Loud channels of the input are divided by `balance`, and their weights multiplied, before anything is rounded.
    """

    def __init__(self, i, o, bias=True):
        super().__init__(i, o, bias)
        self.register_buffer("scale", torch.zeros(()))  # of the input; 0: run in float
        self.register_buffer("balance", torch.ones(i))

    def forward(self, x):
        if self.scale == 0:
            return super().forward(x)
        weight = self.weight * self.balance
        s = weight.detach().abs().amax(1, keepdim=True) / 127
        return F.linear(Fake.apply(x / self.balance, self.scale), Fake.apply(weight, s), self.bias)


class Block(nn.Module):
    def __init__(self, width, hidden, taps, dilation, dropout):
        super().__init__()
        self.taps, self.dilation, self.dropout = taps, dilation, dropout
        self.one = Linear(width * taps, hidden, bias=False)
        self.norm = Norm(hidden)
        self.two = Linear(hidden, width)
        nn.init.normal_(self.two.weight, std=0.3 * hidden**-0.5)
        nn.init.zeros_(self.two.bias)

    def shifted(self, x):
        past = (self.taps - 1) * self.dilation
        x = F.pad(x, (0, 0, past, 0))
        return torch.cat([x[:, k * self.dilation:x.shape[1] - past + k * self.dilation] for k in range(self.taps)], 2)

    def forward(self, x, begun, counts):
        z = self.one(self.shifted(x * begun))
        return x + self.two(F.dropout(F.relu(self.norm(z, counts)), self.dropout, self.training))


class Stack(nn.Module):
    def __init__(self, outputs, width, hidden, taps, dilations, lookahead, dropout):
        super().__init__()
        self.lookahead, self.field = lookahead, sum(dilations) * (taps - 1)
        self.blocks = nn.ModuleList(Block(width, hidden, taps, d, dropout) for d in dilations)
        self.out = Linear(width, outputs)

    def forward(self, x, begun, counts):
        for block in self.blocks:
            x = block(x, begun, counts)
        return self.out(x)


class Student(nn.Module):
    def __init__(self, model=MODEL):
        super().__init__()
        (said, hidden), (width, inner) = SIZES[model]
        self.model, self.width = model, said
        # Of the encoder's outputs, after its features and the duration.
        self.f0, self.voicing = slice(said + 1, said + 1 + POINTS), slice(said + 1 + POINTS, None)
        self.embed = nn.Embedding(len(SYMBOLS), said)
        nn.init.normal_(self.embed.weight, std=0.5)
        self.features = nn.Linear(FEATURES, said, bias=False)
        self.encoder = Stack(said + 1 + 2 * POINTS, said, hidden, **ENCODER)
        self.enter = Linear(said + 4, width)
        self.decoder = Stack(OUTPUTS, width, inner, **DECODER)
        # Start as a quiet, flat voice with a falling spectrum.
        with torch.no_grad():
            self.encoder.out.bias[said] = 1.7
            self.decoder.out.weight.mul_(0.3)
            self.decoder.out.bias[HARMONIC] = torch.tensor(-2.5 - HARMONIC_BANDS / 3000)
            self.decoder.out.bias[PHASE] = 0
            self.decoder.out.bias[NOISE] = torch.tensor(-5.0 - NOISE_BANDS / 8000)
        self.register_buffer("h_bins", to_bins(HARMONIC_BANDS), persistent=False)
        self.register_buffer("n_bins", to_bins(NOISE_BANDS), persistent=False)
        self.register_buffer("window", torch.hann_window(WINDOW), persistent=False)

    def encode(self, ids, features, lengths):
        """ids [B,N] and features [B,N,FEATURES], padded with zeros; gives [B,N,width+1+2*POINTS]."""
        look = ENCODER["lookahead"]
        x = self.embed(F.pad(ids, (0, look))) + F.pad(self.features(features), (0, 0, 0, look))
        x = F.dropout(x, ENCODER["dropout"] / 2, self.training)
        counts = (torch.arange(x.shape[1], device=x.device)[None] < lengths[:, None] + look)[..., None].to(x.dtype)
        return self.encoder(x, torch.ones_like(counts), counts)[:, look:]

    def decode(self, x, begun):
        """x [B,T,width+4]; `begun` is 0 before the clause. The outputs are those of `lookahead` steps before."""
        ones = torch.ones_like(begun)
        return self.decoder(self.enter(x), begun, ones)

    def filters(self, y):
        amplitude, phase = y[..., HARMONIC] @ self.h_bins, y[..., PHASE] @ self.h_bins
        noise = y[..., NOISE] @ self.n_bins
        return torch.polar(amplitude.clamp(max=6).exp(), phase), noise.clamp(max=6).exp()

    @torch.no_grad()
    def speak(self, phonemes, voice, frames=None, seed=0):
        """A clause as the program speaks it: the wave, frames of each phoneme, F0 and voicing of each frame.

        With `frames` given, its own durations are only reported, as the second result.
        """
        ids = torch.tensor([[INDEX[p] for p in phonemes]])
        y = self.encode(ids, torch.from_numpy(clause_features(phonemes, voice))[None], torch.tensor([len(phonemes)]))[0]
        ends = np.round(np.cumsum(y[:, self.width].exp().numpy())).astype(np.int64)
        own = np.maximum(1, np.diff(ends, prepend=0))
        phoneme, place, length = positions(own if frames is None else frames)
        y, place = y[phoneme], torch.from_numpy(place)
        lf0, voiced = at_points(y[:, self.f0], place), at_points(y[:, self.voicing], place).sigmoid()
        x = torch.cat([y[:, :self.width], torch.stack([place, torch.from_numpy(length), lf0, voiced], 1)], 1)
        x = F.pad(x, (0, 0, 0, self.decoder.lookahead))[None]
        harmonic, breath = self.filters(self.decode(x, torch.ones(1, x.shape[1], 1))[:, self.decoder.lookahead:])
        f0 = (200 * lf0.exp()).clamp(50, 600).numpy()
        noise = torch.randn(HOP * len(f0), generator=torch.Generator().manual_seed(seed))
        spectrum = sum(self.frames(F.pad(e, (HOP // 2, HOP // 2))[None]) * h
                       for e, h in ((torch.from_numpy(pulses(f0)), harmonic), (noise, breath)))
        return self.add(spectrum)[0, 450:450 + HOP * len(f0)].numpy(), own, f0, voiced.numpy()

    def frames(self, e):
        """Windowed spectra of an excitation that begins half a hop before the first frame's centre window."""
        cut = e.unfold(-1, WINDOW, HOP) * self.window
        return torch.fft.rfft(F.pad(cut, ((FFT - WINDOW) // 2, (FFT - WINDOW) // 2)))

    def add(self, spectrum):
        """Overlap-add; sample 0 of the result is 450 samples before the first frame's own 300."""
        pieces = torch.fft.irfft(spectrum, FFT).transpose(1, 2)
        length = FFT + HOP * (pieces.shape[2] - 1)
        return F.fold(pieces, (1, length), (1, FFT), stride=(1, HOP))[:, 0, 0]


def positions(durations, at_speed_1=None):
    """For each frame: its phoneme, its place in it (0 to 1), the logarithm of the phoneme's length at speed 1."""
    phoneme = np.repeat(np.arange(len(durations)), durations)
    first = np.cumsum(durations) - durations
    place = (np.arange(len(phoneme)) - first[phoneme] + 0.5) / durations[phoneme]
    return phoneme, place.astype(np.float32), (np.log((durations if at_speed_1 is None else at_speed_1)[phoneme]) / 3).astype(np.float32)


def clause_features(phonemes, voice):
    n = len(phonemes)
    at = np.arange(n)
    features = np.zeros((n, FEATURES), np.float32)
    features[:, VOICES.index(voice)] = 1
    features[:, 2] = np.log1p(at) / 4
    features[:, 3] = np.log1p(n - 1 - at) / 4
    final = next((p for p in reversed(phonemes) if p in PAUSES), ".")
    features[:, 4 + PAUSES.index(final)] = 1
    return features


def at_points(points, place):
    """Values given at POINTS places of each phoneme, interpolated to `place`. points [...,POINTS], place [...]."""
    u = (place * (POINTS - 1)).clamp(0, POINTS - 1 - 1e-4)
    low = u.floor().long()
    a = torch.gather(points, -1, low[..., None])[..., 0]
    b = torch.gather(points, -1, (low + 1)[..., None])[..., 0]
    return a + (b - a) * (u - low)


def pulses(f0, offset=None):
    """The sum of all cosines below Nyquist, of unit power; f0 a value a frame, `offset` a phase a sample."""
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
