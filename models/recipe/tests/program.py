"""A stand-in of the program: an inventory, a phoneme a letter, and noise for speech."""

import json
import os
import sys

SYMBOLS = ["_", " ", ",", ".", "?", "!", "ˈ", "\u0303", "a", "i", "k", "l", "m", "\u0300"]


def main(arguments):
    if arguments[0] == "say":
        import numpy as np
        import soundfile

        noise = np.random.default_rng(0).standard_normal(24000) * 0.05
        path = arguments[arguments.index("-o") + 1]
        soundfile.write(path, noise, 24000, **({"format": "OGG", "subtype": "OPUS"} if path.endswith("opus") else {}))
    elif "--inventory" in arguments:
        symbols = [s for s in SYMBOLS if s not in os.environ.get("WITHOUT", "")]
        rows = [{"symbol": s, "index": i, "class": "mark"} for i, s in enumerate(symbols)]
        print(json.dumps({"version": 7, "phonemes": rows}))
    else:
        for number, line in enumerate(sys.stdin, 1):
            letters = [c if c in SYMBOLS else "a" for c in line.strip("\n")]
            clause = {"line": number, "text": line.strip("\n"), "phonemes": ["_", *letters, ".", "_"], "skipped": 0}
            print(json.dumps(clause))


main(sys.argv[1:])
