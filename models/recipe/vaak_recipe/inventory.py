"""The phoneme inventory, as the program prints it; its only definition is in the program's source."""

from __future__ import annotations

import json
import subprocess
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path


@dataclass(frozen=True)
class Inventory:
    """The version and the symbols, in the order of the networks' embedding table."""

    version: int
    symbols: tuple[str, ...]

    @cached_property
    def index(self) -> dict[str, int]:
        return {symbol: i for i, symbol in enumerate(self.symbols)}

    @classmethod
    def parse(cls, text: str) -> Inventory:
        fields = json.loads(text)
        rows = sorted(fields["phonemes"], key=lambda row: row["index"])
        return cls(fields["version"], tuple(row["symbol"] for row in rows))

    @classmethod
    def load(cls, path: Path) -> Inventory:
        return cls.parse(path.read_text(encoding="utf8"))


def ask(program: Path) -> str:
    """The output of `vaak phonemes --inventory --json`."""
    command = [program, "phonemes", "--inventory", "--json"]
    return subprocess.run(command, check=True, capture_output=True, text=True, encoding="utf8").stdout
