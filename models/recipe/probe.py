"""What the teacher really says for a phoneme, and whether a mixture of its letters would say it better.

Reads clips of the teacher that `synthesise.py` made. A phoneme is described by its spectrum in three parts and just
before and after it, its length and its voicing, less what a linear model expects of its neighbours and its voice.
Two phonemes are distinct if a linear classifier tells them apart in clips it was not trained on: 0.5 is chance.
With `--model` the same clips are spoken by that student, and told apart by what was learnt from the teacher's, and from its own; and
it is told how far the tones of Punjabi bend its F0 in clips held out.
Each candidate (`ɻ=ɹ`, `ɲ=n j`, or with a mixture of letters `ɭ=0.5l+0.5ɳ`) is spoken in the clauses densest in its
phoneme, and told beside.
"""

import argparse
import json
import re
from collections import Counter
from pathlib import Path

import numpy as np
import onnx
import onnxruntime
import torch
from onnx import numpy_helper
from scipy.linalg import solve_toeplitz
from scipy.signal import resample_poly
from sklearn.discriminant_analysis import LinearDiscriminantAnalysis
from sklearn.model_selection import GroupKFold

import student as S
from quality import CLASSES
from teacher import HOP, MARKS, SAMPLE_RATE, TO_TEACHER, TONES, VOICES, Teacher, semitones
from train import made

UNHEARD = {*"_ ,.?!ˈ", *MARKS}
VOWELS = set(CLASSES["vowels"].split())
CONTRASTS = (
    "l/ɭ ɻ/r ɻ/j ɻ/ɭ r/ɽ ɖ/ɽ ɽ/ɽʱ n/ɳ n/ɲ ɲ/ɳ t̪/ʈ t̪/t ʈ/t d̪/ɖ d̪/d̪ʱ b/bʱ ɡ/ɡʱ ɖ/ɖʱ dʒ/dʒʱ k/kʰ p/pʰ ʈ/ʈʰ t̪/t̪ʰ tʃ/tʃʰ ʃ/s ts/tʃ ts/s "
    "dz/dʒ dz/z k/x ʋ/b ɔ/o ɔ/a ə/a ə/aː a/aː i/iː u/uː e/eː o/oː i/ɯ u/ɯ ə/ɯ ɛ/e ɛ/æ ɜ/ə").split()
MANNERS = dict(lateral="l", nasal="n m ŋ", stop="ɖ d̪ b ɡ", tap="r", approximant="j ʋ", fricative="z s ʃ h")
DENTALS, RETROFLEXES = ("t̪", "d̪"), ("ʈ", "ɖ")
TABLES = ("encoder.bert.embeddings.word_embeddings.weight_quantized", "encoder.text_encoder.embedding.weight_quantized")
EACH = 150  # tokens of a phoneme that are measured
CLAUSES = 8  # that a candidate is spoken in, half by each voice
EDGE = 0.045  # seconds before and after a phoneme
STEP, WINDOW, FFT, BANDS, CEPSTRUM = 120, 480, 512, 28, 12
FORMANT_RATE, FORMANT_WINDOW, FORMANT_ORDER = 10000, 280, 11


def mel_bank():
    hertz = 700 * (10 ** (np.linspace(2595 * np.log10(1 + 80 / 700), 2595 * np.log10(1 + 9000 / 700), BANDS + 2) / 2595) - 1)
    f, low, peak, high = np.arange(FFT // 2 + 1) * SAMPLE_RATE / FFT, hertz[:-2, None], hertz[1:-1, None], hertz[2:, None]
    return np.maximum(0, np.minimum((f - low) / (peak - low), (high - f) / (high - peak)))


BANK = mel_bank()
COSINES = np.cos(np.pi * np.arange(CEPSTRUM)[:, None] * (np.arange(BANDS) + 0.5) / BANDS) * np.sqrt(2 / BANDS)


def third_formant(wave, at):
    """By linear prediction around `at` seconds; not a number where there are fewer than three resonances."""
    start = int(at * FORMANT_RATE) - FORMANT_WINDOW // 2
    x = wave[max(0, start):start + FORMANT_WINDOW]
    if start < 0 or len(x) < FORMANT_WINDOW:
        return np.nan
    x = np.append(x[0], x[1:] - 0.95 * x[:-1]) * np.hamming(len(x))
    r = np.correlate(x, x, "full")[len(x) - 1:len(x) + FORMANT_ORDER]
    r[0] = r[0] * 1.0001 + 1e-9
    roots = np.roots(np.append(1, -solve_toeplitz(r[:-1], r[1:])))
    roots = roots[roots.imag > 0]
    f, width = np.angle(roots) * FORMANT_RATE / 2 / np.pi, -np.log(np.abs(roots)) * FORMANT_RATE / np.pi
    f = np.sort(f[(f > 200) & (width < 500)])
    return f[2] if len(f) > 2 else np.nan


def tokens(clip, wave, frames, f0, wanted):
    """A dictionary for each phoneme of the clip that is `wanted`."""
    spectra = np.abs(np.fft.rfft(np.lib.stride_tricks.sliding_window_view(wave, WINDOW)[::STEP] * np.hanning(WINDOW), FFT))
    mel = np.log(np.maximum(spectra @ BANK.T, 1e-4))
    mel -= np.percentile(mel.max(1), 80)
    slow = resample_poly(wave, FORMANT_RATE, SAMPLE_RATE)
    bounds = np.append(0, np.cumsum(frames)) * HOP / SAMPLE_RATE
    phonemes, out = clip["phonemes"], []
    for i, phoneme in enumerate(phonemes[1:-1], 1):
        on, off = bounds[i], bounds[i + 1]
        if phoneme in UNHEARD or off <= on or not wanted(phoneme):
            continue
        cuts = [on - EDGE, *np.linspace(on, off, 4), off + EDGE]
        rows = [round((max(0, t) * SAMPLE_RATE - WINDOW / 2) / STEP) for t in cuts]
        rows = [min(max(0, r), len(mel) - 1) for r in rows]
        parts = [mel[a:max(a + 1, b)].mean(0) @ COSINES.T for a, b in zip(rows, rows[1:])]
        voiced = np.mean(f0[int(on * SAMPLE_RATE / HOP):max(int(on * SAMPLE_RATE / HOP) + 1, int(off * SAMPLE_RATE / HOP))] > 60)
        out.append(dict(
            phoneme=phoneme, clip=clip["id"], length=off - on, f3=[third_formant(slow, t) for t in (on - 0.012, off + 0.015)],
            context=[("before", phonemes[i - 1]), ("after", phonemes[i + 1]), ("voice", clip["voice"])],
            x=np.concatenate([*parts, [4 * np.log(off - on), 3 * voiced]])))
    return out


def bends(student, clip, frames):
    """A pair for each tone of a clip: semitones by which it bends the student's F0 and the teacher's, in the part of the vowel that it has."""
    phonemes, tone = clip["phonemes"], np.array([p in TONES for p in clip["phonemes"]])
    if not tone.any():
        return
    level = [p for p in phonemes if p not in TONES]
    # Its vowel has its frames where it is not.
    merged = (frames + np.append(frames[1:] * tone[1:], 0))[~tone]
    bent, flat = (student.speak(p, clip["voice"], n)[2] for p, n in ((phonemes, frames), (level, merged)))
    ends, own, teacher = np.cumsum(frames), 12 * np.log2(bent / flat), semitones(phonemes, frames)
    for i in np.flatnonzero(tone):
        yield phonemes[i], [x[ends[i - 1]:ends[i]].mean() for x in (own, teacher)]


EDGES = np.r_[0:CEPSTRUM, 4 * CEPSTRUM:5 * CEPSTRUM]


class Neighbours:
    """What is to be expected of a phoneme's measures from its neighbours and voice alone (ridge regression)."""

    def __init__(self, rows):
        self.names = {name: i for i, name in enumerate(sorted({c for r in rows for c in r["context"]}))}
        own = {p: i for i, p in enumerate(sorted({r["phoneme"] for r in rows}))}
        a = np.array([np.append(self.code(r), np.eye(len(own))[own[r["phoneme"]]]) for r in rows])
        weights = np.linalg.solve(a.T @ a + 2 * np.eye(a.shape[1]), a.T @ np.array([r["x"] for r in rows]))
        self.weights = weights[:len(self.names) + 1]
        self.scale = np.array([self.less(r) for r in rows]).std(0) + 1e-6

    def code(self, row):
        code = np.zeros(len(self.names) + 1)
        code[[self.names[c] for c in row["context"] if c in self.names] + [-1]] = 1
        return code

    def less(self, row):
        return row["x"] - self.code(row) @ self.weights


def lda(**options):
    return LinearDiscriminantAnalysis(solver="lsqr", shrinkage="auto", **options)


def distinct(a, b, heard="z", learnt="z"):
    """How often two lists of tokens are told apart in clips that were not trained on, both lists weighing the same.

    Learnt from the teacher and tried on it; `"student"` stands for the same tokens as the student says them.
    """
    x, y = np.array([r[learnt] for r in a + b]), np.repeat([0, 1], [len(a), len(b)])
    tried = np.array([r.get(heard, r["z"]) for r in a + b])
    clips, said = np.array([r["clip"] for r in a + b]), np.full(len(y), -1)
    if min(len(a), len(b)) < 6 or len({r["clip"] for r in a}) < 3 or len({r["clip"] for r in b}) < 3:
        return np.nan
    for train, test in GroupKFold(min(5, len(set(clips)))).split(x, y, clips):
        if len(set(y[train])) == 2:
            said[test] = lda(priors=[0.5, 0.5]).fit(x[train], y[train]).predict(tried[test])
    return np.mean([np.mean(said[y == k] == k) for k in (0, 1)])


class Measures:
    """Manner and retroflexion, learnt from the phonemes that the teacher says well."""

    def __init__(self, of):
        rows = [(manner, r) for manner, phonemes in MANNERS.items() for p in phonemes.split() for r in of[p]]
        self.manner = lda(priors=[1 / len(MANNERS)] * len(MANNERS)).fit([r["z"] for _, r in rows], [m for m, _ in rows])
        rows = [(y, r["z"][EDGES]) for y, group in enumerate((DENTALS, RETROFLEXES)) for p in group for r in of[p]]
        x, y = np.array([z for _, z in rows]), np.array([y for y, _ in rows])
        self.axis = lda().fit(x, y).coef_[0]
        self.zero, self.one = ((x @ self.axis)[y == k].mean() for k in (0, 1))

    def describe(self, rows):
        z = np.array([r["z"] for r in rows])
        retroflex = ((z[:, EDGES] @ self.axis).mean() - self.zero) / (self.one - self.zero)
        before, after = np.nanmedian([r["f3"] for r in rows], 0)
        heard = Counter(self.manner.predict(z).tolist()).most_common(2)
        return f"retroflexion {retroflex:.1f}, F3 {before:.0f} {after:.0f} Hz, " + ", ".join(f"{m} {n / len(rows):.2f}" for m, n in heard)


def spelling(folder, threads, phoneme, letters):
    """The teacher with `phoneme` spelt so. A mixture becomes a letter: the weighted sum of rows, in a row that no letter uses."""
    rows, spelt, vocabulary = {}, "", json.loads((folder / "vocabulary.json").read_text())
    free = iter(sorted(set(range(1, max(vocabulary.values()))) - set(vocabulary.values())))
    for word in letters.split():
        if "+" in word:
            row, name = next(free), chr(0xE000 + len(rows))
            rows[name] = row, [(vocabulary[x], float(weight or 1)) for weight, x in re.findall(r"([\d.]*)([^+.\d])", word)]
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


def dense(clips, phoneme):
    """The clauses with the most of `phoneme` for their length, as many in each voice."""
    def density(c):
        return c["phonemes"].count(phoneme) / (len(c["phonemes"]) + 8)
    usable = [c for c in clips if phoneme in c["phonemes"] and 14 <= len(c["phonemes"]) <= 50]
    return [c for v in VOICES for c in sorted((c for c in usable if c["voice"] == v), key=density, reverse=True)[:CLAUSES // 2]]


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("candidate", nargs="*", help="a phoneme, =, and the letters or mixtures to say it by")
    parser.add_argument("--model", choices=S.SIZES, help="the student that is tried as well")
    parser.add_argument("--threads", type=int, default=2)
    a = parser.parse_args()
    student = a.model and S.Student(a.model).eval()
    if student:
        student.load_state_dict(torch.load(a.work / S.folder(a.model) / "voice.pt", map_location="cpu")["ema"])
    clips = made(a.work)
    of, seen = {}, Counter()
    for c in clips:
        if all(p in UNHEARD or seen[p] >= EACH for p in c["phonemes"]):
            continue
        data = np.load(a.work / "clips" / f"{c['id']}.npz")
        frames = data["frames"].astype(int)
        rows = tokens(c, data["wave"] / 16384, frames, data["f0"], lambda p: seen[p] < EACH)
        if student:
            wave, _, f0, voiced = student.speak(c["phonemes"], c["voice"], frames)
            for r, own in zip(rows, tokens(c, wave, frames, f0 * (voiced > 0.5), lambda p: seen[p] < EACH), strict=True):
                r["student"] = own
        for r in rows:
            of.setdefault(r["phoneme"], []).append(r)
            seen[r["phoneme"]] += 1
    expected = {}
    for vowels in (True, False):
        rows = [r for p, group in of.items() if (p in VOWELS) == vowels for r in group]
        expected |= dict.fromkeys({r["phoneme"] for r in rows}, Neighbours(rows))

    def compare(row):
        model = expected[row["phoneme"]]
        own = dict(student=model.less(row["student"]) / model.scale) if "student" in row else {}
        return row | dict(z=model.less(row) / model.scale) | own

    of = {p: [compare(r) for r in rows] for p, rows in of.items()}
    measures = Measures(of)
    print("| contrast | told apart | student | by its own | tokens |\n|---|---|---|---|---|")
    for pair in CONTRASTS:
        x, y = (of.get(p, []) for p in pair.split("/"))
        own = [f"{distinct(x, y, 'student', learnt):.2f}" for learnt in ("z", "student")] if student else ["", ""]
        print(f"| {pair} | {distinct(x, y):.2f} | {own[0]} | {own[1]} | {len(x)}, {len(y)} |")
    bent = {}
    for c in clips if student else []:
        if c["split"] == "test":
            for tone, pair in bends(student, c, np.load(a.work / "clips" / f"{c['id']}.npz")["frames"].astype(int)):
                bent.setdefault(tone, []).append(pair)
    for tone, name in zip(TONES, ("low", "high")):
        if tone in bent:
            own, teacher = np.mean(bent[tone], 0)
            print(f"{name} tone: F0 bent by {own:.1f} semitones, the teacher's by {teacher:.1f}, {len(bent[tone])} tokens")
    for phoneme in "l ɭ n ɳ r ɽ ɻ ɖ d̪ j".split():
        print(f"{phoneme}: {measures.describe(of[phoneme])}")
    for candidate in a.candidate:
        phoneme, letters = candidate.split("=", 1)
        teacher, rows = spelling(a.work / "teacher", a.threads, phoneme, letters), []
        for c in dense(clips, phoneme):
            wave, frames, f0 = teacher.speak(c["phonemes"], c["voice"])
            rows += [compare(r) for r in tokens(c, wave, frames, f0, lambda p: p == phoneme)]
        rivals = [p for pair in CONTRASTS for p in pair.split("/") if phoneme in pair.split("/") and p != phoneme]
        print(f"{candidate}: " + ", ".join(f"{p} {distinct(rows, of.get(p, [])):.2f}" for p in rivals)
              + ("" if phoneme in VOWELS else "; " + measures.describe(rows)) + f"; {len(rows)} tokens", flush=True)


if __name__ == "__main__":
    main()
