"""How many phones of a clip a recogniser misses: hama (PyPI, Apache-2.0), whose training data are not told.

It knows the phones of English, Korean and the like, so its phones and ours are folded into classes: it hears neither
retroflexion nor aspiration nor length. It needs no text of the language, and works in every language alike.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise

import numpy as np

RATE = 16000
# Each class and the symbols, ours and the recogniser's, that belong to it. What is in none is no phone: marks, stress, tone.
CLASSES = {
    "a": "ə a aː ɜ ʌ ɐ ɑ ɑː ɒ",
    "i": "i iː ɪ y ɨ",
    "u": "u uː ɯ ʊ ʉ",
    "e": "e eː ɛ æ eɪ eə",
    "o": "o oː ɔ ɔː oʊ",
    "k": "k kʰ k͈ x q c",
    "g": "ɡ g ɡʱ ɟ ɣ",
    "C": "tʃ tʃʰ t͡ʃ t͡ɕ t͡ɕʰ t͡ɕ͈ ts",
    "J": "dʒ dʒʱ d͡ʒ dz ʒ z ʐ ʑ",
    "t": "ʈ ʈʰ t̪ t̪ʰ t tʰ t͈ θ",
    "d": "ɖ ɖʱ d̪ d̪ʱ d ð ɗ",
    "n": "ŋ ɲ ɳ n",
    "p": "p pʰ p͈ f ɸ",
    "b": "b bʱ ɓ β",
    "m": "m",
    "j": "j",
    "r": "r ɽ ɽʱ ɻ ɹ ɾ ʁ",
    "l": "l ɭ ɫ ʎ",
    "v": "ʋ v w",
    "s": "ʃ s s͈ ɕ ʂ",
    "h": "h ɦ ħ",
    # Of two classes.
    "ai": "aɪ",
    "au": "aʊ",
    "oi": "ɔɪ",
    "ar": "ɝ ɚ",
    "ia": "ɪə",
}
CLASS_OF = {symbol: name for name, symbols in CLASSES.items() for symbol in symbols.split()}


def folded(symbols: Iterable[str]) -> str:
    """The classes of phones, a letter each; a class that follows itself counts once."""
    letters = "".join(CLASS_OF.get(symbol, "") for symbol in symbols)
    return letters[:1] + "".join(b for a, b in pairwise(letters) if a != b)


def distance(a: Sequence, b: Sequence) -> int:
    """Levenshtein's distance."""
    row = np.arange(len(b) + 1)
    for i, x in enumerate(a, 1):
        before, row[0] = row[0], i
        for j, y in enumerate(b, 1):
            before, row[j] = row[j], min(row[j] + 1, row[j - 1] + 1, before + (x != y))
    return int(row[-1])


class Phones:
    """The recogniser."""

    def __init__(self):
        from hama.asr import ASRModel

        self.model = ASRModel()

    def wrong(self, wave: np.ndarray, phonemes: Iterable[str]) -> float:
        """The share of a clip's phones, at RATE, that are heard wrongly, or missing or too many."""
        said, heard = folded(phonemes), folded(self.model(wave, RATE).phonemes)
        return distance(said, heard) / max(1, len(said))
