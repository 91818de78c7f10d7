"""Measures from sending a cancellation to `cancelled`, which follows when the device is closed: `stop.py ADDRESS`."""

import json
import sys
import time

from websockets.sync.client import connect

TEXT = "आपका ऑर्डर कल सुबह पहुँच जाएगा। Your train leaves at half past eight. " * 20
TIMES = 200


def connected(address):
    for _ in range(100):
        try:
            return connect(f"ws://{address}/v1/tts/stream")
        except OSError:
            time.sleep(0.1)
    raise SystemExit("the service does not answer")


def main():
    taken = []
    with connected(sys.argv[1]) as line:
        line.send('{"type": "start", "v2": true, "output": "speaker"}')
        line.recv()
        for turn in map(str, range(TIMES)):
            line.send(json.dumps({"type": "text", "context_id": turn, "text": TEXT, "continue": False}))
            while json.loads(line.recv())["type"] != "progress":
                pass
            # Any moment of the sentence.
            time.sleep(0.15 + int(turn) * 0.037 % 0.2)
            sent = time.perf_counter()
            line.send(json.dumps({"type": "cancel", "context_id": turn}))
            while (told := json.loads(line.recv()))["type"] == "progress":
                pass
            assert told["type"] == "cancelled", told
            taken.append(1e3 * (time.perf_counter() - sent))
    taken.sort()
    print(f"cancel to silence, ms: median {taken[TIMES // 2]:.1f}, worst {taken[-1]:.1f}, n {TIMES}")


main()
