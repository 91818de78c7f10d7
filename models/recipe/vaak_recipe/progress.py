"""The progress of a training: a table with a row every few hundred steps, and a plot of it."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

RIGHT = "right "  # prefix of the columns of the discriminators
WATCHED = "watched "  # prefix of the columns of the clips kept from training


class Progress:
    """The table `progress.csv` and the plot `progress.png` in a model's folder."""

    def __init__(self, folder: Path):
        self.table, self.picture = folder / "progress.csv", folder / "progress.png"

    def add(self, row: Mapping[str, float | str]) -> None:
        """Adds a row; new columns are blank in earlier rows."""
        rows = [*self.rows(), {k: v if isinstance(v, str | int) else f"{v:.5g}" for k, v in row.items()}]
        columns = list(dict.fromkeys(k for r in rows for k in r))
        partial = self.table.with_suffix(".part")
        with partial.open("w", newline="") as file:
            writer = csv.DictWriter(file, columns)
            writer.writeheader()
            writer.writerows(rows)
        partial.replace(self.table)
        self.plot()

    def rows(self) -> list[dict]:
        if not self.table.exists():
            return []
        with self.table.open(newline="") as file:
            return list(csv.DictReader(file))

    def plot(self) -> None:
        """Draws the losses on clips kept from training, those in training, and how often discriminators are right."""
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        rows = self.rows()
        drawn = [k for k in rows[-1] if k not in ("step", "stage", "minutes")]
        groups = {
            "clips kept from training": [k for k in drawn if k.startswith(WATCHED)],
            "training": [k for k in drawn if not k.startswith((WATCHED, RIGHT))],
            "discriminators, how often right": [k for k in drawn if k.startswith(RIGHT)],
        }
        figure, axes = pyplot.subplots(1, 3, figsize=(15, 4.5))
        for axis, (title, names) in zip(axes, groups.items(), strict=True):
            for name in names:
                points = [(int(r["step"]), float(r[name])) for r in rows if r.get(name)]
                axis.plot(*zip(*points, strict=True), label=name.removeprefix(WATCHED).removeprefix(RIGHT))
            axis.set_title(title)
            axis.set_xlabel("steps")
            if names:
                axis.legend(fontsize=7)
        figure.tight_layout()
        figure.savefig(self.picture, dpi=80)
        pyplot.close(figure)
