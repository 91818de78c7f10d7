"""Measures which phonemes the teacher distinguishes, and whether other letters or a mixture of letters would be better.

It reads clips of the teacher. The features of a phoneme are its spectrum in three parts and just before and after it, its
length and its voicing, minus what a linear model predicts from its neighbours and its voice. Two phonemes are distinct if a
linear classifier tells them apart in clips that it was not trained on; 0.5 is chance. With `--model`, the student speaks the
same clips; one classifier is trained on the teacher's clips, another one on the student's. The tool also reports how far
the tones of Punjabi bend the student's F0 in held-out clips. Each candidate (`ɻ=ɹ`, `ɲ=n j`, or with a mixture of letters
`ɭ=0.5l+0.5ɳ`) is spoken in the clauses that contain its phoneme most often.
"""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
from onnx import numpy_helper
from scipy.linalg import solve_toeplitz
from scipy.signal import resample_poly
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import GroupKFold

from . import student as S
from .quality import VOWELS
from .records import HOP, SAMPLE_RATE, VOICES, Clip, Work
from .teacher import MARKS, TO_TEACHER, TONES, Teacher, semitones
from .train import load_voice

UNHEARD = {*"_ ,.?!ˈ", *MARKS}
CONTRASTS = (
    "l/ɭ ɻ/r ɻ/j ɻ/ɭ r/ɽ ɖ/ɽ ɽ/ɽʱ n/ɳ n/ɲ ɲ/ɳ t̪/ʈ t̪/t ʈ/t d̪/ɖ d̪/d̪ʱ b/bʱ ɡ/ɡʱ ɖ/ɖʱ dʒ/dʒʱ k/kʰ p/pʰ ʈ/ʈʰ t̪/t̪ʰ tʃ/tʃʰ "
    "ʃ/s ts/tʃ ts/s dz/dʒ dz/z k/x ʋ/b ɔ/o ɔ/a ə/a ə/aː a/aː i/iː u/uː e/eː o/oː i/ɯ u/ɯ ə/ɯ ɛ/e ɛ/æ ɜ/ə"
).split()
MANNERS = {
    "lateral": "l",
    "nasal": "n m ŋ",
    "stop": "ɖ d̪ b ɡ",
    "tap": "r",
    "approximant": "j ʋ",
    "fricative": "z s ʃ h",
}
DENTALS, RETROFLEXES = ("t̪", "d̪"), ("ʈ", "ɖ")
TABLES = (
    "encoder.bert.embeddings.word_embeddings.weight_quantized",
    "encoder.text_encoder.embedding.weight_quantized",
)
EACH = 150  # measured tokens per phoneme
CLAUSES = 8  # per candidate, half of them in each voice
EDGE = 0.045  # seconds before and after a phoneme
STEP, WINDOW, FFT, BANDS, CEPSTRUM = 120, 480, 512, 28, 12
FORMANT_RATE, FORMANT_WINDOW, FORMANT_ORDER = 10000, 280, 11


@dataclass
class Token:
    """A phoneme of a clip: its features, its F3 at its edges, and its context."""

    phoneme: str
    clip: str
    length: float
    f3: tuple[float, float]
    context: tuple[tuple[str, str], ...]
    x: np.ndarray
    z: np.ndarray | None = None  # x minus what is expected of it
    own: Token | None = None  # the same phoneme as the student says it


def mel_bank() -> np.ndarray:
    """Triangular mel bands from 80 Hz to 9 kHz."""
    low, high = (2595 * np.log10(1 + f / 700) for f in (80, 9000))
    hertz = 700 * (10 ** (np.linspace(low, high, BANDS + 2) / 2595) - 1)
    f, low, peak, high = (
        np.arange(FFT // 2 + 1) * SAMPLE_RATE / FFT,
        hertz[:-2, None],
        hertz[1:-1, None],
        hertz[2:, None],
    )
    return np.maximum(0, np.minimum((f - low) / (peak - low), (high - f) / (high - peak)))


BANK = mel_bank()
COSINES = np.cos(np.pi * np.arange(CEPSTRUM)[:, None] * (np.arange(BANDS) + 0.5) / BANDS) * np.sqrt(2 / BANDS)


def third_formant(wave, at):
    """F3 in Hz by linear prediction around `at` seconds; NaN if there are fewer than three resonances."""
    start = int(at * FORMANT_RATE) - FORMANT_WINDOW // 2
    x = wave[max(0, start) : start + FORMANT_WINDOW]
    if start < 0 or len(x) < FORMANT_WINDOW:
        return np.nan
    x = np.append(x[0], x[1:] - 0.95 * x[:-1]) * np.hamming(len(x))
    r = np.correlate(x, x, "full")[len(x) - 1 : len(x) + FORMANT_ORDER]
    r[0] = r[0] * 1.0001 + 1e-9
    roots = np.roots(np.append(1, -solve_toeplitz(r[:-1], r[1:])))
    roots = roots[roots.imag > 0]
    f, width = np.angle(roots) * FORMANT_RATE / 2 / np.pi, -np.log(np.abs(roots)) * FORMANT_RATE / np.pi
    f = np.sort(f[(f > 200) & (width < 500)])
    return f[2] if len(f) > 2 else np.nan


def tokens(
    clip: Clip, wave: np.ndarray, frames: np.ndarray, f0: np.ndarray, wanted: Callable[[str], bool]
) -> list[Token]:
    """The phonemes of a clip that are `wanted`."""
    cut = np.lib.stride_tricks.sliding_window_view(wave, WINDOW)[::STEP]
    spectra = np.abs(np.fft.rfft(cut * np.hanning(WINDOW), FFT))
    mel = np.log(np.maximum(spectra @ BANK.T, 1e-4))
    mel -= np.percentile(mel.max(1), 80)
    slow = resample_poly(wave, FORMANT_RATE, SAMPLE_RATE)
    bounds = np.append(0, np.cumsum(frames)) * HOP / SAMPLE_RATE
    phonemes, out = clip.phonemes, []
    for i, phoneme in enumerate(phonemes[1:-1], 1):
        on, off = bounds[i], bounds[i + 1]
        if phoneme in UNHEARD or off <= on or not wanted(phoneme):
            continue
        cuts = [on - EDGE, *np.linspace(on, off, 4), off + EDGE]
        rows = [round((max(0, t) * SAMPLE_RATE - WINDOW / 2) / STEP) for t in cuts]
        rows = [min(max(0, r), len(mel) - 1) for r in rows]
        parts = [mel[a : max(a + 1, b)].mean(0) @ COSINES.T for a, b in pairwise(rows)]
        first, last = (int(t * SAMPLE_RATE / HOP) for t in (on, off))
        voiced = np.mean(f0[first : max(first + 1, last)] > 60)
        out.append(
            Token(
                phoneme=phoneme,
                clip=clip.id,
                length=off - on,
                f3=(third_formant(slow, on - 0.012), third_formant(slow, off + 0.015)),
                context=(("before", phonemes[i - 1]), ("after", phonemes[i + 1]), ("voice", clip.voice)),
                x=np.concatenate([*parts, [4 * np.log(off - on), 3 * voiced]]),
            )
        )
    return out


def bends(student: S.Student, clip: Clip, frames: np.ndarray) -> Iterator[tuple[str, tuple[float, float]]]:
    """For each tone of a clip: the mean bend of the student's F0 and of the teacher's, in semitones, over the mark."""
    phonemes, tone = clip.phonemes, np.array([p in TONES for p in clip.phonemes])
    if not tone.any():
        return
    level = [p for p in phonemes if p not in TONES]
    # Without the tone, its vowel has its frames.
    merged = (frames + np.append(frames[1:] * tone[1:], 0))[~tone]
    bent, flat = (student.speak(p, clip.voice, n).f0 for p, n in ((phonemes, frames), (level, merged)))
    ends, own, teacher = np.cumsum(frames), 12 * np.log2(bent / flat), semitones(phonemes, frames)
    for i in np.flatnonzero(tone):
        part = slice(ends[i - 1], ends[i])
        yield phonemes[i], (own[part].mean(), teacher[part].mean())


EDGES = np.r_[0:CEPSTRUM, 4 * CEPSTRUM : 5 * CEPSTRUM]


class Neighbours:
    """Predicts the features of a phoneme from its neighbours and voice alone (ridge regression)."""

    def __init__(self, rows):
        self.names = {name: i for i, name in enumerate(sorted({c for r in rows for c in r.context}))}
        own = {p: i for i, p in enumerate(sorted({r.phoneme for r in rows}))}
        a = np.array([np.append(self.code(r), np.eye(len(own))[own[r.phoneme]]) for r in rows])
        weights = np.linalg.solve(a.T @ a + 2 * np.eye(a.shape[1]), a.T @ np.array([r.x for r in rows]))
        self.weights = weights[: len(self.names) + 1]
        self.scale = np.array([self.less(r) for r in rows]).std(0) + 1e-6

    def code(self, row):
        code = np.zeros(len(self.names) + 1)
        code[[self.names[c] for c in row.context if c in self.names] + [-1]] = 1
        return code

    def less(self, row):
        return row.x - self.code(row) @ self.weights


def lda(**options) -> LinearDiscriminantAnalysis:
    """A linear classifier for few tokens."""
    return LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto", **options)


def distinct(a: Sequence[Token], b: Sequence[Token], heard: bool = False, learnt: bool = False) -> float:
    """How often a classifier tells two lists of tokens apart in clips that it was not trained on; both lists weigh the same.

    It is trained and tested on the teacher; `learnt` trains it on the student instead, and `heard` tests it on the student.
    """

    def measured(student: bool) -> np.ndarray:
        return np.array([(t.own if student and t.own else t).z for t in (*a, *b)])

    x, tried, y = measured(learnt), measured(heard), np.repeat([0, 1], [len(a), len(b)])
    clips, said = np.array([t.clip for t in (*a, *b)]), np.full(len(y), -1)
    if min(len(a), len(b)) < 6 or len({t.clip for t in a}) < 3 or len({t.clip for t in b}) < 3:
        return np.nan
    for train, test in GroupKFold(min(5, len(set(clips)))).split(x, y, clips):
        if len(set(y[train])) == 2:
            said[test] = lda(priors=[0.5, 0.5]).fit(x[train], y[train]).predict(tried[test])
    return np.mean([np.mean(said[y == k] == k) for k in (0, 1)])


class Measures:
    """Classifiers of manner and retroflexion, trained on phonemes that the teacher says well."""

    def __init__(self, of):
        rows = [(manner, r) for manner, phonemes in MANNERS.items() for p in phonemes.split() for r in of[p]]
        self.manner = lda(priors=[1 / len(MANNERS)] * len(MANNERS)).fit([r.z for _, r in rows], [m for m, _ in rows])
        rows = [(y, r.z[EDGES]) for y, group in enumerate((DENTALS, RETROFLEXES)) for p in group for r in of[p]]
        x, y = np.array([z for _, z in rows]), np.array([y for y, _ in rows])
        self.axis = lda().fit(x, y).coef_[0]
        self.zero, self.one = ((x @ self.axis)[y == k].mean() for k in (0, 1))

    def describe(self, rows):
        z = np.array([r.z for r in rows])
        retroflex = ((z[:, EDGES] @ self.axis).mean() - self.zero) / (self.one - self.zero)
        before, after = np.nanmedian([r.f3 for r in rows], 0)
        heard = Counter(self.manner.predict(z).tolist()).most_common(2)
        return f"retroflexion {retroflex:.1f}, F3 {before:.0f} {after:.0f} Hz, " + ", ".join(
            f"{m} {n / len(rows):.2f}" for m, n in heard
        )


def spelling(folder: Path, threads: int, phoneme: str, letters: str) -> Teacher:
    """The teacher with `phoneme` spelt as `letters`.

    A mixture becomes a new letter: the weighted sum of rows, in a row that no letter uses.
    """
    rows, spelt, vocabulary = {}, "", json.loads((folder / "vocabulary.json").read_text())
    free = iter(sorted(set(range(1, max(vocabulary.values()))) - set(vocabulary.values())))
    for word in letters.split():
        if "+" in word:
            row, name = next(free), chr(0xE000 + len(rows))
            rows[name] = (
                row,
                [(vocabulary[x], float(weight or 1)) for weight, x in re.findall(r"([\d.]*)([^+.\d])", word)],
            )
            word = name
        spelt += word
    tables = {}
    if rows:
        initial = onnx.load(folder / "teacher.onnx").graph.initializer
        for name, table in [(i.name, numpy_helper.to_array(i).copy()) for i in initial if i.name in TABLES]:
            for row, parts in rows.values():
                table[row] = sum(weight * table[part].astype(float) for part, weight in parts).round().clip(-128, 127)
            tables[name] = onnxruntime.OrtValue.ortvalue_from_numpy(table)
    teacher = Teacher(folder, threads, TO_TEACHER | {phoneme: spelt}, tables)
    teacher.vocabulary |= {name: row for name, (row, _) in rows.items()}
    return teacher


def dense(clips: Sequence[Clip], phoneme: str) -> list[Clip]:
    """The clauses with the most of `phoneme` for their length, the same number in each voice."""

    def density(c: Clip) -> float:
        return c.phonemes.count(phoneme) / (len(c.phonemes) + 8)

    usable = sorted(
        (c for c in clips if phoneme in c.phonemes and 14 <= len(c.phonemes) <= 50), key=density, reverse=True
    )
    return [c for v in VOICES for c in [c for c in usable if c.voice == v][: CLAUSES // 2]]


@dataclass
class Measured:
    """The tokens of each phoneme, and the models that predict them."""

    of: dict[str, list[Token]] = field(default_factory=dict)
    expected: dict[str, Neighbours] = field(default_factory=dict)

    def expect(self) -> None:
        """Fits the models, one for vowels and one for consonants, and subtracts their prediction from every token."""
        for vowels in (True, False):
            rows = [t for p, group in self.of.items() if (p in VOWELS) == vowels for t in group]
            self.expected |= dict.fromkeys({t.phoneme for t in rows}, Neighbours(rows))
        for group in self.of.values():
            for t in group:
                self.compare(t)

    def compare(self, token: Token) -> Token:
        model = self.expected[token.phoneme]
        for t in (token, token.own):
            if t:
                t.z = model.less(t) / model.scale
        return token


def measure(work: Work, clips: Sequence[Clip], student: S.Student | None) -> Measured:
    """Up to EACH tokens of each phoneme, as the teacher says them, and the student if there is one."""
    out, seen = Measured(), Counter()
    for c in clips:
        if all(p in UNHEARD or seen[p] >= EACH for p in c.phonemes):
            continue
        speech = work.speech(c)

        def wanted(p: str) -> bool:
            return seen[p] < EACH

        rows = tokens(c, speech.wave, speech.frames, speech.f0, wanted)
        if student:
            said = student.speak(c.phonemes, c.voice, speech.frames)
            own = tokens(c, said.wave, speech.frames, said.f0 * (said.voiced > 0.5), wanted)
            for t, same in zip(rows, own, strict=True):
                t.own = same
        for t in rows:
            out.of.setdefault(t.phoneme, []).append(t)
            seen[t.phoneme] += 1
    out.expect()
    return out


def tell_bends(work: Work, clips: Sequence[Clip], student: S.Student) -> None:
    """Prints how far the tones bend F0 in held-out clips."""
    bent: dict[str, list[tuple[float, float]]] = {}
    for c in clips:
        if c.split == "test":
            for tone, pair in bends(student, c, work.speech(c).frames):
                bent.setdefault(tone, []).append(pair)
    for tone, name in zip(TONES, ("low", "high"), strict=True):
        if tone in bent:
            own, teacher = np.mean(bent[tone], 0)
            count = len(bent[tone])
            print(f"{name} tone: F0 bent by {own:.1f} semitones, the teacher's by {teacher:.1f}, {count} tokens")


def run(work: Work, candidates: Sequence[str], model: str | None, threads: int) -> None:
    """Prints the measurements; the module's description explains them."""
    student = load_voice(work.model(model) / "voice.pt", work.inventory)[0] if model else None
    clips = work.spoken()
    measured = measure(work, clips, student)
    of, measures = measured.of, Measures(measured.of)
    print("| contrast | told apart | student | by its own | tokens |\n|---|---|---|---|---|")
    for pair in CONTRASTS:
        x, y = (of.get(p, []) for p in pair.split("/"))
        own = [f"{distinct(x, y, True, learnt):.2f}" for learnt in (False, True)] if student else ["", ""]
        print(f"| {pair} | {distinct(x, y):.2f} | {own[0]} | {own[1]} | {len(x)}, {len(y)} |")
    if student:
        tell_bends(work, clips, student)
    for phoneme in "l ɭ n ɳ r ɽ ɻ ɖ d̪ j".split():
        print(f"{phoneme}: {measures.describe(of[phoneme])}")
    for candidate in candidates:
        phoneme, letters = candidate.split("=", 1)
        teacher, rows = spelling(work.teacher, threads, phoneme, letters), []
        for c in dense(clips, phoneme):
            said = teacher.speak(c.phonemes, c.voice)
            found = tokens(c, said.wave, said.frames, said.f0, phoneme.__eq__)
            rows += [measured.compare(t) for t in found]
        rivals = [p for pair in CONTRASTS for p in pair.split("/") if phoneme in pair.split("/") and p != phoneme]
        text = ", ".join(f"{p} {distinct(rows, of.get(p, [])):.2f}" for p in rivals)
        if phoneme not in VOWELS:
            text += "; " + measures.describe(rows)
        print(f"{candidate}: {text}; {len(rows)} tokens", flush=True)
