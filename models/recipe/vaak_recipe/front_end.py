"""Asks the program for its phoneme inventory and for the phonemes of sentences and prompts."""

from __future__ import annotations

import subprocess
from pathlib import Path

from . import inventory
from .records import Work, write

PROMPTS = Path(__file__).parents[1] / "prompts"
HEADING = "# "  # begins a line that is not read


def sentences(path: Path) -> str:
    """The lines of a file without headings."""
    lines = path.read_text(encoding="utf8").splitlines(keepends=True)
    return "".join(line for line in lines if not line.startswith(HEADING))


def read(program: Path, language: str, text: str, out: Path) -> None:
    """Writes the output of `vaak phonemes --json` for a text, unless the file exists."""
    if out.exists() and out.stat().st_size:
        return
    command = [program, "phonemes", "--json", "--language", language]
    said = subprocess.run(command, input=text, check=True, capture_output=True, text=True, encoding="utf8")
    if said.stderr:
        print(f"{out.stem}: {said.stderr}", end="", flush=True)
    write(out, said.stdout)


def run(work: Work, folder: Path, program: Path, prompts: Path = PROMPTS) -> None:
    """Reads `folder/LANG.txt` and the prompts of the same languages."""
    write(work.inventory_file, inventory.ask(program))
    for path in sorted(folder.glob("??.txt")):
        language = path.stem
        read(program, language, sentences(path), work.phonemes / f"{language}.jsonl")
        read(program, language, sentences(prompts / path.name), work.phonemes / f"{language}.prompts.jsonl")
