"""Writes a bundle: folds the norms, quantises the weights, and writes the two graphs and the manifest."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Callable, Iterable, Sequence
from copy import deepcopy
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import TensorProto, helper, numpy_helper

from . import ending, retroflex, statement
from . import student as S
from .inventory import Inventory
from .teacher import STYLES

LAST = np.iinfo(np.int64).max  # as the end of a slice
SHARED = ("encoder.onnx", "decoder.onnx")  # the graphs of a bundle whose constants its added voices share


class Graph:
    """Collects the nodes and constants of a graph; each method returns the name of its result.

    The graph of an added voice reads the constants that it shares with `base` from there, by their names.
    """

    def __init__(self, base: Graph | None = None):
        self.nodes, self.constants, self.count = [], [], 0
        self.first = len(base.constants) if base else 0
        self.given = {(c.data_type, *c.dims, c.raw_data): c.name for c in base.constants} if base else {}
        # One tensor holds all caches, one after the other.
        self.caches, self.kept = [], 0

    def constant(self, value):
        name = f"c{self.first + len(self.constants)}"
        made = numpy_helper.from_array(np.ascontiguousarray(value), name)
        if given := self.given.get((made.data_type, *made.dims, made.raw_data)):
            return given
        self.constants.append(made)
        return name

    def node(self, op, *inputs, to=None, **attributes):
        self.count += 1
        name = to or f"t{self.count}"
        self.nodes.append(helper.make_node(op, list(inputs), [name], name=f"{op}{self.count}", **attributes))
        return name

    def rows(self, x, begin, end, axis=0):
        pick = [self.constant(np.array([v], np.int64)) for v in (begin, end, axis)]
        return self.node("Slice", x, *pick)

    def linear(self, x, weight, bias, module, to=None):
        """An int8 product: constant scales, one for the input and one for each output, taken from `module`."""
        balance, scale = array(module.balance), module.scale.item()
        if (balance != 1).any():
            x = self.node("Mul", x, self.constant(1 / balance))
        weight = weight * balance
        s = np.maximum(np.abs(weight).max(1), 1e-8) / 127
        w = np.round(weight / s[:, None]).clip(-127, 127).astype(np.int8)
        zero = self.constant(np.int8(-128 if module.positive else 0))
        q = self.node("QuantizeLinear", x, self.constant(np.float32(scale)), zero)
        y = self.node("MatMulInteger", q, self.constant(w.T), *([zero] if module.positive else []))
        y = self.node("Mul", self.cast(y), self.constant((s * scale).astype(np.float32)))
        return self.node("Add", y, self.constant(bias.astype(np.float32)), to=to)

    def cast(self, x):
        self.count += 1
        name = f"t{self.count}"
        self.nodes.append(helper.make_node("Cast", [x], [name], name=f"Cast{self.count}", to=TensorProto.FLOAT))
        return name

    def past(self, x, rows):
        """The last `rows` steps of the run before, and `x`; they are kept for the next run."""
        joined = self.node("Concat", self.rows("cache", self.kept, self.kept + rows), x, axis=0)
        self.kept += rows
        self.caches.append(self.rows(joined, -rows, LAST))
        return joined

    def blocks(self, x, blocks):
        for block in blocks:
            joined = self.past(x, block.past)
            parts = [(k * block.dilation, -(block.past - k * block.dilation) or LAST) for k in range(block.taps)]
            shifted = [self.rows(joined, *part) for part in parts]
            weight, bias = folded(block)
            z = self.linear(self.node("Concat", *shifted, axis=1), weight, bias, block.one)
            z = self.linear(self.node("Relu", z), array(block.two.weight), array(block.two.bias), block.two)
            x = self.node("Add", self.rows(joined, *parts[1]) if block.centred else x, z)
        return x

    def layer(self, x, layer, to=None):
        return self.linear(x, array(layer.weight), array(layer.bias), layer, to=to)

    def product(self, x, weights):
        return self.node("MatMul", x, self.constant(array(weights)))

    def own(self, x, own):
        """`x` and what an added voice adds to it."""
        inner = self.linear(x, array(own.down.weight), np.zeros(own.down.out_features), own.down)
        return self.node("Add", x, self.linear(inner, array(own.up.weight), array(own.up.bias), own.up))

    def save(self, path, inputs, outputs, width):
        """Writes the graph; returns the shape of its cache."""
        cache = self.kept, width
        self.node("Concat", *self.caches, axis=0, to="next")

        def info(name, kind, shape):
            return helper.make_tensor_value_info(name, kind, shape)

        graph = helper.make_graph(
            self.nodes,
            path.stem,
            [*(info(n, k, ["T", *w]) for n, k, w in inputs), info("cache", TensorProto.FLOAT, list(cache))],
            [info("y", TensorProto.FLOAT, ["T", outputs]), info("next", TensorProto.FLOAT, list(cache))],
            self.constants,
        )
        model = helper.make_model(graph, opset_imports=[helper.make_opsetid("", 13)], producer_name="vaak")
        model.ir_version = 8
        if not self.given:
            onnx.checker.check_model(model)
        onnx.save(model, path)
        return cache


def array(tensor: torch.Tensor) -> np.ndarray:
    """The values of a tensor as float32."""
    return tensor.detach().float().cpu().numpy()


def folded(block):
    """The first matrix of a block with its norm folded in, and its bias."""
    gain = array(block.norm.weight) / np.sqrt(array(block.norm.var) + 1e-4)
    return array(block.one.weight) * gain[:, None], array(block.norm.bias) - array(block.norm.mean) * gain


def encoder(net, e, own=None):
    """Adds the nodes of the encoder to a graph, for an added voice if `own` is one."""
    # The embedding is int8 too, with one scale; tract converts it to float when it loads.
    table = array(net.embed.weight)
    scale = np.abs(table).max() / 127
    q = e.constant(np.round(table / scale).astype(np.int8))
    rows = e.node("Gather", q, "ids", axis=0)
    x = e.node("Mul", e.cast(rows), e.constant(np.float32(scale)))
    x = e.node("Add", x, e.product("features", net.features.weight.T))
    x = e.blocks(x, net.encoder.blocks)
    # The features wait for the melody, which looks further ahead.
    features = e.layer(x, own.features if own else net.encoder.out)
    features = e.rows(e.past(features, net.melody.lookahead), 0, -net.melody.lookahead)
    melody = e.layer(e.blocks(x, net.melody.blocks), net.melody.out)
    if own:
        melody = e.node("Add", melody, e.constant(array(own.melody)))
    e.node("Concat", features, melody, axis=1, to="y")
    return e


def decoder(net, d, own=None):
    """Adds the nodes of the decoder to a graph, for an added voice if `own` is one."""
    x = d.layer("x", net.enter)
    for at, block in enumerate([None, *net.decoder.blocks]):
        x = d.blocks(x, [block] if block else [])
        x = d.own(x, own.decoder[at]) if own else x
    d.layer(x, own.out if own else net.decoder.out, to="y")
    return d


def save(net: S.Student, out: Path, e: Graph, d: Graph, names: Sequence[str]) -> list[tuple[int, int]]:
    """Writes both graphs under these names; returns the shapes of their caches."""
    told = [("ids", TensorProto.INT64, []), ("features", TensorProto.FLOAT, [S.FEATURES])]
    said = [("x", TensorProto.FLOAT, [net.width + 4])]
    return [
        e.save(out / names[0], told, net.width + S.PROSODY, net.width),
        d.save(out / names[1], said, S.OUTPUTS, net.enter.out_features),
    ]


def sha256(path: Path) -> str:
    """The SHA-256 of a file, as in the manifest."""
    return hashlib.sha256(path.read_bytes()).hexdigest()


def bundle(net: S.Student, out: Path, version: str, pitches: Sequence[float] = ()) -> None:
    """Writes the graphs and the manifest of a student into a folder; `pitches` are the mean ones of the voices, in Hz."""
    out.mkdir(parents=True, exist_ok=True)
    base = encoder(net, Graph()), decoder(net, Graph())
    caches = save(net, out, *base, SHARED)
    pitches = [round(p, 1) for p in pitches]
    added = owned(net, out, base, pitches[len(S.VOICES) :])
    manifest = {
        "format": 1,
        "name": net.model,
        "version": version,
        "inventory": net.inventory.version,
        "sample_rate": S.SAMPLE_RATE,
        "hop": S.HOP,
        "window": S.WINDOW,
        "fft": S.FFT,
        "voices": list(S.VOICES),
        "pitches": pitches[: len(S.VOICES)],
        "encoder": {
            "file": "encoder.onnx",
            "lookahead": net.lookahead,
            "cache": list(caches[0]),
            "features": S.FEATURES,
            "width": net.width,
        },
        "decoder": {
            "file": "decoder.onnx",
            "lookahead": net.decoder.lookahead,
            "cache": list(caches[1]),
            "inputs": net.width + 4,
        },
        "harmonic_bands": [round(float(b), 2) for b in S.HARMONIC_BANDS],
        "noise_bands": [round(float(b), 2) for b in S.NOISE_BANDS],
        "bends": retroflex.manifest(),
        "endings": ending.manifest(),
        "languages": statement.manifest(S.VOICES),
        "ranges": statement.ranges(S.VOICES),
        **({"added": added} if added else {}),
    }
    save_manifest(out, manifest | {"files": hashes(out, manifest)})


def owned(net: S.Student, out: Path, base: Sequence[Graph], pitches: Sequence[float]) -> list[dict]:
    """Writes the graphs of the added voices of a student; returns what the manifest says of these voices."""
    added = []
    for at, (voice, own) in enumerate(net.owns.items()):
        e, d = (f"{voice.lower()}.{name}" for name in SHARED)
        save(net, out, encoder(net, Graph(base[0]), own), decoder(net, Graph(base[1]), own), [e, d])
        pitch = {"pitch": pitches[at]} if pitches else {}
        added.append({"name": voice, "melody": S.MELODY_OF[voice], **pitch, "encoder": e, "decoder": d})
    return added


def add(net: S.Student, out: Path, version: str, pitches: Sequence[float]) -> None:
    """Adds the added voices of a student, whose other weights were restored from a bundle, to this bundle.

    `pitches` are those of the added voices. The other files of the bundle stay.
    """
    base = encoder(net, Graph()), decoder(net, Graph())
    for graph, name in zip(base, SHARED, strict=True):
        for ours, theirs in zip(graph.constants, onnx.load(out / name).graph.initializer, strict=True):
            same = np.allclose(numpy_helper.to_array(ours), numpy_helper.to_array(theirs), rtol=1e-5, atol=0)
            if ours.name != theirs.name or not same:
                raise SystemExit(f"{out / name}: {theirs.name} differs from what the student has")
    manifest = load_manifest(out) | {"version": version}
    manifest["added"] = manifest.get("added", []) + owned(net, out, base, [round(p, 1) for p in pitches])
    save_manifest(out, manifest | {"files": hashes(out, manifest)})


def hashes(folder: Path, manifest: dict) -> dict[str, str]:
    """The SHA-256 of each graph of a bundle."""
    names = [*SHARED, *(voice[graph] for voice in manifest.get("added", ()) for graph in ("encoder", "decoder"))]
    return {name: sha256(folder / name) for name in names}


def load_manifest(folder: Path) -> dict:
    """The manifest of a bundle."""
    return json.loads((folder / "manifest.json").read_text())


def save_manifest(folder: Path, manifest: dict) -> None:
    """Writes the manifest of a bundle."""
    (folder / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")


def version(folder: Path) -> str:
    """The version of a bundle."""
    return load_manifest(folder)["version"]


@torch.no_grad()
def restore(net: S.Student, folder: Path, rounded: bool = False) -> None:
    """Gives `net` the weights of a bundle, with folded norms; the bundle may be of a smaller model.

    They are floats, or `rounded` as the bundle has them. Added voices of the bundle that `net` lacks are left out.
    """
    manifest = load_manifest(folder)
    name = manifest["name"]
    if (earlier := f"{name} {manifest['version']}") in S.SIZES:
        name = earlier
    if S.SIZES[name] != S.SIZES[net.model]:
        smaller = S.Student(net.inventory, name)
        restore(smaller, folder)
        net.grow_from(smaller)
        return
    encoder, decoder = (onnx.load(folder / name).graph for name in SHARED)
    for graph, modules in zip((encoder, decoder), linears(net), strict=True):
        read(net, graph, values(graph), modules, rounded)
    constants, user = values(encoder), {i: n for n in encoder.node for i in n.input}
    for n in encoder.node:
        if n.op_type == "Gather":
            scale = user[user[n.output[0]].output[0]].input[1]
            table = constants[n.input[0]] * constants[scale]
            # New symbols come at the end of the inventory.
            net.embed.weight[: len(table)].copy_(table)
        elif n.op_type == "MatMul" and n.input[0] == "features":
            net.features.weight.copy_(constants[n.input[1]].T)
    for added in manifest.get("added", ()):
        if (name := added["name"]) in net.owns:
            own = net.owns[name]
            own.melody[S.PITCHES] = math.log(STYLES[name].pitch)
            files = added["encoder"], added["decoder"]
            for file, base, modules in zip(files, (encoder, decoder), linears(net, own), strict=True):
                graph = onnx.load(folder / file).graph
                read(net, graph, values(base) | values(graph), modules, rounded)


def values(graph: onnx.GraphProto) -> dict[str, torch.Tensor]:
    """The constants of a graph, by name."""
    return {c.name: torch.from_numpy(numpy_helper.to_array(c).copy()) for c in graph.initializer}


def linears(net: S.Student, own: S.Owned | None = None) -> tuple[list[S.Linear], list[S.Linear]]:
    """The int8 matrices of the encoder's graph and of the decoder's, in their order; with `own`, of an added voice."""

    def of(blocks):
        return [m for b in blocks for m in (b.one, b.two)]

    phonemes = [*of(net.encoder.blocks), own.features if own else net.encoder.out]
    phonemes += [*of(net.melody.blocks), net.melody.out] if net.melody else []
    frames = [net.enter]
    for at, block in enumerate([None, *net.decoder.blocks]):
        frames += of([block] if block else [])
        frames += [own.decoder[at].down, own.decoder[at].up] if own else []
    return phonemes, [*frames, own.out if own else net.decoder.out]


def read(
    net: S.Student,
    graph: onnx.GraphProto,
    constants: dict[str, torch.Tensor],
    modules: Sequence[S.Linear],
    rounded: bool,
) -> None:
    """Gives these matrices of `net` their weights in a graph."""
    norms = {b.one: b.norm for b in net.modules() if isinstance(b, S.Block)}
    of = {n.output[0]: n for n in graph.node}
    user = {i: n for n in graph.node for i in n.input}
    for m, product in zip(modules, (n for n in graph.node if n.op_type == "MatMulInteger"), strict=True):
        rounding = of[product.input[0]]
        before = of.get(rounding.input[0])
        balanced = before is not None and before.op_type == "Mul" and before.input[1] in constants
        scaled = user[user[product.output[0]].output[0]]
        rows = constants[scaled.input[1]] / constants[rounding.input[1]]
        m.weight.copy_(constants[product.input[1]].T * rows[:, None] * (constants[before.input[1]] if balanced else 1))
        if rounded:
            # A bundle of before 2.11 has half of int8 for inputs that are never negative.
            half = m.positive and constants[rounding.input[2]] == 0
            m.scale.copy_(constants[rounding.input[1]].squeeze() * (127 / 255 if half else 1))
            m.balance.copy_(1 / constants[before.input[1]] if balanced else torch.ones_like(m.balance))
        bias = constants[user[scaled.output[0]].input[1]]
        if m.bias is not None:
            m.bias.copy_(bias)
        elif norm := norms.get(m):
            norm.weight.fill_(1)
            norm.bias.copy_(bias)
            norm.mean.zero_()
            norm.var.fill_(1 - 1e-4)


# Candidate balances: powers of the largest input and of the largest weight of each channel.
BALANCES = [(loud / 4, heavy / 4) for loud in range(5) for heavy in range(4)]
CLIPS = (1, 0.85, 0.7, 0.55, 0.4, 0.3, 0.2)
ROWS = 1500  # about so many inputs of a matrix tell its error
QUIET = 0.1  # of the median channel: what is never louder may be so in a clip that was not seen


@torch.no_grad()
def set_scales(net: S.Student, batches: Iterable[Callable[[], object]]) -> None:
    """Sets the scale and balance of every matrix's input: of several candidates, those with the least error.

    Each of `batches` runs the networks once, and the errors are measured on those inputs.
    """
    seen = {}
    for m in net.modules():
        if isinstance(m, S.Linear):
            m.scale.zero_()
            m.balance.fill_(1)
    hooks = [
        m.register_forward_hook(lambda m, i, o: seen.setdefault(m, []).append(i[0].detach().flatten(0, -2)))
        for m in net.modules()
        if isinstance(m, S.Linear)
    ]
    for run in batches:
        run()
    for hook in hooks:
        hook.remove()
    for module, parts in seen.items():
        set_scale(module, torch.cat(parts))


def set_scale(module: S.Linear, rows: torch.Tensor) -> None:
    """Sets the scale and balance of a matrix, all of whose inputs are given."""
    largest, loudest = rows.abs().max(0)
    # A channel may be silent but for a few rows. These count once, the others for all those that they stand for.
    step, loudest = max(1, len(rows) // ROWS), loudest.unique()
    x = torch.cat([rows[::step], rows[loudest]])
    counts = torch.ones(len(x), device=x.device)
    counts[: -len(loudest)] = step
    exact, weight = module(x), module.weight.abs().amax(0).clamp_min(1e-3)
    largest = largest.clamp_min(max(1e-3, QUIET * largest.median().item()))
    best = None
    for loud, heavy in BALANCES:
        balance = largest**loud / weight**heavy
        balance = (balance / balance.log().mean().exp()).clamp(0.02, 50)
        top, before = (largest / balance).max() / module.most, math.inf
        for clip in CLIPS:
            module.balance.copy_(balance)
            module.scale.copy_(top * clip)
            error = ((module(x) - exact).square().mean(1) * counts).sum().item()
            if best is None or error < best[0]:
                best = error, balance, top * clip
            if error > before:
                break
            before = error
    module.balance.copy_(best[1])
    module.scale.copy_(best[2])


def float_copy(net: S.Student) -> S.Student:
    """A copy of the student with unrounded weights."""
    other = deepcopy(net)
    for m in other.modules():
        if isinstance(m, S.Linear):
            m.scale.zero_()
    return other


def untrained(inventory: Inventory, model: str) -> S.Student:
    """A student with random weights, to measure the engine's speed."""
    torch.manual_seed(0)
    net = S.Student(inventory, model).eval()
    ids, features = torch.randint(0, len(inventory.symbols), (2, 40)), torch.rand(2, 40, S.FEATURES)
    x = torch.randn(2, 80, net.width + 4)
    runs = (
        lambda: net.encode(ids, features, torch.tensor([40, 40])),
        lambda: net.decode(x, torch.ones(2, 80, 1)),
    )
    set_scales(net, runs)
    return net
