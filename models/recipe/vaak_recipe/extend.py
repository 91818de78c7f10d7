"""Trains a bundle on symbols that were added to the inventory since, with the clips that contain them.

Nothing else changes: speech without the new symbols stays the same to the bit. The new rows are written into the bundle's
graph, at the scale of its table, and into the weights that `evaluate` reads.
"""

from __future__ import annotations

import math
import time
from pathlib import Path

import numpy as np
import onnx
import torch
from onnx import numpy_helper

from . import student as S
from .data import Batches, examples
from .export import load_manifest, restore, save_manifest, sha256
from .losses import losses, speech
from .records import Work
from .train import NETWORKS

RATE = 0.02
WATCHED = 16  # clips that are not trained on, to watch the loss


def table(graph):
    """The int8 rows of the embedding and their common scale."""
    constants = {c.name: c for c in graph.initializer}
    user = {i: n for n in graph.node for i in n.input}
    gather = next(n for n in graph.node if n.op_type == "Gather")
    scale = constants[user[user[gather.output[0]].output[0]].input[1]]
    return constants[gather.input[0]], numpy_helper.to_array(scale).item()


def run(work: Work, bundle: Path, version: str, minutes: float, threads: int) -> None:
    """Writes the new rows into `bundle` and sets its version."""
    torch.manual_seed(0)
    torch.set_num_threads(threads)
    inventory, manifest = work.inventory, load_manifest(bundle)
    model = onnx.load(bundle / "encoder.onnx")
    rows, scale = table(model.graph)
    known = rows.dims[0]
    new = set(inventory.symbols[known:])
    if not new:
        raise SystemExit("the bundle has every symbol of the inventory")
    clips = [c for c in work.spoken("train") if new & set(c.phonemes)]
    print(f"{len(new)} new symbols in {len(clips)} clips", flush=True)
    net = S.Student(inventory, manifest["name"]).eval().requires_grad_(False)
    restore(net, bundle)
    embed = net.embed.weight
    # So far new symbols were marks on a vowel, like nasality.
    embed[known:] = embed[inventory.index["\u0303"]] / 2
    embed.requires_grad_(True)
    rng = np.random.default_rng(0)
    rng.shuffle(clips)
    prepared = examples(work, clips)
    shape = net.decoder.shape
    watched = Batches(prepared[:WATCHED], np.random.default_rng(1), shape)
    trained = Batches(prepared[WATCHED:], rng, shape)
    kept = watched.each()

    def watch(steps: int) -> None:
        state = torch.get_rng_state()
        torch.manual_seed(1)
        with torch.no_grad():
            terms = losses(speech(net, kept), kept, NETWORKS)
        torch.set_rng_state(state)
        print(f"{steps} watched " + " ".join(f"{k} {v.item():.4f}" for k, v in terms.items()), flush=True)

    optimiser = torch.optim.Adam([embed], RATE)
    began, steps = time.process_time(), 0
    watch(steps)
    while (done := (time.process_time() - began) / threads / 60 / minutes) < 1:
        optimiser.param_groups[0]["lr"] = RATE * 0.5 * (1 + math.cos(math.pi * done))
        b = trained.draw()
        terms = losses(speech(net, b), b, NETWORKS)
        optimiser.zero_grad()
        sum(NETWORKS[k] * v for k, v in terms.items()).backward()
        embed.grad[:known] = 0
        optimiser.step()
        with torch.no_grad():
            embed.clamp_(-127 * scale, 127 * scale)
        steps += 1
        if steps % 100 == 0:
            watch(steps)
    learnt = np.round(embed.detach()[known:].numpy() / scale).astype(np.int8)
    whole = np.concatenate([numpy_helper.to_array(rows)[:known], learnt])
    rows.CopyFrom(numpy_helper.from_array(whole, rows.name))
    onnx.save(model, bundle / "encoder.onnx")
    manifest |= {"version": version, "inventory": inventory.version}
    manifest["files"]["encoder.onnx"] = sha256(bundle / "encoder.onnx")
    save_manifest(bundle, manifest)
    path = work.model(manifest["name"]) / "voice.pt"
    saved = torch.load(path, map_location="cpu")
    old = saved["weights"]["embed.weight"][:known]
    saved["weights"]["embed.weight"] = torch.cat([old, torch.from_numpy(learnt * np.float32(scale))])
    torch.save(saved, path)
