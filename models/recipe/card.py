"""The model card: the tables and the picture of what an evaluation has measured."""

import re

import numpy as np

import student as S
from quality import CLASSES

PEERS = ("espeak-ng", "piper")


def mean(values):
    values = [v for v in values if v is not None]
    return sum(values) / len(values) if values else float("nan")


def tables(results):
    """Markdown: what was heard by language, what was measured by language and voice."""
    results = list(results)
    languages = sorted({r["language"] for r in results})
    out = ["| language | clips | rank-1: student | teacher | espeak-ng | reversed | chance | margin: student | teacher | espeak-ng |", "|---" * 10 + "|"]
    for name in [*languages, "mean"]:
        rows = [r for r in results if name in ("mean", r["language"]) and "student" in r]
        if not rows:
            continue

        def of(kind, key):
            return mean([r[kind][key] for r in rows if kind in r])

        chance = mean([1 / r["student"]["choices"] for r in rows])
        out.append(f"| {name} | {len(rows)} | {of('student', 'rank1'):.2f} | {of('teacher', 'rank1'):.2f} | {of('espeak-ng', 'rank1'):.2f} | {of('reversed', 'rank1'):.2f} "
                   f"| {chance:.2f} | {of('student', 'margin'):.3f} | {of('teacher', 'margin'):.3f} | {of('espeak-ng', 'margin'):.3f} |")
    wrote = [r for r in results if "cer" in r.get("student", {})]
    if wrote:
        errors = ((kind, [r[kind]["cer"] for r in wrote if "cer" in r.get(kind, {})]) for kind in ("student", "teacher", *PEERS))
        out += ["", f"Characters wrong when the listener writes English freely, {len(wrote)} clips: "
                    + ", ".join(f"{kind} {100 * mean(values):.1f} %" for kind, values in errors if values) + "."]
    out += ["", "| language | voice | mel distance, dB | F0 error, cents | voicing error | length, student / teacher | worst | LUFS |",
            "|---|---|---|---|---|---|---|---|"]
    for name in [*languages, "mean"]:
        for voice in S.VOICES:
            rows = [r for r in results if name in ("mean", r["language"]) and r["voice"] == voice]
            if not rows:
                continue
            worst = max((r["length"] for r in rows), key=lambda x: abs(np.log(x)))
            out.append(f"| {name} | {voice} | {mean([r['mel_db'] for r in rows]):.1f} | {mean([r['f0_cents'] for r in rows]):.0f} "
                       f"| {100 * mean([r['voicing'] for r in rows]):.1f} % | {mean([r['length'] for r in rows]):.2f} | {worst:.2f} "
                       f"| {mean([r['lufs'] for r in rows]):.1f} |")
    return "\n".join(out)


def naturalness(results):
    """Markdown: what the predictors say of each, by language, and how alike a voice is to itself across languages."""
    heard = [r for r in results if "quality" in r]
    if not heard:
        return ""
    kinds = [k for k in ("teacher", "student", "rounded", "float", "degraded", *PEERS) if any(k in r["quality"] for r in heard)]
    out = ["", "| language | clips | DNSMOS overall: " + " | ".join(kinds) + " | DistillMOS: " + " | ".join(kinds) + " |",
           "|---" * (2 + 2 * len(kinds)) + "|"]
    for name in [*sorted({r["language"] for r in heard}), "mean"]:
        rows = [r["quality"] for r in heard if name in ("mean", r["language"])]
        cells = [mean([q[k][score] for q in rows if k in q]) for score in ("dnsmos", "distillmos") for k in kinds]
        out.append(f"| {name} | {len(rows)} | " + " | ".join("–" if np.isnan(c) else f"{c:.2f}" for c in cells) + " |")
    out += ["", "| voice | alike across languages (GE2E cosine): teacher, least and mean of pairs | student | student to teacher, least and mean |", "|---|---|---|---|"]
    for voice in S.VOICES:
        rows = [r for r in heard if r["voice"] == voice]
        centres = {k: [centre([r["quality"][k]["voice"] for r in rows if r["language"] == l]) for l in sorted({r["language"] for r in rows})]
                   for k in ("teacher", "student")}
        cells = []
        for a, b in (("teacher", "teacher"), ("student", "student"), ("student", "teacher")):
            alike = [float(x @ y) for i, x in enumerate(centres[a]) for j, y in enumerate(centres[b]) if (i < j if a == b else i == j)]
            cells.append(f"{min(alike, default=float('nan')):.3f}, {mean(alike):.3f}")
        out.append(f"| {voice} | " + " | ".join(cells) + " |")
    rounding = [r["rounding_db"] for r in heard if "rounding_db" in r]
    if rounding:
        out += ["", f"Rounding to int8 moves the mel spectrum by {mean(rounding):.2f} dB (worst clip {max(rounding):.2f})."]
    return "\n".join(out)


def centre(vectors):
    total = np.mean(vectors, axis=0)
    return total / np.linalg.norm(total)


def classes(results):
    """Markdown: the distance from the teacher by class of phoneme, the teacher's own durations given."""
    out = ["", "| voice | " + " | ".join(f"{c}, dB" for c in CLASSES) + " |", "|---" * (1 + len(CLASSES)) + "|"]
    for voice in S.VOICES:
        rows = [r["classes"] for r in results if r["voice"] == voice and "classes" in r]
        out.append(f"| {voice} | " + " | ".join(f"{mean([r.get(c) for r in rows]):.1f}" for c in CLASSES) + " |")
    return "\n".join(out)


def write(card, saved, results):
    """Fills the marked part of the card; returns what stands there."""
    results = list(results)
    text = (f"Trained on {saved['clips']} clips, {saved['minutes']:.0f} minutes of the teacher's speech, for {saved['steps']} steps in "
            f"{saved['seconds'] / 3600:.2f} hours, seed {saved['seed']}{', on from version ' + saved['base'] if saved['base'] else ''}.\n\n") + tables(results) + "\n" + classes(results) + "\n" + naturalness(results)
    if card.exists():
        marked = re.compile(r"(<!-- evaluation -->\n).*?(<!-- /evaluation -->)", re.S)
        card.write_text(marked.sub(lambda m: f"{m[1]}\n{text}\n\n{m[2]}", card.read_text()))
    return text


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
