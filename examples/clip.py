"""Speaks a text over HTTP and writes the PCM as it arrives: python3 clip.py "नमस्ते" | aplay -f S16_LE -r 24000

Needs the package requests. VAAK_URL and VAAK_API_KEY are the address of the service and its key."""

import os
import sys

import requests

url = os.environ.get("VAAK_URL", "http://127.0.0.1:8080")
headers = {"Authorization": f"Bearer {os.environ.get('VAAK_API_KEY', '')}"}
body = {"text": sys.argv[1], "voice": "Ananya"}
with requests.post(f"{url}/v1/tts", json=body, headers=headers, stream=True, timeout=60) as reply:
    if not reply.ok:
        sys.exit(reply.json()["message"])
    for chunk in reply.iter_content(chunk_size=None):
        sys.stdout.buffer.write(chunk)
        sys.stdout.buffer.flush()
