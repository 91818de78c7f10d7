"""Renders prompts on two nodes of a Ray cluster on this machine, by ray/render.py: on_ray.py PROGRAM FOLDER

Both nodes speak, and the samples are the program's."""

import json
import os
import subprocess
import sys
import wave
from pathlib import Path

import ray
from ray.cluster_utils import Cluster

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
SCRIPTS = str(Path(__file__).parent.parent / "ray")
sys.path.insert(0, SCRIPTS)
# The processes of the nodes import it too. A script that is started itself is sent to them.
os.environ["PYTHONPATH"] = SCRIPTS
import render

TEXTS = ["नमस्ते, आपका टोकन नंबर {} है।", "For order {}, press 1.", "உங்கள் எண் {}.", "আপনার নম্বর {}।"]
PROMPTS = 40
# More than one node of two processors holds.
PROCESSES = (3, 3)


def spoken(text, voice, speed=1):
    command = [PROGRAM, "say", "--voice", voice, "--speed", str(speed), "--raw", "-o", "-", "-"]
    return subprocess.run(command, input=text.encode(), stdout=subprocess.PIPE, check=True).stdout


def main():
    prompts = [{"id": f"clips/{n}", "text": TEXTS[n % len(TEXTS)].format(n), "voice": ["Ananya", "Arjun"][n % 2]} for n in range(PROMPTS)]
    # A column of numbers that the others lack.
    prompts[0]["speed"] = 1.25
    wrong = {"id": "wrong", "text": "Hello.", "voice": "Nobody"}
    (FOLDER / "prompts.jsonl").write_text("".join(json.dumps(row) + "\n" for row in [*prompts, wrong]))
    cluster = Cluster(initialize_head=True, head_node_args={"num_cpus": 2, "include_dashboard": False})
    cluster.add_node(num_cpus=2)
    ray.init(address=cluster.address)
    try:
        assert len(ray.nodes()) == 2
        done = render.render(str(FOLDER / "prompts.jsonl"), str(FOLDER / "out"), PROCESSES).take_all()
    finally:
        ray.shutdown()
        cluster.shutdown()
    told = {row["id"]: row for row in done}
    assert len(done) == PROMPTS + 1 and "Ananya" in told["wrong"]["error"], told["wrong"]
    for row in prompts:
        with wave.open(str(FOLDER / "out" / f"{row['id']}.wav")) as clip:
            samples = clip.readframes(clip.getnframes())
        assert told[row["id"]]["error"] is None and samples == spoken(row["text"], row["voice"], row.get("speed", 1)), row
    nodes = {row["node"] for row in done}
    assert len(nodes) == 2, nodes
    shares = [sum(row["node"] == node for row in done) for node in nodes]
    print(f"ok: {PROMPTS} prompts on two nodes of Ray {ray.__version__}, {shares} rows each, the samples of the program; a wrong voice told")


main()
