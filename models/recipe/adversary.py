"""The adversaries of the stages after reconstruction: small networks that learn to tell the student's sound from its teacher's.

Some look at spectra of several resolutions, some at the wave folded at several periods. Each gives a verdict on every place,
and what its layers see on the way is matched too. They are thrown away after training.
"""

import torch
import torch.nn.functional as F
from torch import nn
from torch.nn.utils.parametrizations import weight_norm

from losses import banded

# Windows, hops and bands of the spectra.
RESOLUTIONS = ((2048, 480, 128), (1024, 240, 96), (384, 96, 48))
PERIODS = (2, 5)
WIDTH = 24


class Layers(nn.Module):
    """What every adversary is: convolutions whose outputs are kept, and a verdict."""

    def __init__(self, *layers):
        super().__init__()
        self.layers = nn.ModuleList(weight_norm(layer) for layer in layers)

    def forward(self, y):
        x, seen = self.view(y), []
        for layer in self.layers:
            x = layer(x)
            seen.append(x)
            x = F.leaky_relu(x, 0.1)
        return seen


class Spectral(Layers):
    def __init__(self, window, hop, n):
        def layer(i, o, bands, stride=1):
            return nn.Conv2d(i, o, (3, bands), (1, stride), (1, bands // 2))

        super().__init__(layer(1, WIDTH, 9, 2), layer(WIDTH, WIDTH, 9, 2), layer(WIDTH, WIDTH, 9, 2), layer(WIDTH, WIDTH, 3), layer(WIDTH, 1, 3))
        self.shape = window, hop, n

    def view(self, y):
        # About 0 and 1: speech at the usual level.
        return (banded(y, *self.shape)[:, None] + 5) / 2


class Periodic(Layers):
    def __init__(self, period):
        def layer(i, o, stride=1):
            return nn.Conv2d(i, o, (5, 1), (stride, 1), (2, 0))

        super().__init__(layer(1, 16, 3), layer(16, 32, 3), layer(32, 64, 3), layer(64, 64), layer(64, 1))
        self.period = period

    def view(self, y):
        n = y.shape[1] // self.period * self.period
        return 5 * y[:, None, :n].unflatten(2, (-1, self.period))


class Adversaries(nn.Module):
    def __init__(self):
        super().__init__()
        self.members = nn.ModuleList([*(Spectral(*r) for r in RESOLUTIONS), *(Periodic(p) for p in PERIODS)])

    def learn(self, said, wave):
        """The loss of the adversaries, and how often they are right."""
        losses, right = [], []
        for m in self.members:
            true, false = m(wave)[-1], m(said.detach())[-1]
            losses.append((1 - true).square().mean() + false.square().mean())
            right.append(((true > 0.5).float().mean() + (false < 0.5).float().mean()) / 2)
        return torch.stack(losses).mean(), torch.stack(right)

    def against(self, said, wave):
        """The losses of who speaks: not to be told apart, and to be seen as the teacher is."""
        self.requires_grad_(False)
        verdicts, matches = [], []
        for m in self.members:
            with torch.no_grad():
                true = m(wave)
            false = m(said)
            verdicts.append((1 - false[-1]).square().mean())
            matches.append(torch.stack([(a - b).abs().mean() / (b.abs().mean() + 1e-3) for a, b in zip(false[:-1], true[:-1])]).mean())
        self.requires_grad_(True)
        return dict(verdict=torch.stack(verdicts).mean(), matching=torch.stack(matches).mean())
