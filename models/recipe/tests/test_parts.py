"""Parts whose results are known."""

import json

import numpy as np
import onnx
import onnxruntime
import pytest
import soundfile
import torch
from onnx import TensorProto, helper, numpy_helper

from vaak_recipe import card, contrast, ending, export, retroflex, student, teacher
from vaak_recipe.evaluate import mel, read, to_mel
from vaak_recipe.judge import Answer, plain, spelling
from vaak_recipe.quality import Verdict, by_class
from vaak_recipe.result import Result


def test_convolutions_by_blocks_are_the_same():
    rng = np.random.default_rng(0)
    weight = rng.standard_normal((8, 8, 7)).astype(np.float32)
    node = helper.make_node("Conv", ["x", "w"], ["y"], name="conv", pads=[9, 9], dilations=[3], kernel_shape=[7])
    graph = helper.make_graph(
        [node],
        "g",
        [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 8, "t"])],
        [helper.make_tensor_value_info("y", TensorProto.FLOAT, [1, 8, "t"])],
        [numpy_helper.from_array(weight, "w")],
    )
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    given = {"x": rng.standard_normal((1, 8, 501)).astype(np.float32)}
    plain_y = onnxruntime.InferenceSession(model.SerializeToString()).run(None, given)[0]
    blocks = teacher.by_blocks(onnx.load_from_string(model.SerializeToString()))
    assert not any(n.op_type == "Conv" for n in blocks.graph.node)
    y = onnxruntime.InferenceSession(blocks.SerializeToString()).run(None, given)[0]
    assert np.abs(y - plain_y).max() < 1e-4 * np.abs(plain_y).max()


def test_tones_bend_the_second_half_of_their_vowel():
    phonemes = ["_", "k", "a", "\u0300", "l", "i", ".", "_"]
    frames = np.array([4, 6, 8, 8, 6, 10, 20, 8])
    bent = teacher.semitones(phonemes, frames)
    assert len(bent) == frames.sum()
    assert bent[:6] == pytest.approx(0, abs=1e-9)
    assert bent[20:24].min() < -2
    assert bent[-8:] == pytest.approx(0, abs=1e-9)


def test_a_retroflex_bends_itself_and_the_vowel_before_and_nothing_else():
    phonemes, frames = ["_", "a", "ɭ", "a", "_"], np.array([20, 12, 8, 20, 20])
    change = retroflex.changes(phonemes, frames, 6)
    late, bend = round(retroflex.LATE / retroflex.FRAME), retroflex.BENDS["ɭ"]
    assert (retroflex.changes(["_", "a", "l", "a", "_"], frames, 6) == retroflex.NONE).all()
    assert (change[: 32 - 7 - late] == retroflex.NONE).all()
    assert (change[40 + 2 - late :] == retroflex.NONE).all()
    assert change[31 - late] == pytest.approx(bend.before)
    assert change[35 - late] == pytest.approx(bend.within)
    hertz = student.HARMONIC_BANDS
    flat = retroflex.bent(np.zeros((80, len(hertz))), hertz, change, 120.0)
    assert flat[35 - late, hertz < 900] == pytest.approx(0, abs=0.1)
    assert flat[35 - late, hertz > 4000] * 20 / np.log(10) == pytest.approx(bend.within[1])
    peak = np.exp(-(((hertz - 2000) / 300) ** 2))[None]
    assert hertz[np.argmax(retroflex.bent(peak, hertz, np.array([[0.9, 0]]), 120.0))] == pytest.approx(1800, abs=60)


def test_pulses_are_cosines_of_unit_power():
    wave = student.pulses(np.full(80, 200.0))
    assert wave[3000:-3000].std() == pytest.approx(1, abs=0.02)
    spectrum = np.abs(np.fft.rfft(wave[:24000] * np.hanning(24000)))
    assert np.argmax(spectrum[:300]) == 200


def test_spelling_moves_scripts_into_devanagari():
    assert spelling("நல்ல") == "नल्ल"
    assert spelling("ਪੱਕਾ") == "पक्का"
    assert plain("Hello, World!") == "hello world"


def test_distance_is_told_by_class():
    a, b = np.zeros((80, 4)), np.zeros((80, 4))
    b[:, 2:] = np.log(10) / 20
    told = by_class(a, b, np.array([0, 0, 1, 1]), ["a", "s"])
    assert told["vowels"] == 0
    assert told["fricatives"] == pytest.approx(1)


def test_card_tells_what_was_heard():
    results = []
    for i, voice in enumerate(("Ananya", "Arjun", "Ananya", "Arjun")):
        r = Result(str(i), "en", voice, 4.0, 80.0, 0.03, {"vowels": 4.0}, 0.9, 1.0, -23.0)
        r.answers = {
            "student": Answer(1, 0.1, 17, 0.05),
            "teacher": Answer(1, 0.2, 17, 0.02),
            "reversed": Answer(0, -1, 17),
        }
        r.verdicts = {k: Verdict(3.0 + 0.1 * i, 4.0, 2.0, 0.25, [1.0, 0.0]) for k in ("teacher", "student")}
        results.append(r)
    assert "| mean | 4 | 1.00 | 1.00 | – | 0.00 | 0.06 | 0.100 | 0.200 | – |" in card.understood(results)
    assert "student 5.0 %, teacher 2.0 %" in card.understood(results)
    told = card.naturalness(results)
    assert "| Ananya | 2 | 3.10 ± 0.10 | 3.10 ± 0.10 | 4.00 ± 0.00 | 4.00 ± 0.00 | 2.00 ± 0.00 |" in told
    assert "| language | clips | phones heard wrongly: teacher | student |" in told
    assert "– |" in card.distances(results)


def test_a_new_bundle_gets_a_card_that_is_filled_again(tmp_path):
    path = tmp_path / "MODEL_CARD.md"
    for db in (4.0, 5.0):
        text = card.write(path, None, [Result("0", "en", "Ananya", db, 80.0, 0.03, {"vowels": 4.0}, 0.9, 1.0, -23.0)])
        assert path.read_text() == f"# {tmp_path.name}\n\n<!-- evaluation -->\n\n{text}\n\n<!-- /evaluation -->\n"


def test_a_question_ends_above_the_mean():
    frames, lf0 = np.array([2, 5, 8, 5, 20, 5, 2]), np.full(47, -1.0)
    asked = ending.ended(lf0, list("_kaʃa?_"), frames, 0.0)
    assert (asked[:15] == -1).all()
    assert np.diff(asked[15:27]).min() >= 0
    assert asked[27:] == pytest.approx(np.log(2) / 4)
    assert (ending.ended(lf0, list("_kaʃa._"), frames, 0.0) == lf0).all()
    # Natives' melody fades out where the mark says where F0 ends, and lasts where it does not.
    assert ending.ended(lf0, list("_kaʃa?_"), frames, 0.0, 0.5)[[0, -1]] == pytest.approx([-0.5, np.log(2) / 4])
    assert ending.ended(lf0, list("_kaʃa._"), frames, 0.0, 0.5, 0.9) == pytest.approx(-0.45)


def test_a_pause_at_a_comma_is_shorter():
    assert list(ending.pauses(list("_ka,_"))) == [1, 1, 1, 0.5, 0.5]
    assert (ending.pauses(list("_ka._")) == 1).all()


def test_a_clause_before_a_comma_ends_above_a_statement():
    frames, lf0 = np.array([2, 5, 8, 5, 20, 5, 2]), np.linspace(0, -1, 47)
    listed = ending.ended(lf0, list("_kaʃa,_"), frames, 0.0)
    assert (listed[:15] == lf0[:15]).all()
    assert listed[27:] == pytest.approx(lf0[27:] + 7 * np.log(2) / 12)


def test_an_exclamation_is_higher_and_livelier():
    frames, lf0 = np.array([2, 5, 8, 5, 20, 5, 2]), np.linspace(-0.1, 0.2, 47)
    called = ending.ended(lf0, list("_kaʃa!_"), frames, 0.0)
    assert called == pytest.approx(1.3 * lf0 + np.log(2) / 12)


@pytest.mark.parametrize("more", [None, {4400: 0, 4600: 0.9}])
def test_contrast_leaves_the_lowest_harmonics_and_the_power_of_each_band(more):
    torch.manual_seed(0)
    said, voiced = torch.randn(500, contrast.H + contrast.N).double(), (torch.arange(500) % 5 > 0)[:, None].double()
    change = contrast.sharper(said, voiced, torch.ones(500, 1).double(), 1.0, more)
    assert (change[::5] == 0).all()
    bass, treble = student.HARMONIC_BANDS <= 500, student.HARMONIC_BANDS > 700
    assert torch.allclose(change[1:5, : contrast.H][:, bass], torch.tensor(contrast.BASS[500]).double())
    before, after = (voiced * (2 * x).exp() for x in (said, said + change))
    assert change[1, : contrast.H][treble].abs().max() > 0.5
    powers = [x.sum(0)[: contrast.H][treble] for x in (before, after)]
    assert torch.allclose(*powers)


def rounded(rows):
    """A matrix that is rounded for these inputs, none of which is negative, and what it makes of them, rounded and not."""
    torch.manual_seed(0)
    module = student.Linear(rows.shape[1], 8, positive=True)
    exact = module(rows)
    export.set_scales(module, [lambda: module(rows)])
    return module, module(rows), exact


@torch.no_grad()
def test_a_channel_that_is_seldom_loud_is_not_cut_off():
    rows = torch.rand(4000, 32)
    rows[:, 3] = 0
    rows[1237, 3] = 1
    _, said, exact = rounded(rows)
    assert (said - exact)[1237].abs().max() < 0.02 * exact.abs().max()


@torch.no_grad()
def test_inputs_that_are_never_negative_have_all_of_int8():
    rows = torch.rand(4000, 32)
    module, said, exact = rounded(rows)
    graph = export.Graph()
    graph.layer("x", module, to="y")
    [zero] = {n.input[2] for n in graph.nodes if n.op_type in ("QuantizeLinear", "MatMulInteger")}
    assert next(numpy_helper.to_array(c) for c in graph.constants if c.name == zero) == -128
    assert (rows / module.balance / module.scale).max() > 200
    assert (said - exact).abs().max() < 0.05 * exact.abs().max()


def test_a_clip_of_another_rate_keeps_its_length_and_pitch(tmp_path):
    rate = 22050
    soundfile.write(tmp_path / "peer.wav", 0.5 * np.sin(2 * np.pi * 1000 * np.arange(rate) / rate), rate)
    wave = read(tmp_path / "peer.wav")
    assert len(wave) == student.SAMPLE_RATE
    assert np.abs(np.fft.rfft(wave)).argmax() == 1000


def test_mel_bands_have_their_frequencies():
    time = np.arange(24000) / student.SAMPLE_RATE
    told = mel(np.sin(2 * np.pi * 1000 * time))
    assert told.shape == (80, 81)
    assert np.argmax(told[:, 40]) == np.argmin(
        np.abs(to_mel(np.array([1000.0])) / to_mel(12000.0) * 81 - np.arange(1, 81))
    )


def test_a_voice_has_the_sound_of_several_packs(tmp_path):
    for pack in teacher.PACKS:
        np.save(tmp_path / f"{pack}.npy", np.full((510, 256), float(pack == "hf_alpha"), np.float32))
    np.save(tmp_path / "af_heart.npy", np.full((510, 256), 3, np.float32))
    alone = teacher.styles(tmp_path)
    (tmp_path / teacher.MIXES).write_text(json.dumps(dict([teacher.mix("Ananya=hf_alpha:0.7,af_heart:0.3")])))
    mixed = teacher.styles(tmp_path)
    assert np.allclose(mixed["Ananya"][:, : teacher.SOUND], 0.7 + 0.9)
    # The melody stays, and so do the other voices, among them the one with her melody.
    assert (mixed["Ananya"][:, teacher.SOUND :] == 1).all()
    assert all((mixed[v] == alone[v]).all() for v in alone if v != "Ananya")


@pytest.mark.parametrize(
    "told", ["Ananya", "Ananya=hf_alpha", "Ananya=hf_alpha:x", "Nobody=hf_alpha:1", "Ananya=hf_alpha:0.7,af_heart:0.4"]
)
def test_a_mix_that_is_none_is_refused(told):
    with pytest.raises(SystemExit, match=told):
        teacher.mix(told)
