#!/usr/bin/env python3
"""A page on which natives compare voices, and a table of what they said. Needs Python 3.9 and no packages.

    listening.py make PROGRAM FOLDER [--languages hi,ta] [--voices Ananya,Arjun]
    listening.py read FOLDER ANSWERS...

`make` lets the program, and espeak-ng if it is there, speak sentences of the recipe's prompts, and writes a page to FOLDER.
It needs no server and no network: copy it to a telephone, or open `index.html`. A listener hears a pair of clips at a time, in
random order: the melody of natives and the one that the voice learnt, Vaak and espeak-ng. It takes five minutes and ends with
a file of answers.
`FOLDER/key.json` tells what each clip is. Keep it; listeners do not need it.

`read` takes any number of such files, and tells how often what was asked about was preferred, by kind, language and voice.
"""

import argparse
import array
import collections
import hashlib
import json
import math
import pathlib
import re
import shutil
import subprocess
import sys
import tempfile
import wave

HERE = pathlib.Path(__file__).resolve().parent
MODEL = HERE.parent / "voice-2-native"
PROMPTS = HERE.parent / "recipe/prompts"
# What is compared: its name, what is asked about, what it is compared with, and how many pairs each voice has.
KINDS = (("melody", "native", "learnt", 5), ("engine", "vaak", "espeak-ng", 2))
# Pairs that are asked a second time, the other way round: they tell how sure a listener is.
AGAIN = 2
WORDS = range(4, 16)  # of a sentence
LEVEL = 2000  # root mean square of the samples that are heard, the same for all clips
HEARD = 300  # a louder sample is heard
Z = 1.96  # of an interval that holds the truth in 95 of 100 cases


def sentences(language, count):
    """Plain statements of the prompts, some from each part of the file."""
    lines = (PROMPTS / f"{language}.txt").read_text(encoding="utf8").splitlines()
    plain = [
        line
        for line in lines
        if re.search(r"[.।]$", line)
        and not re.search(r"[#;:?!()\d\"“”—–]|[.।].", line)
        and (language == "en" or not re.search("[A-Za-z]", line))
        and len(line.split()) in WORDS
    ]
    step = max(1, len(plain) // count)
    return plain[::step][:count]


def name(*parts):
    """A name that tells nothing of what it is made of."""
    return hashlib.sha256("\t".join(map(str, parts)).encode()).hexdigest()[:12]


def levelled(path):
    """Gives a clip the level of all."""
    with wave.open(str(path), "rb") as file:
        shape, samples = file.getparams(), array.array("h", file.readframes(file.getnframes()))
    heard = [s for s in samples if abs(s) > HEARD] or [1]
    factor = LEVEL / math.sqrt(sum(s * s for s in heard) / len(heard))
    factor = min(factor, 32767 / max(abs(s) for s in heard))
    with wave.open(str(path), "wb") as file:
        file.setparams(shape)
        file.writeframes(array.array("h", (round(s * factor) for s in samples)).tobytes())


def spoken(program, bundle, language, voice, text, path):
    """Lets the program speak a clip with a bundle; `bundle` is None for espeak-ng."""
    if bundle is None:
        women = "+f3" if voice in ("Ananya", "Kavya") else ""
        command = ["espeak-ng", "-v", ("en-gb" if language == "en" else language) + women, "-w", path, "--", text]
    else:
        command = [program, "say", "--model", bundle, "--language", language, "--voice", voice, "-o", path, "--", text]
    subprocess.run(command, check=True, capture_output=True)
    levelled(path)


def make(program, folder, languages, voices):
    """Writes the page, its clips and the key."""
    kinds = KINDS if shutil.which("espeak-ng") else KINDS[:1]
    audio = folder / "audio"
    audio.mkdir(parents=True, exist_ok=True)
    pairs, key = {}, {}
    with tempfile.TemporaryDirectory() as there:
        learnt = pathlib.Path(there) / "learnt"
        shutil.copytree(MODEL, learnt)
        manifest = json.loads((learnt / "manifest.json").read_text(encoding="utf8"))
        made = manifest["version"]
        # The pace stays, so that only the melody differs.
        pace = [{"language": e["language"], "speed": e.get("speed", 1.0)} for e in manifest.pop("languages", [])]
        (learnt / "manifest.json").write_text(json.dumps(manifest | {"languages": pace}), encoding="utf8")
        bundles = {"native": MODEL, "vaak": MODEL, "learnt": learnt, "espeak-ng": None}
        sung = {entry["language"] for entry in pace}
        for language in languages:
            asked = [kind for kind in kinds if kind[0] != "melody" or language in sung]
            texts = iter(sentences(language, sum(kind[3] for kind in asked) * len(voices)))
            rows = []
            for kind, *what, count in asked:
                for voice in voices:
                    for _, text in zip(range(count), texts):
                        clips = {name(made, language, voice, w, text): w for w in what}
                        for clip, w in clips.items():
                            spoken(program, bundles[w], language, voice, text, audio / f"{clip}.wav")
                        id = name(kind, language, voice, text)
                        key[id] = {
                            "kind": kind,
                            "language": language,
                            "voice": voice,
                            "text": text,
                            "clips": clips,
                            "about": what[0],
                        }
                        rows.append({"id": id, "text": text, "clips": sorted(clips)})
            for row in rows[:: max(1, len(rows) // AGAIN)][:AGAIN]:
                again = {"id": row["id"] + "-again", "again": row["id"], "text": row["text"], "clips": row["clips"]}
                key[again["id"]] = key[row["id"]] | {"again": row["id"]}
                rows.append(again)
            pairs[language] = rows
            print(f"{language}: {len(rows)} pairs", flush=True)
    words = json.loads((HERE / "words.json").read_text(encoding="utf8"))
    data = {"MADE": made, "PAIRS": pairs, "WORDS": {code: words[code] for code in languages}}
    script = "".join(f"const {k} = {json.dumps(v, ensure_ascii=False)};\n" for k, v in data.items())
    (folder / "pairs.js").write_text(script, encoding="utf8")
    (folder / "key.json").write_text(
        json.dumps({"made": made, "pairs": key}, ensure_ascii=False, indent=1), encoding="utf8"
    )
    shutil.copy(HERE / "page.html", folder / "index.html")


def interval(by_listener):
    """The share of points, and its interval of 95 % by Wilson; each listener gave a list of points, 0, ½ or 1.

    The answers of one listener are alike, so they tell less than as many of different ones: the count is divided by the design
    effect, from the variance between listeners and within.
    """
    groups = [g for g in by_listener if g]
    n = sum(map(len, groups))
    if not n:
        return float("nan"), 0.0, 1.0
    share = sum(map(sum, groups)) / n
    effective = float(n)
    if 1 < len(groups) < n:
        means = [sum(g) / len(g) for g in groups]
        within = sum((x - m) ** 2 for g, m in zip(groups, means) for x in g) / (n - len(groups))
        between = sum(len(g) * (m - share) ** 2 for g, m in zip(groups, means)) / (len(groups) - 1)
        size = (n - sum(len(g) ** 2 for g in groups) / n) / (len(groups) - 1)
        variance = max(0.0, (between - within) / size)
        alike = variance / (variance + within) if variance + within else 0.0
        effective = n / (1 + (n / len(groups) - 1) * alike)
    middle = (share + Z**2 / (2 * effective)) / (1 + Z**2 / effective)
    half = Z / (1 + Z**2 / effective) * math.sqrt(share * (1 - share) / effective + Z**2 / (4 * effective**2))
    return share, max(0.0, middle - half), min(1.0, middle + half)


def points(key, files):
    """Of each row of the table, the points of each listener; and how often each said the same of a pair asked again."""
    rows, sure, seen = collections.defaultdict(dict), {}, set()
    for told in files:
        who = told["listener"]
        if told.get("format") != 1 or told.get("made") != key["made"]:
            raise SystemExit(f"the answers of {who} are of another page than the key")
        if (who, told["language"]) in seen:
            continue
        seen.add((who, told["language"]))
        chosen = {}
        for answer in told["answers"]:
            pair = key["pairs"].get(answer["pair"])
            if pair is None or answer["chosen"] not in (None, *pair["clips"]):
                raise SystemExit(f"the answers of {who} name a pair or a clip that the key does not have")
            if before := pair.get("again"):
                if before in chosen:
                    sure.setdefault(who, []).append(chosen[before] == answer["chosen"])
                continue
            chosen[answer["pair"]] = answer["chosen"]
            point = 0.5 if answer["chosen"] is None else float(pair["clips"][answer["chosen"]] == pair["about"])
            natives = "natives" if told["native"] else "others"
            against = next(w for w in pair["clips"].values() if w != pair["about"])
            what = f"{pair['about']} against {against}"
            for row in (
                (what, "all", "all", natives),
                (what, pair["language"], "all", natives),
                (what, pair["language"], pair["voice"], natives),
            ):
                rows[row].setdefault(who, []).append(point)
    return rows, sure


def table(key, files):
    """The table in Markdown, and what the pairs that were asked again tell."""
    rows, sure = points(key, files)
    lines = [
        "| what | language | voice | listeners | | answers | no difference | preferred, % | 95 % |",
        "|" + "---|" * 9,
    ]
    for row in sorted(rows, key=lambda r: (r[0], r[3], r[1] != "all", r[1:])):
        groups = list(rows[row].values())
        answers = [x for g in groups for x in g]
        share, low, high = (round(100 * x) for x in interval(groups))
        same = sum(x == 0.5 for x in answers)
        what, language, voice, natives = row
        cells = what, language, voice, len(groups), natives, len(answers), same, share, f"{low} to {high}"
        lines.append("| " + " | ".join(map(str, cells)) + " |")
    again = [x for told in sure.values() for x in told]
    if again:
        lines.append(
            f"\nAsked again the other way round, listeners said the same of {sum(again)} of {len(again)} pairs; "
            "by chance of a third to a half."
        )
    return "\n".join(lines)


def main():
    """Runs one of the two ways: `make` a page, or `read` its answers."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    ways = parser.add_subparsers(dest="way", required=True)
    way = ways.add_parser("make")
    way.add_argument("program", type=pathlib.Path)
    way.add_argument("folder", type=pathlib.Path)
    way.add_argument("--languages", default=",".join(json.loads((HERE / "words.json").read_text(encoding="utf8"))))
    way.add_argument("--voices", default="Ananya,Arjun")
    way = ways.add_parser("read")
    way.add_argument("folder", type=pathlib.Path)
    way.add_argument("answers", type=pathlib.Path, nargs="+")
    flags = parser.parse_args()
    if flags.way == "make":
        make(flags.program.resolve(), flags.folder, flags.languages.split(","), flags.voices.split(","))
    else:
        key = json.loads((flags.folder / "key.json").read_text(encoding="utf8"))
        print(table(key, [json.loads(path.read_text(encoding="utf8")) for path in flags.answers]))


if __name__ == "__main__":
    sys.exit(main())
