"""Turns: text in fragments, cancellation, threads and tasks."""

import asyncio
import threading
import time

import pytest

import vaak

TEXT = "नमस्ते, मैं वाक् हूँ। It is 5 pm now."
LONG = "Hello there, how are you? " * 400


def joined(chunks):
    return b"".join(chunk.pcm for chunk in chunks)


def test_text_in_fragments_is_the_clip(engine):
    clip = engine.say(TEXT, voice="Arjun")
    with engine.turn(voice="Arjun") as turn:
        found, marks = b"", []
        for letter in TEXT:
            turn.push(letter)
            found += joined(turn.ready())
            marks += turn.marks()
        turn.close()
        for chunk in turn:
            assert isinstance(chunk, vaak.Audio) and 0 < len(chunk) <= 24000
            found += chunk.pcm
            marks += turn.marks()
        assert found == clip.pcm
        assert tuple(marks) == clip.marks
        assert turn.skipped == 0 and not turn.cancelled
        assert list(turn) == [] and list(turn.ready()) == []


def test_a_turn_speaks_when_a_clause_is_complete_or_flushed(engine):
    turn = engine.turn()
    assert list(turn.ready()) == []
    turn.push("Hello the")
    assert list(turn.ready()) == []
    turn.push("re. How are ")
    assert joined(turn.ready())
    turn.flush()
    assert joined(turn.ready())
    turn.push("you")
    turn.end_sentence()
    assert joined(turn.ready())


def test_ssml_in_a_turn(engine):
    turn = engine.turn()
    turn.push("One.")
    with pytest.raises(vaak.SsmlError) as error:
        turn.push_ssml("<speak><b>Two</b></speak>")
    assert (error.value.line, error.value.column) == (1, 8)
    turn.push_ssml('<speak><break time="1s"/>Two.</speak>')
    turn.close()
    assert sum(map(len, turn)) > 24000
    with pytest.raises(vaak.TurnOverError):
        turn.push_ssml("<speak>Three.</speak>")


def test_a_turn_that_is_over_takes_no_text(engine):
    closed, cancelled = engine.turn(), engine.turn()
    closed.push("One.")
    closed.close()
    closed.close()
    cancelled.push("One.")
    cancelled.cancel()
    cancelled.cancel()
    for turn in [closed, cancelled]:
        with pytest.raises(vaak.TurnOverError, match="over"):
            turn.push("Two.")
        turn.flush()
    assert joined(closed)
    assert list(cancelled) == [] and list(cancelled.ready()) == [] and cancelled.marks() == []
    cancelled.close()
    assert list(cancelled) == []


def test_leaving_the_block_cancels(engine):
    with pytest.raises(KeyError), engine.turn() as turn:
        turn.push(LONG)
        raise KeyError
    assert turn.cancelled and list(turn) == []


def test_nothing_is_delivered_after_cancel(engine):
    """Another thread cancels, a hundred times at moments that differ. Whoever asks after it returned gets nothing."""
    worst_call = worst_end = 0.0
    for attempt in range(100):
        turn = engine.turn(model="Voice 2 Native Lite")
        turn.push(LONG)
        returned, spoken = threading.Event(), threading.Event()
        late, ended = [], []

        def listen():
            chunks = iter(turn)
            while True:
                asked_late = returned.is_set()
                if next(chunks, None) is None:
                    break
                spoken.set()
                late.append(asked_late)
            ended.append(time.perf_counter())

        listening = threading.Thread(target=listen)
        listening.start()
        assert spoken.wait(60)
        time.sleep(attempt % 10 / 1000)
        begun = time.perf_counter()
        turn.cancel()
        called = time.perf_counter()
        returned.set()
        listening.join(60)
        assert ended and not any(late)
        worst_call = max(worst_call, called - begun)
        worst_end = max(worst_end, ended[0] - begun)
    print(f"\ncancel returned within {1000 * worst_call:.2f} ms, the iteration ended within {1000 * worst_end:.1f} ms")


def test_nothing_is_delivered_after_cancel_in_the_same_thread(engine):
    turn = engine.turn()
    turn.push(LONG)
    chunks = iter(turn)
    assert next(chunks).pcm
    turn.cancel()
    assert list(chunks) == [] and turn.marks() == []


def test_iteration_waits_for_a_thread_that_pushes(engine):
    turn = engine.turn()

    def push():
        for word in TEXT.split(" "):
            time.sleep(0.01)
            turn.push(word + " ")
        turn.close()

    pushing = threading.Thread(target=push)
    pushing.start()
    found = joined(turn)
    pushing.join()
    assert found == engine.say(TEXT).pcm


def test_a_thread_that_waits_is_woken_by_cancel(engine):
    turn = engine.turn()
    waiting = threading.Thread(target=lambda: list(turn))
    waiting.start()
    time.sleep(0.05)
    turn.cancel()
    waiting.join(10)
    assert not waiting.is_alive()


def test_async_iteration_waits_for_a_task_that_pushes(engine):
    async def main():
        async with engine.turn(voice="Arjun") as turn:

            async def speak():
                return b"".join([chunk.pcm async for chunk in turn])

            speaking = asyncio.create_task(speak())
            for word in TEXT.split(" "):
                await asyncio.sleep(0.01)
                turn.push(word + " ")
            turn.close()
            return await speaking

    assert asyncio.run(main()) == engine.say(TEXT, voice="Arjun").pcm


def test_async_cancel_delivers_nothing_more(engine):
    async def main():
        turn = engine.turn()
        turn.push(LONG)
        taken = []

        async def speak():
            async for chunk in turn:
                taken.append(chunk)

        speaking = asyncio.create_task(speak())
        while len(taken) < 3:
            await asyncio.sleep(0.001)
        turn.cancel()
        before = len(taken)
        await asyncio.wait_for(speaking, 10)
        assert len(taken) == before

    asyncio.run(main())


def test_a_task_that_is_cancelled_leaves_the_turn_usable(engine):
    async def main():
        turn = engine.turn()
        waiting = asyncio.create_task(anext_of(turn))
        await asyncio.sleep(0.05)
        waiting.cancel()
        with pytest.raises(asyncio.CancelledError):
            await waiting
        turn.push(TEXT)
        turn.close()
        return b"".join([chunk.pcm async for chunk in turn])

    async def anext_of(turn):
        return await turn.__aiter__().__anext__()

    assert asyncio.run(main()) == engine.say(TEXT).pcm


def test_many_turns_in_one_loop(engine):
    async def say():
        async with engine.turn() as turn:
            turn.push(TEXT)
            turn.close()
            return b"".join([chunk.pcm async for chunk in turn])

    async def main():
        return await asyncio.gather(*[say() for _ in range(8)])

    assert asyncio.run(main()) == [engine.say(TEXT).pcm] * 8


def test_push_does_not_wait_for_a_chunk(engine):
    """While a thread speaks, pushing is quick: the longest of many is far shorter than the chunks would make it together."""
    turn = engine.turn()
    turn.push(LONG)
    listening = threading.Thread(target=lambda: list(turn))
    listening.start()
    for _ in range(200):
        turn.push("And more. ")
    assert listening.is_alive(), "it did not wait for all that was to be spoken"
    turn.cancel()
    listening.join(10)
    assert not listening.is_alive()
