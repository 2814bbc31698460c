"""Storage of measured rows, which allows a long benchmark to be resumed."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

from chatuchak_solver.codec import JsonObject

__all__ = ["MeasuredRows"]

Row = JsonObject


class MeasuredRows:
    """Rows under a name and an instance, in ``results/NAME.jsonl``; delete it to remeasure."""

    def __init__(self, name: str) -> None:
        self._path = Path(__file__).parent / "results" / f"{name}.jsonl"
        self._rows: dict[tuple[str, str], Row] = {}
        if self._path.exists():
            for line in self._path.read_text(encoding="utf-8").splitlines():
                row = json.loads(line)
                self._rows[row["what"], row["instance"]] = row

    def kept(self, what: str, instance: object) -> Row | None:
        return self._rows.get((what, str(instance)))

    def get(self, what: str, instance: object, measure: Callable[..., Row], *arguments: Any) -> Row:
        key = what, str(instance)
        if key not in self._rows:
            row = {"what": what, "instance": str(instance), **measure(*arguments)}
            self._path.parent.mkdir(exist_ok=True)
            with self._path.open("a", encoding="utf-8") as file:
                file.write(json.dumps(row) + "\n")
            self._rows[key] = row
        return self._rows[key]
