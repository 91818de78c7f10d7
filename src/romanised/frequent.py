#!/usr/bin/env python3
"""Makes the lists of frequent words, src/language/LANG/frequent.txt: frequent.py SENTENCES LISTS VAAK

SENTENCES/LANG.txt has one sentence per line. LISTS/LANG.txt has one word per line: for ml and pa only these words are
listed. VAAK is the program; the Latin spelling of a word follows from its phonemes. src/language/README.md names the sources.
"""

import collections
import math
import pathlib
import re
import subprocess
import sys
import unicodedata

SOURCE = pathlib.Path(__file__).parents[1]
INDIC = "hi bn ta te gu kn ml mr pa or".split()
BLOCKS = dict(hi=0x900, mr=0x900, bn=0x980, pa=0xA00, gu=0xA80, ta=0xB80, te=0xC00, kn=0xC80, ml=0xD00)
BLOCKS["or"] = 0xB00
WORDS = 2600
# Occurrences from which a word is listed; fewer where the texts are short.
LEAST = collections.defaultdict(lambda: 3, ml=2, ta=2, te=2, kn=2, pa=2)
LEAST["or"] = 2

# How people write the sounds of the inventory. ~ is an n that is often omitted.
COMMON = {
    "k": "k", "kʰ": "kh", "ɡ": "g", "ɡʱ": "gh", "ŋ": "n", "tʃ": "ch", "tʃʰ": "chh", "dʒ": "j", "dʒʱ": "jh", "ɲ": "n",
    "ʈ": "t", "ʈʰ": "th", "ɖ": "d", "ɖʱ": "dh", "ɳ": "n", "t̪": "t", "t̪ʰ": "th", "d̪": "d", "d̪ʱ": "dh", "n": "n",
    "p": "p", "pʰ": "ph", "b": "b", "bʱ": "bh", "m": "m", "j": "y", "r": "r", "l": "l", "ʋ": "v", "ʃ": "sh", "s": "s",
    "h": "h", "ɽ": "d", "ɽʱ": "dh", "ɭ": "l", "ɻ": "zh", "f": "f", "z": "z", "x": "kh", "ts": "ch", "dz": "j", "t": "t",
    "ə": "a", "a": "a", "aː": "aa", "i": "i", "iː": "ee", "u": "u", "uː": "oo", "e": "e", "eː": "e", "o": "o", "oː": "o",
    "ɛ": "ai", "ɔ": "au", "æ": "e", "ɯ": "u", "aɪ": "ai", "aʊ": "au", "\u0303": "~",
}
SOUTH = {"t̪": "th", "d̪": "dh", "ɛ": "e"}
OWN = {
    "bn": {"ɔ": "o", "ŋ": "ng"},
    "or": {"ɔ": "a", "ŋ": "ng"},
    "ta": SOUTH | {"ɲ": "nj"},
    "te": SOUTH | {"t̪": "t", "d̪": "d"},
    "kn": SOUTH,
    "ml": SOUTH | {"ɲ": "nj", "d̪": "th"},
}

# Malayalam letters as written before Unicode 5.1.
CHILLUS = dict(zip("ണനരലളക", "ൺൻർൽൾൿ"))


def counts(language, sentences):
    text = (sentences / f"{language}.txt").read_text()
    if language == "en":
        return collections.Counter(re.findall(r"[a-z]+(?:'[a-z]+)?", text.lower().replace("’", "'")))
    first = BLOCKS[language]
    letters = f"[{chr(first)}-{chr(first + 0x63)}{chr(first + 0x70)}-{chr(first + 0x7f)}\u200c\u200d]+"
    for old, new in CHILLUS.items():
        text = text.replace(old + "\u0d4d\u200d", new)
    words = (unicodedata.normalize("NFC", re.sub("[\u200c\u200d]", "", w)) for w in re.findall(letters, text))
    return collections.Counter(w for w in words if unicodedata.category(w[:1] or " ") == "Lo")


def phonemes(language, words, vaak):
    lines = "".join(w + "\n" for w in words)
    command = [vaak, "phonemes", "--words", "--language", language]
    told = subprocess.run(command, input=lines, capture_output=True, text=True, check=True).stdout
    return [line.split("\t")[1] for line in told.splitlines()]


def latin(language, ipa):
    """The full spelling: long vowels are doubled, but not at the end of a word."""
    sounds = []
    for token in ipa.split():
        token = unicodedata.normalize("NFD", token)
        nasal = token.endswith("\u0303")
        sounds.append(token.removesuffix("\u0303"))
        if nasal:
            sounds.append("\u0303")
    table = COMMON | OWN.get(language, {})
    out = ""
    for i, sound in enumerate(sounds):
        sound = {"ɪ": "i", "ʊ": "u"}.get(sound, sound)
        last = i + 1 == len(sounds)
        spelt = table.get(sound, "")
        if last:
            spelt = {"aa": "a", "ee": "i", "oo": "u"}.get(spelt, spelt)
        if sound == "ŋ" and last:
            spelt = "ng"
        out += spelt
    if language == "hi":
        out = out.replace("e~", "ei~")
    if language in ("ml", "ta"):
        out = re.sub("njn?j", "nj", out).replace("njch", "nch")
    return out.replace("n~", "~")


# Initial aspirates of Punjabi are written although they sound as a tone.
ASPIRATES = {"ਘ": ("ਗ", "g"), "ਝ": ("ਜ", "j"), "ਢ": ("ਡ", "d"), "ਧ": ("ਦ", "d"), "ਭ": ("ਬ", "b")}


def punjabi(words, vaak):
    plain = ["".join(ASPIRATES.get(c, (c,))[0] for c in w) for w in words]
    for word, ipa in zip(words, phonemes("pa", plain, vaak)):
        spelt = latin("pa", ipa)
        for aspirate, (bare, letter) in ASPIRATES.items():
            same = [c for c in word if c in aspirate + bare or (letter == "d" and c in "ਢਧਡਦ")]
            places = [m.start() for m in re.finditer(letter, spelt)]
            for c, place in reversed(list(zip(same, places))):
                if c == aspirate:
                    spelt = spelt[: place + 1] + "h" + spelt[place + 1 :]
        yield spelt.replace("hh", "h")


def main():
    sentences, lists, vaak = map(pathlib.Path, sys.argv[1:])
    cmudict = SOURCE / "dictionary/cmudict.txt"
    english = {line.split(" ")[0] for line in cmudict.read_text().splitlines()}
    for language in [*INDIC, "en"]:
        found = counts(language, sentences)
        total = sum(found.values())
        allowed = None
        if language == "en":
            allowed = english
        elif language in ("ml", "pa"):
            allowed = {unicodedata.normalize("NFC", w) for w in (lists / f"{language}.txt").read_text().split()}
        words = [w for w, n in sorted(found.items(), key=lambda p: (-p[1], p[0]))
                 if n >= LEAST[language] and (allowed is None or w in allowed)][:WORDS + 1400 * (language == "en")]
        if language == "en":
            spelt = [""] * len(words)
        elif language == "pa":
            spelt = list(punjabi(words, vaak))
        else:
            spelt = [latin(language, ipa) for ipa in phonemes(language, words, vaak)]
        with open(SOURCE / "language" / language / "frequent.txt", "w") as out:
            for word, spelling in zip(words, spelt):
                rank = round(-4 * math.log(found[word] / total))
                if language == "en" or re.fullmatch(r"[a-z~]+", spelling) and len(word) > 0:
                    print(f"{rank} {word} {spelling}".rstrip(), file=out)


main()
