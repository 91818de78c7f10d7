"""Measures of native recordings, on sounds and alignments that are known."""

import numpy as np
import pytest
from scipy.signal import lfilter

from vaak_recipe import natives
from vaak_recipe.records import SAMPLE_RATE


def test_the_alignment_finds_a_time_warp():
    rng = np.random.default_rng(0)
    texts = [["_", *rng.choice(list("aklmi"), 12), "_"] for _ in range(8)]
    states = {p: rng.standard_normal((natives.STATES, 6)) * 2 for p in "_aklmi"}

    def said(text, steps):
        """Cepstra of a text whose phonemes have so many steps, and the bounds of its phonemes."""
        places = [(p, 3 * k // n) for p, n in zip(text, steps, strict=True) for k in range(n)]
        heard = np.array([states[p][0 if p == "_" else k] for p, k in places])
        return heard + rng.standard_normal(heard.shape), np.append(0, np.cumsum(steps)) * natives.STEP / SAMPLE_RATE

    own, bounds = zip(*(said(text, np.full(len(text), 12)) for text in texts), strict=True)
    warped, expected = zip(*(said(text, rng.integers(6, 30, len(text))) for text in texts), strict=True)
    aligner = natives.Aligner(texts)
    aligner.refine(own, aligner.start(own, bounds))
    found = aligner.refine(warped, aligner.align(warped))
    errors = np.concatenate([a - b for a, b in zip(found, expected, strict=True)])
    assert np.median(np.abs(errors)) < 0.006
    assert np.abs(errors).max() < 0.05


def sound(hertz, rate, share=1.0):
    """A buzz at 100 Hz with resonances; its harmonics above 2.2 kHz are multiplied by `share`."""
    time = np.arange(rate // 2) / rate
    harmonics = np.arange(100, min(rate / 2, 5500), 100)
    wave = sum((share if h > 2200 else 1) / h * np.cos(2 * np.pi * h * time) for h in harmonics)
    for f in hertz:
        radius = np.exp(-np.pi * 80 / rate)
        wave = lfilter([1], [1, -2 * radius * np.cos(2 * np.pi * f / rate), radius**2], wave)
    return wave


def test_formants_are_those_of_the_sound():
    hertz = (500, 1400, 2300, 3400)
    found = natives.formants(sound(hertz, natives.RATES[0]), False, [0.2, 0.25])
    assert found == pytest.approx(hertz, rel=0.04)


def test_less_power_above_the_corner():
    full, less = (natives.power_above(sound((), SAMPLE_RATE, share), 2300, [0.2, 0.25]) for share in (1, 0.1))
    assert less - full == pytest.approx(-20, abs=1)


def test_the_table_has_ratios_of_the_same_vowels():
    rng, ratio = np.random.default_rng(0), {"ɭ": np.log(0.9), "l": 0.0}
    speakers = []
    for _ in range(3):
        phonemes, vowels = rng.choice(["ɭ", "l"], 80), rng.choice(["open", "front"], 80)
        values = np.zeros((80, 2, 2, 5))
        # The vowel changes both, and only the native's ɭ differs.
        values += rng.normal(0, 0.01, values.shape) + np.where(vowels == "open", 0.3, 0)[:, None, None, None]
        values[:, 0] += np.array([ratio[p] for p in phonemes])[:, None, None]
        values[0, 0, 0, 3] = np.nan
        speakers.append(natives.Tokens(phonemes, vowels, values, np.full((80, 2), 0.06)))
    lines = natives.table(speakers).splitlines()
    assert len(lines) == 2 + 4
    assert lines[2].startswith("| ɭ/l | end of the vowel before | natives | 0.90 ± 0.00 | 0.90 ± 0.00 |")
    assert lines[5].startswith("| ɭ/l | middle | student | 1.00 ± 0.00 |")
    assert "| 60/60 |" in lines[2]
    assert lines[2].endswith("| 3 |")


def test_a_doubled_consonant_is_one():
    assert list(natives.consonants("_ a ɭ ɭ a l i n k a _".split())) == [(2, 3), (5, 5), (7, 7)]
