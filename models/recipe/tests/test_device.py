"""What is made for a GPU: the teacher's graph as torch runs it, and the training against discriminators."""

import shutil

import numpy as np
import onnx
import onnxruntime
import torch
from conftest import MODEL
from onnx import TensorProto, helper, numpy_helper

from vaak_recipe import adversaries, records, synthesise, train
from vaak_recipe.on_device import Graph


def graph() -> onnx.ModelProto:
    """A graph with what the teacher's has, of eight channels and a signal of any length."""
    rng, constants, nodes = np.random.default_rng(0), [], []

    def constant(value, kind=np.float32):
        constants.append(numpy_helper.from_array(np.array(value, kind), f"c{len(constants)}"))
        return constants[-1].name

    def indices(*values):
        return constant(values, np.int64)

    def random(*shape):
        return constant(0.3 * rng.standard_normal(shape))

    def node(op, *inputs, count=1, domain="", **attributes):
        names = [f"t{len(nodes)}_{i}" for i in range(count)]
        nodes.append(helper.make_node(op, list(inputs), names, domain=domain, **attributes))
        return names[0] if count == 1 else names

    convolved = {"strides": [1], "dilations": [1], "group": 1}
    x = node("Conv", "x", random(8, 8, 3), random(8), kernel_shape=[3], pads=[1, 1], **convolved)
    wide = node(
        "LeakyRelu",
        node(
            "ConvTranspose",
            x,
            random(8, 8, 4),
            random(8),
            kernel_shape=[4],
            pads=[1, 1],
            **convolved | {"strides": [2]},
        ),
        alpha=0.2,
    )
    half = node("Resize", wide, "", constant([1, 1, 0.5]), mode="linear")
    x = node(
        "Add",
        x,
        node(
            "Slice",
            node(
                "Resize",
                half,
                "",
                constant([1, 1, 2]),
                mode="nearest",
                coordinate_transformation_mode="asymmetric",
                nearest_mode="floor",
            ),
            indices(0),
            node("Slice", node("Shape", x), indices(-1), indices(3), indices(0)),
            indices(2),
        ),
    )
    mean = node("Sub", x, node("ReduceMean", x, indices(2), keepdims=1))
    x = node(
        "Div",
        mean,
        node(
            "Sqrt",
            node("Add", node("ReduceMean", node("Pow", mean, constant(2)), indices(2), keepdims=1), constant(1e-5)),
        ),
    )
    # Long, then phonemes before channels.
    steps = node("Transpose", x, perm=[2, 0, 1])
    y = node(
        "LSTM",
        steps,
        random(2, 16, 8),
        random(2, 16, 4),
        random(2, 32),
        count=3,
        hidden_size=4,
        direction="bidirectional",
    )[0]
    y = node("Reshape", node("Transpose", y, perm=[0, 2, 1, 3]), indices(0, 0, -1))
    y = node("LayerNormalization", y, random(8), random(8), axis=-1, epsilon=1e-5)
    y = node("SkipLayerNormalization", y, steps, random(8), random(8), domain="com.microsoft", epsilon=1e-5)
    y = node("FastGelu", node("MatMul", y, random(8, 8)), random(8), domain="com.microsoft")
    y = node(
        "FusedMatMul",
        node("Squeeze", y, indices(1)),
        node("Softmax", node("Squeeze", steps, indices(1)), axis=-1),
        domain="com.microsoft",
        transA=1,
        transB=0,
        alpha=1.0,
    )
    a, b = node("Split", node("Unsqueeze", y, indices(0)), indices(4, 4), count=2, axis=1)
    y = node(
        "Concat",
        node("Mul", node("Tanh", a), node("Sin", b)),
        node("Where", node("Greater", a, b), node("Exp", a), node("Cos", b)),
        axis=1,
    )
    y = node("Gather", y, indices(1, -1), axis=1)
    count = node(
        "CumSum",
        node(
            "Cast",
            node("Clip", node("Round", node("Mul", node("Sigmoid", y), constant(5))), constant(1)),
            to=TensorProto.INT64,
        ),
        constant(2, np.int64),
    )
    total = node("Gather", node("Reshape", count, indices(-1)), constant(-1, np.int64), axis=0)
    time = node("Cast", node("Range", constant(0, np.int64), total, constant(1, np.int64)), to=TensorProto.FLOAT)
    flat = node("Reshape", x, indices(1, 1, -1))
    padded = node("Pad", flat, indices(0, 0, 10, 0, 0, 10), mode="reflect")
    heard = node(
        "STFT",
        node("Reshape", padded, indices(1, -1, 1)),
        constant(5, np.int64),
        constant(np.hanning(21)[:20]),
        constant(20, np.int64),
        onesided=1,
    )
    zeros = node(
        "Expand",
        node("ConstantOfShape", indices(1, 1), value=numpy_helper.from_array(np.zeros(1, np.float32))),
        node("Shape", time),
    )
    where = node("Transpose", node("NonZero", node("GreaterOrEqual", time, constant(2))), perm=[1, 0])
    ones = node("Cast", node("ReduceSum", where, indices(1), keepdims=0), to=TensorProto.FLOAT)
    wanted = [y, node("ScatterND", node("Squeeze", zeros, indices(0)), where, ones), heard, node("Atan", flat), time]
    outputs = [helper.make_tensor_value_info(name, TensorProto.FLOAT, None) for name in wanted]
    inputs = [helper.make_tensor_value_info("x", TensorProto.FLOAT, [1, 8, "n"])]
    opsets = [helper.make_opsetid("", 18), helper.make_opsetid("com.microsoft", 1)]
    model = helper.make_model(helper.make_graph(nodes, "parts", inputs, outputs, constants), opset_imports=opsets)
    model.ir_version = 8
    return model


def test_torch_runs_the_teachers_operators():
    model = graph()
    given = {"x": np.random.default_rng(1).standard_normal((1, 8, 30)).astype(np.float32)}
    names = [o.name for o in model.graph.output]
    session = onnxruntime.InferenceSession(model.SerializeToString(), providers=["CPUExecutionProvider"])
    for ours, theirs in zip(Graph(model, "cpu").run(names, given), session.run(names, given), strict=True):
        assert ours.shape == theirs.shape
        np.testing.assert_allclose(ours, theirs, atol=1e-4)


def test_processes_speak_the_same(spoken, tmp_path):
    work = records.Work(tmp_path / "work")
    shutil.copytree(spoken.root, work.root)
    shutil.rmtree(work.root / "clips")
    synthesise.run(work, "train", None, 1, processes=2)
    for c in spoken.spoken("train"):
        assert work.speech(c).frames.tolist() == spoken.speech(c).frames.tolist()


def test_sound_is_trained_against_discriminators(sharpened, bundle, tmp_path, monkeypatch):
    monkeypatch.setattr(adversaries, "TOP", 4)
    monkeypatch.setattr(adversaries, "ALONE", 1)
    monkeypatch.setattr(adversaries.Trainer, "watched", 2)
    work = records.Work(tmp_path / "work")
    shutil.copytree(sharpened.root, work.root)
    folder, options = work.model(MODEL), adversaries.Options(steps=3, batch=2)
    adversaries.run(work, bundle, options)
    before = train.load_voice(sharpened.model(MODEL) / "voice.pt", work.inventory)[0].state_dict()
    net, made = train.load_voice(folder / "voice.pt", work.inventory)
    changed = {
        k for k, v in net.state_dict().items() if v.is_floating_point() and not torch.allclose(v, before[k], atol=0.1)
    }
    assert made.steps == 3
    assert "right" in (folder / "adversaries.csv").read_text()
    assert all(
        k.endswith((".scale", ".balance", ".one.weight", ".norm.mean", ".norm.var", ".norm.weight", ".norm.bias"))
        for k in changed
    )
    adversaries.run(work, bundle, options, folder / "adversaries-2.pt")
    earlier = train.load_voice(folder / "voice.pt", work.inventory)[0]
    assert not torch.equal(earlier.decoder.out.weight, net.decoder.out.weight)
    assert torch.equal(earlier.embed.weight, net.embed.weight)
