"""The model card: the tables and the picture of an evaluation."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from pathlib import Path

import numpy as np

from .quality import CLASSES
from .records import ADDED, SAMPLE_RATE, VOICES, Provenance
from .result import Result

PEERS = ("espeak-ng", "piper", "hibari")
SPEAKERS = ("teacher", "student", "rounded", "float", "degraded", *PEERS)
# Whose samples are where the teacher's are: the student with the teacher's melody, and the teacher over a bad line.
FOLLOWERS = ("imitated", "degraded")
MEAN = "mean"
# The judges that need no peer, by their field of a verdict. More is better, but for the phones.
JUDGES = {
    "dnsmos": "DNSMOS overall",
    "distillmos": "DistillMOS",
    "bvcc": "DNSMOS Pro BVCC",
    "phones": "phones heard wrongly",
}


def mean(values: Iterable[float | None]) -> float:
    """The mean of the known values; NaN if there are none."""
    known = [v for v in values if v is not None]
    return sum(known) / len(known) if known else float("nan")


def cell(value: float, digits: int = 2) -> str:
    """A number as a cell of a table."""
    return "–" if np.isnan(value) else f"{value:.{digits}f}"


def table(head: Sequence[str], rows: Iterable[Sequence[object]]) -> str:
    """A Markdown table."""
    lines = [head, ["---"] * len(head), *rows]
    return "\n".join("| " + " | ".join(str(c) for c in line) + " |" for line in lines)


def names(results: Sequence[Result]) -> list[str]:
    """The rows of a table by language: each language, then the mean."""
    return [*sorted({r.language for r in results}), MEAN]


def heard_voices(results: Sequence[Result]) -> list[str]:
    """The voices that spoke."""
    return [voice for voice in VOICES + ADDED if any(r.voice == voice for r in results)]


def of(results: Sequence[Result], name: str) -> list[Result]:
    """The results that belong to a row."""
    return [r for r in results if name in (MEAN, r.language)]


def understood(results: Sequence[Result]) -> str:
    """How often each speaker is understood, by language."""
    speakers = ("student", "teacher", "espeak-ng")
    head = [
        "language",
        "clips",
        "rank-1: student",
        *speakers[1:],
        "reversed",
        "chance",
        "margin: student",
        *speakers[1:],
    ]
    rows, heard = [], [r for r in results if "student" in r.answers]
    for name in names(heard) if heard else []:
        answers = [r.answers for r in of(heard, name)]

        def about(kind: str, what: str, answers=answers) -> float:
            return mean(getattr(a[kind], what) for a in answers if kind in a)

        chance = mean(1 / a["student"].choices for a in answers)
        ranks = [cell(about(kind, "rank1")) for kind in (*speakers, "reversed")]
        margins = [cell(about(kind, "margin"), 3) for kind in speakers]
        rows.append([name, len(answers), *ranks, cell(chance), *margins])
    text = table(head, rows)
    wrote = [r.answers for r in heard if r.answers["student"].cer is not None]
    if wrote:
        errors = {kind: [a[kind].cer for a in wrote if kind in a] for kind in ("student", "teacher", *PEERS)}
        text += f"\n\nCharacters wrong when the listener writes English freely, {len(wrote)} clips: "
        text += ", ".join(f"{kind} {100 * mean(values):.1f} %" for kind, values in errors.items() if values) + "."
    return text


def distances(results: Sequence[Result]) -> str:
    """Distances by language and voice, then by class of phoneme with the teacher's durations."""
    head = ["language", "voice", "mel distance, dB", "F0 error, cents", "voicing error"]
    head += ["length, student / teacher", "worst", "LUFS"]
    rows = []
    for name in names(results):
        for voice in heard_voices(results):
            group = [r for r in of(results, name) if r.voice == voice]
            if not group:
                continue
            worst = max((r.length for r in group), key=lambda x: abs(np.log(x)))
            figures = f"{mean(r.mel_db for r in group):.1f}", f"{mean(r.f0_cents for r in group):.0f}"
            voicing = f"{100 * mean(r.voicing for r in group):.1f} %"
            ends = cell(mean(r.length for r in group)), cell(worst), cell(mean(r.lufs for r in group), 1)
            rows.append([name, voice, *figures, voicing, *ends])
    classes = [
        [voice, *(cell(mean(r.classes.get(c) for r in results if r.voice == voice), 1) for c in CLASSES)]
        for voice in heard_voices(results)
    ]
    return table(head, rows) + "\n\n" + table(["voice", *(f"{c}, dB" for c in CLASSES)], classes)


def naturalness(results: Sequence[Result]) -> str:
    """The predictors' scores by language, by voice with standard errors, and how alike a voice is across languages."""
    heard = [r for r in results if r.verdicts]
    if not heard:
        return ""
    kinds = [k for k in SPEAKERS if any(k in r.verdicts for r in heard)]
    text = []
    for judge, what in JUDGES.items():
        rows = []
        for name in names(heard):
            group = [r.verdicts for r in of(heard, name)]
            scores = [mean(getattr(v[k], judge) for v in group if k in v) for k in kinds]
            rows.append([name, len(group), *map(cell, scores)])
        text.append(table(["language", "clips", f"{what}: {kinds[0]}", *kinds[1:]], rows))
    rows = []
    for voice in heard_voices(results):
        group = [r.verdicts for r in heard if r.voice == voice]
        scores = [spread([getattr(v[k], judge) for v in group]) for judge in JUDGES for k in ("teacher", "student")]
        apart = [r.different for r in heard if r.voice == voice and r.different]
        scores += [spread([d[k] for d in apart]) for k in FOLLOWERS]
        rows.append([voice, len(group), *scores])
    head = ["voice", "clips", *(cells for what in JUDGES.values() for cells in (f"{what}: teacher", "student"))]
    head += ["CDPAM from the teacher: student with its melody", "degraded"]
    text.append(table(head, rows) + "\n\nThe figure after ± is one standard error. CDPAM is 0 for the same sound.")
    rows = []
    for voice in heard_voices(results):
        group = [r for r in heard if r.voice == voice]
        languages = sorted({r.language for r in group})
        centres = {
            k: [centre([r.verdicts[k].voice for r in group if r.language == code]) for code in languages]
            for k in ("teacher", "student")
        }
        cells = []
        for a, b in (("teacher", "teacher"), ("student", "student"), ("student", "teacher")):
            pairs = [
                (x, y)
                for i, x in enumerate(centres[a])
                for j, y in enumerate(centres[b])
                if (i < j if a == b else i == j)
            ]
            alike = [float(x @ y) for x, y in pairs]
            cells.append(f"{min(alike, default=float('nan')):.3f}, {mean(alike):.3f}")
        rows.append([voice, *cells])
    head = ["voice", "alike across languages (GE2E cosine): teacher, least and mean of pairs", "student"]
    text.append(table([*head, "student to teacher, least and mean"], rows))
    rounding = [r.rounding_db for r in heard]
    text.append(f"Rounding to int8 moves the mel spectrum by {mean(rounding):.2f} dB (worst clip {max(rounding):.2f}).")
    return "\n\n".join(text)


def spread(values: Sequence[float]) -> str:
    """Mean and standard error."""
    if len(values) < 2:
        return cell(mean(values))
    return f"{np.mean(values):.2f} ± {np.std(values, ddof=1) / len(values) ** 0.5:.2f}"


def centre(vectors: Sequence[Sequence[float]]) -> np.ndarray:
    """The mean direction."""
    total = np.mean(vectors, axis=0)
    return total / np.linalg.norm(total)


def made(p: Provenance) -> str:
    """How the weights were made."""
    text = (
        f"{'On from version ' + p.base + ', trained' if p.base else 'Trained'} on {p.clips} clips, {p.minutes:.0f} minutes "
        f"of the teacher's speech, for {p.steps} steps in {p.seconds / 3600:.2f} hours, seed {p.seed}."
    )
    if p.base and not p.steps:
        text = f"The sound is that of version {p.base}."
    if p.melody_steps:
        melody = f"{p.clauses} clauses for {p.melody_steps} steps in {p.melody_seconds / 3600:.2f} hours"
        text += f" The melody was trained on {melody}."
    return text


def write(card: Path, provenance: Provenance | None, results: Sequence[Result]) -> str:
    """Fills the part of the card that an evaluation writes; returns its text.

    Only weights that were made here have a provenance.
    """
    parts = made(provenance) if provenance else "", understood(results), distances(results), naturalness(results)
    return fill(card, "evaluation", "\n\n".join(part for part in parts if part))


def fill(card: Path, part: str, text: str) -> str:
    """Fills a marked part of the card, which is added if there is none; returns the text."""
    begin, end = f"<!-- {part} -->\n", f"<!-- /{part} -->"
    before = card.read_text() if card.exists() else f"# {card.parent.name}\n"
    if begin not in before:
        before += f"\n{begin}{end}\n"
    marked = re.compile(f"({begin}).*?({end})", re.S)
    card.write_text(marked.sub(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", before))
    return text


def picture(path: Path, name: str, teacher: np.ndarray, student: np.ndarray) -> None:
    """Spectrograms of one sentence, the teacher's above the student's."""
    import matplotlib

    matplotlib.use("Agg")
    from matplotlib import pyplot
    from PIL import Image

    pyplot.rcParams.update({"font.size": 13})
    figure, axes = pyplot.subplots(2, 1, figsize=(12, 7.5), sharex=True, sharey=True)
    for axis, who, wave in zip(axes, ("teacher", "Vaak"), (teacher, student), strict=True):
        axis.specgram(wave + 1e-6, NFFT=720, noverlap=660, Fs=SAMPLE_RATE, vmin=-130, vmax=-40, cmap="magma")
        axis.set_ylim(0, 10000)
        axis.set_yticks(range(0, 10001, 2000), [f"{k} kHz" for k in range(0, 11, 2)])
        axis.set_title(f"{who} ({name})", loc="left")
    axes[-1].set_xlim(0, max(len(teacher), len(student)) / SAMPLE_RATE)
    axes[-1].set_xlabel("seconds")
    figure.tight_layout()
    figure.savefig(path, dpi=100)
    pyplot.close(figure)
    Image.open(path).convert("RGB").quantize(128).save(path, optimize=True)
