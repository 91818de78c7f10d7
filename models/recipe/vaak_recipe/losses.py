"""The losses: distances of the student's sound and of its encoder's predictions from the teacher's."""

from __future__ import annotations

import functools
from collections.abc import Mapping
from dataclasses import dataclass
from itertools import pairwise

import numpy as np
import torch
import torch.nn.functional as F

from . import student as S
from .data import Batch

RESOLUTIONS = ((2048, 640), (800, 240), (256, 80))
# For texture: windows, hops and bands of the spectra, and the sizes of patches in frames and bands.
TEXTURES = ((1024, 240, 96, ((1, 12), (3, 5), (8, 2))), (384, 120, 48, ((1, 8), (3, 4), (12, 1))))
ZONES, PATCHES, DIRECTIONS = 6, 3000, 16
SHARE = 1 / 6  # of the kinds of patch, per step of training: all of them cost more than the student itself
# ln amplitude of the program's dither. Nothing below it is heard, and it would only widen the range that int8 has to span.
SILENT = -11.5


def power(y, window, hop):
    """The power spectra of windows [batch, frames, bins]; a sine of amplitude 1 has a power of about 4."""
    w = torch.hann_window(window, device=y.device)
    frames = torch.view_as_real(torch.fft.rfft(y.unfold(-1, window, hop) * (w * (4 / w.sum()))))
    return frames.square().sum(-1)


def spectra(y):
    """ln amplitude and the fourth root of the power at each resolution, for `distance`."""
    out = []
    for window, hop in RESOLUTIONS:
        p = power(y, window, hop)
        out.append((0.5 * (p + 1e-7).log(), 4 * (p + 1e-8).sqrt().sqrt()))
    return out


def distance(said, wave):
    """The distance between the spectra of two waves."""
    pairs = zip(spectra(said), spectra(wave), strict=True)
    return sum(F.l1_loss(x, y) for a, b in pairs for x, y in zip(a, b, strict=True)) / len(RESOLUTIONS)


@functools.cache
def pool(window, n, device):
    """The matrix that averages the bins of a window into bands."""
    shares = S.to_bins(S.bands(n), window).T
    return (shares / (shares.sum(0) + 1e-9)).to(device)


def banded(y, window, hop, n):
    """ln amplitude in bands [batch, frames, bands]."""
    return 0.5 * (power(y, window, hop) @ pool(window, n, y.device) + 1e-7).log()


def texture(said, wave, share=1.0):
    """The distance between the distributions of the two spectra's patches, wherever the patches are.

    A network that is unsure of a spectrum predicts its mean, and a mean is flatter than real spectra. `distance` does not
    notice that. The sliced Wasserstein distance between patches of the same zone does, and needs no discriminator. It
    uses a random `share` of the kinds of patch (resolution, shape, zone).
    """
    device, found = said.device, []
    for window, hop, n, shapes in TEXTURES:
        images = [banded(y, window, hop, n) for y in (said, wave)]
        for shape in shapes:
            views = [x.unfold(1, shape[0], 1).unfold(2, shape[1], 1) for x in images]
            edges = np.linspace(0, views[0].shape[2], ZONES + 1).astype(int)
            for first, last in pairwise(edges):
                if torch.rand(()) >= share:
                    continue
                at = [
                    torch.randint(low, high, (PATCHES,), device=device)
                    for low, high in ((0, len(said)), (0, views[0].shape[1]), (first, last))
                ]
                directions = torch.randn(shape[0] * shape[1], DIRECTIONS, device=device)
                # Half of them ignore the level.
                directions[:, ::2] -= directions[:, ::2].mean(0)
                directions /= directions.norm(dim=0)
                a, b = ((x[tuple(at)].flatten(1) @ directions).sort(0)[0] for x in views)
                found.append((a - b).abs().mean())
    return torch.stack(found).mean() if found else said.new_zeros(())


def coherence(h, t):
    """The distance of the harmonic part alone from the teacher, with phases: this part of the wave can be predicted."""
    w = torch.hann_window(1024, device=t.device)
    a, b = (
        torch.view_as_real(torch.fft.rfft(x.unfold(-1, 1024, 300) * (w * (4 / w.sum())))[..., :256]) for x in (h, t)
    )
    level = b.square().sum(-1).sqrt() + 1e-3
    weight = level.pow(-0.6)
    return (((a - b).square().sum(-1) + 1e-9).sqrt() * weight).sum() / (level * weight).sum()


def spread(x, b: Batch):
    """Repeats the values of each phoneme at each of its frames."""
    return torch.gather(x, 1, b.phoneme[..., None].expand(-1, -1, x.shape[-1]))


@dataclass
class Said:
    """The student's speech for a batch: samples, the harmonic part alone, and the terms that need no spectra."""

    wave: torch.Tensor
    harmonic: torch.Tensor
    terms: dict[str, torch.Tensor]


def prosody(y, b) -> tuple[dict[str, torch.Tensor], torch.Tensor, torch.Tensor]:
    """The terms of a student's durations, F0 and voicing; also its F0 and voicing at each frame."""
    real = (torch.arange(y.shape[1], device=y.device)[None] < b.lengths[:, None]).float()
    duration = (F.l1_loss(y[..., S.DURATION], b.log_frames, reduction="none") * real).sum() / real.sum()
    place, _, lf0, voiced = b.frame.unbind(-1)
    own_lf0, own_voiced = (S.at_points(spread(y[..., part], b), place) for part in (S.PITCHES, S.VOICINGS))
    inside = b.inside[..., 0]
    pitch = ((own_lf0 - lf0).abs() * inside * (0.1 + voiced)).sum() / (inside * (0.1 + voiced)).sum()
    voicing = (F.binary_cross_entropy_with_logits(own_voiced, voiced, reduction="none") * inside).sum() / inside.sum()
    return {"duration": duration, "pitch": pitch, "voicing": voicing}, own_lf0, own_voiced


def speech(net: S.Student, b: Batch) -> Said:
    """Speaks a batch with the teacher's durations, F0 and voicing.

    A batch of encoded examples has no terms of melody.
    """
    place, length, lf0, voiced = b.frame.unbind(-1)
    if b.hidden is None:
        y, sung = net.encode(b.ids, b.features, b.lengths)
        terms, *_ = prosody(sung, b)
    else:
        y, terms = net.features_of(b.hidden, b.features[..., len(S.VOICES) : len(net.voices)]), {}
    x = torch.cat([spread(y, b), torch.stack([place, length, lf0, voiced], -1)], -1) * b.inside
    out = net.decode(x, b.begun)[:, net.decoder.field + net.decoder.lookahead :]
    filters = net.filters(out)
    harmonic = net.add(net.frames(b.pulses) * filters[0])
    breath = net.add(net.frames(torch.randn_like(b.pulses)) * filters[1])
    # Overlap-add begins BEFORE samples before the segment, and the batch's `wave` begins BEFORE samples after its start.
    cut = slice(2 * S.BEFORE, 2 * S.BEFORE + b.wave.shape[1])
    depth = F.relu(SILENT - S.amplitudes(out)).mean()
    return Said((harmonic + breath)[:, cut], harmonic[:, cut], terms | {"depth": depth})


def losses(said: Said, b: Batch, weights: Mapping[str, float], share: float = 1.0) -> dict[str, torch.Tensor]:
    """The terms that have a weight; `share` is passed to `texture`."""
    terms = dict(said.terms)
    terms["spectra"] = distance(said.wave, b.wave)
    if weights.get("wave"):
        terms["wave"] = coherence(said.harmonic, b.wave)
    if weights.get("texture"):
        terms["texture"] = texture(said.wave, b.wave, share)
    return {k: v for k, v in terms.items() if weights.get(k)}
