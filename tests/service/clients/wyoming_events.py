"""Wyoming's own package against the address of the first argument: writes what was streamed to standard output."""

import asyncio
import sys

from wyoming.audio import AudioChunk, AudioStart, AudioStop
from wyoming.client import AsyncClient
from wyoming.error import Error
from wyoming.info import Describe, Info
from wyoming.ping import Ping, Pong
from wyoming.tts import Synthesize, SynthesizeChunk, SynthesizeStart, SynthesizeStop, SynthesizeStopped, SynthesizeVoice

TEXT = "नमस्ते, मैं वाक् हूँ। It is 5 pm now."
VOICE = SynthesizeVoice(name="Arjun")


async def audio(client, last):
    """The samples until an event of the type `last`."""
    pcm, started, stopped = b"", 0, 0
    while True:
        event = await client.read_event()
        assert event is not None, "the service hung up"
        assert not Error.is_type(event.type), event.data
        if AudioStart.is_type(event.type):
            start = AudioStart.from_event(event)
            assert (start.rate, start.width, start.channels) == (24000, 2, 1), start
            started += 1
        elif AudioChunk.is_type(event.type):
            chunk = AudioChunk.from_event(event)
            assert started == 1 and not stopped and chunk.rate == 24000
            pcm += chunk.audio
        elif AudioStop.is_type(event.type):
            stopped += 1
        if last.is_type(event.type):
            assert (started, stopped) == (1, 1)
            return pcm


async def main(uri):
    async with AsyncClient.from_uri(uri) as client:
        await client.write_event(Describe().event())
        info = Info.from_event(await client.read_event())
        (program,) = info.tts
        assert program.installed and program.supports_synthesize_streaming, program
        assert {voice.name for voice in program.voices} >= {"Ananya", "Arjun"}, program.voices
        # A voice speaks all languages, and is listed once more for each alone.
        languages = {voice.name: set(voice.languages) for voice in program.voices}
        assert {"hi", "ta", "or"} <= languages["Ananya"] and languages["Ananya (mr)"] == {"mr"}, languages

        await client.write_event(Ping(text="here").event())
        assert Pong.from_event(await client.read_event()).text == "here"

        await client.write_event(Synthesize(text=TEXT, voice=VOICE).event())
        whole = await audio(client, AudioStop)

        # As Home Assistant does: the text as a language model writes it, then once more as a whole.
        await client.write_event(SynthesizeStart(voice=VOICE).event())
        for at in range(0, len(TEXT), 3):
            await client.write_event(SynthesizeChunk(text=TEXT[at : at + 3]).event())
        await client.write_event(Synthesize(text=TEXT, voice=VOICE).event())
        await client.write_event(SynthesizeStop().event())
        streamed = await audio(client, SynthesizeStopped)
        assert streamed == whole and len(whole) > 24000 * 2, (len(streamed), len(whole))

        await client.write_event(Synthesize(text=TEXT, voice=SynthesizeVoice(name="Nobody")).event())
        event = await client.read_event()
        assert Error.is_type(event.type) and Error.from_event(event).code == "unknown_voice", event
        assert await client.read_event() is None
    sys.stdout.buffer.write(streamed)


asyncio.run(main(sys.argv[1]))
