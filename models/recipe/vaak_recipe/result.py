"""What an evaluation found of a clip, which the model card tells."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from pathlib import Path

from .judge import Answer
from .quality import Verdict


@dataclass
class Result:
    """The results of a clip; the keys of `answers` and `verdicts` are speakers."""

    id: str
    language: str
    voice: str
    mel_db: float
    f0_cents: float
    voicing: float  # share of the frames whose voicing differs
    classes: dict[str, float]  # dB by class of phonemes
    rounding_db: float  # between rounded and unrounded weights
    length: float  # the student's divided by the teacher's
    lufs: float
    answers: dict[str, Answer] = field(default_factory=dict)
    verdicts: dict[str, Verdict] = field(default_factory=dict)
    different: dict[str, float] = field(default_factory=dict)  # CDPAM, of what follows the teacher sample by sample

    @classmethod
    def of(cls, fields: dict) -> Result:
        answers = {k: Answer(**v) for k, v in fields["answers"].items()}
        # Those of before there were all judges are heard again.
        verdicts = {k: Verdict(**v) for k, v in fields["verdicts"].items() if "phones" in v}
        return cls(**(fields | {"answers": answers, "verdicts": verdicts}))


def load(path: Path) -> list[Result]:
    """The results of an earlier evaluation."""
    return [Result.of(fields) for fields in json.loads(path.read_text())] if path.exists() else []
