"""Training, in three stages: reconstruction of the teacher's clips with its own durations and F0; then, the norms frozen, the
teacher's texture and, on a GPU, adversaries too; then also weights and activations rounded to int8 and part of the batch on the
student's own F0.

Stopping and starting again goes on from the last checkpoint; the time given is the whole time of training, on a CPU what
its cores gave to it.
"""

import argparse
import json
import math
import time
from pathlib import Path

import numpy as np
import pyloudnorm
import torch

import student as S
from adversary import Adversaries
from export import restore, set_scales, version
from losses import WEIGHTS, losses, speech

LEVEL = -23.0  # LUFS, of both voices
SEGMENT, BATCH = 64, 16
RECONSTRUCTION, POLISH, ROUNDED = range(3)
ENDS = 0.6, 0.85  # of the first two stages, as parts of the time
RATE, ADVERSARY_RATE = 2e-3, 1e-3  # the student's at its peak
HEAD_START = 250  # steps that the adversaries learn alone: who is judged by the untaught is led astray
JUDGED = 8  # of a batch: its last, which are never on the student's own F0
OWN = 0.5  # of the batch on the student's own F0, when rounded
CHECKPOINT = 180  # seconds
VALIDATION = 24  # clips kept from training to watch the loss


def made(work, split=None):
    """The clips that the teacher has spoken, of a split or all."""
    clips = [c for c in json.loads((work / "clips.json").read_text()) if split in (None, c["split"])]
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


def copy(net):
    return {k: v.detach().clone() for k, v in net.state_dict().items()}


def freeze(net):
    for m in net.modules():
        if isinstance(m, S.Norm):
            m.frozen = True


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--model", choices=S.SIZES, default=S.MODEL)
    parser.add_argument("--from", dest="start", type=Path, metavar="BUNDLE", help="go on from the weights of a bundle, its norms frozen")
    parser.add_argument("--minutes", type=float, default=60)
    parser.add_argument("--device", default="cuda" if torch.cuda.is_available() else "cpu")
    parser.add_argument("--adversaries", action=argparse.BooleanOptionalAction, default=torch.cuda.is_available(),
                        help="with adversaries after the first stage: on a CPU they double the time of a step")
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
    if a.start:
        restore(net, a.start)
    optimiser = torch.optim.AdamW(net.parameters(), RATE, betas=(0.8, 0.99), weight_decay=0.01)
    adversaries = Adversaries().to(a.device)
    watcher = torch.optim.AdamW(adversaries.parameters(), ADVERSARY_RATE, betas=(0.8, 0.99))
    ema, right = copy(net), torch.zeros(len(adversaries.members))
    steps, judged, spent = 0, 0, 0.0
    stage, peak, base = RECONSTRUCTION, RATE / 2 if a.start else RATE, version(a.start) if a.start else None
    path = a.work / S.folder(a.model) / "student.pt"
    path.parent.mkdir(exist_ok=True)
    if path.exists():
        saved = torch.load(path, map_location=a.device)
        for name, part in dict(net=net, optimiser=optimiser, adversaries=adversaries, watcher=watcher).items():
            part.load_state_dict(saved[name])
        ema, steps, judged, spent, stage, peak, base = (saved[k] for k in ("ema", "steps", "judged", "seconds", "stage", "peak", "base"))
        rng.bit_generator.state = saved["rng"]
        print(f"resumed at step {steps}, {spent / 60:.1f} minutes", flush=True)

    def save():
        torch.save(dict(model=a.model, net=net.state_dict(), ema=ema, optimiser=optimiser.state_dict(), adversaries=adversaries.state_dict(),
                        watcher=watcher.state_dict(), steps=steps, judged=judged, seconds=spent, stage=stage, peak=peak, base=base, minutes=minutes, clips=len(clips),
                        seed=a.seed, rng=rng.bit_generator.state), path.with_suffix(".new"))
        path.with_suffix(".new").rename(path)

    def learn(said, wave):
        nonlocal judged
        fault, correct = adversaries.learn(said, wave)
        watcher.zero_grad()
        fault.backward()
        watcher.step()
        judged += 1
        right.lerp_(correct.cpu(), 1 / min(judged, 50))
        if judged % 50 == 0:
            print(f"{judged} judged, right " + " ".join(f"{r:.2f}" for r in right), flush=True)

    if base or stage != RECONSTRUCTION:
        freeze(net)
    clock = time.monotonic if a.device == "cuda" else lambda: time.process_time() / torch.get_num_threads()
    mean, began, saved_at = {}, clock() - spent, spent
    while spent < a.minutes * 60:
        done = spent / (a.minutes * 60)
        if stage < ROUNDED and done > ENDS[stage]:
            stage += 1
            net.load_state_dict(ema)
            if stage == ROUNDED:
                net.eval()
                with torch.no_grad():
                    set_scales(net, [lambda: speech(net, trained.draw(a.device)) for _ in range(6)])
                net.train()
            freeze(net)
            ema = copy(net)
        rate = peak * min(1, (steps + 1) / 300) * 0.5 * (1 + math.cos(math.pi * min(done, 0.97)))
        for group in optimiser.param_groups:
            group["lr"] = rate
        b = trained.draw(a.device)
        polished = stage > RECONSTRUCTION
        judging = a.adversaries and polished
        if judging and judged < HEAD_START:
            with torch.no_grad():
                said = speech(net, b)[0]
            learn(said, b["wave"])
            spent = clock() - began
            continue
        said, voice, terms = speech(net, b, OWN if stage == ROUNDED else 0.0)
        terms = losses(said, voice, terms, b, polished)
        if judging:
            terms |= adversaries.against(said[-JUDGED:], b["wave"][-JUDGED:])
        loss = sum(WEIGHTS[k] * v for k, v in terms.items())
        optimiser.zero_grad()
        loss.backward()
        torch.nn.utils.clip_grad_norm_(net.parameters(), 1.0)
        optimiser.step()
        steps += 1
        if judging:
            learn(said[-JUDGED:], b["wave"][-JUDGED:])
        keep = 0.998 if polished else min(0.999, (steps + 1) / (steps + 20))
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
                b = watched.draw(a.device, range(len(watched.clips)))
                terms = losses(*speech(net, b), b, polished)
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
