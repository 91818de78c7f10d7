"""Training: reconstruction of the teacher's clips with its own durations and F0, then the same with the norms frozen,
the weights and activations rounded to int8, part of the batch on the student's own F0, and the teacher's texture.

Stopping and starting again goes on from the last checkpoint; the time given is the whole time of training, on a CPU what
its cores gave to it.
"""

import argparse
import functools
import json
import math
import time
from pathlib import Path

import numpy as np
import pyloudnorm
import torch
import torch.nn.functional as F

import student as S
from export import set_scales

LEVEL = -23.0  # LUFS, of both voices
SEGMENT, BATCH = 64, 16
RATE, FINAL = 2e-3, 0.15  # peak learning rate; the last part of the time, for the second stage
OWN = 0.5  # of the batch on the student's own F0, in the second stage
CHECKPOINT = 180  # seconds
VALIDATION = 24  # clips kept from training to watch the loss
RESOLUTIONS = ((2048, 640), (800, 240), (256, 80))
# Of texture: windows, hops and bands of the spectra, and the frames and bands of their patches.
TEXTURES = ((1024, 240, 96, ((1, 12), (3, 5), (8, 2))), (384, 120, 48, ((1, 8), (3, 4), (12, 1))))
ZONES, PATCHES, DIRECTIONS = 6, 3000, 16


def made(work, split):
    """The clips of a split that the teacher has spoken."""
    clips = [c for c in json.loads((work / "clips.json").read_text()) if c["split"] == split]
    return [c for c in clips if (work / "clips" / f"{c['id']}.npz").exists()]


def sound(data, gain):
    """The teacher's samples as floats."""
    return data["wave"].astype(np.float32) / 16384 * np.float32(gain)


def prepare(clip, folder, gains):
    data = np.load(folder / f"{clip['id']}.npz")
    frames = data["frames"].astype(np.int64)
    wave = sound(data, gains[clip["voice"]])
    f0, voiced = data["f0"], data["f0"] > 60
    at = np.arange(len(f0))
    lf0 = np.log(np.interp(at, at[voiced], f0[voiced]) / 200) if voiced.any() else np.zeros(len(f0))
    filled = 200 * np.exp(lf0)
    # The networks know durations at speed 1; the program stretches them.
    frames_at_1 = frames * clip["speed"]
    phoneme, place, length = S.positions(frames, frames_at_1)
    return dict(
        ids=np.array([S.INDEX[p] for p in clip["phonemes"]]), frames=frames_at_1, phoneme=phoneme, place=place, length=length,
        features=S.clause_features(clip["phonemes"], clip["voice"]), lf0=lf0.astype(np.float32),
        voiced=voiced.astype(np.float32), wave=wave, language=clip["language"], voice=clip["voice"],
        pulses=S.pulses(filled, drift(wave, filled, voiced)).astype(np.float16))


def drift(wave, f0, voiced):
    """How far the teacher's fundamental runs ahead of the phase that F0 gives, a value a sample.

    With it the pulses of training stand where the teacher's are, so that the filter can learn the phases of a voice.
    """
    n = len(wave)
    f = np.interp(np.arange(n), np.arange(len(f0)) * S.HOP + S.HOP / 2, f0)
    base = wave * np.exp(-2j * np.pi * np.cumsum(f / S.SAMPLE_RATE))
    step, half = 75, 400
    window = np.hanning(2 * half + 1)
    padded = np.pad(base, half)
    at = np.arange(0, n, step)
    c = np.array([np.dot(padded[i:i + 2 * half + 1], window) for i in at])
    good = voiced[np.minimum(at // S.HOP, len(voiced) - 1)] & (np.abs(c) > 0.05 * np.abs(c).max())
    if not good.any():
        return np.zeros(n, np.float32)
    angle = np.unwrap(np.angle(c[good]))
    return np.interp(np.arange(n), at[good], angle).astype(np.float32)


def loudness(clips, folder):
    """The gain that brings each voice to LEVEL; the same for all its clips, so that its dynamics stay."""
    meter, gains = pyloudnorm.Meter(S.SAMPLE_RATE), {}
    for voice in S.VOICES:
        waves = [sound(np.load(folder / f"{c['id']}.npz"), 1) for c in clips if c["voice"] == voice][:60]
        gains[voice] = 10 ** ((LEVEL - meter.integrated_loudness(np.concatenate(waves))) / 20)
    return gains


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
def pool(window, n):
    """The matrix that gathers the bins of a window in bands."""
    shares = S.to_bins(S.bands(n), window).T
    return shares / (shares.sum(0) + 1e-9)


def texture(said, wave):
    """How far the values that patches of the spectra take are from the teacher's, whichever patch takes them.

    Who is unsure of a spectrum says its mean, and a mean is flatter than every spectrum there is. Distance cannot see that;
    the sliced Wasserstein distance between patches of the same zone can, as a discriminator would, and needs no training.
    """
    device, found = said.device, []
    for window, hop, n, shapes in TEXTURES:
        images = [0.5 * (power(y, window, hop) @ pool(window, n).to(device) + 1e-7).log() for y in (said, wave)]
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


class Batches:
    def __init__(self, clips, rng):
        self.clips = [c for c in clips if len(c["lf0"]) >= SEGMENT]
        sizes = np.array([len(c["lf0"]) for c in self.clips], float)
        self.p, self.rng = sizes / sizes.sum(), rng

    def draw(self, device, picks=None):
        rng, look, field = self.rng, S.DECODER["lookahead"], sum(S.DECODER["dilations"]) * (S.DECODER["taps"] - 1)
        us = [self.clips[i] for i in (rng.choice(len(self.clips), BATCH, p=self.p) if picks is None else picks)]
        n = max(len(u["ids"]) for u in us)
        rows = SEGMENT + look + field
        b = dict(ids=np.zeros((len(us), n), np.int64), features=np.zeros((len(us), n, S.FEATURES), np.float32),
                 lengths=np.array([len(u["ids"]) for u in us]), log_frames=np.zeros((len(us), n), np.float32),
                 phoneme=np.zeros((len(us), rows), np.int64), frame=np.zeros((len(us), rows, 4), np.float32),
                 inside=np.zeros((len(us), rows, 1), np.float32), begun=np.ones((len(us), rows, 1), np.float32),
                 pulses=np.zeros((len(us), S.HOP * (SEGMENT + 1)), np.float32),
                 wave=np.zeros((len(us), S.HOP * (SEGMENT - 3)), np.float32))
        for i, u in enumerate(us):
            total = len(u["lf0"])
            start = 0 if rng.random() < 0.08 else int(rng.integers(0, total - SEGMENT + 1))
            m = len(u["ids"])
            b["ids"][i, :m], b["features"][i, :m] = u["ids"], u["features"]
            b["log_frames"][i, :m] = np.log(u["frames"])
            # Row r of the decoder's input is frame start - field + r; its output is that of `look` frames before.
            at = start - field + np.arange(rows)
            ok = (at >= 0) & (at < total)
            b["phoneme"][i, ok] = u["phoneme"][at[ok]]
            b["frame"][i, ok] = np.stack([u["place"], u["length"], u["lf0"], u["voiced"]], 1)[at[ok]]
            b["inside"][i, ok], b["begun"][i, at < 0] = 1, 0
            first, length = S.HOP * start - S.HOP // 2, S.HOP * (SEGMENT + 1)
            skip = max(0, -first)
            piece = u["pulses"][max(0, first):first + length]
            b["pulses"][i, skip:skip + len(piece)] = piece
            first = S.HOP * start + 450
            piece = u["wave"][first:first + b["wave"].shape[1]]
            b["wave"][i, :len(piece)] = piece
        return {k: torch.from_numpy(v).to(device) for k, v in b.items()}


def losses(net, b, own, second=False):
    """`own`: the part of the batch that is decoded with the student's F0 and voicing; `second`: texture counts too."""
    device = b["wave"].device
    y = net.encode(b["ids"], b["features"], b["lengths"])
    h, rest = y[..., :net.width], y[..., net.width:]
    real = (torch.arange(y.shape[1], device=device)[None] < b["lengths"][:, None]).float()
    duration = (F.l1_loss(rest[..., 0], b["log_frames"], reduction="none") * real).sum() / real.sum()

    def spread(x):
        return torch.gather(x, 1, b["phoneme"][..., None].expand(-1, -1, x.shape[-1]))

    place, length, lf0, voiced = b["frame"].unbind(-1)
    points = spread(rest[..., 1:])
    own_lf0, own_voiced = S.at_points(points[..., :S.POINTS], place), S.at_points(points[..., S.POINTS:], place)
    inside = b["inside"][..., 0]
    pitch = ((own_lf0 - lf0).abs() * inside * (0.1 + voiced)).sum() / (inside * (0.1 + voiced)).sum()
    voicing = (F.binary_cross_entropy_with_logits(own_voiced, voiced, reduction="none") * inside).sum() / inside.sum()
    swap = (torch.arange(len(lf0), device=device) < own * len(lf0))[:, None]
    lf0 = torch.where(swap, own_lf0.detach(), lf0)
    voiced = torch.where(swap, own_voiced.detach().sigmoid(), voiced)
    x = torch.cat([spread(h), torch.stack([place, length, lf0, voiced], -1)], -1) * b["inside"]
    field = net.decoder.field
    out = net.decode(x, b["begun"])[:, field + net.decoder.lookahead:]
    harmonic, breath = net.filters(out)
    pulses = net.frames(b["pulses"])
    cut = slice(2 * 450, 2 * 450 + b["wave"].shape[1])
    voice = net.add(pulses * harmonic)[:, cut]
    said = voice + net.add(net.frames(torch.randn_like(b["pulses"])) * breath)[:, cut]
    terms = dict(spectra=distance(spectra(said), spectra(b["wave"])), wave=coherence(voice, b["wave"]), duration=duration,
                 pitch=pitch, voicing=voicing)
    return terms | dict(texture=texture(said, b["wave"])) if second else terms


# What is not heard, `wave`, has little weight: to be far from no wave, an unsure harmonic would be made weak and noise strong.
WEIGHTS = dict(spectra=1.0, wave=0.1, duration=1.0, pitch=2.0, voicing=0.3, texture=5.0)


def copy(net):
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--model", choices=S.SIZES, default=S.MODEL)
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--threads", type=int, default=0)
    a = parser.parse_args()
    torch.manual_seed(a.seed)
    if a.threads:
        torch.set_num_threads(a.threads)
    rng = np.random.default_rng(a.seed)
    folder, listed = a.work / "clips", made(a.work, "train")
    gains_file = a.work / "gains.json"
    if not gains_file.exists():
        gains_file.write_text(json.dumps(loudness(listed, folder)))
    gains = json.loads(gains_file.read_text())
    clips = [prepare(c, folder, gains) for c in listed]
    step = max(2, len(clips) // VALIDATION)
    watched, trained = Batches(clips[::step], np.random.default_rng(1)), Batches([c for i, c in enumerate(clips) if i % step], rng)
    minutes = sum(len(c["lf0"]) for c in clips) / 4800
    print(f"{len(clips)} clips, {minutes:.1f} minutes", flush=True)
    net = S.Student(a.model).to(a.device)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, betas=(0.8, 0.99), weight_decay=0.01)
    ema = copy(net)
    steps, spent, second = 0, 0.0, False
    path = a.work / S.folder(a.model) / "student.pt"
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        saved = torch.load(path, map_location=a.device)
        net.load_state_dict(saved["net"])
        optimiser.load_state_dict(saved["optimiser"])
        ema, steps, spent, second = saved["ema"], saved["steps"], saved["seconds"], saved["second"]
        rng.bit_generator.state = saved["rng"]
        print(f"resumed at step {steps}, {spent / 60:.1f} minutes", flush=True)

    def save():
        torch.save(dict(model=a.model, net=net.state_dict(), ema=ema, optimiser=optimiser.state_dict(), steps=steps, seconds=spent, second=second,
                        minutes=minutes, clips=len(clips), seed=a.seed, rng=rng.bit_generator.state), path.with_suffix(".new"))
        path.with_suffix(".new").rename(path)

    def freeze():
        for m in net.modules():
            if isinstance(m, S.Norm):
                m.frozen = True

    if second:
        freeze()
    clock = time.monotonic if a.device == "cuda" else lambda: time.process_time() / torch.get_num_threads()
    mean, began, saved_at = {}, clock() - spent, spent
    while spent < a.minutes * 60:
        done = spent / (a.minutes * 60)
        if not second and done > 1 - FINAL:
            second = True
            net.load_state_dict(ema)
            net.eval()
            with torch.no_grad():
                set_scales(net, [lambda: losses(net, trained.draw(a.device), 0) for _ in range(6)])
            net.train()
            freeze()
            ema = copy(net)
        rate = RATE * min(1, (steps + 1) / 300) * 0.5 * (1 + math.cos(math.pi * min(done, 0.97)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        terms = losses(net, trained.draw(a.device), OWN if second else 0.0, second)
        loss = sum(WEIGHTS[k] * v for k, v in terms.items())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        steps += 1
        keep = min(0.999, (steps + 1) / (steps + 20)) if not second else 0.998
        with torch.no_grad():
            for k, v in net.state_dict().items():
                ema[k].lerp_(v, 1 - keep) if v.dtype.is_floating_point else ema[k].copy_(v)
        for k, v in terms.items():
            mean[k] = 0.98 * mean.get(k, v.item()) + 0.02 * v.item()
        spent = clock() - began
        if steps % 100 == 0:
            print(f"{steps} {spent / 60:.1f} min " + " ".join(f"{k} {v:.3f}" for k, v in sorted(mean.items())), flush=True)
        if steps % 500 == 0 or spent >= a.minutes * 60:
            current = copy(net)
            net.load_state_dict(ema)
            net.eval()
            state = torch.get_rng_state()
            torch.manual_seed(1)
            with torch.no_grad():
                terms = losses(net, watched.draw(a.device, range(len(watched.clips))), 0.0, second)
            torch.set_rng_state(state)
            net.load_state_dict(current)
            net.train()
            print(f"{steps} watched " + " ".join(f"{k} {v.item():.3f}" for k, v in terms.items()), flush=True)
        if spent - saved_at > CHECKPOINT:
            save()
            saved_at = spent
    save()


if __name__ == "__main__":
    main()
