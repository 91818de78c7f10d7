#!/usr/bin/env python3
"""Learns where a reader pauses between two words, and writes src/language/LANG/breaks.txt: breaks.py SENTENCES... [--judge]

Each SENTENCES is a folder of LANG.txt, one sentence per line, or a translation memory LANG.tmx. What a table has above `[learnt]` is
written by hand: it stays, and the rest is fitted to what it leaves open. A fifth of the sentences is held out, and the figures
are of it; --judge only tells them, of the tables as they are. src/language/README.md names the sources and describes the format.
"""

import collections
import hashlib
import math
import pathlib
import random
import re
import sys
import unicodedata

SOURCE = pathlib.Path(__file__).parents[2]
LANGUAGES = "hi bn ta te gu kn ml mr pa or en".split()
HEADING = "[learnt]"
# A weight of the table is so many parts of a natural logarithm.
UNIT = 10
NEVER = -1000
# Letters of the longest ending or beginning that a table may name, and of the longest that is learnt.
ENDINGS = range(1, 9)
LEARNT = 4
# A mark so close to another says nothing of phrases: it is that of a list, a name that is called, or a word that opens a sentence.
APART = 3
# A place with a reason, a weight of so much, and a sum of so much is one where breath is taken: the same as model.rs and breath.rs.
REASON = 14
CLEAR = -12
# A word or an ending that occurs less often tells nothing, and a weight of less is left out.
LEAST = 12
# Words of a sentence whose end and begin are learnt from, and how much such a place counts.
LONGER = 5
JOINT = 0.2
SMALLEST = 4
MOST = 13
EPOCHS = 12
PRIOR = 15.0
HELD_OUT = 5
# Part of their sentences have licences that ask to share alike, so only what every place has is learnt.
UNLEARNT = ("ml", "pa")

# What readers of a rule of thumb do: they pause before these.
CONJUNCTIONS = {
    "hi": "और लेकिन मगर परंतु तथा या क्योंकि जबकि जो कि", "bn": "এবং কিন্তু তবে বা কারণ যে যা", "ta": "மற்றும் ஆனால் அல்லது ஏனெனில்",
    "te": "మరియు కానీ లేదా ఎందుకంటే", "gu": "અને પરંતુ પણ કે કારણ જે", "kn": "ಮತ್ತು ಆದರೆ ಅಥವಾ ಏಕೆಂದರೆ", "ml": "എന്നാൽ പക്ഷേ അല്ലെങ്കിൽ കാരണം",
    "mr": "आणि पण परंतु किंवा कारण जो की", "pa": "ਅਤੇ ਤੇ ਪਰ ਜਾਂ ਕਿਉਂਕਿ ਜੋ ਕਿ", "or": "ଏବଂ କିନ୍ତୁ ବା କାରଣ ଯେ", "en": "and but or because which that",
}

MARKS = ",;—–"
STOPS = ".?!।॥…|:"
BRACKETS = "([{"
OPENING = "(\"'“‘«[{"
CLOSING = ")\"'”’»]}"


def is_letter(c):
    return c.isalnum() or unicodedata.category(c)[0] == "M"


def bare(word):
    """A word without the marks around it."""
    while word and not is_letter(word[0]):
        word = word[1:]
    while word and not is_letter(word[-1]):
        word = word[:-1]
    return word


def core_of(side, word):
    """The part at the place, of what is written without a blank between: हैं;लेकिन."""
    core = bare("".join(c for c in word if c not in "\u200c\u200d").lower())
    return re.split(r"[;,:()\[\]{}\"“”‘’«»]", core)[-1 if side == "after" else 0]


def place_features(before, after, earlier=""):
    """What the tables tell of the place between two words, with an earlier one before them: the same as model.rs."""
    last, first = core_of("after", before), core_of("before", after)
    yield "after", f"{bare(earlier)}+{last}"
    yield "both", f"{last}+{first}"
    for side, word, core in (("after", before, last), ("before", after, first)):
        if not core:
            if any(c in "-–—" for c in word):
                yield side, "-"
            continue
        if core[-1 if side == "after" else 0].isdigit():
            yield side, "#"
            continue
        yield side, core
        for length in ENDINGS:
            if length < len(core):
                yield side, "~" + core[-length:]
                if side == "before" and length > 1:
                    yield side, core[:length] + "~"
    if before[-1:] in CLOSING:
        yield "after", '"'
    if after[:1] in BRACKETS:
        yield "before", "("
    elif after[:1] in OPENING:
        yield "before", '"'
    if before[-1:] == ".":
        yield "after", "."
    first = [word.lstrip(OPENING)[:1] for word in (before, after)]
    if all("A" <= c <= "Z" for c in first):
        yield "both", "Aa"
    elif all(c.isascii() and c.isalpha() for c in first):
        yield "both", "a"


def places(sentence):
    """The places between the words of a sentence, and whether a mark stands there; None where that tells nothing."""
    words = sentence.split()
    found, last, marked = [], 0, []
    for at in range(1, len(words)):
        before, after = words[at - 1], words[at]
        ended = before.rstrip(CLOSING)
        if ended != before or after[:1] in OPENING:
            # Who speaks, and what is said.
            found.append(None)
            if ended and ended[-1] in MARKS + STOPS:
                marked.append((len(found) - 1, at))
        elif ended and ended[-1] in STOPS or before in "–—-" and len(before) == 1:
            found.append(None)
            marked.append((len(found) - 1, at))
        elif ended and ended[-1] in MARKS or after in "–—" and len(after) == 1:
            found.append((ended.rstrip(MARKS), after.lstrip("–— "), True, words[at - 2] if at > 1 else ""))
            marked.append((len(found) - 1, at))
        else:
            found.append((before, after, False, words[at - 2] if at > 1 else ""))
    marked = [(-1, 0), *marked, (len(found), len(words))]
    for (_, left), (index, here), (_, right) in zip(marked, marked[1:], marked[2:]):
        if here - left < APART or right - here < APART:
            found[index] = None
    return found


def sentences(folders, language):
    seen = set()
    for folder in map(pathlib.Path, folders):
        if folder.suffix == ".tmx":
            if folder.stem.rpartition("-")[2] != language:
                continue
            units = re.findall(r'<tu tuid="(?![Ww]iki)(.*?)</tu>', folder.read_text(), re.S)
            segment = re.compile(r'<tuv xml:lang="%s[^"]*">\s*<seg>(.*?)</seg>' % language, re.S)
            lines = [line for unit in units for line in segment.findall(unit)]
        else:
            file = folder / f"{language}.txt"
            lines = file.read_text().splitlines() if file.exists() else []
        for line in lines:
            line = unicodedata.normalize("NFC", line.replace("&quot;", '"').replace("&amp;", "&")).strip()
            if line not in seen and not line.startswith("# "):
                seen.add(line)
                yield line


def joints(sentence, following):
    """The place between two sentences, without the stop: what ends a clause and what begins one, as at a mark within a sentence."""
    before, after = sentence.split(), following.split()
    last = before[-1].rstrip(CLOSING + STOPS) if before else ""
    if len(before) >= LONGER and len(after) >= LONGER and before[-1][-1] in ".।॥" and last and after[0][0] not in OPENING:
        yield last, after[0]


def held_out(sentence):
    return int(hashlib.sha1(sentence.encode()).hexdigest(), 16) % HELD_OUT == 0


def read(path):
    """The lines written by hand, their weights, and those that were learnt."""
    hand, weights, learnt = [], {}, {}
    into = weights
    for line in path.read_text().splitlines() if path.exists() else []:
        if line == HEADING:
            into = learnt
            continue
        if into is weights:
            hand.append(line)
        fields = re.sub(r"(^|\s)//.*", "", line).split()
        if fields:
            weight, side, *patterns = fields
            weight = NEVER if weight == "never" else int(weight)
            for pattern in patterns or [""]:
                into[side, pattern] = weight
    while hand and not hand[-1]:
        hand.pop()
    # A beginning that is written by hand is the whole word, too.
    for (side, pattern), weight in list(weights.items()):
        if pattern.endswith("~"):
            weights.setdefault((side, pattern[:-1]), weight)
    return hand, weights, learnt


def is_telling(pattern, count):
    """Whether a word or an ending that occurs so often is learnt."""
    part = "~" in pattern
    if "+" in pattern:
        return False
    return count >= (4 * LEAST if part else LEAST) and not (part and len(pattern) > LEARNT + 1)


def fit(examples, given, words):
    """Logistic regression by Adagrad, with what is written by hand as it is."""
    counts = collections.Counter(f for features, _, _ in examples for f in features)
    known = {f for f, n in counts.items() if words and f not in given and is_telling(f[1], n)}
    rows = []
    for features, mark, share in examples:
        offset = sum(given.get(f, 0) for f in features) / UNIT
        if offset > NEVER / UNIT / 2:
            rows.append(([f for f in features if f in known], offset, mark, share))
    weights, squares = collections.defaultdict(float), collections.defaultdict(lambda: 1e-3)
    shuffled = random.Random(1)
    for _ in range(EPOCHS):
        shuffled.shuffle(rows)
        for features, offset, mark, share in rows:
            total = offset + weights["bias", ""] + sum(weights[f] for f in features)
            error = share * (1 / (1 + math.exp(-max(-30, min(30, total)))) - mark)
            for f in (("bias", ""), *features):
                slope = error + PRIOR * weights[f] / max(counts.get(f, len(rows)), 1)
                squares[f] += slope * slope
                weights[f] -= 0.3 * slope / math.sqrt(squares[f])
    return {f: max(-MOST, min(MOST, round(UNIT * w))) if f[1] else round(UNIT * w) for f, w in weights.items() if abs(round(UNIT * w)) >= SMALLEST}


def write(path, hand, learnt):
    rows = collections.defaultdict(list)
    for (side, pattern), weight in learnt.items():
        rows[side, -weight].append(pattern)
    with path.open("w") as out:
        print(*hand, "", HEADING, sep="\n", file=out)
        for (side, weight), patterns in sorted(rows.items(), key=lambda row: (row[0][0] != "bias", row[0])):
            row = f"{-weight} {side}"
            for pattern in sorted(patterns):
                if len(row) + 1 + len(pattern) > 120:
                    print(row, file=out)
                    row = f"{-weight} {side}"
                row += f" {pattern}".rstrip()
            print(row, file=out)


def judge(language, held, weights):
    """Precision and recall of the held-out marks: of places above 0, of those where breath is taken, of as many as there are marks, of
    conjunctions, of a cut at 180."""
    hits = collections.Counter()
    for stretch in held:
        scored = []
        length = 0
        for before, after, mark, earlier in stretch:
            features = list(place_features(before, after, earlier))
            of = [weights.get(f, 0) for f in features]
            score = weights.get(("bias", ""), 0) + sum(of)
            breath = score >= CLEAR and max(of, default=0) >= REASON
            length += len(before) + 1
            cut = length + len(after) > 180
            length = 0 if cut else length
            scored.append((score, mark, after in CONJUNCTIONS[language].split(), cut, breath))
        marks = sum(s[1] for s in scored)
        hits["marks"] += marks
        best = sorted(scored, key=lambda s: -s[0])[:marks]
        for way, chosen in (
            ("learnt", [s for s in scored if s[0] > 0]),
            ("breaths", [s for s in scored if s[4]]),
            ("ranked", best),
            ("conjunctions", [s for s in scored if s[2]]),
            ("cut at 180", [s for s in scored if s[3]]),
        ):
            hits[way, "all"] += len(chosen)
            hits[way, "right"] += sum(s[1] for s in chosen)
    percent = lambda a, b: f"{100 * a / b:5.1f}" if b else "    -"
    row = f"{language} {hits['marks']:5}"
    for way in ("learnt", "breaths", "ranked", "conjunctions", "cut at 180"):
        right, chosen = hits[way, "right"], hits[way, "all"]
        row += f"  {way} {percent(right, chosen)} {percent(right, hits['marks'])}"
    print(row, flush=True)


def main():
    folders = [f for f in sys.argv[1:] if not f.startswith("--")]
    only = [f[7:] for f in sys.argv if f.startswith("--only=")]
    _, everywhere, _ = read(SOURCE / "language/shared/breaks.txt")
    print("language, held-out marks, then precision and recall in percent")
    for language in only or LANGUAGES:
        path = SOURCE / "language" / language / "breaks.txt"
        hand, given, learnt = read(path)
        given = everywhere | given
        train, held = [], []
        previous = ""
        for sentence in sentences(folders, language):
            if "--judge" not in sys.argv and not held_out(previous) and not held_out(sentence):
                train += [(list(place_features(a, b)), True, JOINT) for a, b in joints(previous, sentence)]
            previous = sentence
            if held_out(sentence):
                held.append([p for p in places(sentence) if p])
            elif "--judge" not in sys.argv:
                train += [(list(place_features(a, b, c)), mark, 1.0) for p in places(sentence) if p for a, b, mark, c in [p]]
        if train:
            learnt = fit(train, given, language not in UNLEARNT)
            write(path, hand, learnt)
        judge(language, held, learnt | given)


if __name__ == "__main__":
    main()
