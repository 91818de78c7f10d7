"""Judges that need no text: two predictors of naturalness, and the identity of the voice."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

RATE = 16000
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
    """DNSMOS overall and DistillMOS, from 1 to 5, and the voice as a unit vector."""

    dnsmos: float
    distillmos: float
    voice: list[float]


class Quality:
    """The two predictors and the encoder of voices."""

    def __init__(self):
        import distillmos
        import torch
        from resemblyzer import VoiceEncoder
        from speechmos import dnsmos

        torch.set_num_threads(1)
        self.torch, self.dnsmos = torch, dnsmos
        self.distill = distillmos.ConvTransformerSQAModel().eval()
        self.encoder = VoiceEncoder("cpu", verbose=False)

    def hear(self, wave: np.ndarray, rate: int) -> Verdict:
        import librosa

        y = np.clip(librosa.resample(wave, orig_sr=rate, target_sr=RATE), -1, 1)
        with self.torch.no_grad():
            distill = float(self.distill(self.torch.from_numpy(y)[None])[0])
        # The level of the clip must not matter for the identity of the voice.
        voice = self.encoder.embed_utterance(y * (0.05 / max(1e-6, float(np.sqrt(np.mean(y**2))))))
        overall = self.dnsmos.run(y, sr=RATE, return_df=False)["ovrl_mos"]
        return Verdict(float(overall), distill, [round(float(v), 5) for v in voice])


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
