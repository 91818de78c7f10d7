"""After training: gives voiced frames the contrast that they lost, and silence its depth.

Who is unsure of a spectrum says its mean, so formants come out flat, in the harmonics and more so in the noise under them.
Training on texture cures a part; of contrast beyond it DistillMOS likes more (3.1 without, 3.8 with 0.6 and 0.8) than DNSMOS
(3.22, 3.15): the gains lie between, and that of the harmonics brings most for what it costs. Each band of a voice keeps its power:
what the predictors would like better, a louder treble above 8 kHz, they cannot hear. The voice is not filtered at run time: the last
layer is fitted to say the sharpened spectra itself. Then the scales of rounding are set anew, for what the layers see now: it brings 1 dB.
"""

import argparse
import json
from pathlib import Path

import numpy as np
import torch
import torch.nn.functional as F

import student as S
from export import set_scales
from losses import SILENT, speech
from train import Batches, made, prepare

H, N = len(S.HARMONIC_BANDS), len(S.NOISE_BANDS)
SPAN = 15  # bands; of the difference from the mean over so many a part is added
GAIN = torch.cat([torch.full((H,), 0.45), torch.full((N,), 0.4)])
# Above, contrast is not missed, and the wide bands would hiss.
LOW = torch.tensor(np.concatenate([S.HARMONIC_BANDS, S.NOISE_BANDS]) < 4500)
LIFT = 0.25  # of the noise above, which a mean of logarithms leaves below the teacher's
QUIET = -11.5  # ln amplitude: about the level of the program's dither
CLIPS, BATCHES = 300, 60


def smooth(x):
    return F.avg_pool1d(F.pad(x, (SPAN // 2, SPAN // 2), mode="replicate"), SPAN, 1)


@torch.no_grad()
def sharpen(net, batches):
    """Fits the last layer by least squares; returns which part of the wanted change it can make."""
    seen = {}
    hook = net.decoder.out.register_forward_hook(lambda m, i, o: seen.update(hidden=i[0], out=o))
    first, look = net.decoder.field, net.decoder.lookahead
    rows, outs, voicing, voices = [], [], [], []
    for b in batches:
        speech(net, b)
        hidden, out = seen["hidden"][:, first + look:], seen["out"][:, first + look:]
        voiced = b["frame"][:, first:-look, 3:]
        inside = b["inside"][:, first:-look, 0] > 0
        rows.append(F.pad(hidden, (0, 1), value=1)[inside].double())
        outs.append(S.amplitudes(out)[inside].double())
        voicing.append(voiced[inside].double())
        voices.append(b["features"][:, :1, :len(S.VOICES)].expand(-1, inside.shape[1], -1)[inside].double())
    hook.remove()
    rows, said, voiced, voices = (torch.cat(x) for x in (rows, outs, voicing, voices))
    flat = torch.cat([smooth(part[None])[0] for part in said.split((H, N), 1)], 1)
    wanted = GAIN * LOW * (said - flat)
    # Each band of a voice keeps its power.
    power = [(voiced * voices).T @ (2 * x).exp() for x in (said, said + wanted)]
    wanted = voiced * (wanted - 0.5 * voices @ (power[1] / power[0]).log())
    # Training leaves silence at SILENT, which predictors still hear.
    wanted = torch.where(said < SILENT + 0.5, QUIET - said, wanted)
    ridge = 1e-6 * len(rows) * torch.eye(rows.shape[1], dtype=torch.double)
    change = torch.linalg.solve(rows.T @ rows + ridge, rows.T @ wanted)
    change[-1, H:] += LIFT * ~LOW[H:]
    for part, columns in zip((S.HARMONIC, S.NOISE), change.split((H, N), 1)):
        net.decoder.out.weight[part] += columns[:-1].T.float()
        net.decoder.out.bias[part] += columns[-1].float()
    return 1 - ((wanted - rows @ change).square().sum() / wanted.square().sum()).item()


def main():
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("work", type=Path)
    parser.add_argument("--model", choices=S.SIZES, default=S.MODEL, help="whose student.pt is read and voice.pt is written")
    a = parser.parse_args()
    folder = a.work / S.folder(a.model)
    saved = torch.load(folder / "student.pt", map_location="cpu")
    net = S.Student(a.model).eval()
    net.load_state_dict(saved["ema"])
    gains = json.loads((a.work / "gains.json").read_text())
    clips, rng = made(a.work, "train"), np.random.default_rng(0)
    rng.shuffle(clips)
    data = Batches([prepare(c, a.work / "clips", gains) for c in clips[:CLIPS]], rng)
    batches = [data.draw("cpu") for _ in range(BATCHES)]
    print(f"{100 * sharpen(net, batches):.1f} % of the change is made by the last layer")
    with torch.no_grad():
        set_scales(net, [lambda b=b: speech(net, b) for b in batches[:6]])
    kept = {k: v for k, v in saved.items() if k not in ("net", "optimiser", "rng")}
    torch.save(kept | dict(ema=net.state_dict()), folder / "voice.pt")


if __name__ == "__main__":
    main()
