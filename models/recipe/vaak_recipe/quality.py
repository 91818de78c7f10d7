"""Judges of a clip: three predictors of naturalness, a recogniser of phones, and the identity of the voice.

All hear a clip without the silence at its ends, unless they are told otherwise: three of them reward or punish silence.
"""

from __future__ import annotations

import hashlib
import urllib.request
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

from .phones import Phones

RATE = 16000
SILENCE = 0.02  # of the loudest 10 ms; what is softer at the ends is cut off
# DNSMOS Pro (MIT), trained on what listeners said of voices in BVCC.
BVCC = "https://raw.githubusercontent.com/fcumlin/DNSMOSPro/f9da568ad8fac5d7037781cb1f7e07f05fa8eebb/runs/BVCC/model_best.pt"
BVCC_SHA256 = "dfadd819314a64cbf1e753f7a58b71d67739445fa48623013a5d8e452a4c7194"
BVCC_SECONDS, BVCC_WINDOW, BVCC_HOP = 10, 320, 160  # what it was trained on: 10 s, a shorter clip again and again
# Distances are reported by class of phonemes: global ones hide a whistling s.
CLASSES = {
    "vowels": "ə a aː i iː u uː e eː o oː ɛ ɔ æ ɯ ɜ aɪ aʊ ɔɪ",
    "stops": "k kʰ ɡ ɡʱ tʃ tʃʰ dʒ dʒʱ ʈ ʈʰ ɖ ɖʱ t̪ t̪ʰ d̪ d̪ʱ p pʰ b bʱ t",
    "nasals": "ŋ ɲ ɳ n m",
    "fricatives": "ʃ s h f z x ts dz",
    "liquids": "j r l ʋ ɽ ɽʱ ɭ ɻ",
}
VOWELS = frozenset(CLASSES["vowels"].split())
CLASS_OF = {p: name for name, phonemes in CLASSES.items() for p in phonemes.split()}


@dataclass(frozen=True)
class Verdict:
    """DNSMOS overall, DistillMOS and DNSMOS Pro BVCC, from 1 to 5; the share of wrong phones; the voice as a unit vector."""

    dnsmos: float
    distillmos: float
    bvcc: float
    phones: float
    voice: list[float]


def without_silence(wave: np.ndarray, rate: int) -> np.ndarray:
    """A clip without the silence at its ends."""
    block = rate // 100
    level = np.sqrt(np.mean(wave[: len(wave) // block * block].reshape(-1, block) ** 2, axis=1))
    heard = np.flatnonzero(level > level.max(initial=0) * SILENCE)
    return wave[heard[0] * block : (heard[-1] + 1) * block] if len(heard) else wave


def fetch(folder: Path) -> Path:
    """The weights of DNSMOS Pro BVCC, from its repository, unless they are in the folder."""
    path = folder / "bvcc.pt"
    if not path.exists():
        folder.mkdir(parents=True, exist_ok=True)
        try:
            with urllib.request.urlopen(BVCC, timeout=60) as answer:
                path.write_bytes(answer.read())
        except OSError as fault:
            raise SystemExit(f"{BVCC}: {fault}; without network, put this file at {path}") from fault
    if hashlib.sha256(path.read_bytes()).hexdigest() != BVCC_SHA256:
        raise SystemExit(f"{path}: not the expected weights: their hash differs")
    return path


class Quality:
    """The predictors, the recogniser and the encoder of voices; the folder keeps weights. `whole` keeps silence at the ends."""

    def __init__(self, folder: Path, whole: bool = False):
        import distillmos
        import torch
        from resemblyzer import VoiceEncoder
        from speechmos import dnsmos

        torch.set_num_threads(1)
        self.torch, self.dnsmos, self.whole = torch, dnsmos, whole
        self.distill = distillmos.ConvTransformerSQAModel().eval()
        self.encoder = VoiceEncoder("cpu", verbose=False)
        self.bvcc, self.phones = torch.jit.load(fetch(folder), map_location="cpu").eval(), Phones()

    def hear(self, wave: np.ndarray, rate: int, phonemes: Sequence[str]) -> Verdict:
        import librosa

        heard = wave if self.whole else without_silence(wave, rate)
        y = np.clip(librosa.resample(heard, orig_sr=rate, target_sr=RATE), -1, 1)
        with self.torch.no_grad():
            distill = float(self.distill(self.torch.from_numpy(y)[None])[0])
        # The level of the clip must not matter for the identity of the voice.
        voice = self.encoder.embed_utterance(y * (0.05 / max(1e-6, float(np.sqrt(np.mean(y**2))))))
        overall = self.dnsmos.run(y, sr=RATE, return_df=False)["ovrl_mos"]
        again = np.resize(y, BVCC_SECONDS * RATE)
        spectrum = np.abs(librosa.stft(again, n_fft=BVCC_WINDOW, win_length=BVCC_WINDOW, hop_length=BVCC_HOP)).T
        spectrum = self.torch.from_numpy(np.log10(np.clip(spectrum, 1e-7, 1e7)).astype(np.float32))
        with self.torch.no_grad():
            bvcc = float(self.bvcc(spectrum[None, None])[0, 0])
        wrong = self.phones.wrong(y, phonemes)
        return Verdict(float(overall), distill, bvcc, wrong, [round(float(v), 5) for v in voice])


class Difference:
    """CDPAM: how different a clip sounds from the reference that it follows sample by sample; 0 is the same."""

    RATE = 22050

    def __init__(self):
        import cdpam
        import torch
        from cdpam.models import FINnet

        torch.set_num_threads(1)
        self.torch = torch
        cpu = torch.device("cpu")
        # The shape that the package's own loader gives it, which no longer loads with this version of torch.
        shape = {"encoder_layers": 16, "encoder_filters": 64, "input_size": 512, "ndim": [16, 6]}
        self.model = FINnet(dev=cpu, classif_dp=0.05, classif_BN=0, classif_act="no", **shape).eval()
        weights = Path(cdpam.__file__).parent / "CDPAM_trained" / "scratchJNDdefault_best_model.pth"
        self.model.load_state_dict(torch.load(weights, map_location=cpu, weights_only=False)["state"])

    def acoustics(self, wave: np.ndarray, rate: int):
        """What the model hears in a clip; the judgement of a pair needs only this."""
        import librosa

        y = np.round(librosa.resample(wave, orig_sr=rate, target_sr=self.RATE) * 32768).astype(np.float32)
        with self.torch.no_grad():
            return self.torch.nn.functional.normalize(self.model.base_encoder(self.torch.from_numpy(y)[None, None])[1])

    def of(self, a, b) -> float:
        """The difference of two clips, from their acoustics."""
        with self.torch.no_grad():
            return float(self.model.model_dist(a, b))


def by_class(a: np.ndarray, b: np.ndarray, phoneme: np.ndarray, phonemes: Sequence[str]) -> dict[str, float]:
    """The mean distance in dB of two ln mel spectra [bands, frames], by the class of each frame's phoneme."""
    n = min(a.shape[1], b.shape[1], len(phoneme))
    apart = np.abs(a[:, :n] - b[:, :n]).mean(0) * 20 / np.log(10)
    classes = np.array([CLASS_OF.get(phonemes[i], "") for i in phoneme[:n]])
    return {name: float(apart[classes == name].mean()) for name in CLASSES if (classes == name).any()}


def degraded(wave, rng):
    """The teacher over a bad line: cut at 3 kHz, noise 15 dB below it. A judge that prefers this is useless."""
    spectrum = np.fft.rfft(wave)
    spectrum[int(len(spectrum) * 3000 / 12000) :] = 0
    narrow = np.fft.irfft(spectrum, len(wave))
    return (narrow + rng.standard_normal(len(wave)) * narrow.std() * 10 ** (-15 / 20)).astype(np.float32)
