"""What kubernetes/ says of the program, tried with the program, without a cluster: manifests.py PROGRAM FOLDER

The service starts with the deployment's settings and answers its probes, the autoscaler's metric is one of its own, and the job's parts
together speak what one process speaks. Needs PyYAML."""

import os
import re
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from pathlib import Path

import yaml

PROGRAM, FOLDER = Path(sys.argv[1]).resolve(), Path(sys.argv[2]).resolve()
MANIFESTS = Path(__file__).parent.parent / "kubernetes"
KEY = "a-key-for-this-test"
PROMPTS = """id,text,language
welcome,"नमस्ते, बैंक में आपका स्वागत है।",hi
menu/balance,For your balance press 1.,en
menu/end,நன்றி.,ta
bye,ধন্যবাদ।,bn
"""


def documents(name):
    return {one["kind"]: one for one in yaml.safe_load_all((MANIFESTS / name).read_text())}


def container(document):
    (one,) = document["spec"]["template"]["spec"]["containers"]
    return one


def get(url):
    request = urllib.request.Request(url, headers={"Authorization": f"Bearer {KEY}"})
    with urllib.request.urlopen(request, timeout=20) as reply:
        assert reply.status == 200
        return reply.read().decode()


def serve(documents):
    pod = container(documents["Deployment"])
    with socket.create_server(("127.0.0.1", 0)) as held:
        address = f"127.0.0.1:{held.getsockname()[1]}"
    # The key is a secret; an unknown name that begins with VAAK_ is refused by the program.
    settings = {entry["name"]: entry.get("value", KEY) for entry in pod["env"]}
    service = subprocess.Popen([PROGRAM, "serve", "--listen", address], env=os.environ | settings, stderr=subprocess.DEVNULL)
    try:
        probes = {pod[f"{name}Probe"]["httpGet"]["path"] for name in ["startup", "liveness", "readiness"]}
        end = time.monotonic() + 20
        while True:
            try:
                get(f"http://{address}/healthz")
                break
            except urllib.error.URLError:
                assert time.monotonic() < end and service.poll() is None, "it does not start"
                time.sleep(0.1)
        for path in probes:
            get(f"http://{address}{path}")
        metrics = documents["HorizontalPodAutoscaler"]["spec"]["metrics"]
        (name,) = [one["pods"]["metric"]["name"] for one in metrics if one["type"] == "Pods"]
        assert re.search(rf"^{name} \d", get(f"http://{address}/metrics"), re.M), name
    finally:
        service.terminate()
        assert service.wait(20) == 0
    grace = documents["Deployment"]["spec"]["template"]["spec"]["terminationGracePeriodSeconds"]
    pause = pod["lifecycle"]["preStop"]["sleep"]["seconds"]
    assert grace > pause + int(settings["VAAK_LIMITS_DRAIN"])
    print(f"ok: the deployment's settings, {', '.join(sorted(probes))} and {name}")


def render(job):
    pod, parts = container(job), job["spec"]["completions"]
    (FOLDER / "prompts.csv").write_text(PROMPTS)
    for part in range(parts):
        environment = os.environ | {"JOB_COMPLETION_INDEX": str(part)}
        arguments = [re.sub("^/prompts", str(FOLDER), one.replace("$(JOB_COMPLETION_INDEX)", str(part))) for one in pod["args"]]
        subprocess.run([PROGRAM, *arguments], env=environment, check=True, stderr=subprocess.DEVNULL)
    whole = [PROGRAM, "render", FOLDER / "prompts.csv", "--out", FOLDER / "whole"]
    subprocess.run(whole, check=True, stderr=subprocess.DEVNULL)
    clips = {folder: {p.relative_to(folder): p.read_bytes() for p in folder.rglob("*.wav")} for folder in (FOLDER / "out", FOLDER / "whole")}
    out, whole = clips.values()
    assert len(whole) == PROMPTS.count("\n") - 1 and out == whole
    print(f"ok: the job's {parts} parts are {len(whole)} prompts, as one process speaks them")


serve(documents("service.yaml"))
render(documents("render.yaml")["Job"])
