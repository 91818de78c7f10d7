"""Restores, after training, the contrast of voiced frames and the variance of F0, and tunes F0 as the teacher sings it.

A network that is unsure of a spectrum predicts its mean, so formants become flat: those of the harmonics, and more so those of
the noise. Training on texture repairs a part. The predictors hear the rest: the higher the frequency, the more contrast they
like, up to 8 kHz, and below 700 Hz, where harmonics stand alone, none. The shares are a compromise between the two of them, and
so is the softer bass (`models/README.md` has the figures). Each band of a voice keeps its power otherwise: they hear
nothing above 8 kHz and would not notice too much treble there. In the same way the F0 of each voice gets its teacher's
variance, and what the teacher's sound adds to the F0 that it was given. Nothing is filtered at run time: the last layers
are refitted. Then the scales of rounding are set again for the new activations, which brings 1 dB.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from scipy.ndimage import gaussian_filter1d

from . import student as S
from .data import Batch, Batches, drift, examples
from .export import set_scales
from .losses import speech, spread
from .melody import Batch as Sung
from .melody import watched
from .records import Clip, Speech, Work
from .train import load_voice, save_voice

H, N = len(S.HARMONIC_BANDS), len(S.NOISE_BANDS)
SPAN = 15  # bands; a share of the difference from the mean over so many bands is added
# The usual share, by frequency in Hz.
HARMONIC_SHARES = {600: 0, 800: 0.9, 2400: 0.9, 2600: 1.3, 4400: 1.3, 4600: 0.8, 7900: 0.8, 8100: 0}
NOISE_SHARES = {4400: 0.4, 4600: 0}  # above, there is enough contrast, and the wide bands would hiss
BASS = {500: -0.23, 700: 0}  # added to ln amplitude of voiced harmonics: 2 dB softer
LOUDER = 0.22  # added to all ln amplitudes: the loudness that softer bass costs
LIFT = 0.25  # added to ln amplitude of the noise from 4.5 kHz: a mean of logarithms is below the teacher's level
TUNED_LEAST = 20  # voiced frames of a clip
TUNED_SMOOTH = 2  # frames: the standard deviation of the smoothing
TUNED_MOST = 0.2  # of ln F0: more is a fault of the measurement
TUNED_RIDGE = 1000
CLIPS, BATCHES = 300, 60


def by_frequency(points: dict[float, float], hertz: np.ndarray) -> torch.Tensor:
    """Interpolates between the values at some frequencies."""
    return torch.from_numpy(np.interp(hertz, list(points), list(points.values())))


GAIN = torch.cat([by_frequency(HARMONIC_SHARES, S.HARMONIC_BANDS), by_frequency(NOISE_SHARES, S.NOISE_BANDS)])
SOFTER = F.pad(by_frequency(BASS, S.HARMONIC_BANDS), (0, N))
LIFTED = torch.from_numpy(S.NOISE_BANDS >= 4500)


def smooth(x):
    """The mean over SPAN bands."""
    return F.avg_pool1d(F.pad(x, (SPAN // 2, SPAN // 2), mode="replicate"), SPAN, 1)


def fit(layer, part, hidden, wanted):
    """Changes some outputs of a layer as wanted, as far as least squares can.

    Returns the share of the change that the layer can make.
    """
    hidden = F.pad(hidden, (0, 1), value=1)
    ridge = 1e-6 * len(hidden) * torch.eye(hidden.shape[1], dtype=torch.double)
    change = torch.linalg.solve(hidden.T @ hidden + ridge, hidden.T @ wanted)
    layer.weight[part] += change[:-1].float().T
    layer.bias[part] += change[-1].float()
    return 1 - ((wanted - hidden @ change).square().sum() / wanted.square().sum()).item()


def heard(net: S.Student, batches: list[Batch]):
    """Of each frame of the batches: what the last layer reads, the ln amplitudes, whether it is voiced, and the voice."""
    seen = {}
    hook = net.decoder.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0]))
    first, look = net.decoder.field, net.decoder.lookahead
    rows, outs, voicing, voices = [], [], [], []
    for b in batches:
        speech(net, b)
        hidden = seen["hidden"][:, first + look :]
        out = net.last(hidden, b.features[:, :1, len(S.VOICES) : len(net.voices)])
        voiced = b.frame[:, first:-look, 3:]
        inside = b.inside[:, first:-look, 0] > 0
        rows.append(hidden[inside].double())
        outs.append(S.amplitudes(out)[inside].double())
        voicing.append(voiced[inside].double())
        voices.append(b.features[:, :1, : len(net.voices)].expand(-1, inside.shape[1], -1)[inside].double())
    hook.remove()
    return [torch.cat(x) for x in (rows, outs, voicing, voices)]


def sharper(said, voiced, voices, gain: float, more: dict[float, float] | None = None):
    """How `gain` times the usual contrast changes the ln amplitudes of voiced frames.

    A voice may have `more`: shares of harmonics by frequency, on top of that.
    """
    flat = torch.cat([smooth(part[None])[0] for part in said.split((H, N), 1)], 1)
    shares = gain * GAIN + F.pad(by_frequency(more or {0: 0}, S.HARMONIC_BANDS), (0, N))
    wanted = shares * (said - flat)
    # Each band of a voice keeps its power, but for the bass.
    power = [(voiced * voices).T @ (2 * x).exp() for x in (said, said + wanted)]
    return voiced * (wanted - 0.5 * voices @ (power[1] / power[0]).log() + SOFTER)


@torch.no_grad()
def sharpen(
    net: S.Student, batches: list[Batch], gain: float, layer: S.Linear, more: dict[float, float] | None = None
) -> float:
    """Adds `gain` times the usual contrast, and `more`, to voiced frames; returns the share that the last layer can make."""
    rows, said, voiced, voices = heard(net, batches)
    spoken = voices.sum(0) > 0
    wanted = sharper(said, voiced, voices[:, spoken], gain, more)
    layer.bias[S.NOISE] += gain * LIFT * LIFTED
    part = S.amplitudes(torch.arange(S.OUTPUTS))
    layer.bias[part] += LOUDER
    return fit(layer, part, rows, wanted)


def bend(speech: Speech) -> tuple[np.ndarray, np.ndarray]:
    """How far the sound of a clip is from its F0, in ln, and where that is known."""
    voiced, at = speech.voiced, np.arange(len(speech.f0))
    f0 = np.interp(at, at[voiced], speech.f0[voiced])
    phase = gaussian_filter1d(drift(speech.wave, f0, voiced)[S.HOP // 2 :: S.HOP][: len(f0)], TUNED_SMOOTH)
    beside = np.gradient(phase) * S.SAMPLE_RATE / S.HOP / (2 * np.pi) / f0
    return np.log1p(beside.clip(-TUNED_MOST, TUNED_MOST)), voiced & np.roll(voiced, 1) & np.roll(voiced, -1)


@torch.no_grad()
def tune(net: S.Student, clips: list[Clip], work: Work) -> float:
    """Adds to F0 what the teacher sings beside it; returns the share of that which the last layer can make.

    The teacher's sound does not follow its own F0: it rises and falls by some 30 cents around it, partly by phoneme.
    """
    seen, size, inventory = {}, net.melody.out.in_features + 1, work.inventory
    hook = net.melody.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0]))
    square = TUNED_RIDGE * torch.eye(S.POINTS * size, dtype=torch.double)
    product, energy = torch.zeros(len(square), dtype=torch.double), 0.0
    for clip in clips:
        spoken = work.speech(clip)
        if spoken.voiced.sum() < TUNED_LEAST:
            continue
        beside, inner = bend(spoken)
        ids = torch.tensor([[inventory.index[p] for p in clip.phonemes]])
        features = torch.from_numpy(S.clause_features(clip.phonemes, clip.voice))[None]
        net.encode(ids, features, torch.tensor([len(clip.phonemes)]))
        hidden = F.pad(seen["hidden"][0, net.lookahead :], (0, 1), value=1).double()
        phoneme, place, _ = S.positions(spoken.frames)
        # Each frame reads the two points next to it.
        u = torch.from_numpy(place)[inner].double() * (S.POINTS - 1)
        near = (1 - (u[:, None] - torch.arange(S.POINTS)).abs()).clamp(min=0)
        rows = (near[:, :, None] * hidden[phoneme[inner]][:, None]).flatten(1)
        wanted = torch.from_numpy(beside[inner])
        square += rows.T @ rows
        product += rows.T @ wanted
        energy += wanted.square().sum().item()
    hook.remove()
    change = torch.linalg.solve(square, product)
    made = 2 * change @ product - change @ square @ change
    points = change.view(S.POINTS, size).float()
    net.melody.out.weight[S.PITCHES] += points[:, :-1]
    net.melody.out.bias[S.PITCHES] += points[:, -1]
    return made.item() / energy


@torch.no_grad()
def enliven(net: S.Student, kept: list[Sung]) -> tuple[torch.Tensor, float]:
    """Gives each voice its teacher's variance of F0; returns the factors and the share that the last layer can make."""
    seen = {}
    hook = net.melody.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0]))
    rows, points, whose, own, real, voices = [], [], [], [], [], []
    for b in kept:
        y = net.encode(b.ids, b.features, b.lengths)[1][..., S.PITCHES]
        hidden = seen["hidden"][:, -y.shape[1] :]
        there = torch.arange(y.shape[1])[None] < b.lengths[:, None]
        voice = b.features[:, 0, : len(S.VOICES)].argmax(1)
        rows.append(hidden[there].double())
        points.append(y[there].double())
        whose.append(voice[:, None].expand_as(there)[there])
        place, _, lf0, voiced = b.frame.unbind(-1)
        counts = (voiced * b.inside[..., 0]) > 0
        own.append(S.at_points(spread(y, b), place)[counts])
        real.append(lf0[counts])
        voices.append(voice[:, None].expand_as(counts)[counts])
    hook.remove()
    rows, points, whose, own, real, voices = (torch.cat(x) for x in (rows, points, whose, own, real, voices))
    pairs = [(own[voices == v], real[voices == v]) for v in range(len(S.VOICES))]
    mean = torch.stack([said.mean() for said, _ in pairs]).double()
    wider = torch.stack([true.std() / said.std() for said, true in pairs]).double()
    wanted = (wider[whose] - 1)[:, None] * (points - mean[whose][:, None])
    return wider, fit(net.melody.out, S.PITCHES, rows, wanted)


def run(work: Work, model: str, gain: float) -> None:
    """Reads `melody.pt` of a model and writes `voice.pt`; a `gain` of 0 restores no contrast."""
    folder = work.model(model)
    net, provenance = load_voice(folder / "melody.pt", work.inventory)
    clips, rng = work.spoken("train"), np.random.default_rng(0)
    rng.shuffle(clips)
    data = Batches(examples(work, clips[:CLIPS]), rng, net.decoder.shape)
    batches = [data.draw() for _ in range(BATCHES)]
    if gain:
        print(f"the last layer makes {sharpen(net, batches, gain, net.decoder.out):.3f} of the contrast")
    wider, part = enliven(net, watched(work)[1])
    widths = ", ".join(f"{v} {x:.3f}" for v, x in zip(S.VOICES, wider, strict=True))
    print(f"F0 varies more by {widths}; the last layer makes {part:.3f} of it")
    print(f"the last layer makes {tune(net, clips, work):.3f} of what the teacher sings beside its F0")
    with torch.no_grad():
        set_scales(net, [lambda b=b: speech(net, b) for b in batches[:6]])
    save_voice(folder / "voice.pt", net, vars(provenance))
