"""A work folder as the stages leave it, made from two clips of a stand-in of the teacher."""

import json
import os
import signal
import sys
from pathlib import Path

import numpy as np
import onnx
import pytest
from onnx import TensorProto, helper, numpy_helper

sys.path.insert(0, str(Path(__file__).parents[1]))

from vaak_recipe import choose, contrast, evaluate, export, front_end, melodies, melody, synthesise, train
from vaak_recipe.records import Work
from vaak_recipe.teacher import PACKS

MODEL = "Voice 2 Native Lite"
STAND_IN = Path(__file__).parent / "program.py"
LANGUAGE = "hi"
BATCH = 8
NEW = "\u0300"  # a symbol that the first inventory lacks


def sentence(n: int, wanted: bool) -> str:
    """One of many sentences of five words that are held out, or are not."""
    texts = (f"kam ila mal{'i' * i} kila mak lim" for i in range(60))
    return [t for t in texts if choose.held_out(t) == wanted][n]


def stand_in() -> onnx.ModelProto:
    """A graph with the teacher's inputs and outputs: four frames of 25 ms a token, a buzz at 150 Hz with a little noise."""
    constants, nodes = [], []

    def constant(value, kind=np.float32):
        constants.append(numpy_helper.from_array(np.array(value, kind), f"c{len(constants)}"))
        return constants[-1].name

    def node(op, *inputs, to=None, **attributes):
        name = to or f"t{len(nodes)}"
        nodes.append(helper.make_node(op, list(inputs), [name], **attributes))
        return name

    flat = node("Reshape", "tokens", constant([-1], np.int64))
    nothing = node("Mul", flat, constant(0, np.int64))
    whole = node("Add", nothing, constant(4, np.int64))
    nodes.append(helper.make_node("Cast", [whole], ["durations"], to=TensorProto.FLOAT))
    total = node("ReduceSum", whole, keepdims=0)
    zero, one = constant(0, np.int64), constant(1, np.int64)

    def counted(size):
        count = node("Range", zero, node("Mul", total, constant(size, np.int64)), one)
        nodes.append(helper.make_node("Cast", [count], [f"{count}_f"], to=TensorProto.FLOAT))
        return f"{count}_f"

    level = node("Add", node("Mul", counted(2), constant(0)), constant(150))
    node("Mul", level, "bend", to="f0")
    time = node("Mul", counted(600), constant(2 * np.pi * 150 / 24000))
    buzz = [node("Mul", node("Sin", node("Mul", time, constant(k))), constant(0.1 / k)) for k in range(1, 9)]
    noise = node("RandomNormalLike", time, scale=0.01, seed=1.0)
    node("Sum", *buzz, noise, to="audio")

    def info(name, kind, shape):
        return helper.make_tensor_value_info(name, kind, shape)

    inputs = [
        info("tokens", TensorProto.INT64, [1, "n"]),
        info("style", TensorProto.FLOAT, [1, 256]),
        info("speed", TensorProto.FLOAT, [1]),
        info("bend", TensorProto.FLOAT, ["frames"]),
    ]
    outputs = [info(name, TensorProto.FLOAT, None) for name in ("audio", "durations", "f0")]
    graph = helper.make_graph(nodes, "stand-in", inputs, outputs, constants)
    model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 17)])
    model.ir_version = 8
    return model


@pytest.fixture(scope="session", autouse=True)
def small():
    """Fewer steps, batches and candidates: what is tested is that the stages work, not how well."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train.Trainer, "watched", 2)
        patch.setattr(train.Batches.draw, "__defaults__", ("cpu", BATCH))
        patch.setattr(contrast, "BATCHES", 3)
        patch.setattr(export, "BALANCES", [(0, 0), (0.5, 0.25)])
        patch.setattr(export, "CLIPS", (1, 0.7))
        yield


@pytest.fixture(scope="session")
def program(tmp_path_factory) -> Path:
    """A stand-in of the program, run by this interpreter."""
    path = tmp_path_factory.mktemp("program") / "vaak"
    path.write_text(f'#!/bin/sh\nexec "{sys.executable}" "{STAND_IN}" "$@"\n')
    path.chmod(0o755)
    return path


@pytest.fixture(scope="session")
def work(tmp_path_factory, program) -> Work:
    """What the program has read, and a stand-in of the teacher."""
    work = Work(tmp_path_factory.mktemp("work"))
    texts, prompts = (Work.made(work.root / name) for name in ("sentences", "prompts"))
    lines = [sentence(0, True), sentence(1, True), sentence(0, False), sentence(1, False)]
    (texts / f"{LANGUAGE}.txt").write_text("# a heading\n" + "\n".join(lines) + "\n")
    (prompts / f"{LANGUAGE}.txt").write_text("# none\n")
    os.environ["WITHOUT"] = NEW
    front_end.run(work, texts, program, prompts)
    work.teacher.mkdir()
    onnx.save(stand_in(), work.teacher / "teacher.onnx")
    (work.teacher / "vocabulary.json").write_text(json.dumps({c: i for i, c in enumerate("_kamilɪ .", 1)}))
    for pack in PACKS:
        np.save(work.teacher / f"{pack}.npy", np.zeros((510, 256), np.float32))
    return work


@pytest.fixture(scope="session")
def selection(work) -> Path:
    """The lists of what is spoken: one clip in each voice."""
    choose.run(work, 0.01)
    return work.selection


@pytest.fixture(scope="session")
def spoken(work, selection) -> Work:
    """The teacher's clips."""
    for split in ("train", "test"):
        synthesise.run(work, split, None, 1)
    return work


OPTIONS = train.Options(MODEL, steps=4, batch=BATCH)


@pytest.fixture(scope="session")
def trained(spoken) -> Work:
    """A student that was stopped and went on."""
    begun = train.Trainer(spoken, OPTIONS)
    begun.finish = None  # It does not come to this.
    learn = begun.learn
    begun.learn = lambda: (learn(), signal.raise_signal(signal.SIGTERM))
    with pytest.raises(SystemExit, match="paused"):
        begun.run()
    assert begun.step == 1
    train.run(spoken, OPTIONS)
    return spoken


@pytest.fixture(scope="session")
def sung(trained) -> Work:
    """Its melody trained further, on clauses that the teacher did not speak."""
    melodies.run(trained, 10, 1)
    melody.run(trained, MODEL, 2)
    return trained


@pytest.fixture(scope="session")
def sharpened(sung) -> Work:
    """Its voice."""
    contrast.run(sung, MODEL, 1)
    return sung


@pytest.fixture(scope="session")
def bundle(sharpened) -> Path:
    """Its bundle."""
    out = sharpened.root / "bundle"
    net, _ = train.load_voice(sharpened.model(MODEL) / "voice.pt", sharpened.inventory)
    export.bundle(net, out, "1")
    return out


@pytest.fixture(scope="session")
def evaluated(sharpened, bundle, program) -> str:
    """What its card says."""
    (bundle / "MODEL_CARD.md").write_text("before\n<!-- evaluation -->\nold\n<!-- /evaluation -->\nafter\n")
    options = evaluate.Options(program, listener=False, quality_clips=0, processes=1)
    return evaluate.run(sharpened, bundle, options)
