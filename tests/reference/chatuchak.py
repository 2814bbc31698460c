"""Reference rules of the multiplayer game: slow and simple, on letters in lists.

Written from the rulebook independently of the library's rules.
"""

from copy import deepcopy
from itertools import product
from typing import Any

from tests.reference.puzzle import Place, Rows, components, empty_place, places


class ReferenceChatuchak:
    """A mutable game."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.rule = document["rule"]
        self.figures = document["figures"]
        self.grids = [[list(row) for row in grid.split("/")] for grid in document["grids"]]
        self.names = [row["marker"] for row in document["markers"]]
        self.holder = {row["marker"]: row["holder"] for row in document["markers"]}
        self.token = {row["marker"]: row["token"] for row in document["markers"]}
        self.general = list(document["general_tokens"])
        self.passed = list(document["passed"])
        self.turn = document["turn"]
        self.rolling = document["rolling"]
        self.tent = document["tent"]
        self.lowered = document["lowered"]

    def over(self) -> bool:
        return bool(self.tent == len(self.figures["time_track"]))

    def legal(self) -> list[str]:
        if self.over():
            return []
        if self.rolling:
            return sorted(f"roll {number}" for number in range(1, 13))
        grid = self.grids[self.turn]
        width = len(grid[0])
        row, column = empty_place(grid)
        actions = ["pass"]
        for r, c in places(grid):
            jump = (r == row) != (c == column)
            slide = abs(r - row) + abs(c - column) == 1
            if slide if self.rule == "slide" else jump:
                actions.append(f"move {r * width + c}")
        return sorted(actions)

    def apply(self, action: str) -> None:
        word, _, number = action.partition(" ")
        if word == "roll":
            if int(number) >= self.figures["time_track"][self.tent] - self.lowered:
                self.tent, self.lowered = self.tent + 1, 0
            else:
                self.lowered += 1
            self.rolling = False
            self.turn = len(self.grids) - 1 if self.over() else self.to_move(0)
            return
        if word == "pass":
            self.passed[self.turn] = True
        else:
            self.move(int(number))
        self.turn = self.to_move(self.turn + 1)

    def to_move(self, first: int) -> int:
        for player in range(first, len(self.grids)):
            if not self.passed[player]:
                return player
        self.rolling = True
        return len(self.grids) - 1

    def move(self, spot: int) -> None:
        grid = self.grids[self.turn]
        row, column = empty_place(grid)
        r, c = divmod(spot, len(grid[0]))
        grid[row][column], grid[r][c] = grid[r][c], "."
        for name in self.names:
            mine = [s for s, place in marker_places(grid, name) if (row, column) in place]
            theirs = [
                s
                for player, other in enumerate(self.grids)
                if player != self.turn
                for s, _ in marker_places(other, name)
            ]
            if self.holder[name] != self.turn and mine and max(mine) > max(theirs, default=(0,)):
                if self.holder[name] is None:
                    self.token[name] = self.turn
                else:
                    self.general[self.turn] += 1
                self.holder[name] = self.turn

    def keys(self) -> list[tuple[int, int, int]]:
        """Points, general stars and mix tokens of each player."""
        rows = []
        for player, grid in enumerate(self.grids):
            general = self.general[player] * self.figures["token_stars"]["general"]
            stars = general
            for name in self.names:
                kind = name.split(":")[0]
                if self.holder[name] == player and marker_places(grid, name):
                    stars += self.figures["marker_stars"][kind]
                if self.token[name] == player:
                    stars += self.figures["token_stars"][kind]
            mixes = sum(
                name.startswith("mix") and self.token[name] == player for name in self.names
            )
            minus = max(len(components(grid, color)) for color in "RYGBP")
            rows.append((stars - minus, general, mixes))
        return rows

    def scores(self) -> tuple[int, ...]:
        return tuple(points for points, _, _ in self.keys())

    def winners(self) -> tuple[int, ...]:
        keys = self.keys()
        return tuple(player for player, key in enumerate(keys) if key == max(keys))


def marker_places(grid: Rows, name: str) -> list[tuple[tuple[int, ...], set[Place]]]:
    """Return all places for a marker: the strength as a comparable tuple, and the booths."""
    kind, _, colors = name.partition(":")
    found: list[tuple[tuple[int, ...], set[Place]]] = []
    if kind == "group":
        return [
            ((len(cluster),), cluster) for cluster in components(grid, colors) if len(cluster) >= 2
        ]
    if kind == "mix":
        for first, second in product(*(components(grid, color) for color in colors)):
            sizes = sorted((len(first), len(second)))
            if sizes[0] >= 2 and touch(first, second):
                found.append((tuple(sizes), first | second))
        return found
    for (top, left), (bottom, right) in product(places(grid), repeat=2):
        if not grid[top][left] == grid[bottom][right] != ".":
            continue
        height, width = bottom - top + 1, right - left + 1
        line = min(height, width) == 1 and max(height, width) >= 3
        block = min(height, width) >= 2
        if line if kind == "path" else block:
            inside = set(product(range(top, bottom + 1), range(left, right + 1)))
            letters = {grid[r][c] for r, c in inside}
            if len(letters) == 1:
                found.append(((len(inside),), inside))
    return found


def touch(first: set[Place], second: set[Place]) -> bool:
    return any(abs(r - s) + abs(c - d) == 1 for (r, c), (s, d) in product(first, second))


class ReferenceSpeed:
    """A mutable speed game."""

    def __init__(self, document: dict[str, Any]) -> None:
        self.rule = document["rule"]
        self.limit = document["move_limit"]
        self.grids = [[list(row) for row in grid.split("/")] for grid in document["grids"]]
        self.moves = list(document["moves"])

    def winners(self) -> list[int]:
        return [
            player
            for player, grid in enumerate(self.grids)
            if all(len(components(grid, color)) <= 1 for color in "RYGBP")
        ]

    def legal(self) -> list[str]:
        if self.winners():
            return []
        actions = []
        for player, grid in enumerate(self.grids):
            row, column = empty_place(grid)
            for r, c in places(grid):
                line = (r == row) != (c == column)
                near = abs(r - row) + abs(c - column) == 1
                if self.moves[player] != self.limit and (near if self.rule == "slide" else line):
                    actions.append(f"{player} move {r * len(grid[0]) + c}")
        return sorted(actions)

    def apply(self, action: str) -> None:
        player, _, spot = action.split()
        grid = self.grids[int(player)]
        row, column = empty_place(grid)
        r, c = divmod(int(spot), len(grid[0]))
        grid[row][column], grid[r][c] = grid[r][c], "."
        self.moves[int(player)] += 1

    def perft(self, depth: int) -> tuple[int, int, int]:
        legal = self.legal()
        if depth == 0 or not legal:
            return 1, int(not legal), len(self.winners())
        counts = []
        for action in legal:
            after = deepcopy(self)
            after.apply(action)
            counts.append(after.perft(depth - 1))
        leaves, finished, score_sum = (sum(column) for column in zip(*counts, strict=True))
        return leaves, finished, score_sum
