"""Speaks each line that is typed; an empty line stops the speech: python3 conversation.py | aplay -f S16_LE -r 24000

Needs the package websockets. VAAK_URL and VAAK_API_KEY are the address of the service and its key."""

import asyncio
import json
import os
import sys

import websockets

URL = os.environ.get("VAAK_URL", "http://127.0.0.1:8080").replace("http", "ws", 1) + "/v1/tts/stream"
HEADERS = {"Authorization": f"Bearer {os.environ.get('VAAK_API_KEY', '')}"}


async def listen(socket):
    async for message in socket:
        if isinstance(message, bytes):
            sys.stdout.buffer.write(message)
            sys.stdout.buffer.flush()
            continue
        message = json.loads(message)
        if message["type"] != "audio":
            print(message, file=sys.stderr)
        if message["type"] in ("end", "cancelled") and message["context_id"] == "last":
            return


async def main():
    async with websockets.connect(URL, additional_headers=HEADERS) as socket:
        await socket.send(json.dumps({"type": "start", "v2": True, "binary": True}))
        listener = asyncio.create_task(listen(socket))
        turn = 0
        while line := await asyncio.to_thread(sys.stdin.readline):
            if line.strip():
                turn += 1
                text = {"type": "text", "context_id": str(turn), "text": line, "continue": False}
                await socket.send(json.dumps(text))
            else:
                await socket.send(json.dumps({"type": "cancel"}))
        await socket.send(json.dumps({"type": "text", "context_id": "last", "text": " ", "continue": False}))
        await listener


asyncio.run(main())
