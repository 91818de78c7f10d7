"""Restores, after training, the contrast of voiced frames and the variance of F0.

A network that is unsure of a spectrum predicts its mean, so formants become flat: those of the harmonics, and more so those of
the noise. Training on texture repairs a part. DistillMOS prefers more contrast (3.1 without, 3.8 with gains of 0.6 and 0.8),
DNSMOS prefers less (3.22, 3.15). The gains are a compromise. Each band of a voice keeps its power: the predictors hear
nothing above 8 kHz and would not notice too much treble there. In the same way the F0 of each voice gets its teacher's
variance. Nothing is filtered at run time: the last layers are refitted. Then the scales of rounding are set again for the
new activations, which brings 1 dB.
"""

from __future__ import annotations

import numpy as np
import torch
import torch.nn.functional as F
from scipy.ndimage import gaussian_filter1d

from . import student as S
from .data import Batch, Batches, drift, examples
from .export import set_scales
from .losses import pool, speech, spread
from .losses import power as loudness
from .melody import Batch as Sung
from .melody import watched
from .records import Clip, Work
from .train import load_voice, save_voice

H, N = len(S.HARMONIC_BANDS), len(S.NOISE_BANDS)
SPAN = 15  # bands; a share of the difference from the mean over so many bands is added
GAIN = torch.cat([torch.full((H,), 0.45), torch.full((N,), 0.4)])
# Above this, there is enough contrast, and the wide bands would hiss.
LOW = torch.tensor(np.concatenate([S.HARMONIC_BANDS, S.NOISE_BANDS]) < 4500)
LIFT = 0.25  # added to ln amplitude of the noise above: a mean of logarithms is below the teacher's level
AMPLITUDES = S.amplitudes(torch.arange(S.OUTPUTS))
EQ_WINDOW, EQ_HOP = 1024, 240
EQ_MOST, EQ_SHARE = 0.8, 1.0
TUNED_LEAST = 20  # voiced frames of a clip
TUNED_SMOOTH = 2  # frames: the standard deviation of the smoothing
TUNED_RIDGE = 1000  # for some 20 minutes of speech
CLIPS, BATCHES = 300, 60


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
    layer.weight[part] += change[:-1].T.float()
    layer.bias[part] += change[-1].float()
    return 1 - ((wanted - hidden @ change).square().sum() / wanted.square().sum()).item()


@torch.no_grad()
def frames_of(net: S.Student, batches: list[Batch]) -> list[torch.Tensor]:
    """The decoder at every frame: the last layer's input, its ln amplitudes, the voicing, and whose voice it is."""
    seen = {}
    hook = net.decoder.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0], out=o))
    first, look = net.decoder.field, net.decoder.lookahead
    found = []
    for b in batches:
        speech(net, b)
        inside = b.inside[:, first:-look, 0] > 0
        voices = b.features[:, :1, : len(S.VOICES)].expand(-1, inside.shape[1], -1)
        hidden, out = seen["hidden"][:, first + look :], S.amplitudes(seen["out"][:, first + look :])
        found.append([x[inside].double() for x in (hidden, out, b.frame[:, first:-look, 3:], voices)])
    hook.remove()
    return [torch.cat(x) for x in zip(*found, strict=True)]


@torch.no_grad()
def sharpen(net: S.Student, batches: list[Batch], gain: float) -> float:
    """Adds `gain` times the usual contrast to voiced frames; returns the share of it that the last layer can make."""
    rows, said, voiced, voices = frames_of(net, batches)
    flat = torch.cat([smooth(part[None])[0] for part in said.split((H, N), 1)], 1)
    wanted = gain * GAIN * LOW * (said - flat)
    # Each band of a voice keeps its power.
    power = [(voiced * voices).T @ (2 * x).exp() for x in (said, said + wanted)]
    wanted = voiced * (wanted - 0.5 * voices @ (power[1] / power[0]).log())
    net.decoder.out.bias[S.NOISE] += gain * LIFT * ~LOW[H:]
    return fit(net.decoder.out, AMPLITUDES, rows, wanted)


def kinds(voiced, voices):
    """Which kind a frame is: one column for each voice where it is unvoiced, then one for each where it is voiced."""
    return torch.cat([voices * (1 - voiced), voices * voiced], -1)


@torch.no_grad()
def equalise(net: S.Student, batches: list[Batch]) -> tuple[torch.Tensor, float]:
    """Gives the bands of each voice the power of its teacher's, in voiced and in other frames.

    A mean of logarithms is below the logarithm of the mean, most where the network is least sure. Returns the curves in
    nepers and the share that the last layer can make.
    """
    power = torch.zeros(2, 2 * len(S.VOICES), H)
    for b in batches:
        at = (S.BEFORE + EQ_WINDOW // 2 + EQ_HOP * torch.arange((b.wave.shape[1] - EQ_WINDOW) // EQ_HOP + 1)) // S.HOP
        voiced = b.frame[:, net.decoder.field :, 3:][:, at]
        kind = kinds(voiced, b.features[:, :1, : len(S.VOICES)].expand(-1, len(at), -1))
        for i, wave in enumerate((b.wave, speech(net, b).wave)):
            bands = loudness(wave, EQ_WINDOW, EQ_HOP) @ pool(EQ_WINDOW, H, "cpu")
            power[i] += torch.einsum("btk,btn->kn", kind, bands)
    curves = 0.5 * (power[0] / power[1]).log().clamp(-EQ_MOST, EQ_MOST)
    curves = F.avg_pool1d(F.pad(curves[None], (2, 2), mode="replicate"), 5, 1)[0] * EQ_SHARE
    noise = torch.tensor(np.stack([np.interp(S.NOISE_BANDS, S.HARMONIC_BANDS, c) for c in curves.numpy()]))
    rows, _, voiced, voices = frames_of(net, batches)
    wanted = kinds(voiced, voices) @ torch.cat([curves, noise], 1).double()
    wanted[:, :H] *= voiced
    return curves, fit(net.decoder.out, AMPLITUDES, rows, wanted)


@torch.no_grad()
def tune(net: S.Student, clips: list[Clip], work: Work) -> float:
    """Adds to F0 what the teacher sings beside it; returns the share of that which the last layer can make.

    The sound of the teacher does not follow its own F0: it rises and falls by some 20 cents around it, partly by phoneme.
    """
    seen, size = {}, net.melody.out.in_features + 1
    hook = net.melody.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0]))
    square = torch.zeros(S.POINTS * size, S.POINTS * size, dtype=torch.double)
    product, energy, index = torch.zeros(S.POINTS * size, dtype=torch.double), 0.0, work.inventory.index
    for clip in clips:
        spoken = work.speech(clip)
        voiced = spoken.voiced
        if voiced.sum() < TUNED_LEAST:
            continue
        at = np.arange(len(spoken.f0))
        f0 = np.interp(at, at[voiced], spoken.f0[voiced])
        phase = gaussian_filter1d(drift(spoken.wave, f0, voiced)[S.HOP // 2 :: S.HOP][: len(f0)], TUNED_SMOOTH)
        bend = np.log1p((np.gradient(phase) * S.SAMPLE_RATE / S.HOP / (2 * np.pi) / f0).clip(-0.2, 0.2))
        inner = voiced & np.roll(voiced, 1) & np.roll(voiced, -1)
        ids = torch.tensor([[index[p] for p in clip.phonemes]])
        features = torch.from_numpy(S.clause_features(clip.phonemes, clip.voice))[None]
        net.encode(ids, features, torch.tensor([len(clip.phonemes)]))
        hidden = F.pad(seen["hidden"][0, net.lookahead :], (0, 1), value=1).double()
        phoneme, place, _ = S.positions(spoken.frames)
        u = torch.from_numpy(place)[inner].double() * (S.POINTS - 1)
        near = (1 - (u[:, None] - torch.arange(S.POINTS)).abs()).clamp(min=0)
        rows = (near[:, :, None] * hidden[phoneme[inner]][:, None]).flatten(1)
        wanted = torch.from_numpy(bend[inner])
        square += rows.T @ rows
        product += rows.T @ wanted
        energy += wanted.square().sum().item()
    hook.remove()
    change = torch.linalg.solve(square + TUNED_RIDGE * torch.eye(len(square)), product)
    made = 2 * change @ product - change @ square @ change
    change = change.view(S.POINTS, size).float()
    net.melody.out.weight[S.PITCHES] += change[:, :-1]
    net.melody.out.bias[S.PITCHES] += change[:, -1]
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
        print(f"the last layer makes {sharpen(net, batches, gain):.3f} of the contrast")
    wider, part = enliven(net, watched(work)[1])
    widths = ", ".join(f"{v} {x:.3f}" for v, x in zip(S.VOICES, wider, strict=True))
    print(f"F0 varies more by {widths}; the last layer makes {part:.3f} of it")
    with torch.no_grad():
        set_scales(net, [lambda b=b: speech(net, b) for b in batches[:6]])
    save_voice(folder / "voice.pt", net, vars(provenance))
