"""Clips: what `vaak say` writes, for the same text and settings. VAAK names the program."""

import inspect
import io
import os
import subprocess
import sys
import threading
import wave

import pytest

import vaak

TEXT = "नमस्ते, मैं वाक् हूँ। It is 5 pm now."


def program(*arguments):
    return subprocess.run([os.environ["VAAK"], *arguments], check=True, stdout=subprocess.PIPE).stdout


@pytest.mark.parametrize(
    ("settings", "flags"),
    [
        ({}, []),
        ({"voice": "Arjun"}, ["--voice", "Arjun"]),
        ({"voice": "arjun"}, ["--voice", "arjun"]),
        ({"language": "hi", "speed": 1.3}, ["--language", "hi", "--speed", "1.3"]),
        ({"pitch": -2, "pitch_range": 0.5, "volume": -6}, ["--pitch=-2", "--pitch-range", "0.5", "--volume=-6"]),
        ({"sentence_pause_ms": 300}, ["--sentence-pause", "300"]),
        ({"model": "Voice 2 Native Lite"}, ["--model", "Voice 2 Native Lite"]),
    ],
)
def test_the_samples_are_those_of_the_program(engine, settings, flags):
    assert engine.say(TEXT, **settings).pcm == program("say", "--raw", "-o", "-", *flags, TEXT)


def test_ssml_is_that_of_the_program(engine):
    document = '<speak>One <break time="200ms"/> two.</speak>'
    assert engine.say(document, ssml=True).pcm == program("say", "--raw", "--ssml", "-o", "-", document)


def test_the_package_runs_as_a_module(engine, tmp_path):
    def module(*arguments):
        command = [sys.executable, "-m", "vaak", *arguments]
        return subprocess.run(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, cwd=tmp_path, check=False)

    assert module(TEXT, "-v", "arjun", "-o", "said.wav").returncode == 0
    with wave.open(str(tmp_path / "said.wav")) as file:
        assert file.readframes(file.getnframes()) == engine.say(TEXT, voice="Arjun").pcm
    assert module("--voices").stdout.decode().split() == list(engine.models[0].voices)
    for wrong in [["...", "-o", "no.wav"], [TEXT, "-v", "nobody", "-o", "no.wav"]]:
        assert module(*wrong).returncode == 2
    assert not (tmp_path / "no.wav").exists()


def test_a_long_text(engine):
    text = "नमस्ते, मैं वाक् हूँ। " * 40
    assert engine.say(text).pcm == program("say", "--raw", "-o", "-", text)


def test_readings_are_those_of_the_program(engine):
    for text in [TEXT, "₹ 25 on 5/6/2024.", "kal meeting hai, thoda jaldi aana"]:
        assert engine.normalize(text) + "\n" == program("normalize", text).decode()
        assert "".join(line + "\n" for line in engine.phonemes(text)) == program("phonemes", text).decode()
    assert engine.normalize("5", language="hi") == "पाँच."
    assert engine.phonemes("[[k a]]", inline_phonemes=True) != engine.phonemes("[[k a]]")
    assert engine.normalize("😀", emoji=True) != engine.normalize("😀")


def test_audio_is_bytes_integers_and_a_file(engine, tmp_path):
    audio = engine.say(TEXT)
    assert bytes(audio) == audio.pcm and len(audio) * 2 == len(audio.pcm)
    assert audio.samples.format == "h" and audio.samples.readonly and len(audio.samples) == len(audio)
    assert audio.samples[1000] == int.from_bytes(audio.pcm[2000:2002], sys.byteorder, signed=True)
    assert audio.sample_rate == engine.sample_rate == 24000
    assert audio.duration == len(audio) / 24000 and 1 < audio.duration < 10
    assert repr(audio) == f"<vaak.Audio: {audio.duration:.3f} s at 24000 Hz>"
    audio.save(tmp_path / "clip.wav")
    assert (tmp_path / "clip.wav").read_bytes() == audio.wav()
    with wave.open(io.BytesIO(audio.wav())) as file:
        assert (file.getnchannels(), file.getsampwidth(), file.getframerate()) == (1, 2, 24000)
        assert file.readframes(len(audio) + 1) == audio.pcm


def test_audio_is_an_array(engine):
    numpy = pytest.importorskip("numpy")
    audio = engine.say("Hello.")
    array = numpy.asarray(audio)
    assert array.dtype == numpy.int16 and array.shape == (len(audio),)
    assert array.tobytes() == audio.pcm and array.tolist() == audio.samples.tolist()
    assert audio.numpy().ctypes.data == array.ctypes.data, "no copy"
    assert numpy.asarray(audio, dtype=numpy.float32).dtype == numpy.float32
    copy = numpy.array(audio)
    copy[0] = 1


def test_without_numpy(engine):
    if "numpy" in sys.modules or os.environ.get("VAAK_NUMPY") != "no":
        pytest.skip("NumPy is here")
    with pytest.raises(ImportError):
        engine.say("Hello.").numpy()


def test_marks_and_skipped(engine):
    audio = engine.say("Hello, Chennai! कल 25 तारीख है।")
    assert [mark.text for mark in audio.marks] == ["Hello", "Chennai", "कल", "25", "तारीख", "है"]
    assert [mark.language for mark in audio.marks] == ["en", "en", "hi", "hi", "hi", "hi"]
    places = [place for mark in audio.marks for place in (mark.begin, mark.end)]
    assert places == sorted(places) and places[-1] <= len(audio)
    assert [mark.ends_sentence for mark in audio.marks] == [False, True, False, False, False, True]
    assert audio.skipped == 0
    assert engine.say("Hello \ue000.").skipped == 1
    named = engine.say('<speak>One <mark name="here"/> two.</speak>', ssml=True).marks
    assert [(mark.text, mark.name) for mark in named] == [("One", None), ("", "here"), ("two", None)]


def test_lexicons(engine, tmp_path):
    file = tmp_path / "words.tsv"
    file.write_text("gif\ten\tjif\n", encoding="utf-8")
    plain, expected = engine.say("A gif."), engine.say("A jif.")
    assert plain.pcm != expected.pcm
    for lexicon in [file, str(file), [("gif", "en", "jif")]]:
        assert engine.say("A gif.", lexicon=lexicon).pcm == expected.pcm
        own = vaak.Engine(lexicon=lexicon)
        assert own.say("A gif.").pcm == expected.pcm
        assert own.normalize("A gif.") == engine.normalize("A jif.")
    with pytest.raises(vaak.LexiconError, match="lexicon, line 2: unknown language") as error:
        engine.say("a", lexicon=[("gif", "en", "jif"), ("gif", "xx", "jif")])
    assert (error.value.line, error.value.field) == (2, "language")
    with pytest.raises(vaak.LexiconError, match="already") as error:
        vaak.Engine(lexicon=[("gif", "en", "jif"), ("gif", "en", "gif")])
    assert (error.value.line, error.value.field) == (2, "word")
    with pytest.raises(FileNotFoundError) as error:
        vaak.Engine(lexicon=tmp_path / "none.tsv")
    assert error.value.filename == str(tmp_path / "none.tsv")
    file.write_text("#" * (1 << 20) + "\n", encoding="utf-8")
    with pytest.raises(vaak.LimitError):
        vaak.Engine(lexicon=file)
    for wrong in [5, [5], ["gif"], [("gif", "en")]]:
        with pytest.raises(TypeError, match="lexicon is"):
            vaak.Engine(lexicon=wrong)


@pytest.mark.parametrize(
    ("settings", "field", "words"),
    [
        ({"voice": "Arjn"}, "voice", 'did you mean "Arjun"'),
        ({"language": "xx"}, "language", "hi"),
        ({"model": "nobody"}, "model", "Voice 2 Native Lite"),
        ({"speed": 9}, "speed", "0.5 to 2.0"),
        ({"speed": float("nan")}, "speed", "0.5 to 2.0"),
        ({"pitch": 7}, "pitch", "-6.0 to 6.0"),
        ({"pitch_range": -1}, "pitch_range", "0.0 to 2.0"),
        ({"volume": 13}, "volume", "-40.0 to 12.0"),
        ({"sentence_pause_ms": 5001}, "sentence_pause_ms", "0.0 to 5000.0"),
        ({"sentence_pause_ms": -1}, "sentence_pause_ms", "0.0 to 5000.0"),
        ({"paragraph_pause_ms": float("inf")}, "paragraph_pause_ms", "0.0 to 5000.0"),
    ],
)
def test_a_wrong_setting_is_named_with_what_is_allowed(engine, settings, field, words):
    for call in [lambda: engine.say("a", **settings), lambda: engine.turn(**settings)]:
        with pytest.raises(vaak.SettingError) as error:
            call()
        assert isinstance(error.value, (vaak.Error, ValueError))
        assert error.value.field == field and words in str(error.value)


def test_a_setting_of_another_name_or_type(engine):
    with pytest.raises(TypeError, match="unknown setting \"range\": it is one of voice, .*pitch_range"):
        engine.say("a", range=1)
    with pytest.raises(TypeError, match="speed is a number, not str"):
        engine.say("a", speed="fast")
    with pytest.raises(TypeError, match="voice is a string, not int"):
        engine.say("a", voice=5)
    with pytest.raises(TypeError):
        engine.say(b"a")
    assert engine.say("a", voice=None, speed=None).pcm == engine.say("a").pcm


def test_every_setting_that_the_types_have_is_taken(engine):
    from vaak._settings import Settings

    values = {"voice": "Arjun", "language": "hi", "model": "Voice 2 Native", "lexicon": [], "emoji": True, "inline_phonemes": True}
    given = {name: values.get(name, 1) for name in Settings.__annotations__}
    assert len(given) == 12 and len(engine.say("a", **given)) > 0
    with pytest.raises(TypeError) as error:
        engine.say("a", none=1)
    assert str(error.value).split("it is one of ")[1].split(", ") == list(Settings.__annotations__)


def test_engines(engine, tmp_path):
    assert [model.name for model in engine.models] == ["Voice 2 Native", "Voice 2 Native Lite"]
    assert engine.models[0].voices == ("Ananya", "Arjun", "Vikram", "Kavya")
    lite = vaak.Engine("voice 2 native lite")
    assert lite.models[0].name == "Voice 2 Native Lite"
    assert lite.say("a").pcm == engine.say("a", model="Voice 2 Native Lite").pcm
    with pytest.raises(vaak.SettingError) as error:
        vaak.Engine("nobody")
    assert error.value.field == "model"
    with pytest.raises(vaak.VoiceError, match="manifest.json"):
        vaak.Engine(tmp_path)
    with pytest.raises(vaak.SsmlError, match="unknown element <b>") as fault:
        engine.say("<speak>\n <b>One</b></speak>", ssml=True)
    assert (fault.value.line, fault.value.column) == (2, 2)


def test_other_threads_go_on_while_it_computes(engine):
    """A thread that counts gets far while another speaks; with the lock held it would stand still for each second of audio."""
    done = threading.Event()
    longest = [0.0]

    def watch():
        import time

        last = time.monotonic()
        while not done.is_set():
            now = time.monotonic()
            longest[0] = max(longest[0], now - last)
            last = now
            time.sleep(0)

    watching = threading.Thread(target=watch)
    watching.start()
    audio = engine.say("This is a long sentence that goes on and on without any stop " * 20)
    done.set()
    watching.join()
    assert audio.duration > 30
    # Whole clips take longer than this by far, and this machine may be busy.
    assert longest[0] < 1


def test_threads_share_an_engine(engine):
    expected = engine.say(TEXT).pcm
    found = []
    threads = [threading.Thread(target=lambda: found.append(engine.say(TEXT).pcm)) for _ in range(4)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert found == [expected] * 4


def test_all_that_is_public_has_a_docstring():
    for name in vaak.__all__[:-1]:
        thing = getattr(vaak, name)
        assert inspect.getdoc(thing), name
        for part, value in vars(thing).items():
            if not part.startswith("_") and (inspect.isfunction(value) or isinstance(value, property)):
                assert inspect.getdoc(value), f"{name}.{part}"
