"""HAProxy before three services, as haproxy.cfg has it, under load: balanced.py PROGRAM FOLDER

One service is drained by HAProxy, one told to end, one killed and one frozen. What a client got to its end is what `vaak say` gives;
what was cut was told, by an error or a close. Needs websockets and haproxy."""

import asyncio
import collections
import hashlib
import http.client
import json
import os
import re
import signal
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import websockets

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
KEY = "a-key-for-this-test"
HEADERS = {"Authorization": f"Bearer {KEY}"}
NAMES = ["one", "two", "three"]
TALKERS, READERS = 12, 3
# Conversations that a service has although all clips are there: a third of all, without them.
LEAST = (TALKERS + READERS) // 3 - READERS
# Turns of a conversation, and the time between two fragments, as a language model writes them.
TURNS, PACE = 3, 0.02
# More than any timeout of the test: silence for so long is told by nobody.
SILENCE = 20
TEXTS = [
    ("Ananya", "नमस्ते, आपका ऑर्डर कल सुबह पहुँच जाएगा। क्या मैं कुछ और कर सकती हूँ?"),
    ("Arjun", "Your train leaves at half past eight. Shall I book a seat for you?"),
    ("Ananya", "உங்கள் பணம் வந்து சேர்ந்தது. நன்றி!"),
    ("Arjun", "ধন্যবাদ, আবার দেখা হবে।"),
]
LONG = "Hello there, how are you today? वह घर गया। फिर वह सो गया। " * 20


def free_ports(count):
    held = [socket.create_server(("127.0.0.1", 0)) for _ in range(count)]
    ports = [one.getsockname()[1] for one in held]
    for one in held:
        one.close()
    return ports


def spoken(voice, text):
    command = [PROGRAM, "say", "--voice", voice, "--raw", "-o", "-", "-"]
    pcm = subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout
    return hashlib.sha256(pcm).hexdigest()


class Fleet:
    def __init__(self):
        *ports, self.port = free_ports(4)
        self.addresses = dict(zip(NAMES, (f"127.0.0.1:{port}" for port in ports)))
        self.processes = {}
        self.admin = FOLDER / "admin.sock"
        self.admin.unlink(missing_ok=True)
        config = (Path(__file__).parent.parent / "haproxy.cfg").read_text()
        # Shorter, as a test does not wait for a minute; and the pings with them.
        changes = [(r"/run/haproxy/admin\.sock", str(self.admin)), (r"bind :8080", f"bind 127.0.0.1:{self.port}")]
        changes += [(f"server {name} [0-9.:]+", f"server {name} {address}") for name, address in self.addresses.items()]
        changes += [("timeout tunnel 60s", "timeout tunnel 5s"), ("timeout server 60s", "timeout server 5s")]
        for old, new in changes:
            config, count = re.subn(old, new, config)
            assert count == 1, old
        (FOLDER / "haproxy.cfg").write_text(config)
        for name in NAMES:
            self.start(name)
        subprocess.run(["haproxy", "-c", "-f", FOLDER / "haproxy.cfg"], check=True, stdout=subprocess.DEVNULL)
        log = open(FOLDER / "haproxy.log", "w")
        self.processes["haproxy"] = subprocess.Popen(["haproxy", "-db", "-f", FOLDER / "haproxy.cfg"], stdout=log, stderr=log)

    def start(self, name, **limits):
        # A fragment that comes late on a busy machine is no end of a clause; a whole fleet's load is one key's here.
        limits = {"PING": "1", "FLUSH": "30", "SENTENCE": "30", "REQUESTS": "1000000"} | limits
        environment = os.environ | {"VAAK_API_KEY": KEY} | {f"VAAK_LIMITS_{key}": value for key, value in limits.items()}
        command = [PROGRAM, "serve", "--listen", self.addresses[name], "--log-format", "none"]
        log = open(FOLDER / f"{name}.log", "a")
        self.processes[name] = subprocess.Popen(command, env=environment, stderr=log)

    def send(self, name, number):
        self.processes[name].send_signal(number)

    def ask(self, command):
        with socket.socket(socket.AF_UNIX) as admin:
            admin.connect(str(self.admin))
            admin.sendall(command.encode() + b"\n")
            return admin.makefile().read()

    def states(self):
        """What HAProxy thinks of each service, and how many sessions it has there."""
        lines = self.ask("show stat").lstrip("# ").splitlines()
        rows = [dict(zip(lines[0].split(","), line.split(","))) for line in lines[1:]]
        return {row["svname"]: (row["status"].split()[0], int(row["scur"])) for row in rows if row.get("svname") in NAMES}

    def answers(self, name):
        host, port = self.addresses[name].split(":")
        with socket.socket() as probe:
            return probe.connect_ex((host, int(port))) == 0

    def metric(self, name, metric):
        request = urllib.request.Request(f"http://{self.addresses[name]}/metrics", headers=HEADERS)
        with urllib.request.urlopen(request, timeout=SILENCE) as reply:
            found = re.search(rf"^{re.escape(metric)} (\d+)", reply.read().decode(), re.M)
            return int(found[1]) if found else 0

    def conversations(self, name):
        return self.metric(name, "vaak_conversations")

    def end(self):
        for process in self.processes.values():
            process.kill()


class Load:
    """Clients that speak all the time through HAProxy, and what became of what they asked for."""

    def __init__(self, fleet):
        self.fleet, self.count, self.over = fleet, collections.Counter(), False
        self.right = [spoken(*row) for row in TEXTS]
        self.right_long = spoken("Ananya", LONG)
        self.url = f"ws://127.0.0.1:{fleet.port}/v1/tts/stream"

    def connect(self):
        # No pings of its own: HAProxy and the service have to notice.
        return websockets.connect(self.url, additional_headers=HEADERS, max_size=None, ping_interval=None)

    async def start(self, talk):
        await talk.send(json.dumps({"type": "start", "v2": True, "binary": True}))
        return json.loads(await asyncio.wait_for(talk.recv(), SILENCE))

    async def turn(self, talk, which, context):
        """Whether the turn was spoken to its end."""
        voice, text = TEXTS[which]

        async def write():
            await talk.send(json.dumps({"type": "start", "v2": True, "binary": True, "voice": voice}))
            for at in range(0, len(text), 3):
                await talk.send(json.dumps({"type": "text", "context_id": context, "text": text[at : at + 3]}))
                await asyncio.sleep(PACE)
            await talk.send(json.dumps({"type": "text", "context_id": context, "continue": False}))

        writing, heard = asyncio.create_task(write()), hashlib.sha256()
        try:
            while True:
                message = await asyncio.wait_for(talk.recv(), SILENCE)
                if isinstance(message, bytes):
                    heard.update(message)
                    continue
                message = json.loads(message)
                if message["type"] in ("error", "cancelled"):
                    self.count[f"turns: {message.get('error', 'cancelled')}"] += 1
                    return False
                if message["type"] == "end":
                    assert heard.hexdigest() == self.right[which], "a wrong byte of a turn"
                    self.count["turns spoken"] += 1
                    return True
        finally:
            writing.cancel()
            await asyncio.gather(writing, return_exceptions=True)

    async def talker(self, number):
        which = number
        while not self.over:
            try:
                async with self.connect() as talk:
                    for turn in range(TURNS):
                        which = (which + 1) % len(TEXTS)
                        if self.over or not await self.turn(talk, which, str(turn)):
                            break
            except websockets.ConnectionClosed as closed:
                code = closed.rcvd.code if closed.rcvd else "without a code"
                self.count[f"turns: closed, {code}"] += 1
            except websockets.InvalidStatus as refused:
                self.count[f"conversations: {refused.response.status_code}"] += 1
                await asyncio.sleep(0.1)

    def clip(self):
        connection = http.client.HTTPConnection("127.0.0.1", self.fleet.port, timeout=SILENCE)
        body = json.dumps({"text": LONG, "voice": "Ananya"})
        try:
            connection.request("POST", "/v1/tts", body, HEADERS | {"Content-Type": "application/json"})
            reply = connection.getresponse()
            if reply.status != 200:
                return f"clips: {reply.status}"
            pcm = reply.read()
        except (http.client.IncompleteRead, http.client.RemoteDisconnected, ConnectionError) as cut:
            return f"clips: {type(cut).__name__}"
        assert hashlib.sha256(pcm).hexdigest() == self.right_long, "a wrong byte of a clip"
        return "clips spoken"

    async def reader(self):
        while not self.over:
            self.count[await asyncio.to_thread(self.clip)] += 1


async def until(what, condition, seconds=SILENCE):
    end = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < end, f"never: {what}"
        await asyncio.sleep(0.05)


async def run(fleet):
    passed = 0

    def ok(what):
        nonlocal passed
        passed += 1
        print(f"ok: {what}", flush=True)

    def up(*names):
        return lambda: all(fleet.states()[name][0] == "UP" for name in names)

    await until("all are ready", lambda: fleet.admin.exists() and up(*NAMES)())
    load = Load(fleet)

    talks = [await load.connect() for _ in range(12)]
    for talk in talks:
        assert (await load.start(talk))["type"] == "metadata"
    shares = [fleet.conversations(name) for name in NAMES]
    assert shares == [4, 4, 4], shares
    for talk in talks:
        await talk.close()
    ok(f"12 conversations over three services: {shares}")
    request = urllib.request.Request(f"http://127.0.0.1:{fleet.port}/metrics", headers=HEADERS)
    try:
        urllib.request.urlopen(request, timeout=SILENCE)
        raise AssertionError("/metrics of one of three")
    except urllib.error.HTTPError as refused:
        assert refused.code == 404
    ok("/metrics is a service's own")

    async def restart(name, **limits):
        fleet.send(name, signal.SIGTERM)
        assert await asyncio.to_thread(fleet.processes[name].wait, SILENCE) == 0
        await until("noticed", lambda: fleet.states()[name][0] == "DOWN")
        fleet.start(name, **limits)
        await until("back", up(name))

    # It refuses every clip, as a service does that has too much to speak.
    await restart("three", SPEAKING="0")
    clips = [await asyncio.to_thread(load.clip) for _ in range(6)]
    assert clips == ["clips spoken"] * 6, clips
    assert fleet.metric("three", 'vaak_errors_total{code="busy"}') > 0
    await restart("three")
    ok("a clip that one service is too busy for is spoken by another")

    clients = [asyncio.create_task(load.talker(number)) for number in range(TALKERS)]
    clients += [asyncio.create_task(load.reader()) for _ in range(READERS)]

    async def phase(what, act, loses):
        """Acts under load, and says what was lost meanwhile: something, nothing, or, where it is chance, None."""
        before = load.count.copy()
        await asyncio.sleep(1)
        try:
            await act()
            await asyncio.sleep(1)
        finally:
            # What a client found is the cause of what was waited for in vain.
            for client in clients:
                if client.done():
                    client.result()
        counts = load.count - before
        lost = {key: count for key, count in counts.items() if "spoken" not in key}
        assert counts["turns spoken"] > TALKERS, counts
        assert loses is None or bool(lost) == loses, (what, lost)
        told = ", ".join(f"{count} {key}" for key, count in lost.items()) or "nothing lost"
        ok(f"{what}: {counts['turns spoken']} turns and {counts['clips spoken']} clips right; {told}")

    async def drain():
        fleet.ask("set server services/two state drain")
        await until("drained", lambda: fleet.states()["two"] == ("DRAIN", 0))
        assert fleet.conversations("two") == 0
        fleet.send("two", signal.SIGTERM)
        assert await asyncio.to_thread(fleet.processes["two"].wait, SILENCE) == 0
        fleet.start("two")
        await until("it listens", lambda: fleet.answers("two"))
        fleet.ask("set server services/two state ready")
        await until("back", up("two"))
        await until("it is spoken with again", lambda: fleet.conversations("two") > 0)

    async def kill():
        await until("it is spoken with", lambda: fleet.conversations("one") >= LEAST)
        fleet.send("one", signal.SIGKILL)
        fleet.processes["one"].wait()
        await until("noticed", lambda: fleet.states()["one"][0] == "DOWN")
        fleet.start("one")
        await until("back", up("one"))
        await until("it is spoken with again", lambda: fleet.conversations("one") > 0)

    async def freeze():
        await until("it is spoken with", lambda: fleet.conversations("one") >= LEAST)
        fleet.send("one", signal.SIGSTOP)
        await until("noticed", lambda: fleet.states()["one"] == ("DOWN", 0))
        fleet.send("one", signal.SIGCONT)
        await until("back", up("one"))

    await phase("drained, ended and started again", drain, loses=False)
    await phase("told to end without a drain", lambda: restart("three"), loses=None)
    await phase("killed", kill, loses=True)
    await phase("frozen", freeze, loses=True)
    load.over = True
    await asyncio.wait_for(asyncio.gather(*clients), 2 * SILENCE)
    assert load.count["clips spoken"] > 0, load.count
    print(f"{passed} passed, 0 failed")


def main():
    fleet = Fleet()
    try:
        asyncio.run(run(fleet))
    finally:
        fleet.end()


main()
