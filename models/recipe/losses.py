"""What training minimises: distances of the student's sound and of what its encoder says from the teacher's."""

import functools

import numpy as np
import torch
import torch.nn.functional as F

import student as S

RESOLUTIONS = ((2048, 640), (800, 240), (256, 80))
# Of texture: windows, hops and bands of the spectra, and the frames and bands of their patches.
TEXTURES = ((1024, 240, 96, ((1, 12), (3, 5), (8, 2))), (384, 120, 48, ((1, 8), (3, 4), (12, 1))))
ZONES, PATCHES, DIRECTIONS = 6, 3000, 16
# What is not heard, `wave`, has little weight: to be far from no wave, an unsure harmonic would be made weak and noise strong.
WEIGHTS = dict(spectra=1.0, wave=0.1, duration=1.0, pitch=2.0, voicing=0.3, depth=0.1, texture=5.0, verdict=1.0, matching=1.0)
SILENT = -11.5  # ln amplitude, the level of the program's dither: less is not heard, and would only widen the range that int8 has to span


def power(y, window, hop):
    w = torch.hann_window(window, device=y.device)
    frames = torch.view_as_real(torch.fft.rfft(y.unfold(-1, window, hop) * (w * (4 / w.sum()))))
    return frames.square().sum(-1)


def spectra(y):
    """At each resolution the logarithm and the fourth root of the power, on whose differences distance is measured."""
    out = []
    for window, hop in RESOLUTIONS:
        p = power(y, window, hop)
        out.append((0.5 * (p + 1e-7).log(), 4 * (p + 1e-8).sqrt().sqrt()))
    return out


def distance(a, b):
    return sum(F.l1_loss(x, y) for pair in zip(a, b) for x, y in zip(*pair)) / len(a)


@functools.cache
def pool(window, n, device):
    """The matrix that gathers the bins of a window in bands."""
    shares = S.to_bins(S.bands(n), window).T
    return (shares / (shares.sum(0) + 1e-9)).to(device)


def banded(y, window, hop, n):
    """ln amplitude in bands [batch, frames, bands]."""
    return 0.5 * (power(y, window, hop) @ pool(window, n, y.device) + 1e-7).log()


def texture(said, wave):
    """How far the values that patches of the spectra take are from the teacher's, whichever patch takes them.

    Who is unsure of a spectrum says its mean, and a mean is flatter than every spectrum there is. Distance cannot see that;
    the sliced Wasserstein distance between patches of the same zone can, as a discriminator would, and needs no training.
    """
    device, found = said.device, []
    for window, hop, n, shapes in TEXTURES:
        images = [banded(y, window, hop, n) for y in (said, wave)]
        for shape in shapes:
            views = [x.unfold(1, shape[0], 1).unfold(2, shape[1], 1) for x in images]
            edges = np.linspace(0, views[0].shape[2], ZONES + 1).astype(int)
            for first, last in zip(edges, edges[1:]):
                at = [torch.randint(low, high, (PATCHES,), device=device)
                      for low, high in ((0, len(said)), (0, views[0].shape[1]), (first, last))]
                directions = torch.randn(shape[0] * shape[1], DIRECTIONS, device=device)
                # Half of them do not see the level.
                directions[:, ::2] -= directions[:, ::2].mean(0)
                directions /= directions.norm(dim=0)
                a, b = ((x[tuple(at)].flatten(1) @ directions).sort(0)[0] for x in views)
                found.append((a - b).abs().mean())
    return torch.stack(found).mean()


def coherence(h, t):
    """Of the harmonic part alone against the teacher, phases too: what of the wave can be foretold."""
    w = torch.hann_window(1024, device=t.device)
    a, b = (torch.view_as_real(torch.fft.rfft(x.unfold(-1, 1024, 300) * (w * (4 / w.sum())))[..., :256]) for x in (h, t))
    level = b.square().sum(-1).sqrt() + 1e-3
    weight = level.pow(-0.6)
    return (((a - b).square().sum(-1) + 1e-9).sqrt() * weight).sum() / (level * weight).sum()


def spread(x, b):
    """What is known of each phoneme, at each frame of a batch."""
    return torch.gather(x, 1, b["phoneme"][..., None].expand(-1, -1, x.shape[-1]))


def speech(net, b, own=0.0):
    """What the student says of a batch, its harmonic part alone, and the terms that are told from the networks' outputs.

    `own`: the part of the batch that is decoded with the student's F0 and voicing.
    """
    device = b["wave"].device
    y = net.encode(b["ids"], b["features"], b["lengths"])
    real = (torch.arange(y.shape[1], device=device)[None] < b["lengths"][:, None]).float()
    duration = (F.l1_loss(y[..., net.width], b["log_frames"], reduction="none") * real).sum() / real.sum()
    place, length, lf0, voiced = b["frame"].unbind(-1)
    own_lf0, own_voiced = (S.at_points(spread(y[..., part], b), place) for part in (net.f0, net.voicing))
    inside = b["inside"][..., 0]
    pitch = ((own_lf0 - lf0).abs() * inside * (0.1 + voiced)).sum() / (inside * (0.1 + voiced)).sum()
    voicing = (F.binary_cross_entropy_with_logits(own_voiced, voiced, reduction="none") * inside).sum() / inside.sum()
    swap = (torch.arange(len(lf0), device=device) < own * len(lf0))[:, None]
    lf0 = torch.where(swap, own_lf0.detach(), lf0)
    voiced = torch.where(swap, own_voiced.detach().sigmoid(), voiced)
    x = torch.cat([spread(y[..., :net.width], b), torch.stack([place, length, lf0, voiced], -1)], -1) * b["inside"]
    field = net.decoder.field
    out = net.decode(x, b["begun"])[:, field + net.decoder.lookahead:]
    harmonic, breath = net.filters(out)
    pulses = net.frames(b["pulses"])
    cut = slice(2 * 450, 2 * 450 + b["wave"].shape[1])
    voice = net.add(pulses * harmonic)[:, cut]
    said = voice + net.add(net.frames(torch.randn_like(b["pulses"])) * breath)[:, cut]
    depth = F.relu(SILENT - S.amplitudes(out)).mean()
    return said, voice, dict(duration=duration, pitch=pitch, voicing=voicing, depth=depth)


def losses(said, voice, terms, b, textured):
    """All terms; `textured`: texture counts too."""
    terms = terms | dict(spectra=distance(spectra(said), spectra(b["wave"])), wave=coherence(voice, b["wave"]))
    return terms | dict(texture=texture(said, b["wave"])) if textured else terms
