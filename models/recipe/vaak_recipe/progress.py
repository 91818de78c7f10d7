"""The progress of a training: a table with a row every few hundred steps, and a plot of it."""

from __future__ import annotations

import csv
from collections.abc import Mapping
from pathlib import Path

WATCHED = "watched "  # prefix of the columns of what is kept from training


class Progress:
    """The table `NAME.csv` and the plot `NAME.png` of a training, in a model's folder."""

    def __init__(self, folder: Path, name: str):
        self.table, self.picture = folder / f"{name}.csv", folder / f"{name}.png"

    def add(self, row: Mapping[str, float]) -> None:
        """Adds a row; new columns are blank in earlier rows."""
        rows = [*self.rows(), {k: v if isinstance(v, int) else f"{v:.5g}" for k, v in row.items()}]
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
        """Draws the losses in training, and what is told of what is kept from it."""
        import matplotlib

        matplotlib.use("Agg")
        from matplotlib import pyplot

        rows = self.rows()
        drawn = [k for k in rows[-1] if k not in ("step", "minutes")]
        groups = {
            "kept from training": [k for k in drawn if k.startswith(WATCHED)],
            "training": [k for k in drawn if not k.startswith(WATCHED)],
        }
        figure, axes = pyplot.subplots(1, 2, figsize=(10, 4.5))
        for axis, (title, names) in zip(axes, groups.items(), strict=True):
            for name in names:
                points = [(int(r["step"]), float(r[name])) for r in rows if r.get(name)]
                axis.plot(*zip(*points, strict=True), label=name.removeprefix(WATCHED))
            axis.set_title(title)
            axis.set_xlabel("steps")
            if names:
                axis.legend(fontsize=7)
        figure.tight_layout()
        figure.savefig(self.picture, dpi=80)
        pyplot.close(figure)
