"""The discriminators of the adversarial stages: small networks that learn to tell the student's sound from its teacher's.

Three see ln amplitude in bands at several resolutions. Five see the wave folded at several periods. Each gives a verdict for
every position, and the outputs of its layers are matched too. They are not needed after training.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

from .losses import banded

# Windows, hops and bands of the spectra.
RESOLUTIONS = ((2048, 512, 128), (1024, 256, 96), (384, 96, 48))
PERIODS = (2, 3, 5, 7, 11)
WIDTH = 24
MIDDLE, SPAN = -4, 2  # roughly the mean and the standard deviation of ln amplitude in bands


class Verdict(nn.Module):
    """The last layer of a slicing adversarial network (BigVSAN, arXiv 2309.02836): a direction of length 1 and a scale.

    One of its two verdicts trains the layers below and the scale, the other one trains the direction only.
    """

    def __init__(self, channels, kernel):
        super().__init__()
        weight = nn.Conv2d(channels, 1, kernel).weight.detach()
        self.scale = nn.Parameter(weight.norm())
        self.direction = nn.Parameter(weight / weight.norm())
        self.bias = nn.Parameter(torch.zeros(channels, 1, 1))
        self.padding = tuple(k // 2 for k in kernel)

    def forward(self, x):
        x = x + self.bias
        direction = self.direction / self.direction.norm().clamp_min(1e-12)
        learnt = F.conv2d(x, direction.detach(), padding=self.padding) * self.scale
        return learnt, F.conv2d(x.detach(), direction, padding=self.padding) * self.scale.detach()


class Discriminator(nn.Module):
    """Convolutions, whose outputs are kept for matching, and a verdict."""

    def __init__(self, layers, verdict):
        super().__init__()
        self.layers = nn.ModuleList(weight_norm(layer) for layer in layers)
        self.verdict = verdict

    def forward(self, y):
        x, seen = self.view(y), []
        for layer in self.layers:
            x = F.leaky_relu(layer(x), 0.1)
            seen.append(x)
        return seen, *self.verdict(x)


class Spectral(Discriminator):
    """Sees ln amplitude in bands. It learns faster from bands than from complex spectra or from ln amplitude of bins."""

    def __init__(self, window, hop, bands):
        def layer(i, high, stride=1):
            return nn.Conv2d(i, WIDTH, (3, high), (1, stride), (1, high // 2))

        layers = layer(1, 5), layer(WIDTH, 5, 2), layer(WIDTH, 5, 2), layer(WIDTH, 5, 2), layer(WIDTH, 3)
        super().__init__(layers, Verdict(WIDTH, (3, 3)))
        self.window, self.hop, self.bands = window, hop, bands

    def view(self, y):
        with torch.autocast(y.device.type, enabled=False):
            return (banded(y.float(), self.window, self.hop, self.bands)[:, None] - MIDDLE) / SPAN


class Periodic(Discriminator):
    """Sees the wave folded at one period."""

    def __init__(self, period):
        def layer(i, o, stride=1):
            return nn.Conv2d(i, o, (5, 1), (stride, 1), (2, 0))

        layers = layer(1, 16, 3), layer(16, 32, 3), layer(32, 64, 3), layer(64, 64, 3), layer(64, 64)
        super().__init__(layers, Verdict(64, (3, 1)))
        self.period = period

    def view(self, y):
        n = y.shape[1] // self.period * self.period
        return 5 * y[:, None, :n].unflatten(2, (-1, self.period))


def squared(x):
    """The softened least squares loss of BigVSAN."""
    return F.softplus(x.float()).square().mean()


@dataclass
class Judgement:
    """What the discriminators say of a batch.

    `fault` is their own loss. `right` is the share of pairs of segments that each one tells apart. `terms` are the
    student's losses (`verdict` and `matching`), and `pull` is the gradient of their weighted sum by the student's samples.
    """

    fault: torch.Tensor
    right: torch.Tensor
    terms: dict[str, torch.Tensor]
    pull: torch.Tensor | None


class Adversaries(nn.Module):
    """All discriminators."""

    def __init__(self):
        super().__init__()
        self.members = nn.ModuleList([*(Spectral(*r) for r in RESOLUTIONS), *(Periodic(p) for p in PERIODS)])

    def judge(self, said, wave, weights: Mapping[str, float] | None = None) -> Judgement:
        """Sets the gradients of the discriminators; with `weights`, also judges the student.

        One forward pass serves both.
        """
        heard = said.detach().requires_grad_(weights is not None)
        faults, right, verdicts, matches = [], [], [], []
        for m in self.members:
            true_seen, true, true_direction = m(wave)
            false_seen, false, false_direction = m(heard)
            faults.append(
                squared(1 - true) + squared(false) + squared(1 - true_direction) - squared(1 - false_direction)
            )
            # By segment: by single positions they are near chance even when they know every segment.
            right.append((true.mean((1, 2, 3)) > false.mean((1, 2, 3))).float().mean())
            if weights is not None:
                verdicts.append(squared(1 - false))
                matches.append(
                    torch.stack([matching(*pair) for pair in zip(false_seen, true_seen, strict=True)]).mean()
                )
        fault, terms, pull = torch.stack(faults).mean(), {}, None
        if weights is not None:
            terms = {"verdict": torch.stack(verdicts).mean(), "matching": torch.stack(matches).mean()}
            total = sum(weights[k] * v for k, v in terms.items())
            (pull,) = torch.autograd.grad(total, heard, retain_graph=True)
        parameters = list(self.parameters())
        for parameter, gradient in zip(parameters, torch.autograd.grad(fault, parameters), strict=True):
            parameter.grad = gradient
        return Judgement(fault.detach(), torch.stack(right), {k: v.detach() for k, v in terms.items()}, pull)


def matching(false, true):
    """The distance of a layer's outputs for the student from those for the teacher, relative to the teacher's size."""
    false, true = false.float(), true.detach().float()
    return (false - true).abs().mean() / (true.abs().mean() + 1e-3)
