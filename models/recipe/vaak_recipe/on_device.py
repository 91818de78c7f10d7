"""Runs a graph of ONNX with torch, so that the teacher can speak on a GPU.

Shapes and indices stay arrays of numpy; all else are tensors on the device. Only what the teacher's graph has is here.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence

import numpy as np
import onnx
import torch
import torch.nn.functional as F
from onnx import helper, numpy_helper

FLOAT = 1  # the number that ONNX has for this type of values
KINDS = {FLOAT: (torch.float32, np.float32), 7: (torch.int64, np.int64), 9: (torch.bool, np.bool_)}
ALONE = {
    "Atan": lambda x: x.atan().nan_to_num(),  # of 0/0, where a bin of the source is silent
    "Cos": torch.cos,
    "Exp": torch.exp,
    "Floor": torch.floor,
    "Round": torch.round,
    "Sigmoid": torch.sigmoid,
    "Sin": torch.sin,
    "Sqrt": torch.sqrt,
    "Tanh": torch.tanh,
}
PAIRS = {
    "Add": (torch.add, np.add),
    "And": (torch.logical_and, np.logical_and),
    "Equal": (torch.eq, np.equal),
    "Greater": (torch.gt, np.greater),
    "GreaterOrEqual": (torch.ge, np.greater_equal),
    "Less": (torch.lt, np.less),
    "MatMul": (torch.matmul, np.matmul),
    "Mul": (torch.mul, np.multiply),
    "Pow": (torch.pow, np.power),
    "Sub": (torch.sub, np.subtract),
}
# What the STFT of onnxruntime leaves of a constant source of 1: nothing but rounding, yet the teacher reads its angles.
STILL = np.array(
    [
        [10.0, -4.539e-06],
        [-5.0, 5.314e-06],
        [7.55e-07, -5.754e-07],
        [7.397e-07, 1.194e-06],
        [-1.552e-06, -1.577e-06],
        [1.331e-06, 2.131e-06],
        [-2.832e-06, -4.948e-07],
        [2.522e-06, -5.503e-07],
        [-9.201e-08, 4.004e-07],
        [2.672e-06, -1.147e-06],
        [-1.064e-07, 4.442e-06],
    ],
    np.float32,
)
EDGE = 1e-9  # the imaginary part of the first and last bin, so that their angle is never -pi


def numbers(x) -> list:
    """The values of a shape, of indices or of scales."""
    return np.ravel(x.cpu() if isinstance(x, torch.Tensor) else x).tolist()


class Graph:
    """A graph that is ready to run; `run` is that of a session of onnxruntime."""

    def __init__(self, model: onnx.ModelProto, device: str):
        self.device = device
        self.arrays = {i.name: numpy_helper.to_array(i) for i in model.graph.initializer}
        self.constants = {n: self.tensor(a) if a.dtype == np.float32 else a for n, a in self.arrays.items()}
        self.constants[""] = None
        self.networks: dict[str, torch.nn.LSTM] = {}
        self.steps = [self.step(node) for node in model.graph.node]
        # A value is let go after its last reader.
        last = {name: at for at, (_, inputs, _) in enumerate(self.steps) for name in inputs}
        kept = {o.name for o in model.graph.output} | set(self.constants)
        self.over: list[list[str]] = [[] for _ in self.steps]
        for name, at in last.items():
            if name not in kept:
                self.over[at].append(name)

    def tensor(self, x) -> torch.Tensor:
        return x if isinstance(x, torch.Tensor) else torch.from_numpy(np.array(x)).to(self.device)

    def step(self, node: onnx.NodeProto) -> tuple[Callable, Sequence[str], Sequence[str]]:
        """What a node does, and the names that it reads and makes."""
        op, a = node.op_type, {x.name: helper.get_attribute_value(x) for x in node.attribute}
        if op in ALONE:
            do = ALONE[op]
        elif op in PAIRS:
            on_tensors, on_arrays = PAIRS[op]

            def do(x, y):
                if isinstance(x, torch.Tensor) or isinstance(y, torch.Tensor):
                    return on_tensors(self.tensor(x), self.tensor(y))
                return on_arrays(x, y)
        else:
            if op == "LSTM":
                a["network"] = self.network(*(self.arrays[name] for name in node.input[1:4]))
            method = getattr(self, op.lower())

            def do(*inputs):
                return method(a, *inputs)

        return do, list(node.input), list(node.output)

    @torch.no_grad()
    def run(self, wanted: Sequence[str], given: Mapping[str, np.ndarray]) -> list[np.ndarray]:
        values = self.constants | {n: self.tensor(x) if x.dtype == np.float32 else x for n, x in given.items()}
        for (do, inputs, outputs), over in zip(self.steps, self.over, strict=True):
            made = do(*(values[name] for name in inputs))
            values.update(zip(outputs, made if isinstance(made, tuple) else (made,), strict=False))
            for name in over:
                del values[name]
        return [self.tensor(values[name]).cpu().numpy() for name in wanted]

    def network(self, ahead: np.ndarray, again: np.ndarray, bias: np.ndarray) -> torch.nn.LSTM:
        """An LSTM of both directions; ONNX has the gates in another order."""
        size = again.shape[2]
        net = torch.nn.LSTM(ahead.shape[2], size, bidirectional=True)
        gates = np.concatenate([np.arange(size) + size * gate for gate in (0, 2, 3, 1)])
        for way, end in enumerate(("_l0", "_l0_reverse")):
            parts = ahead[way], again[way], bias[way][: 4 * size], bias[way][4 * size :]
            for name, part in zip(("weight_ih", "weight_hh", "bias_ih", "bias_hh"), parts, strict=True):
                getattr(net, name + end).data = torch.from_numpy(part[gates])
        return net.to(self.device).eval()

    def lstm(self, a, x, *_):
        y, (h, c) = a["network"](x)
        return y.unflatten(2, (2, -1)).transpose(1, 2), h, c

    def identity(self, a, x):
        return x

    def shape(self, a, x):
        return np.array(x.shape[a.get("start", 0) :], np.int64)

    def cast(self, a, x):
        on_tensors, on_arrays = KINDS[a["to"]]
        if isinstance(x, torch.Tensor):
            return x.to(on_tensors)
        made = np.asarray(x).astype(on_arrays)
        return self.tensor(made) if a["to"] == FLOAT else made

    def dequantizelinear(self, a, x, scale, zero=0):
        return self.tensor((np.float32(x) - np.float32(zero)) * np.float32(numbers(scale)))

    def div(self, a, x, y):
        if isinstance(x, torch.Tensor) or isinstance(y, torch.Tensor):
            return self.tensor(x) / self.tensor(y)
        return x // y

    def leakyrelu(self, a, x):
        return F.leaky_relu(x, a["alpha"])

    def softmax(self, a, x):
        return x.softmax(a["axis"])

    def fastgelu(self, a, x, bias):
        return F.gelu(x + bias, approximate="tanh")

    def layernormalization(self, a, x, weight, bias):
        return F.layer_norm(x, weight.shape, weight, bias, a["epsilon"])

    def skiplayernormalization(self, a, x, skipped, weight, bias):
        return self.layernormalization(a, x + skipped, weight, bias)

    def fusedmatmul(self, a, x, y):
        return (x.transpose(-1, -2) if a["transA"] else x) @ (y.transpose(-1, -2) if a["transB"] else y)

    def unsqueeze(self, a, x, axes):
        for axis in sorted(numbers(axes)):
            x = x.unsqueeze(axis) if isinstance(x, torch.Tensor) else np.expand_dims(x, axis)
        return x

    def squeeze(self, a, x, axes=None):
        axes = [i for i, n in enumerate(x.shape) if n == 1] if axes is None else numbers(axes)
        for axis in sorted(axes, reverse=True):
            x = x.squeeze(axis)
        return x

    def reshape(self, a, x, shape):
        return x.reshape([x.shape[i] if n == 0 else n for i, n in enumerate(numbers(shape))])

    def transpose(self, a, x):
        return x.permute(a["perm"]) if isinstance(x, torch.Tensor) else x.transpose(a["perm"])

    def concat(self, a, *parts):
        if any(isinstance(x, torch.Tensor) for x in parts):
            return torch.cat([self.tensor(x) for x in parts], a["axis"])
        return np.concatenate(parts, a["axis"])

    def split(self, a, x, sizes):
        return torch.split(x, numbers(sizes), a["axis"])

    def slice(self, a, x, starts, ends, axes=None, *_):
        axes = range(len(starts)) if axes is None else numbers(axes)
        for first, end, axis in zip(numbers(starts), numbers(ends), axes, strict=True):
            n = x.shape[axis]
            first, end = (v + n if v < 0 else v for v in (first, end))
            x = x[(slice(None),) * (axis % x.ndim) + (slice(max(0, first), min(n, end)),)]
        return x

    def gather(self, a, x, at):
        axis = a.get("axis", 0)
        if not isinstance(x, torch.Tensor) and not isinstance(at, torch.Tensor):
            return np.take(x, at, axis)
        x, at = self.tensor(x), self.tensor(at)
        axis %= x.ndim
        picked = x.index_select(axis, at.reshape(-1) % x.shape[axis])
        return picked.reshape((*x.shape[:axis], *at.shape, *x.shape[axis + 1 :]))

    def scatternd(self, a, x, at, values):
        x = x.clone()
        x[tuple(self.tensor(at).unbind(-1))] = values
        return x

    def nonzero(self, a, x):
        return x.nonzero().T

    def where(self, a, when, x, y):
        if any(isinstance(v, torch.Tensor) for v in (when, x, y)):
            return torch.where(*map(self.tensor, (when, x, y)))
        return np.where(when, x, y)

    def expand(self, a, x, shape):
        ones = np.ones(numbers(shape), np.int64)
        return x * (self.tensor(ones) if isinstance(x, torch.Tensor) else ones)

    def constantofshape(self, a, shape):
        value = numpy_helper.to_array(a["value"])
        made = np.full(numbers(shape), value.item(), value.dtype)
        return self.tensor(made) if value.dtype == np.float32 else made

    def range(self, a, *ends):
        return np.arange(*(numbers(x)[0] for x in ends), dtype=np.int64)

    def cumsum(self, a, x, axis):
        return self.tensor(x).cumsum(numbers(axis)[0])

    def clip(self, a, x, least=None, most=None):
        return x.clamp(least, most)

    def reducemean(self, a, x, axes):
        return x.mean(numbers(axes), keepdim=bool(a.get("keepdims", 1)))

    def reducesum(self, a, x, axes):
        return x.sum(numbers(axes), keepdim=bool(a.get("keepdims", 1)))

    def pad(self, a, x, pads, *_):
        pads = numbers(pads)
        ends = [p for i in reversed(range(x.ndim)) for p in (pads[i], pads[i + x.ndim])]
        return F.pad(x, ends[: 2 * x.ndim - 2], mode=a.get("mode", b"constant").decode())

    def resize(self, a, x, _, scales):
        scale = numbers(scales)[2]
        if a["mode"] == b"nearest":
            return x.repeat_interleave(round(scale), 2)
        return F.interpolate(x, size=int(x.shape[2] * scale + 1e-4), mode="linear")

    def conv(self, a, x, weight, bias=None):
        return F.conv1d(x, weight, bias, a["strides"][0], a["pads"][0], a["dilations"][0], a["group"])

    def convtranspose(self, a, x, weight, bias=None):
        more = a.get("output_padding", [0])[0]
        return F.conv_transpose1d(x, weight, bias, a["strides"][0], a["pads"][0], more, a["group"], a["dilations"][0])

    def stft(self, a, x, step, window, length):
        size = numbers(length)[0]
        cut = x.flatten(1).unfold(1, size, numbers(step)[0])
        level = cut[..., :1]
        made = torch.view_as_real(torch.fft.rfft(cut * window))
        made[..., [0, -1], 1] = EDGE
        still = (cut == level).all(-1)[..., None, None]
        return torch.where(still, level[..., None] * self.tensor(STILL), made)
