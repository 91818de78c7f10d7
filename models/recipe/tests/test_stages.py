"""Each stage on two clips of the stand-in, in the order of the recipe."""

import csv
import json
import shutil
from dataclasses import replace

import numpy as np
import onnx
import onnxruntime
import pytest
import torch
from conftest import LANGUAGE, MODEL, NEW, OPTIONS, sentence

from vaak_recipe import (
    choose,
    evaluate,
    export,
    extend,
    inventory,
    losses,
    melodies,
    records,
    samples,
    synthesise,
    train,
    voices,
)
from vaak_recipe import student as S
from vaak_recipe.data import Batches, encoded, examples, imitated
from vaak_recipe.data import pitches as pitches_of


def test_inventory_is_the_programs(work):
    assert work.inventory.version == 7
    assert work.inventory.index["_"] == 0
    assert NEW not in work.inventory.symbols


def test_headings_are_not_read(work):
    assert [c.text for c in work.clauses(LANGUAGE)] == [sentence(n, w) for w in (True, False) for n in (0, 1)]


def test_choice_leaves_out_what_is_held_out(work, selection):
    rows = choose.load(LANGUAGE, selection)
    assert {r.text for r in rows} == {choose.key(sentence(n, False)) for n in (0, 1)}
    assert {r.voice for r in rows} == set(records.VOICES)


def test_choice_keeps_the_rows_that_exist(work, selection):
    before = choose.load(LANGUAGE, selection)
    choose.run(work, 0.05)
    assert choose.load(LANGUAGE, selection)[: len(before)] == before


def test_sentences_that_hold_nothing_out_are_not_enough(work, tmp_path, monkeypatch):
    other = records.Work(tmp_path / "work")
    shutil.copytree(work.root, other.root)
    monkeypatch.setattr(synthesise, "plan", lambda work: [])
    with pytest.raises(SystemExit, match="held out"):
        synthesise.run(other, "test", None, 1)


def test_teacher_speaks_both_splits(spoken):
    assert {c.voice for c in spoken.spoken("train")} == set(records.VOICES)
    assert len(spoken.spoken("test")) == 2
    for c in spoken.spoken():
        speech = spoken.speech(c)
        assert len(speech.wave) == records.HOP * speech.frames.sum() == records.HOP * len(speech.f0)
        assert len(speech.frames) == len(c.phonemes)
        assert speech.frames[0] == synthesise.LEAD_IN


def test_teachers_faults_are_found(spoken):
    clip = spoken.spoken("train")[0]
    speech = spoken.speech(clip)
    assert synthesise.fault(speech, clip.phonemes, 1) is None
    silent = records.Speech(speech.wave * 0, speech.frames, speech.f0)
    assert synthesise.fault(silent, clip.phonemes, 1) == "silent"
    assert synthesise.fault(speech, clip.phonemes, 9) == "stalled"
    cut = records.Speech(speech.wave[1:], speech.frames, speech.f0)
    assert synthesise.fault(cut, clip.phonemes, 1) == "broken"


def test_training_goes_on_where_it_was_paused(trained):
    folder = trained.model(MODEL)
    assert torch.load(folder / "train-checkpoint.pt")["step"] == 4
    _, provenance = train.load_voice(folder / "student.pt", trained.inventory)
    assert provenance.steps == 4


def test_progress_is_told(trained):
    folder = trained.model(MODEL)
    with (folder / "train.csv").open() as file:
        rows = list(csv.DictReader(file))
    assert [r["step"] for r in rows[:4]] == ["0", "1", "2", "4"]
    assert float(rows[-1]["watched spectra"]) > 0
    assert float(rows[-1]["spectra"]) > 0
    assert rows[0]["spectra"] == ""
    assert (folder / "train.png").stat().st_size > 1000


def test_a_finished_training_stays_as_it_is(trained):
    before = torch.load(trained.model(MODEL) / "train-checkpoint.pt")
    train.run(trained, OPTIONS)
    after = torch.load(trained.model(MODEL) / "train-checkpoint.pt")
    assert after["step"] == before["step"]
    assert all(torch.equal(after["mean"][k], v) for k, v in before["mean"].items())


def test_a_decoder_is_trained_alone(sharpened, bundle, tmp_path):
    work = records.Work(tmp_path / "work")
    shutil.copytree(sharpened.root, work.root)
    shutil.rmtree(work.model(MODEL))
    train.run(work, replace(OPTIONS, start=bundle, decoder_only=True))
    net, _ = train.load_voice(work.model(MODEL) / "student.pt", work.inventory)
    before = S.Student(work.inventory, MODEL).eval()
    export.restore(before, bundle)
    changed = {k for k, v in net.state_dict().items() if not torch.equal(v, before.state_dict()[k])}
    assert any(k.startswith("decoder.blocks.0") for k in changed)
    assert all(k.startswith(("encoder.out.", "enter.", "decoder.")) for k in changed)


def test_a_clip_with_encoded_phonemes_sounds_the_same(sharpened):
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    given = examples(sharpened, sharpened.spoken("test")[:1])
    said = []
    for clips in (given, encoded(net, given)):
        torch.manual_seed(0)
        b = Batches(clips, np.random.default_rng(0), net.decoder.shape).each()
        with torch.no_grad():
            said.append(losses.speech(net, b))
    assert torch.allclose(said[0].wave, said[1].wave, atol=1e-4)
    assert set(said[0].terms) > set(said[1].terms) == {"depth"}


def test_a_student_follows_its_teacher(sharpened):
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    (e,) = examples(sharpened, sharpened.spoken("test")[:1])
    assert len(imitated(net, e)) == len(e.wave)


def test_every_weight_of_the_student_is_learnt(spoken):
    torch.manual_seed(0)
    net, data = (
        S.Student(spoken.inventory, MODEL),
        Batches(examples(spoken, spoken.spoken("train")), np.random.default_rng(0), S.SIZES[MODEL].decoding),
    )
    b = data.draw(size=2)
    terms = losses.losses(losses.speech(net, b), b, train.WEIGHTS)
    assert set(terms) == set(train.WEIGHTS)
    sum(terms.values()).backward()
    assert all(p.grad is not None and p.grad.abs().sum() > 0 for p in net.parameters())


def test_bundle_says_what_the_student_says(sharpened, bundle):
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    clip = sharpened.spoken("test")[0]
    ids = np.array([net.inventory.index[p] for p in clip.phonemes])
    features = S.clause_features(clip.phonemes, clip.voice)
    look = net.lookahead
    given = {"ids": np.pad(ids, (0, look)), "features": np.pad(features, ((0, look), (0, 0)))}
    manifest = export.load_manifest(bundle)
    given["cache"] = np.zeros(manifest["encoder"]["cache"], np.float32)
    y = onnxruntime.InferenceSession(bundle / "encoder.onnx").run(["y"], given)[0][look:]
    with torch.no_grad():
        both = net.encode(torch.tensor(ids)[None], torch.tensor(features)[None], torch.tensor([len(ids)]))
        wanted = torch.cat(both, 2)[0].numpy()
    # The bundle's embedding is int8 too.
    assert np.abs(y - wanted).max() < 0.05 * np.abs(wanted).max()
    assert manifest["inventory"] == 7
    assert manifest["files"]["decoder.onnx"] == export.sha256(bundle / "decoder.onnx")


def test_weights_are_restored_from_a_bundle(sharpened, bundle):
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    other = S.Student(sharpened.inventory, MODEL).eval()
    export.restore(other, bundle)
    torch.manual_seed(0)
    x = torch.randn(1, 30, net.width + 4)
    with torch.no_grad():
        wanted, said = (n.decode(x, torch.ones(1, 30, 1)) for n in (export.float_copy(net), other))
    assert (said - wanted).abs().max() < 0.05 * wanted.abs().max()


def test_melodies_are_those_of_the_clips(sung):
    said = [m for path in (sung.root / "melodies").iterdir() for m in melodies.load(path)]
    assert [m.voice for m in said] == [records.VOICES[0], records.VOICES[1]] * 2
    for m in said:
        assert m.frames[0] == synthesise.LEAD_IN
        assert len(m.f0) == m.frames.sum()
        assert m.f0 == pytest.approx(150)


def test_only_the_melody_is_trained_further(sung):
    before, after = (train.load_voice(sung.model(MODEL) / f"{n}.pt", sung.inventory)[0] for n in ("student", "melody"))
    changed = {k for k, v in after.state_dict().items() if not torch.equal(v, before.state_dict()[k])}
    assert any(k.startswith("melody.blocks.0") for k in changed)
    assert all(k.startswith("melody.") or k.endswith((".scale", ".balance")) for k in changed)


def test_a_melody_begins_as_what_the_encoder_predicted(sharpened):
    plain, own = (S.Student(sharpened.inventory, name).eval() for name in (f"{MODEL} 1.4.0", MODEL))
    own.grow_from(plain)
    ids, features = torch.arange(10)[None], torch.rand(1, 10, S.FEATURES)
    with torch.no_grad():
        wanted, said = (net.encode(ids, features, torch.tensor([10])) for net in (plain, own))
    assert torch.equal(said[0], wanted[0])
    assert (said[1] - wanted[1]).abs().mean() < 0.1 * wanted[1].abs().mean()


def test_a_larger_student_begins_as_the_smaller_one_sounds(sharpened, bundle, monkeypatch):
    size = replace(S.SIZES[MODEL], decoder_hidden=224, dilations=(*S.DILATIONS, 1, 2))
    monkeypatch.setitem(S.SIZES, "Larger", size)
    small, large = (S.Student(sharpened.inventory, name).eval() for name in (MODEL, "Larger"))
    for net in (small, large):
        export.restore(net, bundle)
    x = torch.randn(1, 40, small.width + 4)
    with torch.no_grad():
        wanted, said = (net.decode(x, torch.ones(1, 40, 1)) for net in (small, large))
    assert (said - wanted).abs().mean() < 0.1 * wanted.abs().mean()


def test_bundle_tells_the_mean_pitch_of_each_voice(spoken, tmp_path):
    pitches = pitches_of(spoken, spoken.spoken())
    assert pitches == pytest.approx([150, 150], rel=0.01)
    export.bundle(export.untrained(spoken.inventory, MODEL), tmp_path, "0", pitches)
    assert export.load_manifest(tmp_path)["pitches"] == [round(p, 1) for p in pitches]


def test_student_of_random_weights_is_exported(sharpened, tmp_path):
    export.bundle(export.untrained(sharpened.inventory, MODEL), tmp_path, "0")
    assert export.version(tmp_path) == "0"


def test_evaluation_fills_the_card(sharpened, bundle, evaluated):
    card = (bundle / "MODEL_CARD.md").read_text()
    assert evaluated in card
    assert card.startswith("before\n")
    assert card.endswith("after\n")
    assert "old" not in card
    assert f"| {LANGUAGE} | Ananya |" in card
    assert (bundle / "spectrograms.png").stat().st_size > 1000
    results = json.loads((sharpened.model(MODEL) / "evaluation.json").read_text())
    assert len(results) == 2
    assert all(r["mel_db"] > 0 and r["rounding_db"] > 0 for r in results)


def test_nothing_is_judged_if_all_is_trained_on(sharpened, bundle, program, monkeypatch):
    monkeypatch.setattr(records.Work, "spoken", lambda *_: [])
    with pytest.raises(SystemExit, match="no clip is held out"):
        evaluate.run(sharpened, bundle, evaluate.Options(program))


def test_samples_stand_beside_the_teachers(sharpened, bundle, program, tmp_path):
    sentences = tmp_path / "sentences.tsv"
    sentences.write_text(f"{LANGUAGE}\t{sentence(0, True)}\n")
    samples.run(sharpened, tmp_path / "samples", bundle, program, sentences)
    clips = sorted(path.name for path in (tmp_path / "samples").glob("*.opus"))
    assert clips == [f"hi-{v}{of}.opus" for v in ("ananya", "arjun") for of in ("-teacher", "")]
    for name in ("README.md", "index.html"):
        told = (tmp_path / "samples" / name).read_text()
        assert all(clip in told for clip in clips)
    before = {path: path.stat().st_mtime_ns for path in (tmp_path / "samples").glob("*.opus")}
    samples.run(sharpened, tmp_path / "samples", bundle, program, sentences, own=True)
    again = {path for path, time in before.items() if path.stat().st_mtime_ns != time}
    assert again == {path for path in before if "teacher" not in path.name}


def test_added_voices_leave_the_others_as_they_are(sharpened, selection, bundle, tmp_path):
    work = records.Work(tmp_path / "work")
    shutil.copytree(sharpened.root, work.root)
    for split in ("train", "test"):
        synthesise.run(work, split, None, 1, records.ADDED)
    for steps in (1, 2):
        shutil.copy(sharpened.model(MODEL) / "voice.pt", work.model(MODEL))
        voices.run(work, MODEL, steps)
    assert torch.load(work.model(MODEL) / "voices-checkpoint.pt")["step"] == 2
    plain, added = (train.load_voice(w.model(MODEL) / "voice.pt", w.inventory)[0] for w in (sharpened, work))
    before, after = plain.state_dict(), added.state_dict()
    assert all(torch.equal(after[k], v) for k, v in before.items())
    export.bundle(added, tmp_path / "bundle", "2")
    for file in ("encoder.onnx", "decoder.onnx"):
        assert (tmp_path / "bundle" / file).read_bytes() == (bundle / file).read_bytes()
    listed = export.load_manifest(tmp_path / "bundle")["added"]
    assert {voice["name"]: voice["melody"] for voice in listed} == records.MELODY_OF
    clip = sharpened.spoken("test")[0]
    for voice in listed:
        said = decoded(tmp_path / "bundle", added, clip.phonemes, voice)
        assert said == pytest.approx(spoken_by(added, clip.phonemes, voice["name"]), abs=0.5)
        assert not np.allclose(said, spoken_by(added, clip.phonemes, voice["melody"]))


def test_a_voice_that_is_there_is_not_trained_again(sharpened, selection, tmp_path):
    work = records.Work(tmp_path / "work")
    shutil.copytree(sharpened.root, work.root)
    for split in ("train", "test"):
        synthesise.run(work, split, None, 1, records.ADDED)
    file = work.model(MODEL) / "voice.pt"
    net, provenance = train.load_voice(file, work.inventory)
    train.save_voice(file, voices.grown(net, records.ADDED[:1]), vars(provenance))
    before = train.load_voice(file, work.inventory)[0]
    voices.run(work, MODEL, 1)
    after = train.load_voice(file, work.inventory)[0]
    assert after.voices == records.VOICES + records.ADDED
    assert all(torch.equal(after.state_dict()[k], v) for k, v in before.state_dict().items())


def test_voices_are_added_to_a_bundle(sharpened, selection, bundle, tmp_path):
    work, folder = records.Work(tmp_path / "work"), tmp_path / "bundle"
    shutil.copytree(sharpened.root, work.root)
    shutil.copytree(bundle, folder)
    for split in ("train", "test"):
        synthesise.run(work, split, None, 1, records.ADDED)
    voices.add(work, folder, "2", 1)
    manifest = export.load_manifest(folder)
    assert [voice["name"] for voice in manifest["added"]] == list(records.ADDED)
    # A bundle that has the first one already gets the second.
    export.save_manifest(folder, manifest | {"added": manifest["added"][:1]})
    (work.model(MODEL) / "voices-checkpoint.pt").unlink()
    voices.add(work, folder, "3", 1)
    after = export.load_manifest(folder)
    assert after | {"files": {}, "version": "2"} == manifest | {"files": {}}
    new = manifest["added"][1]
    for file, told in manifest["files"].items():
        assert after["files"][file] == export.sha256(folder / file)
        assert (told == after["files"][file]) == (file not in new.values())
    assert all((folder / file).read_bytes() == (bundle / file).read_bytes() for file in export.SHARED)
    clip = sharpened.spoken("test")[0]
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    said = decoded(folder, net, clip.phonemes, new)
    assert said == pytest.approx(spoken_by(net, clip.phonemes, new["melody"]), abs=3)
    restored = S.Student(work.inventory, MODEL, records.ADDED).eval()
    export.restore(restored, folder, rounded=True)
    for voice in after["added"]:
        said = decoded(folder, restored, clip.phonemes, voice)
        assert said == pytest.approx(spoken_by(restored, clip.phonemes, voice["name"]), abs=0.5)


def test_a_student_of_other_weights_is_not_added_to_a_bundle(sharpened, bundle, tmp_path):
    shutil.copytree(bundle, tmp_path / "bundle")
    other = S.Student(sharpened.inventory, MODEL, records.ADDED[:1]).eval()
    with pytest.raises(SystemExit, match="differs"):
        export.add(other, tmp_path / "bundle", "2", [100])


def inputs(net, phonemes, voice):
    ids = np.array([net.inventory.index[p] for p in phonemes])
    return ids, S.clause_features(phonemes, voice, net.voices)


def spoken_by(net, phonemes, voice):
    """The decoder's outputs for frames that do not change."""
    ids, features = inputs(net, phonemes, voice)
    with torch.no_grad():
        y, _ = net.encode(torch.tensor(ids)[None], torch.tensor(features)[None], torch.tensor([len(ids)]))
        x = torch.cat([y, torch.full((1, len(ids), 4), 0.5)], 2)
        return net.decode(x, torch.ones(1, len(ids), 1))[0].numpy()


def decoded(folder, net, phonemes, voice):
    """The same by the graphs of an added voice in a bundle."""
    manifest, (ids, features) = export.load_manifest(folder), inputs(net, phonemes, voice["melody"])
    features = np.delete(features, range(len(records.VOICES), len(net.voices)), 1)
    given = {"ids": np.pad(ids, (0, net.lookahead)), "features": np.pad(features, ((0, net.lookahead), (0, 0)))}
    given["cache"] = np.zeros(manifest["encoder"]["cache"], np.float32)
    y = whole(folder, voice, "encoder").run(["y"], given)[0][net.lookahead :]
    x = np.concatenate([y[:, : manifest["encoder"]["width"]], np.full((len(y), 4), 0.5, np.float32)], 1)
    cache = np.zeros(manifest["decoder"]["cache"], np.float32)
    return whole(folder, voice, "decoder").run(["y"], {"x": x, "cache": cache})[0]


def whole(folder, voice, name):
    """A graph of an added voice with the constants that it shares."""
    model, shared = onnx.load(folder / voice[name]), onnx.load(folder / f"{name}.onnx").graph.initializer
    read = {i for node in model.graph.node for i in node.input}
    model.graph.initializer.extend(c for c in shared if c.name in read)
    return onnxruntime.InferenceSession(model.SerializeToString())


# The last: it changes the work folder's inventory and list.
def test_a_bundle_is_taught_a_new_symbol(sharpened, bundle, evaluated, program, monkeypatch):
    monkeypatch.setenv("WITHOUT", "")
    records.write(sharpened.inventory_file, inventory.ask(program))
    clips = sharpened.spoken()
    sharpened.plan([records.Clip(**(vars(c) | {"phonemes": swapped(c.phonemes)})) for c in clips])
    monkeypatch.setattr(extend, "WATCHED", 1)
    old = embedding(bundle)
    extend.run(sharpened, bundle, "2", 0.02, 2)
    new = embedding(bundle)
    assert len(new) == len(old) + 1 == len(sharpened.inventory.symbols)
    assert np.array_equal(new[:-1], old)
    assert new[-1].any()
    assert export.load_manifest(bundle)["files"]["encoder.onnx"] == export.sha256(bundle / "encoder.onnx")
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    assert len(net.embed.weight) == len(new)
    with pytest.raises(SystemExit):
        extend.run(sharpened, bundle, "3", 0.02, 2)


def swapped(phonemes):
    return tuple(NEW if p == "m" else p for p in phonemes)


def embedding(bundle):
    return onnx.numpy_helper.to_array(extend.table(onnx.load(bundle / "encoder.onnx").graph)[0])
