#!/usr/bin/env python3
"""Makes british.txt: the words of cmudict.txt whose vowels are those of Britain in India, with their phones.

    british.py BRITFONE.csv > british.txt

BRITFONE.csv is `britfone.main.3.0.1.csv` of https://github.com/JoseLlarena/Britfone (MIT). Each word that both dictionaries have is
aligned sound by sound, and a vowel of CMUdict is replaced where the pair of it and the British one is in CHANGES: lexical sets
(bath, marry, cause, what), weak vowels and endings. Words that Britfone does not have take the vowels of their stem, and those of
RULES by how they are spelt. What else differs stays as CMUdict has it.
"""
import os, re, sys

HERE = os.path.dirname(os.path.abspath(__file__))
CONSONANTS = dict(zip("b d f g h j k l m n p s t v w z ð ŋ ɹ ʃ ʒ θ tʃ dʒ".split(),
                      "B D F G HH Y K L M N P S T V W Z DH NG R SH ZH TH CH JH".split()))
# A vowel of CMUdict, the British one, and what is said in India; `r` where R follows, `0` where it bears no stress, `a` in words
# without o, whose vowel the build rounds by itself.
CHANGES = """
AE ɑː AA | EY ɑː AA |  AA ɔː AO | AA ɒ AO a | OW ɒ AO | AA əʊ OW | AH ɒ AO | ER ɑː AA+R | ER ɐ AH+R
EH æ AE r | IH ɪə IY r | IH iə IY r | IH iː IY | EH iː IY | IY ɛ EH | AY ɪ IH | IH aɪ AY | AH aɪ AY 0
AH ɪ IH 0 | AH i IH 0 | AH ɛ EH 0 | AH æ AE 0 | AH ʊ UH 0 | AH u UH 0 | AH uː UH 0 | EH ə AH r | EH - AH r
"""
CHANGES = {tuple(c[:2]): (c[2].split("+"), c[3:]) for c in (c.split() for c in CHANGES.replace("\n", "|").split("|")) if c}
# Sets that inflections and compounds take from their stem.
SETS = {("AE", "AA"), ("EH", "AE"), ("AA", "AO"), ("EY", "AA"), ("AH", "AO"), ("AH", "AY")}
# Spelling and sounds of an ending, and what is said.
RULES = [(r"ed$", "AH0 D$", "IH0 D"), (r"e'?s$", "AH0 Z$", "IH0 Z"), (r"age$", "AH0 JH$", "IH0 JH"), (r"ages$|age's$", "AH0 JH IH0 Z$", "IH0 JH IH0 Z"),
         (r"aged$", "AH0 JH D$", "IH0 JH D"), (r"est$", "AH0 S T$", "IH0 S T"), (r"it(y|ies)$", "AH0 T IY0", "IH0 T IY0"), (r"if(y|ies|ied|ying|ier|iers)$", "AH0 F AY", "IH0 F AY"),
         (r"i[sz]ation", "AH0 Z EY1 SH", "AY0 Z EY1 SH"), (r"iful", "AH0 F AH0 L", "IH0 F AH0 L"), (r"imal", "AH0 M AH0 L", "IH0 M AH0 L"),
]
# Those that hold for the words of Britfone too.
EVERYWHERE = [(r"rsion", "ER1 ZH", "ER1 SH"), (r"sia(n|ns|'s)?$", "ZH AH0", "SH IY0 AH0"), (r"arr", "EH1 R", "AE1 R"), (r"arr", "EH2 R", "AE2 R"), (r"(?<!^r)arit(y|ies)$", "EH1 R", "AE1 R"),
              (r"ual(s|ly|ity|ize|ized|ist|ism)?$", "(?:AH0|UH0) W AH0 L", "UW0 AH0 L"), (r"ual(s|ly)?$", "ZH W AH0 L", "ZH UW0 AH0 L"), (r"ar(y|ies)$", "EH2 R IY0", "AH0 R IY0"),
              (r"or(y|ies)$", "AO2 R IY0", "AH0 R IY0"), (r"^(apparatus|datum|status)", "AE1 T AH0", "EY1 T AH0")]
RULES += EVERYWHERE
ENDINGS = "s es ed d ing er ers or ly 's ness ful less ment ments y ies ier est ish able".split()

# Words of several readings, of which another one is the first in Britfone.
ALIKE = set("levy read lead live wind wound tear bow row present kinda your plaid hello minute minutes mechanic mechanics".split())

def base(sound):
    return sound.rstrip("012")

def is_vowel(sound):
    return sound[-1] in "012"

def align(cmu, british):
    """Pairs of sounds; None where one dictionary has none."""
    def cost(a, b):
        if is_vowel(a) and b not in CONSONANTS:
            return 0 if (base(a), b) in SAME else .4
        return 0 if CONSONANTS.get(b) == a else .6 if not is_vowel(a) and b in CONSONANTS else 3
    n, m = len(cmu), len(british)
    best = [[(0, None)] * (m + 1) for _ in range(n + 1)]
    for i in range(n + 1):
        for j in range(m + 1):
            ways = []
            if i and j: ways.append((best[i-1][j-1][0] + cost(cmu[i-1], british[j-1]), (1, 1)))
            if i: ways.append((best[i-1][j][0] + (.3 if cmu[i-1] == "R" else 1), (1, 0)))
            if j: ways.append((best[i][j-1][0] + (.3 if british[j-1] in ("ɹ", "j", "ə") else 1), (0, 1)))
            if ways: best[i][j] = min(ways)
    pairs, i, j = [], n, m
    while i or j:
        di, dj = best[i][j][1]
        pairs.append((i - 1 if di else None, british[j-1] if dj else "-"))
        i -= di; j -= dj
    return pairs[::-1], best[n][m][0]

SAME = {("AH", "ə"), ("AH", "ɐ"), ("IH", "ɪ"), ("IY", "iː"), ("IY", "i"), ("AE", "æ"), ("EH", "ɛ"), ("AA", "ɑː"), ("AA", "ɒ"), ("AO", "ɔː"), ("AO", "ɒ"), ("UW", "uː"),
        ("UH", "ʊ"), ("EY", "eɪ"), ("AY", "aɪ"), ("OW", "əʊ"), ("AW", "aʊ"), ("OY", "ɔɪ"), ("ER", "ɜː"), ("ER", "ə")}

def change(word, cmu, british):
    """The phones as India has them."""
    pairs, cost = align(cmu, british)
    if cost > .3 * len(cmu) + 1:
        return None
    out = list(cmu)
    for at, b in pairs:
        if at is None or not is_vowel(cmu[at]) or (base(cmu[at]), b) not in CHANGES:
            continue
        to, when = CHANGES[base(cmu[at]), b]
        stress, after = cmu[at][-1], cmu[at + 1] if at + 1 < len(cmu) else ""
        if "r" in when and after != "R" or "0" in when and stress != "0" or "a" in when and "o" in word:
            continue
        if to == ["IH"] and at and base(cmu[at - 1]) == "IY":
            continue
        # hurry, but not her; an r before a consonant is heard.
        if to == ["AH", "R"] and not (after and is_vowel(after)):
            continue
        weak = to[0] == "AH" and "r" in when
        out[at] = " ".join([to[0] + ("0" if weak else stress)] + to[1:])
    return out

def rule(word, phones, rules):
    for spelling, sounds, said in rules:
        if re.search(spelling, word):
            phones = re.sub(r"(?<!\S)" + sounds.replace("$", "") + (r"$" if sounds.endswith("$") else r"(?!\S)" if sounds[-1] in "012" else r""), said, phones)
    return phones

def main():
    british = {}
    for line in open(sys.argv[1], encoding="utf8"):
        word, phones = line.rstrip("\n").split(", ", 1)
        word = re.sub(r"\(\d\)$", "", word).lower()
        british.setdefault(word, re.sub("[ˈˌ]", "", phones).split())
    words = {}
    for line in open(f"{HERE}/cmudict.txt", encoding="utf8"):
        word, phones = line.rstrip("\n").split(" ", 1)
        words[word] = phones.split()
    said, changes, every, aligned = {}, {}, {}, set()
    for word, phones in words.items():
        if word in british and word not in ALIKE and (new := change(word, phones, british[word])):
            said[word] = " ".join(new)
            aligned.add(word)
            kept = [n if (base(o), base(n.split()[0])) in SETS else o for o, n in zip(phones, new)]
            if kept != phones and len(word) > 3:
                changes[word] = kept
            if new != phones and len(word) > 3:
                every[word] = new
    bare = lambda phones: [p.rstrip("012") for p in phones]
    for word, phones in words.items():
        if word in said:
            continue
        new = list(phones)
        for cut in range(4, len(word) + 1):
            stem = changes.get(word[:cut]) or changes.get(word[:cut] + "e")
            old = words.get(word[:cut]) if word[:cut] in changes else words.get(word[:cut] + "e")
            if stem and old and (word[cut:] in ENDINGS or len(word) - cut > 3) and bare(phones[:len(old)]) == bare(old):
                new = [s if s != o else p for s, o, p in zip(stem, old, phones)] + phones[len(old):]
            # An inflection has the weak vowels of its stem too: presidents as president.
            for stem in (word[:cut], word[:cut] + "e", word[:cut] + "y" * word[cut:].startswith("i")) if word[cut:] in ENDINGS else ():
                if stem in every and bare(phones[:len(words[stem])]) == bare(words[stem]):
                    new = [s if s != o else p for s, o, p in zip(every[stem], words[stem], phones)] + phones[len(words[stem]):]
            stem, old = changes.get(word[-cut:]), words.get(word[-cut:])
            if stem and len(word) - cut > 2 and bare(phones[-len(old):]) == bare(old):
                new[-len(old):] = [s if s != o else p for s, o, p in zip(stem, old, phones[-len(old):])]
        said[word] = " ".join(new)
    print("// The words of cmudict.txt whose vowels are others in India; made by british.py from Britfone (LICENSE-BRITFONE).")
    for word in sorted(words):
        new = rule(word, said[word], RULES[-len(EVERYWHERE):] if word in aligned else RULES)
        if new != " ".join(words[word]):
            print(word, new)

main()
