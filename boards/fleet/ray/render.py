"""Speaks a list of prompts on the nodes of a Ray cluster: python3 render.py PROMPTS.jsonl FOLDER

A line of the list is {"id": …, "text": …} with any keyword of vaak.Engine.say, such as "voice", "language", "speed". FOLDER is shared by the
nodes, and gets ID.wav. Needs ray[data] and Vaak's wheel on every node."""

import sys
from pathlib import Path
from typing import Any

import ray
import vaak


class Speaker:
    """Loads the voices once in each of its processes."""

    def __init__(self, folder: str) -> None:
        self.engine, self.folder = vaak.Engine(), Path(folder)

    def __call__(self, row: dict[str, Any]) -> dict[str, Any]:
        # What only other lines of the list have is None here, or no number, which is not even itself.
        settings = {name: value for name, value in row.items() if value is not None and value == value}
        name, text = settings.pop("id"), settings.pop("text")
        path = self.folder / f"{name}.wav"
        try:
            audio = self.engine.say(text, **settings)
        except vaak.Error as error:
            return {"id": name, "error": str(error), "seconds": 0.0, "node": node()}
        path.parent.mkdir(parents=True, exist_ok=True)
        # A task that is cut off leaves no half of a clip under its name.
        part = path.with_suffix(".part")
        audio.save(str(part))
        part.rename(path)
        return {"id": name, "error": None, "seconds": len(audio.samples) / audio.sample_rate, "node": node()}


def node() -> str:
    return ray.get_runtime_context().get_node_id()


def render(prompts: str, folder: str, processes: tuple[int, int]) -> ray.data.Dataset:
    """One row for each prompt: its id, its length, its node, and its error. There are between the two numbers of processes."""
    least, most = processes
    # Small blocks, so that all nodes have work to the end.
    rows = ray.data.read_json(prompts, lines=True, override_num_blocks=8 * most)
    return rows.map(
        Speaker,
        fn_constructor_args=(folder,),
        num_cpus=1,
        compute=ray.data.ActorPoolStrategy(min_size=least, max_size=most),
    )


def main(prompts: str, folder: str) -> int:
    ray.init()
    done = render(prompts, folder, (1, int(ray.cluster_resources()["CPU"]))).take_all()
    failed = [row for row in done if row["error"]]
    for row in failed:
        print(f"{row['id']}: {row['error']}", file=sys.stderr)
    print(f"{len(done) - len(failed)} prompts, {sum(row['seconds'] for row in done):.0f} s of speech", file=sys.stderr)
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
