"""Home Assistant speaks by a service: speaks.py HOST PORT FOLDER, of its Wyoming address and for its settings. Ends with 0 where all holds."""

import asyncio
import io
import sys
import wave
from pathlib import Path

from homeassistant import bootstrap, const
from homeassistant.runner import RuntimeConfig

host, port, folder = sys.argv[1], int(sys.argv[2]), Path(sys.argv[3])
ENTITY = "tts.vaak"
NOTHING_TO_SAY = ("...", "😊", "你好")
passed = 0


def ok(told):
    global passed
    passed += 1
    print("ok:", told)


async def samples(hass, text, language, **options):
    """What the integration hears."""
    entity = hass.data["tts"].get_entity(ENTITY)
    kind, audio = await entity.async_get_tts_audio(text, language, options)
    assert kind == "wav", kind
    with wave.open(io.BytesIO(audio)) as clip:
        return clip.readframes(clip.getnframes())


async def played(hass, text, language, **options):
    """What a media player is sent: MP3, which ffmpeg makes of it."""
    # Home Assistant has installed what these need by now.
    from homeassistant.components import tts
    from homeassistant.components.tts.media_source import generate_media_source_id

    place = generate_media_source_id(hass, text, engine=ENTITY, language=language, options=options, cache=False)
    kind, audio = await tts.async_get_media_source_audio(hass, place)
    assert kind == "mp3", kind
    return audio


async def set_up():
    folder.mkdir()
    (folder / "configuration.yaml").write_text("http:\n  server_host: 127.0.0.1\n  server_port: 18093\nmedia_source:\ntts:\n")
    hass = await bootstrap.async_setup_hass(RuntimeConfig(config_dir=str(folder)))
    await hass.async_start()
    flow = await hass.config_entries.flow.async_init("wyoming", context={"source": "user"})
    flow = await hass.config_entries.flow.async_configure(flow["flow_id"], {"host": host, "port": port})
    assert flow["type"] == "create_entry", flow
    await hass.async_block_till_done()
    return hass


async def main():
    hass = await set_up()
    ok(f"Home Assistant {const.__version__} takes the service as an integration")

    entity = hass.data["tts"].get_entity(ENTITY)
    assert entity, hass.states.async_entity_ids()
    assert len(entity.supported_languages) == 11, entity.supported_languages
    for language in entity.supported_languages:
        voices = {voice.voice_id for voice in entity.async_get_supported_voices(language)}
        own = {f"{name} ({language})" for name in ("Ananya", "Arjun", "Vikram", "Kavya")}
        others = {voice for voice in voices if "(" in voice} - own
        assert own <= voices and "Ananya" in voices and not others, (language, voices)
    ok("eleven languages, each with its own names of the voices beside the plain ones")

    marathi = await samples(hass, "25", "mr", voice="Ananya (mr)")
    assert marathi != await samples(hass, "25", "mr", voice="Ananya (hi)")
    assert marathi == await samples(hass, "पंचवीस", "mr", voice="Ananya (mr)")
    ok("a text in figures is read in the language of the voice")

    for text, language, voice in (("नमस्ते।", "hi", "Arjun"), ("வணக்கம்.", "ta", "Kavya (ta)"), ("Hello.", "en", "Vikram")):
        assert len(await played(hass, text, language, voice=voice)) > 4_000, text
    ok("what media players are sent")

    for text in NOTHING_TO_SAY:
        silence = await samples(hass, text, "hi")
        assert silence and not any(silence), text
        assert await played(hass, text, "hi"), text
    ok("where there is nothing to say, a short silence")

    print(f"{passed} passed, 0 failed")
    await hass.async_stop()


asyncio.run(main())
