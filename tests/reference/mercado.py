"""Reference rules of Mercado de Lisboa: slow and simple, on dictionaries of squares.

Written from the rulebook independently of the library's rules. A game is read from a state's
document and mutable.
"""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

SERVES = {
    "sushi-bar": ["fish"],
    "tea-house": ["flower"],
    "pizzeria": ["tomato"],
    "burger-joint": ["meat"],
    "wine-bar": ["grape"],
    "pub": ["fish", "flower", "tomato", "meat", "grape"],
}


class ReferenceMercado(SimpleNamespace):
    """A game, with the fields of its document."""

    player: int
    display: dict[str, int]
    customers_shown: list[str]
    pending: list[str]
    set_aside: str | None
    ended_by: str | None
    turns_left: int | None

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(**deepcopy(document))
        side = self.setup["side"]
        self.columns, self.rows = "abcdefghi"[:side], "123456789"[:side]
        self.stands: dict[str, Any] = self.market["stands"]
        self.open: dict[str, str] = self.market["restaurants"]
        self.doors: dict[str, str] = self.market["entrances"]
        self.gray: list[str] = self.market.setdefault("gray", [])
        self.is_over = self.phase == "over"
        self.taking = self.phase.startswith("take")
        self.acted = self.phase in ("take", "take-replaced", "end")
        self.changed = self.phase in ("redrawn", "take-replaced")

    # The board

    def squares(self) -> list[str]:
        return [column + row for row in self.rows for column in self.columns]

    def all_doors(self) -> list[str]:
        ends = [side + column for side in "NS" for column in self.columns]
        return ends + [side + row for side in "WE" for row in self.rows]

    def line(self, door: str) -> list[str]:
        if door[0] in "NS":
            return [door[1] + row for row in self.rows]
        return [column + door[1] for column in self.columns]

    def doors_of(self, square: str) -> list[str]:
        return [door for door in self.all_doors() if square in self.line(door)]

    def free(self) -> list[str]:
        return [s for s in self.squares() if s not in self.stands and s not in self.open]

    def stands_behind(self, door: str) -> int:
        return len([square for square in self.line(door) if square in self.stands])

    def price(self, square: str) -> int:
        return 1 + max(self.stands_behind(door) for door in self.doors_of(square))

    def coins_each(self, square: str, kind: str) -> int:
        column, row = self.columns.index(square[0]), self.rows.index(square[1])
        coins = 1
        for other, restaurant in self.open.items():
            c, r = self.columns.index(other[0]), self.rows.index(other[1])
            if abs(c - column) + abs(r - row) == 1 and kind in SERVES[restaurant]:
                coins += 1
        return coins

    def income(self, square: str, kind: str) -> int:
        total = 0
        for door in self.doors_of(square):
            if door in self.doors:
                number, kinds = read_tile(self.doors[door])
                if kind in kinds:
                    total += number * self.coins_each(square, kind)
        return total

    def mine(self) -> dict[str, Any]:
        player: dict[str, Any] = self.players[self.player]
        return player

    # Legal actions

    def legal_actions(self) -> list[str]:
        if self.is_over:
            return []
        if self.pending:
            return sorted(self.chances())
        if self.taking:
            actions = [f"take {kind}" for kind in self.display]
            if not self.changed and 3 in self.display.values() and sum(self.bag.values()) >= 3:
                actions.append("replace")
            return sorted(actions)
        actions = ["coin"]
        if not self.changed and 3 in self.mine()["tiles"].values() and sum(self.bag.values()) >= 3:
            actions.append("redraw")
        wooden = self.setup["wooden_stands"] - self.stands_owned(self.player)
        for square in self.free():
            for kind in self.mine()["tiles"]:
                funds = self.mine()["coins"] + self.income(square, kind)
                if wooden > 0 and funds >= self.price(square):
                    actions.append(f"stand {kind} {square}")
            for restaurant in self.mine()["restaurants"]:
                actions.append(f"restaurant {restaurant} {square}")
        for door in self.all_doors():
            if door in self.doors:
                continue
            own = {
                self.stands[square]["type"]
                for square in self.line(door)
                if square in self.stands and self.stands[square]["owner"] == self.player
            }
            for tile in set(self.customers_shown):
                number, kinds = read_tile(tile)
                if number <= self.stands_behind(door) and own & set(kinds):
                    actions.append(f"bring {tile} {door}")
        return sorted(actions)

    def chances(self) -> dict[str, int]:
        """The outcomes of the first pending draw, with the number of tiles of each."""
        kind = self.pending[0]
        if kind == "restaurant":
            return {f"reveal {name}": count for name, count in self.hidden_restaurants.items()}
        if kind.startswith("customers"):
            number = kind.split()[1]
            tiles = {t: n for t, n in self.customers_stock.items() if t.split()[0] == number}
            return {f"arrive {tile}": count for tile, count in tiles.items()}
        return {f"draw {name}": count for name, count in self.bag.items()}

    # Effects

    def apply(self, action: str) -> None:
        verb, *words = action.split()
        getattr(self, f"do_{verb}")(*words)
        if verb in ("stand", "bring", "restaurant", "coin"):
            self.acted = True
        if self.acted and not self.is_over and not self.pending and not self.taking:
            self.pass_on()

    def do_stand(self, kind: str, square: str) -> None:
        me = self.mine()
        me["coins"] += self.income(square, kind) - self.price(square)
        take(me["tiles"], kind)
        self.stands[square] = {"type": kind, "owner": self.player}
        self.take_gray(square)
        self.coin_streak = 0
        self.taking, self.changed = bool(self.display), False
        self.check_room()

    def do_bring(self, number: str, kinds: str, door: str) -> None:
        tile = f"{number} {kinds}"
        self.customers_shown.remove(tile)
        self.doors[door] = tile
        for square in self.line(door):
            stand = self.stands.get(square)
            if stand is not None and stand["type"] in kinds.split("+"):
                pay = int(number) * self.coins_each(square, stand["type"])
                self.players[stand["owner"]]["coins"] += pay
        if any(other.split()[0] == number for other in self.customers_stock):
            self.pending = [f"customers {number}"]
        self.coin_streak = 0
        if self.ended_by is None and len(self.all_doors()) - len(self.doors) <= 4:
            self.ended_by = "entrances"

    def do_restaurant(self, name: str, square: str) -> None:
        take(self.mine()["restaurants"], name)
        self.mine()["coins"] += 1
        self.open[square] = name
        self.take_gray(square)
        self.coin_streak = 0
        self.check_room()

    def do_coin(self) -> None:
        self.mine()["coins"] += 1
        self.coin_streak += 1
        if self.coin_streak == {2: 4, 3: 3, 4: 4}[len(self.players)]:
            self.is_over, self.ended_by, self.turns_left = True, "coins", 0

    def do_redraw(self) -> None:
        (self.set_aside,) = self.mine()["tiles"]
        self.mine()["tiles"] = {}
        self.pending = ["tile"] * 3
        self.changed = True

    def do_replace(self) -> None:
        (self.set_aside,) = self.display
        self.display = {}
        self.pending = ["display"] * 3
        self.changed = True

    def do_take(self, kind: str) -> None:
        take(self.display, kind)
        put(self.mine()["tiles"], kind)
        self.taking = False
        if self.bag:
            self.pending = ["display"]

    def do_draw(self, kind: str) -> None:
        take(self.bag, kind)
        put(self.mine()["tiles"] if self.pending[0] == "tile" else self.display, kind)
        self.pending.pop(0)
        if not self.pending and self.set_aside is not None:
            self.bag[self.set_aside] = self.bag.get(self.set_aside, 0) + 3
            self.set_aside = None

    def do_reveal(self, name: str) -> None:
        self.pending.pop(0)
        take(self.hidden_restaurants, name)
        put(self.mine()["restaurants"], name)

    def do_arrive(self, number: str, kinds: str) -> None:
        self.pending.pop(0)
        take(self.customers_stock, f"{number} {kinds}")
        self.customers_shown = sorted([*self.customers_shown, f"{number} {kinds}"])

    def take_gray(self, square: str) -> None:
        if square in self.gray:
            self.gray.remove(square)
            self.pending = ["restaurant"]

    def check_room(self) -> None:
        if self.ended_by is None and len(self.free()) <= 4:
            self.ended_by = "spaces"

    def pass_on(self) -> None:
        if self.turns_left is not None:
            self.turns_left -= 1
        elif self.ended_by is not None:
            self.turns_left = len(self.players) - 1
        if self.turns_left == 0:
            self.is_over = True
            return
        self.player = (self.player + 1) % len(self.players)
        self.acted = self.changed = False

    # End of the game

    def stands_owned(self, player: int) -> int:
        return len([stand for stand in self.stands.values() if stand["owner"] == player])

    def scores(self) -> list[int]:
        return [p["coins"] - sum(p["restaurants"].values()) for p in self.players]

    def winners(self) -> list[int]:
        scores = self.scores()
        richest = [p for p, score in enumerate(scores) if score == max(scores)]
        most = max(self.stands_owned(p) for p in richest)
        return [p for p in richest if self.stands_owned(p) == most]


def read_tile(tile: str) -> tuple[int, list[str]]:
    number, kinds = tile.split()
    return int(number), kinds.split("+")


def take(counts: dict[str, int], name: str) -> None:
    counts[name] -= 1
    if counts[name] == 0:
        del counts[name]


def put(counts: dict[str, int], name: str) -> None:
    counts[name] = counts.get(name, 0) + 1
