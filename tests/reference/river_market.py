"""Reference rules of River Market's solo game: slow and simple, on lists.

Written from the rulebook independently of the library's rules. A game is read from a state's
document and mutable.
"""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

RESOURCES = ["veggies", "fish", "cloth", "tools", "lilies", "coins"]


CARDS = ("deck", "discards", "hand", "events")


class ReferenceRiverMarket(SimpleNamespace):
    """A game after the deal, with the fields of its document."""

    deck: list[str]
    discards: list[str]
    collection: list[str]
    booth_card: str | None
    event: str | None
    ended_by: str | None
    turns_left: int | None
    phase: str

    def __init__(self, document: dict[str, Any]) -> None:
        super().__init__(**deepcopy(document))
        self.stays = self.setup["after_build"] == "spot-stays"
        self.river: list[str] = document["river"].split()
        self.reported = set(document["reported"])
        for name in CARDS:
            setattr(self, name, spread(document[name]))

    # The river: booths are words, end spots are words in brackets

    def booths(self) -> list[str]:
        return [word.split("=")[0] for word in self.river if word[0] != "["]

    def spots(self) -> list[str]:
        return [word[1:-1] for word in self.river if word[0] == "["]

    def owner(self, booth: str) -> str:
        (found,) = [word for word in self.river if word.split("=")[0] == booth]
        return found.partition("=")[2]

    def at(self, booth: str) -> int:
        return [word.split("=")[0] for word in self.river].index(booth)

    def step(self, steps: int) -> str:
        """Walk clockwise from booth to booth."""
        place = self.at(self.pawn)
        while steps:
            place = (place + 1) % len(self.river)
            if self.river[place][0] != "[":
                steps -= 1
        return self.river[place].split("=")[0]

    def nth_spot(self, steps: int) -> str:
        place = self.at(self.pawn)
        while steps:
            place = (place + 1) % len(self.river)
            if self.river[place][0] == "[":
                steps -= 1
        return self.river[place][1:-1]

    def put_booth(self, spot: str, stem: str, owner: str) -> None:
        number = 1
        names = self.booths() + self.spots()
        while f"{stem}-{number}" in names:
            number += 1
        place = self.river.index(f"[{spot}]")
        booth = f"{stem}-{number}={owner}"
        self.river[place : place + 1] = [booth, f"[{spot}]"] if self.stays else [booth]

    # Chance outcomes

    def legal_actions(self) -> list[str]:
        if self.phase == "over":
            return []
        if self.phase in ("draw", "your-draw"):
            return sorted({f"card {card}" for card in self.deck or self.discards})
        if self.phase == "event":
            return sorted({f"event {name}" for name in self.events})
        if self.phase == "zoom":
            return sorted(f"zoom {booth}" for booth in self.booths() if booth != self.pawn)
        if self.phase in ("build", "event-build"):
            return sorted(f"build {spot}" for spot in self.spots())
        if self.phase == "score":
            return sorted(f"score {points}" for points in range(301))
        if self.phase == "left-over":
            return sorted(f"left-over {name}" for name in self.most())
        return sorted(self.your_events())

    def your_events(self) -> list[str]:
        found = ["done"]
        if "moved" not in self.reported:
            found += [f"moved {booth}" for booth in self.booths()]
        if self.houses > 0:
            found += [f"built {spot}" for spot in self.spots()]
        if "hired" not in self.reported:
            found += [f"hired {count}" for count in range(1, 10)]
        for name in RESOURCES:
            if f"gained {name}" not in self.reported:
                found += [f"gained {name} {amount}" for amount in range(1, 21)]
            if f"spent {name}" not in self.reported:
                found += [f"spent {name} {a}" for a in range(1, self.resources[name] + 1)]
        if "drew" not in self.reported:
            there = len(self.deck) + len(self.discards)
            found += [f"drew {count}" for count in range(1, min(9, there) + 1)]
        return found + [f"discarded {card}" for card in sorted(set(self.hand))]

    def most(self) -> list[str]:
        top = max(self.resources.values())
        return [name for name in RESOURCES if self.resources[name] == top]

    # Effects

    def apply(self, action: str) -> None:
        verb, _, rest = action.partition(" ")
        getattr(self, "do_" + verb.replace("-", "_"))(rest)

    def do_moved(self, booth: str) -> None:
        self.reported.add("moved")
        self.your_pawn = booth

    def do_built(self, spot: str) -> None:
        self.put_booth(spot, "you", "you")
        self.houses -= 1
        if self.houses == 0:
            self.trigger("your-houses")

    def do_hired(self, count: str) -> None:
        self.reported.add("hired")
        self.helpers += int(count)

    def do_gained(self, what: str) -> None:
        name, amount = what.split()
        self.reported.add(f"gained {name}")
        self.resources[name] += int(amount)

    def do_spent(self, what: str) -> None:
        name, amount = what.split()
        self.reported.add(f"spent {name}")
        self.resources[name] -= int(amount)

    def do_drew(self, count: str) -> None:
        self.reported.add("drew")
        self.phase, self.to_draw = "your-draw", int(count)

    def do_discarded(self, card: str) -> None:
        self.hand.remove(card)
        self.discards.append(card)

    def do_done(self, _: str) -> None:
        self.reported = set()
        self.phase = "draw"
        if not self.deck and not self.discards:
            self.rival_done()

    def do_card(self, card: str) -> None:
        if not self.deck:
            self.deck, self.discards = self.discards, []
        self.deck.remove(card)
        if not self.deck:
            self.trigger("deck")
        if self.phase == "your-draw":
            self.hand.append(card)
            self.to_draw -= 1
            if self.to_draw == 0:
                self.phase = "turn"
        elif card.split()[0] == "booth":
            self.play_booth(card)
        else:
            self.collection.append(card)
            if card.split()[1] != "zoom":
                self.rival_arrives(self.step(int(card.split()[1])))
            elif len(self.booths()) > 1:
                self.phase = "zoom"
            else:
                self.after_move()

    def play_booth(self, card: str) -> None:
        first = self.row[0] if self.row else "nothing"
        if first == "rival" and self.spots():
            if card.split()[1] == "zoom":
                self.booth_card, self.phase = card, "build"
                return
            self.rival_builds(self.nth_spot(int(card.split()[1])), "rival")
        else:
            if first == "neutral":
                self.row.pop(0)
            self.discards.append(card)
        self.throw_collection()
        self.rival_done()

    def do_zoom(self, booth: str) -> None:
        self.rival_arrives(booth)

    def do_build(self, spot: str) -> None:
        if self.phase == "build":
            self.rival_builds(spot, "rival")
            self.booth_card = None
            self.throw_collection()
        else:
            if self.row[0] == "neutral":
                self.row.pop(0)
            self.rival_builds(spot, "event")
            self.event = None
        self.rival_done()

    def do_event(self, name: str) -> None:
        self.events.remove(name)
        self.event, self.phase = name, "event-build"

    def rival_arrives(self, booth: str) -> None:
        self.pawn = booth
        if self.owner(booth) == "you":
            self.bonuses += 1
        self.after_move()

    def after_move(self) -> None:
        if len(self.collection) == 5:
            self.throw_collection()
            if self.events and "rival" in self.row and self.spots():
                self.phase = "event"
                return
        self.rival_done()

    def rival_builds(self, spot: str, stem: str) -> None:
        assert self.row.pop(0) == "rival"
        self.put_booth(spot, stem, "rival")
        if "rival" not in self.row:
            self.trigger("rival-houses")

    def throw_collection(self) -> None:
        self.discards += self.collection
        self.collection = []

    def trigger(self, reason: str) -> None:
        if self.ended_by is None:
            self.ended_by, self.turns_left = reason, 2
            self.zoom_tokens += 1

    def rival_done(self) -> None:
        if self.turns_left == 0:
            self.phase = "score"
            return
        if self.turns_left is not None:
            self.turns_left -= 1
        self.phase = "turn"
        self.turn += 1

    def do_score(self, points: str) -> None:
        self.score = int(points)
        self.phase = "left-over"
        if len(self.most()) == 1:
            self.do_left_over(self.most()[0])

    def do_left_over(self, name: str) -> None:
        self.left_over, self.phase = name, "over"

    def document(self) -> dict[str, Any]:
        """Return the state's document."""
        cards = {name: gather(getattr(self, name)) for name in CARDS}
        own = {"river": " ".join(self.river), "reported": sorted(self.reported), **cards}
        found: dict[str, Any] = {**vars(self), **own}
        del found["stays"]
        return found


def spread(counts: dict[str, int]) -> list[str]:
    return [name for name, count in counts.items() for _ in range(count)]


def gather(cards: list[str]) -> dict[str, int]:
    return {card: cards.count(card) for card in cards}
