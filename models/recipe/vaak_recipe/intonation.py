"""Intonation and tempo of statements: the voices of a bundle beside natives who say the same sentences.

A folder of natives has `AudioFiles/` and `TextFiles/`, as in `smtiitm/Fastspeech2_HS`, or a folder `LANG-NAME` per speaker
with pairs of `NAME.wav` and `NAME.txt`, as for `natives`. Sentences with a question mark are left out.

A language without such sentences has rows of its own: the voices say statements of `prompts`, beside natives who say others of
the same length if there are clips of them.
"""

from __future__ import annotations

import json
import re
import subprocess
import tempfile
from collections.abc import Callable, Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor
from dataclasses import asdict, dataclass, fields
from math import gcd
from pathlib import Path

import numpy as np
import soundfile
from scipy.ndimage import uniform_filter1d
from scipy.signal import find_peaks, resample_poly

from . import card
from .quality import without_silence
from .records import PAUSES, VOICES, Work, write_json
from .statement import POINTS

NAMES = {"Hindi": "hi", "Bengali": "bn", "Tamil": "ta", "Telugu": "te", "Gujarati": "gu", "Kannada": "kn"}
NAMES |= {"Malayalam": "ml", "Marathi": "mr"}
UNTOLD = {"Punjabi": "pa"}  # clips of short statements, whose texts are not told
PROMPTS = Path(__file__).parents[1] / "prompts"
PLAIN = re.compile(r"[^\d?!,;:…()\"—-]{20,55}[.।]")  # a prompt that is a short statement without pauses
SHORT = 3.5  # seconds of the longest clip beside prompts
RATE, STEP = 16000, 0.005  # of the analysis; seconds from one value of F0 to the next
F0 = 65.0, 400.0
END, BEGINNING = 0.85, 0.15  # shares of the clause
SMOOTHED, PEAK = 8, 1.0  # values: 40 ms; semitones that a peak is high
LEAST = 20  # voiced values of a clip that is measured
FITTED = 40  # the first sentences of a speaker; melodies are fitted to them, so the others are measured
UNHEARD = frozenset((*PAUSES, "_", " ", "ˈ", "ˌ"))  # symbols that make no sound of their own


@dataclass(frozen=True)
class Melody:
    """What is measured of a statement: in semitones, and per second."""

    slope: float  # of a straight line through F0, from the start of the clause to its end
    begin: float  # the mean of the first 15 %, above the median
    end: float  # of the last 15 %
    sd: float
    range: float  # from the 5th to the 95th percentile
    peaks: float
    phonemes: float
    contour: list[float]  # F0 above the median, at POINTS places of the clause


MEASURES = tuple(f.name for f in fields(Melody) if f.name != "contour")
BARS = {"slope": 2.5, "end": 2.5}  # semitones apart from natives
SHARES = {"range": 0.2, "peaks": 0.2}  # shares of natives'


@dataclass(frozen=True)
class Sentence:
    """A sentence of a native speaker, counted from 1."""

    number: int
    text: str
    clip: Path


def trimmed(path: Path) -> np.ndarray:
    """A clip at RATE without silence at its ends."""
    wave, rate = soundfile.read(path)
    wave = wave if wave.ndim == 1 else wave.mean(1)
    shared = gcd(RATE, rate)
    wave = resample_poly(wave, RATE // shared, rate // shared)
    wave = without_silence(wave, RATE)
    return wave / np.abs(wave).max() * 0.7


def measured(wave: np.ndarray, phonemes: int) -> Melody | None:
    """The melody of a trimmed clip with so many phonemes; None if hardly anything is voiced."""
    import pyworld

    f0, time = pyworld.harvest(wave.astype(np.float64), RATE, f0_floor=F0[0], f0_ceil=F0[1])
    voiced, seconds = f0 > 0, len(wave) / RATE
    if voiced.sum() < LEAST:
        return None
    pitch, place = 12 * np.log2(f0[voiced] / 100), time[voiced] / seconds
    pitch -= np.median(pitch)
    joined = uniform_filter1d(np.interp(time / seconds, place, pitch), SMOOTHED)
    peaks, _ = find_peaks(joined, prominence=PEAK)
    ends = [pitch[place < BEGINNING], pitch[place > END]]
    low, high = np.percentile(pitch, [5, 95])
    return Melody(
        slope=float(np.polyfit(place, pitch, 1)[0]),
        begin=float(ends[0].mean()) if len(ends[0]) > 3 else float("nan"),
        end=float(ends[1].mean()) if len(ends[1]) > 3 else float("nan"),
        sd=float(pitch.std()),
        range=float(high - low),
        peaks=len(peaks) / seconds,
        phonemes=phonemes / seconds,
        contour=[float(v) for v in np.interp((np.arange(POINTS) + 0.5) / POINTS, place, pitch)],
    )


def speakers(folder: Path) -> Iterator[tuple[str, str, list[Sentence]]]:
    """Language, name and sentences of each speaker in a folder."""
    for text in sorted(folder.glob("TextFiles/*.txt")):
        if language := NAMES.get(text.stem):
            yield language, f"IIT-M {language}", list(numbered(folder / "AudioFiles" / text.stem, text))
    for path in sorted(folder.glob("??-*/")):
        pairs = [(text, text.with_suffix(".wav")) for text in sorted(path.glob("*.txt"))]
        pairs = [(" ".join(text.read_text(encoding="utf8").split()), clip) for text, clip in pairs if clip.exists()]
        said = [Sentence(n, text, clip) for n, (text, clip) in enumerate(pairs, 1) if "?" not in text]
        yield path.name.split("-")[0], path.name, said


def numbered(audio: Path, texts: Path) -> Iterator[Sentence]:
    """The sentences of a list with lines `BLOCK NUMBER TEXT` that have one clip each."""
    count = 0
    for line in texts.read_text(encoding="utf8").splitlines():
        found = re.match(r"(\d\d)\s+(\d\d)\s+(.*\S)", line)
        if not found:
            continue
        block, number, text = found.groups()
        last = re.compile(rf"(^|\D)0*{int(number)}\.wav$")
        clips = [p for p in audio.glob(f"Sentences_Block_{block}/*.wav") if last.search(p.name)]
        if len(clips) == 1:
            count += 1
            if "?" not in text:
                yield Sentence(count, text, clips[0])


def counts(program: Path, language: str, texts: Sequence[str]) -> list[int]:
    """How many phonemes of each text are heard."""
    command = [program, "phonemes", "--json", "--language", language]
    run = subprocess.run(command, input="\n".join(texts), check=True, capture_output=True, text=True, encoding="utf8")
    heard = [0] * len(texts)
    for clause in map(json.loads, run.stdout.splitlines()):
        heard[clause["line"] - 1] += sum(p not in UNHEARD for p in clause["phonemes"])
    return heard


def speak(program: Path, bundle: Path, language: str, voice: str, texts: Sequence[str], folder: Path) -> list[Path]:
    """Lets the program speak texts into files."""
    paths = [folder / f"{language}-{voice}-{n}.wav" for n in range(len(texts))]
    asked = [{"text": t, "output_file": str(p)} for t, p in zip(texts, paths, strict=True)]
    command = [program, "say", "--jsonl", "--model", bundle, "--language", language, "--voice", voice]
    lines = "".join(json.dumps(a, ensure_ascii=False) + "\n" for a in asked)
    run = subprocess.run(command, input=lines, capture_output=True, text=True, encoding="utf8")
    if run.returncode:
        raise SystemExit(f"{voice}, {language}: {run.stdout[-500:]}{run.stderr}")
    return paths


def one(job: tuple[Path, int]) -> Melody | None:
    """The melody of a clip with so many phonemes; runs in a process of its own."""
    path, phonemes = job
    return measured(trimmed(path), phonemes)


def compare(
    program: Path, bundle: Path, folder: Path, voices: Sequence[str], chosen: Callable[[int], bool], processes: int
) -> list[dict]:
    """For each speaker the melodies of chosen sentences, and those of the voices: lists in the same order."""
    rows = []
    with ProcessPoolExecutor(processes) as pool, tempfile.TemporaryDirectory() as there:
        for language, name, said in speakers(folder):
            said = [s for s in said if chosen(s.number)]
            texts = [s.text for s in said]
            heard = counts(program, language, texts)
            clips = {"native": [s.clip for s in said]}
            clips |= {v: speak(program, bundle, language, v, texts, Path(there)) for v in voices}
            of = {who: list(pool.map(one, zip(paths, heard, strict=True))) for who, paths in clips.items()}
            good = [i for i in range(len(said)) if all(melodies[i] for melodies in of.values())]
            kept = {who: [asdict(melodies[i]) for i in good] for who, melodies in of.items()}
            rows.append({"language": language, "speaker": name, "texts": [texts[i] for i in good], "melodies": kept})
            print(line(rows[-1]), flush=True)
    return rows


def prompts(language: str) -> list[str]:
    """Short statements of a language."""
    lines = (PROMPTS / f"{language}.txt").read_text(encoding="utf8").splitlines()
    return [line for line in lines if PLAIN.fullmatch(line)]


def beside_others(
    program: Path, bundle: Path, folder: Path, voices: Sequence[str], languages: Sequence[str], processes: int
) -> list[dict]:
    """The melodies of the voices in languages whose natives say other sentences, or of whom there are no clips."""
    rows, names = [], {code: name for name, code in UNTOLD.items()}
    with ProcessPoolExecutor(processes) as pool, tempfile.TemporaryDirectory() as there:
        for language in languages:
            texts = prompts(language)
            heard = counts(program, language, texts)
            spoken = {v: speak(program, bundle, language, v, texts, Path(there)) for v in voices}
            said = {v: list(zip(paths, heard, strict=True)) for v, paths in spoken.items()}
            name = names.get(language)
            clips = sorted(folder.glob(f"AudioFiles/{name}/*/{name}_*.wav")) if name else []
            # Nobody counted the phonemes of these.
            natives = [(path, 0) for path in clips if soundfile.info(path).duration <= SHORT]
            of = {who: list(pool.map(one, each)) for who, each in [("native", natives), *said.items()] if each}
            kept = {who: [asdict(m) for m in melodies if m] for who, melodies in of.items()}
            speaker = f"{'IIT-M' if natives else 'no natives'} {language}"
            rows.append({"language": language, "speaker": f"{speaker}, others", "texts": texts, "melodies": kept})
            print(line(rows[-1]), flush=True)
    return rows


def mean(melodies: Sequence[dict], measure: str) -> float:
    """The mean of what is known."""
    return float(np.nanmean([m[measure] for m in melodies]))


def line(row: dict) -> str:
    """A speaker's figures and those of the voices, in short."""
    of = {who: " ".join(f"{mean(m, k):.1f}" for k in MEASURES) for who, m in row["melodies"].items()}
    return f"{row['speaker']}, {len(row['texts'])} sentences: " + "; ".join(f"{who} {text}" for who, text in of.items())


def missed(rows: Sequence[dict]) -> list[str]:
    """The voices that are farther from natives than the bars allow, one line each."""
    out = []
    for row in rows:
        natives = row["melodies"].get("native")
        if not natives:
            continue
        for who, melodies in row["melodies"].items():
            for measure in (*BARS, *SHARES):
                a, b = mean(natives, measure), mean(melodies, measure)
                apart, bar = (b - a, BARS[measure]) if measure in BARS else (b / a - 1, SHARES[measure])
                if abs(apart) > bar:
                    out.append(f"{row['speaker']}, {who}: {measure} {b:.2f}, natives {a:.2f} (bar {bar})")
    return out


def table(rows: Sequence[dict]) -> str:
    """The Markdown table of the card: natives, then each voice, a row for each."""
    head = ["language", "speaker", "sentences", "slope", "beginning", "end", "sd", "range", "peaks/s", "phonemes/s"]
    lines = []
    for row in rows:
        for who, melodies in row["melodies"].items():
            name = row["speaker"] if who == "native" else who
            known = (mean(melodies, m) for m in MEASURES)
            lines.append([row["language"], name, len(melodies), *(f"{m:.1f}" if m else "–" for m in known)])
    return card.table(head, lines)


def run(work: Work, folder: Path, bundle: Path, program: Path, processes: int = 2, every: int = 1) -> str:
    """Compares the first two voices with natives on sentences that nothing was fitted to, and fills the card; returns a table.

    With `every`, on every n-th of these sentences.

    Writes `intonation.json` in the model's folder.
    """
    manifest = json.loads((bundle / "manifest.json").read_text(encoding="utf8"))
    rows = compare(program, bundle, folder, VOICES, lambda n: n > FITTED and n % every == 0, processes)
    others = [path.stem for path in sorted(PROMPTS.glob("*.txt")) if path.stem not in {row["language"] for row in rows}]
    rows += beside_others(program, bundle, folder, VOICES, others, processes)
    write_json(work.model(manifest["name"]) / "intonation.json", rows)
    bars = missed(rows)
    told = (
        "\n".join(["Farther from natives than the bars:\n", *(f"- {b}" for b in bars)]) if bars else "All bars are met."
    )
    return card.fill(bundle / "MODEL_CARD.md", "natives", f"{table(rows)}\n\n{told}")
