"""Speaks from the command line: `python -m vaak TEXT -o FILE`."""

from __future__ import annotations

import argparse
import sys

from . import Engine, Error, __version__


def main() -> int:
    """Writes the text's speech to a file, or says which voices there are."""
    parser = argparse.ArgumentParser(prog="python -m vaak", description="Text to speech for eleven Indian languages.")
    parser.add_argument("text", nargs="?", help="what to speak; standard input without it")
    parser.add_argument("-o", "--output", default="speech.wav", help="the WAV file (default: %(default)s)")
    parser.add_argument("-v", "--voice", help="a voice, in any case")
    parser.add_argument("-l", "--language", help="a code such as hi; detected without it")
    parser.add_argument("-s", "--speed", type=float, help="0.5 to 2")
    parser.add_argument("--voices", action="store_true", help="list the voices and leave")
    parser.add_argument("--version", action="version", version=f"vaak {__version__}")
    flags = parser.parse_args()
    engine = Engine()
    if flags.voices:
        print(*(voice for voice in engine.models[0].voices), sep="\n")
        return 0
    text = sys.stdin.read() if flags.text is None else flags.text
    try:
        audio = engine.say(text, voice=flags.voice, language=flags.language, speed=flags.speed)
    except Error as error:
        parser.error(str(error))
    if not audio.pcm:
        parser.error("there is nothing to speak")
    audio.save(flags.output)
    return 0


if __name__ == "__main__":
    sys.exit(main())
