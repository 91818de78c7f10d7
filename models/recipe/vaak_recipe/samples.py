"""Writes samples: a sentence per language, spoken by the program and by the teacher in each voice, and a page of them."""

from __future__ import annotations

import html
import json
import subprocess
from pathlib import Path

import numpy as np
import soundfile

from .export import load_manifest
from .records import SAMPLE_RATE, Work, write
from .synthesise import trimmed
from .teacher import Teacher

SENTENCES = Path(__file__).parents[1] / "samples" / "sentences.tsv"
QUALITY = 0.8  # of libsndfile's compression, 0 is the best: some 30 kbit/s of Opus
LICENCE = (
    "The sentences are ours. Our clips are of the voices of this repository, MIT or Apache-2.0. The teacher's clips were "
    "made with Kokoro-82M, Apache-2.0, from our phonemes."
)


def run(work: Work, out: Path, bundle: Path, program: Path, sentences: Path = SENTENCES, own: bool = False) -> None:
    """Fills `out` with clips, `README.md` and `index.html`; with `own`, the teacher's clips stay as they are."""
    teacher, gains, rows = None, {}, []
    if not own:
        teacher, gains = Teacher(work.teacher, 1), work.gains()
    manifest = load_manifest(bundle)
    voices = [*manifest["voices"], *(added["name"] for added in manifest.get("added", ()))]
    Work.made(out)
    for line in sentences.read_text(encoding="utf8").splitlines():
        language, text = line.split("\t")
        command = [program, "phonemes", "--json", "--language", language]
        asked = subprocess.run(command, input=text, check=True, capture_output=True, text=True, encoding="utf8")
        (clause,) = map(json.loads, asked.stdout.splitlines())
        clips = []
        for voice in voices:
            ours, theirs = (f"{language}-{voice.lower()}{of}.opus" for of in ("", "-teacher"))
            what = ["--model", bundle, "--voice", voice, "--language", language, "-o", out / ours, "--", text]
            subprocess.run([program, "say", *what], check=True, capture_output=True)
            if teacher:
                wave = trimmed(teacher.speak(clause["phonemes"], voice)).wave * np.float32(gains[voice])
                soundfile.write(
                    out / theirs, wave, SAMPLE_RATE, format="OGG", subtype="OPUS", compression_level=QUALITY
                )
            clips += [ours, theirs]
        rows.append((language, text, clips))
    heads = [name for voice in voices for name in (voice, f"{voice}'s teacher")]
    write(out / "README.md", listed(heads, rows))
    write(out / "index.html", page(heads, rows))


def listed(heads: list[str], rows: list[tuple[str, str, list[str]]]) -> str:
    """The page for a reader of the repository."""
    head = ["language", "sentence", *heads]
    table = [head, ["---"] * len(head)]
    table += [[language, text, *(f"[listen]({c})" for c in clips)] for language, text, clips in rows]
    lines = "\n".join("| " + " | ".join(row) + " |" for row in table)
    return (
        "# Samples\n\nThe voices of Voice 2 Native in every language, beside their teacher. `index.html` plays them side by "
        f"side. `python -m vaak_recipe samples` in `models/recipe` makes this folder.\n\n{lines}\n\n{LICENCE}\n"
    )


def page(heads: list[str], rows: list[tuple[str, str, list[str]]]) -> str:
    """The page for a browser."""
    player = '<audio controls preload="none" src="{}"></audio>'
    head = "".join(f"<th>{html.escape(name)}" for name in ("Sentence", *heads))
    body = "\n".join(
        f'<tr><td lang="{language}">{html.escape(text)}' + "".join(f"<td>{player.format(c)}" for c in clips)
        for language, text, clips in rows
    )
    return (
        '<!doctype html>\n<html lang="en">\n<meta charset="utf-8">\n<title>Samples of Vaak</title>\n'
        "<style>body{font-family:sans-serif}td{padding:.3em}audio{width:14em}</style>\n"
        f"<h1>Samples</h1>\n<table>\n<tr>{head}\n{body}\n</table>\n<p>{LICENCE}\n</html>\n"
    )
