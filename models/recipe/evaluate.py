"""The evaluation: on clauses never trained on, the student beside its teacher, for each language and voice.

The distances are of the rounded network with the teacher's durations, so that frames correspond; the clips that
are listened to and measured for level and length come from the program itself. Writes `evaluation.json` in the
work folder, and the tables and pictures of the model card.
"""

import argparse
import json
import re
import subprocess
from concurrent.futures import ProcessPoolExecutor, as_completed
from pathlib import Path

import numpy as np
import pyloudnorm
import soundfile
import torch

import student as S

ENGLISH = "en"


def mel(wave):
    """ln of 80 mel bands at the frames' rate."""
    import librosa

    m = librosa.feature.melspectrogram(y=wave, sr=S.SAMPLE_RATE, n_fft=1024, hop_length=S.HOP, n_mels=80, power=1.0)
    return np.log(np.maximum(m, 1e-4))


def distances(net, clip, data, teacher):
    wave, own, f0, voiced = net.speak(clip["phonemes"], clip["voice"], data["frames"].astype(np.int64))
    a, b = mel(wave), mel(teacher)
    true = data["f0"] > 60
    both = true & (voiced > 0.5)
    cents = 1200 * np.abs(np.log2(f0[both] / data["f0"][both])) if both.any() else np.zeros(1)
    return dict(mel_db=float(np.abs(a - b).mean() * 20 / np.log(10)), f0_cents=float(np.median(cents)),
                voicing=float((true != (voiced > 0.5)).mean()), duration=float(own.sum() / data["frames"].sum()))


def level(wave):
    return float(pyloudnorm.Meter(S.SAMPLE_RATE).integrated_loudness(np.concatenate([wave, np.zeros(S.SAMPLE_RATE // 2)])))


def speak(program, bundle, clip, path):
    run = subprocess.run([program, "say", "--model", bundle, "--voice", clip["voice"], "--language", clip["language"],
                          "-o", path, "--", clip["text"]], capture_output=True, text=True)
    if run.returncode or run.stderr.strip():
        raise SystemExit(f"{clip['text']}: {run.stderr}")


def listen(work, language, rows, reversed_every):
    """In a process of its own: the judge's answers for one language."""
    import jiwer

    from judge import Judge, plain

    judge, pool, out = Judge(work / "listener"), [c["text"] for c in rows], []
    for i, c in enumerate(rows):
        said = {kind: soundfile.read(work / kind / f"{c['id']}.wav", dtype="float32")[0] for kind in ("teacher", "student")}
        if i % reversed_every == 0:
            said["reversed"] = said["student"][::-1].copy()
        answer = {kind: judge.choose(wave, c["text"], pool, language) for kind, wave in said.items()}
        if language == ENGLISH:
            for kind in ("teacher", "student"):
                heard = judge.write(said[kind], language)
                answer[kind]["cer"] = min(1.5, jiwer.cer(plain(c["text"]), heard or "-"))
        out.append((c["id"], answer))
    return language, out


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else float("nan")


def tables(results):
    """Markdown: what was heard by language, what was measured by language and voice."""
    results = list(results)
    languages = sorted({r["language"] for r in results})
    out = ["| language | clips | rank-1: student | teacher | reversed | chance | margin: student | teacher |", "|---|---|---|---|---|---|---|---|"]
    for name in [*languages, "mean"]:
        rows = [r for r in results if name in ("mean", r["language"]) and "student" in r]
        if not rows:
            continue

        def of(kind, key):
            return mean([r[kind][key] for r in rows if kind in r])

        chance = mean([1 / r["student"]["choices"] for r in rows])
        out.append(f"| {name} | {len(rows)} | {of('student', 'rank1'):.2f} | {of('teacher', 'rank1'):.2f} | {of('reversed', 'rank1'):.2f} "
                   f"| {chance:.2f} | {of('student', 'margin'):.3f} | {of('teacher', 'margin'):.3f} |")
    errors = [(r["student"]["cer"], r["teacher"]["cer"]) for r in results if "cer" in r.get("student", {})]
    if errors:
        out += ["", f"Characters wrong when the listener writes English freely: student {100 * mean([e[0] for e in errors]):.1f} %, "
                    f"teacher {100 * mean([e[1] for e in errors]):.1f} %."]
    out += ["", "| language | voice | mel distance, dB | F0 error, cents | voicing error | length, student / teacher | worst | LUFS |",
            "|---|---|---|---|---|---|---|---|"]
    for name in [*languages, "mean"]:
        for voice in S.VOICES:
            rows = [r for r in results if name in ("mean", r["language"]) and r["voice"] == voice]
            worst = max((r["length"] for r in rows), key=lambda x: abs(np.log(x)))
            out.append(f"| {name} | {voice} | {mean([r['mel_db'] for r in rows]):.1f} | {mean([r['f0_cents'] for r in rows]):.0f} "
                       f"| {100 * mean([r['voicing'] for r in rows]):.1f} % | {mean([r['length'] for r in rows]):.2f} | {worst:.2f} "
                       f"| {mean([r['lufs'] for r in rows]):.1f} |")
    return "\n".join(out)


def picture(path, pairs):
    """Spectrograms of the teacher above the student's, one column a sentence."""
    import matplotlib
    from PIL import Image

    matplotlib.use("Agg")
    from matplotlib import pyplot

    figure, axes = pyplot.subplots(2, len(pairs), figsize=(4 * len(pairs), 5), squeeze=False)
    for column, (name, *waves) in enumerate(pairs):
        for row, (who, wave) in enumerate(zip(("teacher", "student"), waves)):
            axis = axes[row][column]
            axis.specgram(wave + 1e-6, NFFT=512, noverlap=384, Fs=S.SAMPLE_RATE, vmin=-140, vmax=-40, cmap="magma")
            axis.set_ylim(0, 10000)
            axis.set_title(f"{name}, {who}", fontsize=9)
    figure.tight_layout()
    figure.savefig(path, dpi=70)
    pyplot.close(figure)
    Image.open(path).convert("RGB").quantize(48).save(path, optimize=True)


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("program", help="the vaak binary that speaks the clips")
    parser.add_argument("--reversed-every", type=int, default=1, help="play only each n-th clip backwards as the control")
    parser.add_argument("--no-listener", action="store_true")
    parser.add_argument("--processes", type=int, default=2)
    a = parser.parse_args()
    torch.set_num_threads(1)
    net = S.Student().eval()
    saved = torch.load(a.work / "student.pt", map_location="cpu")
    net.load_state_dict(saved["ema"])
    gains = json.loads((a.work / "gains.json").read_text())
    clips = [c for c in json.loads((a.work / "clips.json").read_text()) if c["split"] == "test"]
    clips = [c for c in clips if (a.work / "clips" / f"{c['id']}.npz").exists()]
    for kind in ("teacher", "student"):
        (a.work / kind).mkdir(exist_ok=True)
    # What an earlier run measured of the same weights is kept.
    path = a.work / "evaluation.json"
    fresh = path.exists() and path.stat().st_mtime > (a.work / "student.pt").stat().st_mtime
    results = {r["id"]: r for r in json.loads(path.read_text())} if fresh else {}
    pairs = {}

    def report():
        path.write_text(json.dumps(list(results.values()), indent=0))
        text = (f"Trained on {saved['clips']} clips, {saved['minutes']:.0f} minutes of the teacher's speech, for {saved['steps']} steps in "
                f"{saved['seconds'] / 3600:.2f} hours, seed {saved['seed']}.\n\n") + tables(results.values())
        card = a.bundle / "MODEL_CARD.md"
        if card.exists():
            marked = re.compile(r"(<!-- evaluation -->\n).*?(<!-- /evaluation -->)", re.S)
            card.write_text(marked.sub(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", card.read_text()))
        return text

    for c in clips:
        data = np.load(a.work / "clips" / f"{c['id']}.npz")
        teacher = (data["wave"] / 16384 * gains[c["voice"]]).astype(np.float32)
        wav = a.work / "student" / f"{c['id']}.wav"
        if c["id"] not in results:
            soundfile.write(a.work / "teacher" / f"{c['id']}.wav", teacher, S.SAMPLE_RATE)
            speak(a.program, a.bundle, c, wav)
            wave = soundfile.read(wav, dtype="float32")[0]
            results[c["id"]] = dict(id=c["id"], language=c["language"], voice=c["voice"], **distances(net, c, data, teacher),
                                    length=len(wave) / len(teacher), lufs=level(wave), peak=float(np.abs(wave).max()))
        if c["language"] not in pairs:
            pairs[c["language"]] = f"{c['language']}, {c['voice']}", teacher, soundfile.read(wav, dtype="float32")[0]
    picture(a.bundle / "spectrograms.png", [pairs[l] for l in ("hi", "ta", "en") if l in pairs])
    report()
    if not a.no_listener:
        unheard = {l: [c for c in clips if c["language"] == l] for l in pairs if any("student" not in r for r in results.values() if r["language"] == l)}
        with ProcessPoolExecutor(a.processes) as pool:
            jobs = [pool.submit(listen, a.work, l, rows, a.reversed_every) for l, rows in unheard.items()]
            for job in as_completed(jobs):
                language, answers = job.result()
                for id, answer in answers:
                    results[id].update(answer)
                report()
                print(language, " ".join(f"{k} {mean([x[k]['rank1'] for _, x in answers if k in x]):.2f}"
                                         for k in ("teacher", "student", "reversed")), flush=True)
    print(report())


if __name__ == "__main__":
    main()
