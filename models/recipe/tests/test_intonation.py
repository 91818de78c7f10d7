import json

import numpy as np
import pytest
import soundfile

from vaak_recipe import ending, intonation, pauses, statement


def test_a_falling_tone_is_measured(tmp_path):
    pytest.importorskip("pyworld")
    time = np.arange(2 * 16000) / 16000
    f0 = 200 * 2 ** (-time / 2 / 2)  # half an octave in two seconds
    wave = sum(np.sin(k * 2 * np.pi * np.cumsum(f0) / 16000) / k for k in range(1, 8))
    soundfile.write(tmp_path / "fall.wav", np.concatenate([np.zeros(8000), wave / 4, np.zeros(8000)]), 16000)
    melody = intonation.one((tmp_path / "fall.wav", 20))
    assert melody.slope == pytest.approx(-6, abs=0.3)
    assert melody.end == pytest.approx(-2.5, abs=0.4)
    assert melody.phonemes == pytest.approx(10, abs=0.2)


def test_sentences_are_numbered_and_questions_left_out(tmp_path):
    (tmp_path / "TextFiles").mkdir()
    (tmp_path / "TextFiles" / "Hindi.txt").write_text("00 01 एक।\n00 02 दो?\n00 03 तीन।\n", encoding="utf8")
    for number in (1, 2, 3):
        clip = tmp_path / "AudioFiles" / "Hindi" / "Sentences_Block_00" / f"Hindi_sentence_00_0{number}.wav"
        clip.parent.mkdir(parents=True, exist_ok=True)
        clip.touch()
    ((language, _, said),) = intonation.speakers(tmp_path)
    assert language == "hi"
    assert [(s.number, s.text) for s in said] == [(1, "एक।"), (3, "तीन।")]


def melodies(slope, peaks=2.0):
    rest = dict.fromkeys(("begin", "sd", "phonemes"), 1.0)
    contour = list(slope * (np.arange(statement.POINTS) / statement.POINTS))
    return [{"slope": slope, "end": slope / 2, "range": 10.0, "peaks": peaks, "contour": contour} | rest]


def test_what_is_far_from_natives_is_told():
    row = {"language": "hi", "speaker": "one", "melodies": {"native": melodies(-6.0), "Ananya": melodies(-9.0, 1.0)}}
    assert [line.split(": ")[1].split()[0] for line in intonation.missed([row])] == ["slope", "peaks"]
    assert intonation.table([row]).count("\n") == 3


def test_a_language_without_natives_has_a_row():
    row = {"language": "or", "speaker": "no natives or, others", "melodies": {"Ananya": melodies(-9.0)}}
    assert intonation.missed([row]) == []
    assert intonation.table([row]).count("\n") == 2
    assert all(intonation.PLAIN.fullmatch(text) for text in intonation.prompts("or"))
    assert len(intonation.prompts("or")) > 10


def test_the_residual_is_what_natives_have_more():
    row = {"melodies": {"native": melodies(-6.0), "Ananya": melodies(-12.0), "Arjun": melodies(-14.0)}}
    curve = statement.residual([row])
    assert curve.mean() == pytest.approx(0, abs=1e-9)
    assert curve[10] - curve[5] == pytest.approx(7 * 5 / statement.POINTS)


def test_the_bundles_have_what_languages_json_says():
    models = statement.DATA.parents[1]
    for bundle in ("voice-2-native", "voice-2-native-lite"):
        manifest = json.loads((models / bundle / "manifest.json").read_text())
        assert manifest["languages"] == statement.manifest(manifest["voices"]), f"run `statements` for {bundle}"
        assert manifest["ranges"] == statement.ranges(manifest["voices"])
        assert manifest["endings"] == ending.manifest(), f"run `statements` for {bundle}"


def test_a_gentle_curve_is_smooth_and_a_share():
    fitted = [-3.0, -2.0, -2.5, 4.0, 1.0, 5.0, 2.0, 7.0]
    sung = statement.gentle({"speed": 1.1, "share": 0.5, "curve": fitted})
    assert sung["speed"] == 1.1
    assert "share" not in sung
    assert np.abs(np.diff(sung["curve"], 4)).max() < 0.5
    line = [np.polyfit(np.arange(8), curve, 1)[0] for curve in (sung["curve"], fitted)]
    assert line[0] == pytest.approx(0.5 * line[1], abs=0.05)


def test_the_silence_at_a_mark_is_found(tmp_path):
    assert pauses.mark("एक दो, तीन चार।") == (",", pytest.approx(0.5, abs=0.1))
    assert pauses.mark("एक, दो, तीन।") is None
    assert pauses.mark("3.5 मीटर है।") is None
    tone = np.sin(2 * np.pi * 200 * np.arange(16000) / 16000) / 2
    wave = np.concatenate([tone, np.zeros(4800), tone, tone, np.zeros(8000), tone])
    soundfile.write(tmp_path / "rest.wav", wave, 16000)
    assert pauses.at_mark((tmp_path / "rest.wav", 0.25)) == pytest.approx(300, abs=30)
    assert pauses.at_mark((tmp_path / "rest.wav", 0.5)) == 0


def test_pauses_stand_by_language_and_mark():
    heard = [{"native": ms, "Ananya": 200, "Arjun": 250} for ms in (100, 300, 500)]
    rows = [{"language": "ml", "speaker": "one", "mark": ",", "heard": h} for h in heard]
    assert "| ml | `,` | 3 | 1 | 300 (200 to 400) | 200 | 250 |" in pauses.table(rows)
