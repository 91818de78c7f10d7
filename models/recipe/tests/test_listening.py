import importlib.util
import itertools
import json
import random
import shutil
import subprocess
from pathlib import Path

import pytest

FOLDER = Path(__file__).parents[2] / "listening"
SPEC = importlib.util.spec_from_file_location("listening", FOLDER / "listening.py")
listening = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(listening)


def key(pairs=14):
    about = {"kind": "melody", "language": "hi", "voice": "Ananya", "text": "", "about": "native"}
    listed = {f"p{i}": about | {"clips": {f"n{i}": "native", f"l{i}": "learnt"}} for i in range(pairs)}
    return {"made": "2.8.0", "pairs": listed | {"p0-again": listed["p0"] | {"again": "p0"}}}


def told(key, listener, prefers, rng, native=True):
    """The answers of one listener, who prefers natives' melody so often and hears no difference in a tenth of the pairs."""
    answers = []
    for pair, row in key["pairs"].items():
        clips = list(row["clips"])
        chosen = None if rng.random() < 0.1 else clips[0] if rng.random() < prefers else clips[1]
        answers.append({"pair": pair, "first": clips[0], "second": clips[1], "chosen": chosen, "plays": [1, 1]})
    return {
        "format": 1,
        "made": "2.8.0",
        "language": "hi",
        "listener": str(listener),
        "native": native,
        "answers": answers,
    }


@pytest.mark.parametrize(("share", "apart"), [(0.5, 0.0), (0.7, 0.0), (0.7, 0.25), (0.95, 0.0)])
def test_the_interval_holds_the_truth(share, apart):
    rng, held = random.Random(1), 0
    for _ in range(200):
        # Ten listeners, whose tastes differ.
        tastes = [share + apart * (1 if i % 2 else -1) * rng.random() for i in range(10)]
        tables = [told(key(), i, min(1.0, max(0.0, taste)), rng) for i, taste in enumerate(tastes)]
        rows, _ = listening.points(key(), tables)
        middle, low, high = listening.interval(list(rows["native against learnt", "all", "all", "natives"].values()))
        assert low <= middle <= high
        held += low <= 0.05 + 0.9 * share <= high
    assert held >= 180


def test_ten_listeners_who_agree_settle_it():
    tables = [told(key(), i, 0.9, random.Random(i)) for i in range(10)]
    rows, sure = listening.points(key(), tables)
    _, low, _ = listening.interval(list(rows["native against learnt", "hi", "Ananya", "natives"].values()))
    assert low > 0.7
    assert all(len(x) == 1 for x in sure.values())
    text = listening.table(key(), [*tables, *tables, told(key(), "x", 0.0, random.Random(0), native=False)])
    assert "| native against learnt | all | all | 10 | natives | 140 |" in text
    assert "| native against learnt | hi | Ananya | 1 | others | 14 |" in text


def test_answers_to_other_pairs_are_refused():
    other = told(key(), 1, 0.5, random.Random(0))
    other["answers"][0]["chosen"] = "n5"
    with pytest.raises(SystemExit, match="does not have"):
        listening.points(key(), [other])
    with pytest.raises(SystemExit, match="another page"):
        listening.points(key(), [other | {"made": "1.0.0"}])


def test_every_language_has_sentences_and_words():
    words = json.loads((FOLDER / "words.json").read_text(encoding="utf8"))
    assert {path.stem for path in listening.PROMPTS.glob("??.txt")} == set(words)
    for language, said in words.items():
        assert len(said) == 10
        texts = listening.sentences(language, 14)
        assert len(set(texts)) == 14


def test_the_page_does_not_tell_what_a_clip_is(tmp_path, program, monkeypatch):
    monkeypatch.setattr(listening.shutil, "which", lambda name: None)
    listening.make(program, tmp_path, ["hi"], ["Ananya", "Arjun"])
    shown = (tmp_path / "pairs.js").read_text() + (tmp_path / "index.html").read_text()
    assert not any(word in shown for word in ("learnt", "espeak", "Ananya"))
    listed = json.loads((tmp_path / "key.json").read_text())["pairs"]
    assert len(listed) == 12
    clips = set(itertools.chain(*(row["clips"] for row in listed.values())))
    assert {path.stem for path in (tmp_path / "audio").iterdir()} == clips
    assert len(clips) == 20


@pytest.mark.skipif(shutil.which("node") is None, reason="needs node")
def test_the_script_of_the_page_parses(tmp_path):
    page = (FOLDER / "page.html").read_text(encoding="utf8")
    script = page.rsplit("<script>", 1)[1].split("</script>")[0]
    (tmp_path / "page.js").write_text(script, encoding="utf8")
    subprocess.run(["node", "--check", tmp_path / "page.js"], check=True)
