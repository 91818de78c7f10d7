import json
import shutil
from concurrent.futures import ThreadPoolExecutor
from dataclasses import asdict
from functools import partial
from pathlib import Path

import numpy as np
import pytest

from vaak_recipe import export, phones, quality, statement, versions
from vaak_recipe.result import Result


def test_phones_of_two_inventories_are_folded_alike():
    assert phones.folded(["_", "bʱ", "aː", "ˈ", "ɳ", "ɖ", "aɪ", "."]) == phones.folded(["b", "ɑ", "n", "d", "aɪ"])
    assert phones.folded(["t̪", "t̪", "a"]) == "ta"


def test_wrong_phones_are_a_share_of_what_was_said():
    assert phones.distance("kitab", "kitab") == 0
    assert phones.distance("kitab", "kidba") == 3
    assert phones.distance("", "ab") == phones.distance("ab", "") == 2


def test_silence_at_the_ends_is_cut_off_and_none_within():
    sound = np.sin(np.arange(4800) / 5)
    wave = np.concatenate([np.zeros(2400), sound, np.zeros(1200), sound, np.full(4800, 1e-4)])
    assert len(quality.without_silence(wave, 24000)) == pytest.approx(10800, abs=240)
    assert len(quality.without_silence(np.zeros(4800), 24000)) == 4800


def test_weights_that_are_not_the_expected_ones_are_refused(tmp_path):
    (tmp_path / "bvcc.pt").write_bytes(b"other")
    with pytest.raises(SystemExit, match="hash differs"):
        quality.fetch(tmp_path)


def test_verdicts_of_fewer_judges_are_heard_again():
    before = {"dnsmos": 3.0, "distillmos": 4.0, "voice": [1.0]}
    row = asdict(Result("0", "en", "Ananya", 4.0, 80.0, 0.03, {}, 0.9, 1.0, -23.0))
    assert not Result.of(row | {"verdicts": {"teacher": before}}).verdicts
    now = before | {"bvcc": 3.0, "phones": 0.3}
    assert Result.of(row | {"verdicts": {"teacher": now}}).verdicts["teacher"].phones == 0.3


def pair(language, dnsmos=0.0, wrong=0.0):
    before = {"dnsmos": 3.0, "distillmos": 4.0, "bvcc": 3.0, "phones": 0.3}
    after = before | {"dnsmos": 3.0 + dnsmos, "phones": 0.3 + wrong}
    return versions.Pair(language, "Ananya", "", before, after)


def test_a_bundle_may_lose_as_much_as_the_bars_allow():
    fair = [pair("hi", -0.05), pair("mr", 0.0, 0.015), pair("ta", 0.5, -0.5)]
    assert list(versions.missed(fair)) == []
    told = list(versions.missed([pair("hi", -0.07), pair("mr"), pair("ta", 0.0, 0.025), pair("te", 0.02)]))
    assert [line.split(" ")[0] for line in told] == ["hi:", "ta:"]
    assert "| mean | 2 | -0.050 ± 0.050 |" in versions.table([pair("hi", -0.1), pair("mr")])


def test_the_student_moves_f0_as_the_program_does(monkeypatch):
    entry = {"curve": [-3, -1, 1, 3], "range": 0.9, "speed": 1.1}
    monkeypatch.setattr(statement, "load", lambda: {"languages": {"hi": entry}, "ranges": {"Arjun": 0.8}})
    # The same clauses and figures as in `src/voice/native.rs`.
    for syllables, first in ((2, -1.0), (7, -3.0), (18, -1.5)):
        phonemes = ["_", *("n", "a") * syllables, ".", "_"]
        frames, place = np.ones(len(phonemes), int), np.zeros(len(phonemes))
        moved, factor = statement.moved("hi", "Ananya", phonemes, frames, place)
        assert factor == 0.9
        assert statement.moved("hi", "Vikram", phonemes, frames, place)[1] == 0.9 * 0.8
        own = {"ranges": {"Arjun": 0.7}}
        assert statement.ranges(["Ananya", "Arjun"], own) == [1.0, 0.7]
        assert moved[[0, 1]] / np.log(2) * 12 == pytest.approx([first, first])
        assert moved[-1] == pytest.approx(-moved[0])
    moved, factor = statement.moved("en", "Arjun", phonemes, frames, place)
    assert not moved.any()
    assert factor == 1
    assert statement.speed("hi") == 1.1
    assert statement.speed("en") == statement.speed(None) == 1.0
    entry = {"vowels": 2.0}
    monkeypatch.setattr(statement, "load", lambda: {"languages": {"hi": entry}})
    frames = np.full(6, 8)
    moved, _ = statement.moved("hi", "Ananya", ["_", "n", "aː", "\u0303", ".", "_"], frames, np.zeros(48))
    assert (moved[[0, 8, 16]] / np.log(2) * 12).round(2) == pytest.approx([0, -1, 1])
    assert np.allclose(moved[16:], moved[16])


class Judges:
    """They hear any clip, and tell the program's from the teacher's by its length."""

    def __init__(self, folder, whole=False):
        pass

    def hear(self, wave, rate, phonemes):
        assert rate == 24000
        return quality.Verdict(3.0 if len(wave) == 24000 else 3.5, 4.0, 3.0, 0.3, [])


@pytest.fixture
def heard(program, monkeypatch):
    """The bundles that spoke."""
    bundles = []

    def speak(program, bundle, rows, folder):
        bundles.append(export.load_manifest(bundle))
        return [spoken_by(program, folder)] * len(rows)

    monkeypatch.setattr(versions, "speak", speak)
    monkeypatch.setattr(versions.quality, "Quality", Judges)
    return bundles


def test_one_judgement_of_two_bundles(spoken, bundle, program, heard):
    speakers = [partial(versions.by_program, program, bundle)] * 2
    pairs = versions.hear(spoken, speakers, versions.clips(spoken, 1))
    assert {p.voice for p in pairs} == {"Ananya", "Arjun", "Vikram", "Kavya"}
    assert all(p.change("dnsmos") == 0 for p in pairs)
    assert json.dumps([vars(p) for p in pairs])


def test_a_bundle_beside_its_teacher_sings_as_it_learnt(spoken, bundle, program, heard, monkeypatch, tmp_path):
    moved = Path(shutil.copytree(bundle, tmp_path / "moved"))
    export.save_manifest(moved, export.load_manifest(bundle) | {"languages": {"hi": {"speed": 1.1}}, "ranges": {}})
    monkeypatch.setattr(versions, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(versions.quality, "fetch", lambda folder: folder)
    table = versions.beside(spoken, moved, program, 1, 1, "Ananya")
    assert "| Ananya | 1 | -0.500 ± nan |" in table
    assert [set(m) & set(versions.RULES) for m in heard] == [set()]
    kept = json.loads((spoken.root / "beside.json").read_text())
    assert [(p["voice"], p["before"]["dnsmos"]) for p in kept] == [("Ananya", 3.5)]


def test_without_a_program_a_bundle_sings_the_melody_of_its_teacher(spoken, bundle, heard, monkeypatch):
    monkeypatch.setattr(versions, "ProcessPoolExecutor", ThreadPoolExecutor)
    monkeypatch.setattr(versions.quality, "fetch", lambda folder: folder)
    lengths = []
    monkeypatch.setattr(Judges, "hear", lambda self, wave, rate, phonemes: verdict(lengths.append(len(wave))))
    versions.beside(spoken, bundle, None, 1, 1, "Arjun")
    assert not heard
    assert lengths[0] == lengths[1]


def verdict(_):
    return quality.Verdict(3.0, 4.0, 3.0, 0.3, [])


def spoken_by(program, folder):
    import subprocess

    path = folder / "clip.wav"
    subprocess.run([program, "say", "-o", path], check=True)
    return path
