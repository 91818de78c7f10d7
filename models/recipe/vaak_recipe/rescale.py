"""Sets the scales of a bundle anew where rounding costs most: in the second matrix of each block of the decoder.

What these read is silent in most channels for most of the time, so it takes many clips to know how loud a channel may be.
Inputs that are never negative get all of int8 in every network; all else is rounded as before.
"""

from __future__ import annotations

from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

from . import export
from . import student as S
from .data import Example, clause, examples, levels
from .records import Work

CLIPS = 10  # of each voice


@torch.no_grad()
def hear(net: S.Student, e: Example) -> None:
    """Runs both networks on a clip, with the teacher's durations, F0 and voicing."""
    frame = torch.from_numpy(np.stack([e.place, e.length, e.lf0, e.voiced], 1))
    said = net.encode(*clause(e))[0][0, e.phoneme]
    x = F.pad(torch.cat([said, frame], 1), (0, 0, 0, net.decoder.lookahead))[None]
    net.decode(x, torch.ones(1, x.shape[1], 1))


def run(work: Work, folder: Path, to: Path, version: str) -> None:
    """Writes a bundle like the one in `folder`, of another version."""
    manifest = export.load_manifest(folder)
    added = manifest.get("added", [])
    net = S.Student(work.inventory, manifest["name"], [voice["name"] for voice in added]).eval()
    export.restore(net, folder, rounded=True)
    exact, heard = export.float_copy(net), []
    for voice in net.voices:
        clips = work.spoken("train", [voice])
        levels(work, clips, [voice])
        heard += examples(work, clips[:: max(1, len(clips) // CLIPS)][:CLIPS], net.voices)
    found = torch.nn.ModuleList(b.two for b in exact.decoder.blocks)
    export.set_scales(found, [lambda e=e: hear(exact, e) for e in heard])
    for block, two in zip(net.decoder.blocks, found, strict=True):
        block.two.load_state_dict(two.state_dict())
    pitches = [*manifest["pitches"], *(voice["pitch"] for voice in added)]
    export.bundle(net, to, version, pitches)
