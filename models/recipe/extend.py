"""New symbols for a voice that is there: teaches the rows that the inventory has got since, in the clips that hold them.

All else stays as it is, so that what is said without the new symbols stays the same to the bit: the rows are written into the bundle's
graph, at the scale of its table, and into the weights that `evaluate.py` reads.
"""

import argparse
import hashlib
import json
import math
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

import student as S
from export import restore
from losses import WEIGHTS, losses, speech
from train import Batches, made, prepare

RATE = 0.02
WATCHED = 16  # clips kept from training to watch the loss


def table(graph):
    """The bundle's rows of int8, and the scale of all of them."""
    constants = {c.name: c for c in graph.initializer}
    user = {i: n for n in graph.node for i in n.input}
    gather = next(n for n in graph.node if n.op_type == "Gather")
    scale = constants[user[user[gather.output[0]].output[0]].input[1]]
    return constants[gather.input[0]], numpy_helper.to_array(scale).item()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("bundle", type=Path)
    parser.add_argument("--version", required=True, help="of the bundle, then")
    parser.add_argument("--minutes", type=float, default=10)
    parser.add_argument("--threads", type=int, default=2)
    a = parser.parse_args()
    torch.manual_seed(0)
    torch.set_num_threads(a.threads)
    manifest = json.loads((a.bundle / "manifest.json").read_text())
    model = onnx.load(a.bundle / "encoder.onnx")
    rows, scale = table(model.graph)
    known = rows.dims[0]
    new = S.SYMBOLS[known:]
    if not new:
        raise SystemExit("the bundle has every symbol of the inventory")
    clips = [c for c in made(a.work, "train") if set(new) & set(c["phonemes"])]
    print(f"{len(new)} new symbols in {len(clips)} clips", flush=True)
    net = S.Student(manifest["name"]).eval().requires_grad_(False)
    restore(net, a.bundle)
    embed = net.embed.weight
    # What they stand for is on a vowel, as nasality is.
    embed[known:] = embed[S.INDEX["\u0303"]] / 2
    embed.requires_grad_(True)
    rng = np.random.default_rng(0)
    rng.shuffle(clips)
    gains = json.loads((a.work / "gains.json").read_text())
    clips = [prepare(c, a.work / "clips", gains) for c in clips]
    watched, trained = Batches(clips[:WATCHED], np.random.default_rng(1)), Batches(clips[WATCHED:], rng)
    kept = watched.draw("cpu", range(len(watched.clips)))

    def watch(steps):
        state = torch.get_rng_state()
        torch.manual_seed(1)
        with torch.no_grad():
            terms = losses(*speech(net, kept), kept, False)
        torch.set_rng_state(state)
        print(f"{steps} watched " + " ".join(f"{k} {v.item():.4f}" for k, v in terms.items()), flush=True)

    optimiser = torch.optim.Adam([embed], RATE)
    began, steps = time.process_time(), 0
    watch(steps)
    while (done := (time.process_time() - began) / a.threads / 60 / a.minutes) < 1:
        optimiser.param_groups[0]["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * done))
        b = trained.draw("cpu")
        terms = losses(*speech(net, b), b, False)
        optimiser.zero_grad()
        sum(WEIGHTS[k] * v for k, v in terms.items()).backward()
        embed.grad[:known] = 0
        optimiser.step()
        with torch.no_grad():
            embed.clamp_(-127 * scale, 127 * scale)
        steps += 1
        if steps % 100 == 0:
            watch(steps)
    learnt = np.round(embed.detach()[known:].numpy() / scale).astype(np.int8)
    rows.CopyFrom(numpy_helper.from_array(np.concatenate([numpy_helper.to_array(rows)[:known], learnt]), rows.name))
    onnx.save(model, a.bundle / "encoder.onnx")
    manifest |= {"version": a.version, "inventory": S.INVENTORY_VERSION}
    manifest["files"]["encoder.onnx"] = hashlib.sha256((a.bundle / "encoder.onnx").read_bytes()).hexdigest()
    (a.bundle / "manifest.json").write_text(json.dumps(manifest, indent=1) + "\n")
    path = a.work / S.folder(manifest["name"]) / "voice.pt"
    saved = torch.load(path, map_location="cpu")
    saved["ema"]["embed.weight"] = torch.cat([saved["ema"]["embed.weight"][:known], torch.from_numpy(learnt * np.float32(scale))])
    torch.save(saved, path)


if __name__ == "__main__":
    main()
