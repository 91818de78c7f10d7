"""Judges two bundles on the same held-out clauses, spoken by the program in int8: what a change costs or brings.

The judges are those of `evaluate`. A language may lose no more than twice what all of them may lose on average.
`beside` judges a bundle beside its teacher.
"""

from __future__ import annotations

import json
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterable, Sequence
from concurrent.futures import ProcessPoolExecutor, as_completed
from dataclasses import dataclass
from functools import partial
from pathlib import Path

import numpy as np
import soundfile

from . import card, quality, synthesise
from . import student as S
from .choose import held_out
from .data import imitated, levels, prepare
from .export import load_manifest, restore
from .records import ADDED, SAMPLE_RATE, VOICES, Clip, Work, write_json

# How much worse a bundle may be than another one. More is better, but for the phones.
BARS = {"dnsmos": 0.03, "distillmos": 0.05, "bvcc": 0.05, "phones": 0.01}
WORSE = {judge: 1 if judge == "phones" else -1 for judge in BARS}
SPEAKERS = ("before", "after")
# Speaks clips of one language and voice; tells samples and rate of each.
Speaker = Callable[[Sequence[Clip]], list[tuple[np.ndarray, int]]]
RULES = ("languages", "ranges", "endings")  # what a manifest has to move F0 and pace from what was learnt


@dataclass(frozen=True)
class Pair:
    """What the judges said of a clip before and after."""

    language: str
    voice: str
    text: str
    before: dict[str, float]
    after: dict[str, float]

    def change(self, judge: str) -> float:
        return self.after[judge] - self.before[judge]


def first(rows: Iterable[Clip], each: int) -> list[Clip]:
    """The first clips of each language and voice."""
    count, chosen = {}, []
    for c in rows:
        if count.setdefault((c.language, c.voice), 0) < each:
            count[c.language, c.voice] += 1
            chosen.append(c)
    return chosen


def clips(work: Work, each: int) -> list[Clip]:
    """So many held-out clips of each language and voice, in the order that `evaluate` has."""
    return first([c for c in synthesise.plan(work) if c.split == "test"], each)


def as_learnt(bundle: Path, folder: Path) -> Path:
    """A bundle that sings what it learnt, as the teacher does: without the rules that move F0 and pace."""
    copy = Path(shutil.copytree(bundle, folder / "learnt"))
    manifest = {k: v for k, v in load_manifest(bundle).items() if k not in RULES}
    write_json(copy / "manifest.json", manifest)
    return copy


def speak(program: Path, bundle: Path, rows: Sequence[Clip], folder: Path) -> list[Path]:
    """Lets the program speak clips of one language and voice."""
    paths = [folder / f"{c.id}.wav" for c in rows]
    asked = [{"text": c.text, "output_file": str(p)} for c, p in zip(rows, paths, strict=True)]
    command = [program, "say", "--jsonl", "--kernel", "int8", "--model", bundle]
    command += ["--language", rows[0].language, "--voice", rows[0].voice]
    lines = "".join(json.dumps(a, ensure_ascii=False) + "\n" for a in asked)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf8")
    if run.returncode:
        raise SystemExit(f"{rows[0].voice}, {rows[0].language}: {run.stdout[-500:]}{run.stderr}")
    return paths


def by_program(program: Path, bundle: Path, rows: Sequence[Clip]) -> list[tuple[np.ndarray, int]]:
    """Clips as the program speaks them with a bundle."""
    with tempfile.TemporaryDirectory() as folder:
        return [soundfile.read(p, dtype="float32") for p in speak(program, bundle, rows, Path(folder))]


def by_teacher(work: Work, rows: Sequence[Clip]) -> list[tuple[np.ndarray, int]]:
    """Clips as the teacher spoke them, at the level of the student."""
    gains = work.gains()
    return [(work.speech(c).wave * np.float32(gains[c.voice]), SAMPLE_RATE) for c in rows]


def by_imitation(work: Work, bundle: Path, rows: Sequence[Clip]) -> list[tuple[np.ndarray, int]]:
    """Clips as the rounded network speaks them with the teacher's durations, F0 and voicing, and with the program's dither."""
    manifest, gains, inventory = load_manifest(bundle), work.gains(), work.inventory
    net = S.Student(inventory, manifest["name"], [a["name"] for a in manifest.get("added", ())]).eval()
    restore(net, bundle, rounded=True)
    heard = []
    for c in rows:
        wave = imitated(net, prepare(c, work.speech(c), gains[c.voice], inventory, net.voices), in_phase=False)
        dither = np.random.default_rng(0).uniform(-1, 1, len(wave)).astype(np.float32) / 32768
        heard.append((wave + dither, SAMPLE_RATE))
    return heard


def hear(work: Work, speakers: Sequence[Speaker], rows: Sequence[Clip], whole: bool = False) -> list[Pair]:
    """The verdicts on the clips of a language by two speakers; runs in a process of its own."""
    judges, pairs = quality.Quality(work.root / "judges", whole), []
    for voice in dict.fromkeys(c.voice for c in rows):
        own, heard = [c for c in rows if c.voice == voice], []
        for speaker in speakers:
            verdicts = [judges.hear(*wave, c.phonemes) for c, wave in zip(own, speaker(own), strict=True)]
            heard.append([{judge: getattr(v, judge) for judge in BARS} for v in verdicts])
        pairs += [Pair(c.language, voice, c.text, *both) for c, *both in zip(own, *heard, strict=True)]
    return pairs


def row(name: str, pairs: Sequence[Pair]) -> list[object]:
    """A row of the table: mean changes with their standard errors."""
    cells = [name, len(pairs)]
    for judge in BARS:
        apart = [p.change(judge) for p in pairs]
        error = np.std(apart, ddof=1) / len(apart) ** 0.5 if len(apart) > 1 else float("nan")
        cells.append(f"{np.mean(apart):+.3f} ± {error:.3f}")
    return cells


def missed(pairs: Sequence[Pair]) -> Iterable[str]:
    """The bars that are missed, one line each."""
    for judge, bar in BARS.items():
        for name in ("mean", *sorted({p.language for p in pairs})):
            worse = WORSE[judge] * np.mean([p.change(judge) for p in pairs if name in ("mean", p.language)])
            limit = bar if name == "mean" else 2 * bar
            if worse > limit:
                yield f"{name}: {card.JUDGES[judge]} {worse:.3f} worse (bar {limit})"


def table(pairs: Sequence[Pair]) -> str:
    """Changes by language, by voice and of all, in Markdown."""
    rows = [row(name, [p for p in pairs if p.language == name]) for name in sorted({p.language for p in pairs})]
    rows += [row(name, [p for p in pairs if p.voice == name]) for name in dict.fromkeys(p.voice for p in pairs)]
    head = ["after less before", "clips", *(card.JUDGES[judge] for judge in BARS)]
    return card.table(head, [*rows, row("mean", pairs)])


def judge(
    work: Work, speakers: Sequence[Speaker], rows: Sequence[Clip], processes: int, whole: bool = False
) -> list[Pair]:
    """The verdicts on all clips, a process for each language."""
    quality.fetch(work.root / "judges")
    by_language, pairs = {}, []
    for c in rows:
        by_language.setdefault(c.language, []).append(c)
    with ProcessPoolExecutor(processes) as pool:
        jobs = [pool.submit(hear, work, speakers, rows, whole) for rows in by_language.values()]
        for job in as_completed(jobs):
            pairs += job.result()
            print(*row(pairs[-1].language, job.result()), sep="  ", flush=True)
    pairs.sort(key=lambda p: p.language)
    return pairs


def run(work: Work, bundle: Path, other: Path, program: Path, each: int, processes: int, languages: str = "") -> str:
    """Compares `other` with `bundle`, and keeps what was heard in `versions.json`; returns a table."""
    chosen = [c for c in clips(work, each) if not languages or c.language in languages.split(",")]
    assert all(held_out(c.text) for c in chosen)
    pairs = judge(work, [partial(by_program, program, b) for b in (bundle, other)], chosen, processes)
    write_json(work.root / "versions.json", [vars(p) for p in pairs])
    lines = list(missed(pairs))
    told = "\n".join(["Worse than the bars allow:", *lines]) if lines else "All bars are met."
    return f"{table(pairs)}\n\n{told}"


def beside(
    work: Work, bundle: Path, program: Path | None, each: int, processes: int, voices: str = "", whole: bool = False
) -> str:
    """Compares a bundle with its teacher on clauses that it spoke, with the melody that was learnt from it; returns a table.

    Without a program the network sings the teacher's own melody. What was heard is kept in `beside.json`.
    """
    wanted = tuple(voices.split(",")) if voices else VOICES + ADDED
    levels(work, work.spoken(voices=wanted), wanted)
    chosen = first(work.spoken("test", wanted), each)
    with tempfile.TemporaryDirectory() as folder:
        own = partial(by_program, program, as_learnt(bundle, Path(folder)))
        speakers = partial(by_teacher, work), own if program else partial(by_imitation, work, bundle)
        pairs = judge(work, speakers, chosen, processes, whole)
    write_json(work.root / "beside.json", [vars(p) for p in pairs])
    return table(pairs)
