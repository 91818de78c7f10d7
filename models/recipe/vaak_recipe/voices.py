"""Adds voices to a model that is trained. Only what is their own is learnt, on clips of the teacher in these voices.

The teacher sings an added voice like another one, with a factor (`Style` in `teacher.py`), and so does the student: what is
learnt is the sound. It is a low-rank map with a bias at the end of the encoder, after each block of the decoder, and at its
end (`Own` in `student.py`). All of it is multiplied by the voice, so the other voices stay the same to the bit. A checkpoint
is written every few minutes, and on SIGTERM and Ctrl-C; the same command resumes from it. At the end the contrast is restored.
"""

from __future__ import annotations

import math

import numpy as np
import torch

from . import student as S
from .contrast import BATCHES, sharpen_added
from .data import Batches, examples, levels
from .export import float_copy
from .losses import losses, speech
from .records import ADDED, MELODY_OF, VOICES, Work
from .teacher import STYLES
from .train import load_voice, save_voice
from .training import PartTraining

# Little of texture: the contrast that the shipped last layer has should not be lost.
WEIGHTS, SHARE = {"depth": 0.1, "spectra": 1.0, "texture": 0.3}, 1 / 3
BATCH = 8
STEPS = 600
RATE, WARM_UP, CLIPPED = 2e-3, 40, 5.0
CONTRAST = 1.0  # of the usual one, see `contrast.py`
KEEP = 0.98  # share of the running mean of weights that stays at each step
WATCH = 50  # steps between two tests
WATCHED = 10  # held-out clips to test on


def begun(net: S.Student) -> S.Student:
    """A copy of a student with added voices, each of which still has the sound of the one whose melody it has."""
    first, weights = len(VOICES), net.state_dict()
    columns = weights["features.weight"]
    given = columns[:, [VOICES.index(voice) for voice in MELODY_OF.values()]]
    columns = torch.cat([columns[:, :first], given, columns[:, first - S.FEATURES :]], 1)
    other = S.Student(net.inventory, net.model, added=True)
    own = {k: v for k, v in other.state_dict().items() if k.startswith("owns.")}
    kept = {k: v for k, v in weights.items() if not k.startswith("owns.")}
    other.load_state_dict(kept | own | {"features.weight": columns})
    for voice, bias in zip(ADDED, other.owns.melody, strict=True):
        bias[S.PITCHES] = math.log(STYLES[voice].pitch)
    return other.eval()


class Trainer(PartTraining):
    """A training of added voices."""

    weights, rate, warm_up, clipped, keep, watched = WEIGHTS, RATE, WARM_UP, CLIPPED, KEEP, WATCH

    def __init__(self, work: Work, model: str, steps: int, threads: int, seed: int):
        torch.manual_seed(seed)
        torch.set_num_threads(threads)
        folder = work.model(model)
        net, self.provenance = load_voice(folder / "voice.pt", work.inventory)
        self.rounded = begun(net)
        self.net = float_copy(self.rounded).requires_grad_(False)
        part = self.net.owns.requires_grad_(True)
        super().__init__(folder, "voices", part, torch.optim.Adam(part.parameters(), betas=(0.8, 0.99)), steps)
        trained, kept = (work.spoken(split, ADDED) for split in ("train", "test"))
        levels(work, trained, ADDED)
        shape, voices = self.net.decoder.shape, self.net.voices
        self.data = Batches(examples(work, trained, voices), np.random.default_rng(seed + self.step), shape)
        self.kept = Batches(examples(work, kept[:WATCHED], voices), np.random.default_rng(1), shape).each()
        minutes = sum(len(e.lf0) for e in self.data.examples) * S.HOP / S.SAMPLE_RATE / 60
        print(f"{len(self.data.examples)} clips, {minutes:.1f} minutes", flush=True)

    def terms(self) -> dict[str, torch.Tensor]:
        b = self.data.draw(size=BATCH)
        return losses(speech(self.net, b), b, WEIGHTS, SHARE)

    @torch.no_grad()
    def told(self) -> dict[str, float]:
        """The losses on held-out clips."""
        state = torch.get_rng_state()
        torch.manual_seed(1)
        terms = losses(speech(self.net, self.kept), self.kept, WEIGHTS)
        torch.set_rng_state(state)
        return {k: v.item() for k, v in terms.items()}

    def finish(self) -> None:
        made = sharpen_added(self.net, [self.data.draw() for _ in range(BATCHES)], CONTRAST)
        shares = ", ".join(f"{v} {share:.3f}" for v, share in zip(ADDED, made, strict=True))
        print(f"the last layer makes of the contrast: {shares}")
        self.rounded.owns.load_state_dict(self.part.state_dict())
        save_voice(self.folder / "voice.pt", self.rounded, vars(self.provenance))


def run(work: Work, model: str, steps: int = STEPS, threads: int = 1, seed: int = 0) -> None:
    """Starts or resumes a training; reads `voice.pt` of a model and adds the voices to it."""
    Trainer(work, model, steps, threads, seed).run()
