"""Text to speech for eleven Indian languages, without a network.

    import vaak

    engine = vaak.Engine()
    engine.say("नमस्ते, मैं वाक् हूँ।").save("hello.wav")

`Engine.say` gives a clip as `Audio`; `Engine.turn` speaks text while it comes.
"""

from ._audio import Audio, Mark
from ._engine import Engine, Model
from ._errors import Error, LexiconError, LimitError, SettingError, SsmlError, TurnOverError, VoiceError
from ._turn import Turn
from ._vaak import VERSION as __version__

__all__ = [
    "Audio",
    "Engine",
    "Error",
    "LexiconError",
    "LimitError",
    "Mark",
    "Model",
    "SettingError",
    "SsmlError",
    "Turn",
    "TurnOverError",
    "VoiceError",
    "__version__",
]
