"""Compares retroflex consonants of native recordings with those of a bundle that speaks the same texts.

The student speaks them in the voice of the native's sex. Models of its phonemes find the phonemes of the recordings, and are
then fitted to the speaker. Each retroflex is compared with another consonant of the same speaker after similar vowels, so that
rooms and microphones matter little. The table has the ratio of each formant, the difference of the power above F2, both with
their standard errors over speakers, and median lengths.
"""

from __future__ import annotations

import json
import tempfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import torch
from scipy.linalg import solve_toeplitz
from scipy.optimize import linear_sum_assignment
from scipy.signal import resample_poly, welch

from . import front_end
from . import student as S
from .export import load_manifest, restore
from .quality import CLASSES
from .records import HOP, SAMPLE_RATE, VOICES, Work
from .retroflex import CORNER, CORNER_OF_WOMEN, HIGH_F0, LATE

PAIRS = "ɭ/l ɻ/r ɳ/n ʈ/t̪ ɖ/d̪".split()
MEASURED, STOPS = {p for pair in PAIRS for p in pair.split("/")}, set(CLASSES["stops"].split())
VOWELS = dict.fromkeys(CLASSES["vowels"].split(), "back") | dict.fromkeys("a aː ə".split(), "open")
VOWELS |= dict.fromkeys("i iː e eː ɛ æ aɪ".split(), "front")
STRESS, PAUSES = "ˈ", set("_ ,.?!")
LONGEST, SILENCE = 14.0, 35.0  # seconds of a recording; dB below its loudest part

# The alignment.
STEP, WINDOW, FFT = 120, 600, 1024  # samples
CEPSTRUM, BANDS, TREBLE = 13, 32, 7000  # the bands end at TREBLE Hz
STATES, TURNS = 3, 4  # states of a phoneme that is not a pause; turns of fitting and alignment
RARE = 8  # steps: the variance of a state that has fewer is rather that of all speech

# What is measured.
PLACES = "end of the vowel before", "middle"
BEFORE, MIDDLE = np.array([-0.025, -0.02, -0.015]), np.array([0.35, 0.45, 0.55, 0.65])  # seconds; shares of the length
RATES, SCALES = (10000, 11000), (1.0, 1.13)  # of men and women: samples per second for formants; how high formants are
ORDERS, FRAME = (10, 11, 12, 13), 0.026  # of the linear prediction, and seconds of its window
TYPICAL, LOWEST, HIGHEST = np.array([(450, 180, 1050), (1450, 700, 2400), (2500, 1400, 3400), (3500, 2300, 4600)]).T
BROADEST, NARROW = 600, 350  # Hz: the width of a formant, and of a resonance that is hardly anything else
LOW, HIGH = (300, 1200), 5000  # Hz: power up to HIGH, relative to that of the band LOW
RESOLUTION = 240  # samples of the windows that power is measured in

# What is believed.
LENGTHS, RATIOS = (0.012, 0.3), (0.3, 2.5)  # seconds of a consonant; its length divided by the student's
FEWEST, MANY = 2.5, 12.0  # the least number of tokens of a speaker, and about the greatest that still adds weight


def median(rows: Sequence[np.ndarray]) -> np.ndarray:
    """The median of each column, without what is missing."""
    return np.ma.median(np.ma.masked_invalid(rows), 0).filled(np.nan)


@dataclass(frozen=True)
class Tokens:
    """The consonants of a speaker: the phoneme, the kind of vowel before, and what the native and the student have there."""

    phonemes: np.ndarray  # [n]
    vowels: np.ndarray  # [n]
    values: np.ndarray  # [n, 2, places, 5]: ln F1 to F4, and dB
    lengths: np.ndarray  # [n, 2], seconds

    def difference(self, p: str, q: str, who: int, place: int) -> tuple[np.ndarray, float]:
        """The median values of p minus those of q after the same vowels, and the number of tokens that this is worth."""
        rows, counts = [np.zeros(5)], [0.0]
        for vowel in sorted(set(self.vowels)):
            x, y = (self.values[(self.phonemes == k) & (self.vowels == vowel), who, place] for k in (p, q))
            if min(len(x), len(y)) > 1:
                rows.append(median(x) - median(y))
                counts.append(len(x) * len(y) / (len(x) + len(y)))
        return np.ma.average(np.ma.masked_invalid(rows), 0, counts), sum(counts)


class Aligner:
    """Finds the phonemes of clips. Each is a chain of states, each of which is a normal distribution of cepstra."""

    def __init__(self, texts: Sequence[Sequence[str]]):
        names = {p: i for i, p in enumerate(sorted({p for text in texts for p in text}))}
        self.count, self.chains, self.places = STATES * len(names), [], []
        for text in texts:
            states = [np.arange(1 if p in PAUSES else STATES) for p in text]
            self.chains.append(np.concatenate([STATES * names[p] + k for p, k in zip(text, states, strict=True)]))
            self.places.append(np.concatenate([i + k / len(k) for i, k in enumerate(states)]))

    def fit(self, heard: Sequence[np.ndarray], paths: Sequence[np.ndarray]) -> None:
        """Fits each state to the steps that are on it."""
        x, state = np.concatenate(heard), np.concatenate([c[p] for c, p in zip(self.chains, paths, strict=True)])
        self.mean, self.variance = np.zeros((self.count, x.shape[1])), np.ones((self.count, x.shape[1]))
        for k in set(state):
            rows = x[state == k]
            sure = len(rows) / (len(rows) + RARE)
            self.mean[k], self.variance[k] = rows.mean(0), sure * rows.var(0) + (1 - sure) * 0.7 + 0.05

    def align(self, heard: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The paths of clips: the place in its chain at each step."""
        constant = (self.mean**2 / self.variance + np.log(self.variance)).sum(1)
        scores = (x @ (self.mean / self.variance).T - (x**2 @ (1 / self.variance).T + constant) / 2 for x in heard)
        return [best_path(score[:, chain]) for score, chain in zip(scores, self.chains, strict=True)]

    def start(self, heard: Sequence[np.ndarray], bounds: Sequence[np.ndarray]) -> list[np.ndarray]:
        """The paths that the bounds of phonemes give."""
        paths = []
        for x, places, ends in zip(heard, self.places, bounds, strict=True):
            starts = np.interp(places, np.arange(len(ends)), ends)
            paths.append(np.searchsorted(starts, np.arange(len(x)) * STEP / SAMPLE_RATE, "right").clip(1) - 1)
        return paths

    def refine(self, heard: Sequence[np.ndarray], paths: Sequence[np.ndarray]) -> list[np.ndarray]:
        """When each phoneme starts and the last one ends, in seconds, after some turns."""
        for _ in range(TURNS):
            self.fit(heard, paths)
            paths = self.align(heard)
        firsts = (np.flatnonzero(places % 1 == 0) for places in self.places)
        steps = (np.append(np.searchsorted(p, first), len(p)) for p, first in zip(paths, firsts, strict=True))
        return [(s - 0.5) * STEP / SAMPLE_RATE for s in steps]


def best_path(score: np.ndarray) -> np.ndarray:
    """The likeliest state at each step, for the scores [steps, states] of states that follow each other, none left out."""
    best, entered = np.full(score.shape[1], -np.inf), np.zeros(score.shape, bool)
    best[0] = score[0, 0]
    for t, row in enumerate(score[1:], 1):
        before = np.append(-np.inf, best[:-1])
        entered[t] = before > best
        best = np.maximum(before, best) + row
    path = np.full(len(score), score.shape[1] - 1)
    for t in range(len(score) - 1, 0, -1):
        path[t - 1] = path[t] - entered[t, path[t]]
    return path


def cepstra(waves: Sequence[np.ndarray]) -> list[np.ndarray]:
    """The cepstra of a speaker's clips and their slopes at each step, normalised."""
    from librosa import feature

    sizes = {"n_mfcc": CEPSTRUM, "n_mels": BANDS, "n_fft": FFT, "win_length": WINDOW, "hop_length": STEP}
    heard = [feature.mfcc(y=wave, sr=SAMPLE_RATE, fmax=TREBLE, **sizes) for wave in waves]
    heard = [np.vstack([c, feature.delta(c)]).T for c in heard]
    every = np.concatenate(heard)
    return [(x - every.mean(0)) / every.std(0) for x in heard]


def formants(wave: np.ndarray, woman: bool, times: Sequence[float]) -> np.ndarray:
    """F1 to F4 in Hz: medians over times and orders; the wave has one of RATES."""
    rate, scale, found = RATES[woman], SCALES[woman], [np.full(4, np.nan)]
    window = np.hamming(int(FRAME * rate))
    starts = np.round(np.array(times) * rate).astype(int) - len(window) // 2
    for start in starts[(starts > 0) & (starts <= len(wave) - len(window))]:
        x, before = wave[start:][: len(window)], wave[start - 1 :][: len(window)]
        x = (x - 0.95 * before) * window
        r = np.correlate(x, x, "full")[len(x) - 1 :]
        r[0] = r[0] * 1.0001 + 1e-9
        for order in ORDERS:
            roots = np.roots(np.append(1, -solve_toeplitz(r[:order], r[1 : order + 1])))
            roots = roots[roots.imag > 0]
            f, width = np.angle(roots) * rate / 2 / np.pi, -np.log(np.abs(roots)) * rate / np.pi
            good = (f > LOWEST[0]) & (f < rate / 2 - 150) & (width < BROADEST)
            found.append(scale * assigned(f[good] / scale, width[good]))
    return median(found)


def assigned(f: np.ndarray, width: np.ndarray) -> np.ndarray:
    """F1 to F4 among resonances: those nearest to a man's, and rather narrow ones; NaN where none is near."""
    cost = 0.7 * np.abs(np.log(f / TYPICAL[:, None])) + 0.35 * width / BROADEST - 0.45 * (width < NARROW)
    cost[(f < LOWEST[:, None]) | (f > HIGHEST[:, None])] = 9
    columns = linear_sum_assignment(np.hstack([cost, np.full((4, 4), 0.75)]))[1]
    return np.append(f, np.full(4, np.nan))[columns]


def power_above(wave: np.ndarray, corner: float, times: Sequence[float]) -> float:
    """The mean level from the corner to HIGH, relative to that in LOW, in dB."""
    first, last = (int(at * SAMPLE_RATE) for at in (times[0], times[-1]))
    piece = wave[max(0, first - RESOLUTION) : last + RESOLUTION]
    f, power = welch(piece, SAMPLE_RATE, nperseg=min(RESOLUTION, len(piece)))
    decibels = 10 * np.log10(power + 1e-15)
    return decibels[(f >= corner) & (f <= HIGH)].mean() - decibels[(f >= LOW[0]) & (f <= LOW[1])].mean()


def consonants(phonemes: Sequence[str]) -> Iterator[tuple[int, int]]:
    """The first and the last phoneme of each measured consonant after a vowel; a doubled one is one."""
    for i, (before, phoneme) in enumerate(pairwise(phonemes), 1):
        if before in VOWELS and phoneme in MEASURED:
            yield i, i + (phonemes[i + 1 : i + 2] == [phoneme])


def measure(waves: Sequence[np.ndarray], spans: Sequence[tuple[int, float, float]], woman: bool) -> np.ndarray:
    """What each consonant (its clip, start and end) has in both places: ln F1 to F4, and dB [n, places, 5]."""
    slow, corner = [resample_poly(x, RATES[woman], SAMPLE_RATE) for x in waves], CORNER_OF_WOMEN if woman else CORNER
    values = []
    for i, start, end in spans:
        places = start + BEFORE, start + MIDDLE * (end - start)
        values.append([[*np.log(formants(slow[i], woman, at)), power_above(waves[i], corner, at)] for at in places])
    return np.array(values)


def recordings(folder: Path, program: Path) -> Iterator[tuple[np.ndarray, list[list[str]]]]:
    """The recordings of a speaker, without silence at their ends, and the clauses of their texts."""
    from librosa import effects, load

    files = [path for path in sorted(folder.glob("*.txt")) if path.with_suffix(".wav").exists()]
    texts = [" ".join(path.read_text(encoding="utf8").split()) + "\n" for path in files]
    with tempfile.TemporaryDirectory() as there:
        out = Path(there) / folder.name
        front_end.read(program, folder.name.split("-")[0], "".join(texts), out)
        clauses = [json.loads(line) for line in out.read_text(encoding="utf8").splitlines()]
    for number, path in enumerate(files, 1):
        said = [c["phonemes"] for c in clauses if c["line"] == number]
        wave = effects.trim(load(path.with_suffix(".wav"), sr=SAMPLE_RATE)[0], top_db=SILENCE)[0]
        if sum(map(len, said)) * STATES * STEP < len(wave) < LONGEST * SAMPLE_RATE and said:
            yield wave, said


def speak(net: S.Student, clauses: list[list[str]], voice: str) -> tuple[np.ndarray, list[str], np.ndarray]:
    """The student's speech of a text, its phonemes, and when each starts and the last one ends."""
    said = [net.speak(clause, voice) for clause in clauses]
    phonemes, frames = [p for clause in clauses for p in clause], np.concatenate([s.frames for s in said])
    bounds = np.append(0, np.cumsum(frames)) * HOP / SAMPLE_RATE - LATE
    heard = [i for i, p in enumerate(phonemes) if p != STRESS]
    return np.concatenate([s.wave for s in said]), [phonemes[i] for i in heard], bounds[[*heard, -1]]


def compare(net: S.Student, name: str, clips: list[tuple[np.ndarray, list[list[str]]]]) -> Tokens:
    """Measures a speaker and the student."""
    from librosa import yin

    natives = [wave for wave, _ in clips]
    f0 = np.median(yin(np.concatenate(natives), fmin=70, fmax=400, sr=SAMPLE_RATE))
    woman = bool(f0 > HIGH_F0)
    waves, texts, bounds = zip(*(speak(net, said, VOICES[0 if woman else 1]) for _, said in clips), strict=True)
    aligner, own, theirs = Aligner(texts), cepstra(waves), cepstra(natives)
    own_bounds = aligner.refine(own, aligner.start(own, bounds))
    bounds = aligner.refine(theirs, aligner.align(theirs))
    found = [(i, *span) for i, text in enumerate(texts) for span in consonants(text)]
    spans = [[(i, b[i][first], b[i][last + 1]) for i, first, last in found] for b in (bounds, own_bounds)]
    values = np.stack([measure(natives, spans[0], woman), measure(waves, spans[1], woman)], 1)
    lengths = np.diff(np.array(spans)[:, :, 1:])[..., 0].T
    phonemes = np.array([texts[i][first] for i, first, _ in found])
    vowels = np.array([VOWELS[texts[i][first - 1]] for i, first, _ in found])
    native, ratio = lengths[:, 0], lengths[:, 0] / lengths[:, 1]
    good = (native > LENGTHS[0]) & (native < LENGTHS[1]) & (ratio > RATIOS[0]) & (ratio < RATIOS[1])
    print(f"{name}: F0 {f0:.0f} Hz, {len(clips)} clips, {sum(good)} consonants", flush=True)
    return Tokens(phonemes[good], vowels[good], values[good], lengths[good])


def mean(rows: Sequence[np.ndarray], counts: Sequence[float]) -> tuple[np.ndarray, np.ndarray]:
    """The mean over speakers with so many tokens, and its standard error."""
    x, weights = np.ma.stack(rows), 1 / (1 / np.array(counts) + 1 / MANY)
    centre = np.ma.average(x, 0, weights)
    error = np.ma.sqrt(np.ma.average((x - centre) ** 2, 0, weights) / (x.count(0) - 1))
    return centre.filled(np.nan), error.filled(np.nan)


def table(speakers: Sequence[Tokens]) -> str:
    """The Markdown table."""
    lines = ["| pair | place | speaker | F1 | F2 | F3 | F4 | dB above F2 | ms | tokens | speakers |", "|---" * 11 + "|"]
    for p, q in (pair.split("/") for pair in PAIRS):
        for place, name in enumerate(PLACES[: 1 if p in STOPS else 2]):
            for who, speaker in enumerate(("natives", "student")):
                of = [t for t in speakers if t.difference(p, q, who, place)[1] >= FEWEST]
                if not of:
                    continue
                centre, error = mean(*zip(*(t.difference(p, q, who, place) for t in of), strict=True))
                # The error of a ratio is nearly that of its logarithm.
                cells = [f"{np.exp(x):.2f} ± {e:.2f}" for x, e in zip(centre[:4], error[:4], strict=True)]
                lengths = [np.concatenate([t.lengths[t.phonemes == k, who] for t in of]) for k in (p, q)]
                cells += [f"{centre[4]:.1f} ± {error[4]:.1f}", "/".join(f"{1000 * np.median(x):.0f}" for x in lengths)]
                cells += ["/".join(str(len(x)) for x in lengths), str(len(of))]
                lines.append(" | ".join((f"| {p}/{q}", name, speaker, *cells)) + " |")
    return "\n".join(lines)


def run(work: Work, folder: Path, bundle: Path, program: Path) -> None:
    """Prints the table of the speakers in a folder."""
    torch.set_num_threads(1)
    net = S.Student(work.inventory, load_manifest(bundle)["name"]).eval()
    restore(net, bundle, rounded=True)
    paths = sorted(path for path in folder.iterdir() if path.is_dir())
    print("\n" + table([compare(net, path.name, list(recordings(path, program))) for path in paths]))
