"""The market stand's scoring rules, one test each; docs/rules.md lists all."""

import json
from pathlib import Path
from typing import Any

import pytest

from chatuchak_solver import InvalidInstanceError, Picture, Stand, StandProblem, shipped_deck
from chatuchak_solver.stand.files import StandFile, load_stand_file
from chatuchak_solver.stand.groups import find_groups, tally
from chatuchak_solver.stand.scoring import (
    Entry,
    FinalScore,
    Origin,
    Variant,
    score,
    why_not_announced,
)
from tests.reference import market_stand as reference

EXAMPLE = Path(__file__).parents[3] / "docs" / "examples" / "market_stand.json"


def entry(name: str, *rows: str, announced: str | None = None) -> Entry:
    return Entry(name, tally(Picture.parse(rows)), None if announced is None else tuple(announced))


def totals(final: FinalScore) -> list[int]:
    return [player.total for player in final.players]


def announcements(final: FinalScore) -> list[str]:
    return ["".join(player.announced) for player in final.players]


def test_rulebook_example_ola_scores_25() -> None:
    # Strawberries 5 x 4, bananas 3 x 2, grapes 5 x 1, three mice; she chose strawberries, tied
    # with grapes; the opponents announced bananas, grapes and strawberries.
    game = load_stand_file(EXAMPLE)
    final = game.score()
    ola = final.players[0]
    assert ola.name == "Ola"
    assert announcements(final) == ["S", "B", "G", "S"]
    assert final.scoring_goods == ("B", "G", "S")
    assert [(ola.tally.goods[good].biggest, ola.tally.goods[good].groups) for good in "SBG"] == [
        (5, 4),
        (3, 2),
        (5, 1),
    ]
    assert [ola.tally.goods[good].points for good in "SBG"] == [20, 6, 5]
    assert (ola.mice, ola.mouse_points) == (3, -6)
    assert ola.choices == (("S",), ("G",))
    assert ola.origin is Origin.GIVEN
    assert ola.total == 25
    assert final.winners == (0,)


def test_rulebook_example_is_25_by_the_plain_twin_and_with_legal_placements() -> None:
    rows = {card.id: card.rows for card in shipped_deck()}
    ola = json.loads(EXAMPLE.read_text(encoding="utf-8"))["players"][0]
    spaces = reference.lay_all(
        [
            (rows[placement["card"]], placement["x"], placement["y"], placement["rotation"])
            for placement in ola["placements"]
        ]
    )
    assert spaces is not None
    assert len(ola["placements"]) == 8
    assert reference.total(spaces, {"S", "B", "G"}) == 25


def test_rulebook_example_as_seen_scores_the_same() -> None:
    game = load_stand_file(EXAMPLE)
    document = {
        "players": [
            {
                "name": player.name,
                "announce": list(player.announced or ()),
                "visible": player.picture.text_rows(),
            }
            for player in game.players
        ]
    }
    seen = StandFile.from_dict(document)
    assert seen.score() == game.score()


def test_a_group_is_connected_by_edges_not_corners() -> None:
    groups = find_groups(Picture.parse(["S S . S", "c S S c", "S c c S", "S c S c"]))["S"]
    assert [len(group) for group in groups] == [4, 2, 1, 1, 1]
    assert groups[0] == {(0, 0), (1, 0), (1, 1), (2, 1)}


def test_a_single_space_is_a_group_of_one() -> None:
    good_tally = tally(Picture.parse(["S c S", "c S c"])).goods["S"]
    assert (good_tally.biggest, good_tally.groups, good_tally.points) == (1, 3, 3)


def test_points_are_biggest_group_times_number_of_groups() -> None:
    good_tally = tally(Picture.parse(["S S S c S", "c c c S c"])).goods["S"]
    assert (good_tally.sizes, good_tally.points) == ((3, 1, 1), 9)


def test_empty_spaces_score_zero_and_separate_groups() -> None:
    stand_tally = tally(Picture.parse(["S p S", "c b c"]))
    assert stand_tally.goods["S"].sizes == (1, 1)
    assert stand_tally.total(["S"]) == 2


def test_a_mouse_may_sit_on_a_good_and_does_not_part_the_group() -> None:
    stand_tally = tally(Picture.parse(["S S* S", "c c c"]))
    assert stand_tally.goods["S"].sizes == (3,)
    assert stand_tally.total(["S"]) == 3 - 2


def test_each_visible_mouse_costs_two_points() -> None:
    stand_tally = tally(Picture.parse(["S c* p*", "b* S* c"]))
    assert stand_tally.mice == 4
    assert stand_tally.total(["S"]) == 2 - 8


def test_covered_spaces_do_not_count() -> None:
    # A goods group and a mouse disappear under the second card; its own are there.
    deck = [{"id": "a", "rows": ["S S c*", "S S c*"]}, {"id": "b", "rows": ["B c B", "c B c"]}]
    document = {
        "deck": deck,
        "players": [
            {"name": "x", "placements": "a@0:0r0 b@1:0r0"},
            {"name": "y", "visible": ["c c c", "c c c"]},
        ],
    }
    final = StandFile.from_dict(document).score()
    (first, _) = final.players
    assert first.tally.goods["S"].sizes == (2,)
    assert first.mice == 0
    assert first.total == 2 + 3


def test_totals_may_be_negative() -> None:
    final = score([entry("x", "c* p* b*", "c c S"), entry("y", "c c c", "c c c*")])
    assert totals(final) == [-5, -2]
    assert final.winners == (1,)


def test_every_announced_good_scores_once_for_each_player() -> None:
    final = score(
        [entry("x", "S S S", "S B c"), entry("y", "S S S", "B B c"), entry("z", "G G G", "S B M")]
    )
    assert announcements(final) == ["S", "S", "G"]
    assert final.scoring_goods == ("G", "S")
    assert totals(final) == [4, 3, 3 + 1]


def test_a_scoring_good_that_a_player_lacks_scores_zero() -> None:
    final = score([entry("x", "S S S"), entry("y", "B B B"), entry("z", "G G G")])
    assert totals(final) == [3, 3, 3]
    assert final.to_dict()["players"][0]["goods"]["B"] == {"biggest": 0, "groups": 0, "points": 0}


def test_only_the_biggest_good_is_announced() -> None:
    with pytest.raises(InvalidInstanceError, match="x cannot announce that: B has a biggest group"):
        score([entry("x", "S S B", announced="B"), entry("y", "B c c"), entry("z", "B c c")])


def test_a_tie_is_the_players_choice() -> None:
    rows = ("S S c S", "B B c c")
    others = [entry("y", "G c c"), entry("z", "G c c")]
    for choice, wanted in (("S", 4), ("B", 2)):
        final = score([entry("x", *rows, announced=choice), *others])
        assert final.players[0].announced == (choice,)
        assert final.players[0].origin is Origin.GIVEN
        assert final.players[0].total == wanted


def test_an_open_tie_is_settled_for_its_owner_and_marked_chosen() -> None:
    rows = ("S S c S", "B B c c")
    final = score([entry("x", *rows), entry("y", "G c c"), entry("z", "G c c")])
    assert final.players[0].announced == ("S",)
    assert final.players[0].origin is Origin.CHOSEN
    # Strawberries are announced anyway: bananas bring two points more.
    final = score([entry("x", *rows), entry("y", "S c c"), entry("z", "S c c")])
    assert final.players[0].announced == ("B",)
    assert final.players[0].total == 4 + 2
    assert [player.origin for player in final.players[1:]] == [Origin.ONLY, Origin.ONLY]


def test_open_ties_of_several_players_are_settled_at_an_equilibrium() -> None:
    # Both want another good than the other's: the totals decide in seat order.
    final = score([entry("x", "S S c", "B B S"), entry("y", "S S c", "B B S"), entry("z", "c c c")])
    assert announcements(final) == ["S", "B", ""]
    assert totals(final)[:2] == [4 + 2, 4 + 2]


def test_a_stand_without_goods_announces_no_good() -> None:
    final = score([entry("x", "c c c"), entry("y", "S c c"), entry("z", "S c c")])
    assert announcements(final) == ["", "S", "S"]
    assert final.players[0].origin is Origin.ONLY


def test_most_points_win() -> None:
    final = score([entry("x", "S S c"), entry("y", "S S S"), entry("z", "S c c")])
    assert final.winners == (1,)


def test_equal_points_go_to_fewer_mice() -> None:
    final = score([entry("x", "S S S S c*"), entry("y", "S S c c c"), entry("z", "S c c c c")])
    assert totals(final) == [2, 2, 1]
    assert final.winners == (1,)


def test_equal_points_and_mice_are_a_shared_victory() -> None:
    final = score([entry("x", "S S c"), entry("y", "c S S"), entry("z", "S c c")])
    assert final.winners == (0, 1)


def test_two_players_announce_two_goods_each() -> None:
    final = score([entry("x", "S S S", "B B G"), entry("y", "M M M", "C C G")])
    assert final.variant is Variant.TWO_PLAYER
    assert announcements(final) == ["SB", "CM"]
    assert final.scoring_goods == ("B", "C", "M", "S")
    assert totals(final) == [5, 5]


def test_two_players_choose_among_ties_for_second_place() -> None:
    rows = ("S S S c B", "G G c B B", "G c G c c")
    sizes = {good: good_tally.sizes for good, good_tally in entry("x", *rows).tally.goods.items()}
    assert (sizes["S"], sizes["B"], sizes["G"]) == ((3,), (3,), (3, 1))
    final = score([entry("x", *rows), entry("y", "M M C")])
    assert final.players[0].choices == (("S", "B"), ("S", "G"), ("B", "G"))
    assert final.players[0].announced == ("S", "G")
    given = score([entry("x", *rows, announced="BS"), entry("y", "M M C")])
    assert given.players[0].announced == ("S", "B")
    assert given.players[0].total == 6


@pytest.mark.parametrize(
    ("announced", "wanted"),
    [
        ("S", "expected 2 goods, found 1"),
        ("SS", "a good is announced twice"),
        ("SC", r"no carrot \(C\) is visible"),
        ("SM", "M has a biggest group of 1, but B has one of 2: only the biggest"),
        ("Sx", "invalid good 'x': expected one of S, B, G, C, M"),
    ],
)
def test_two_players_cannot_announce_otherwise(announced: str, wanted: str) -> None:
    with pytest.raises(InvalidInstanceError, match=f"^x cannot announce that: {wanted}"):
        score([entry("x", "S S S", "B B M", announced=announced), entry("y", "M M C")])


def test_a_two_player_stand_of_one_good_announces_that_one() -> None:
    final = score([entry("x", "S S S"), entry("y", "M M C")])
    assert announcements(final) == ["S", "CM"]


def test_four_players_play_in_teams_scored_by_their_sums() -> None:
    stands = [
        entry("a", "S S S S S"),
        entry("b", "S S S c c"),
        entry("c", "S c c c c"),
        entry("d", "S S S S c"),
    ]
    final = score(stands, Variant.TEAMS)
    assert totals(final) == [5, 3, 1, 4]
    assert [(team.players, team.total) for team in final.teams] == [((0, 2), 6), ((1, 3), 7)]
    assert final.winners == (1, 3)
    final = score(stands, Variant.TEAMS, ((0, 1), (2, 3)))
    assert final.winners == (0, 1)


def test_goods_announced_by_any_of_the_four_score_for_all() -> None:
    final = score(
        [entry("a", "S S M B C G"), entry("b", "B B S"), entry("c", "C C S"), entry("d", "G G S")],
        Variant.TEAMS,
    )
    assert final.scoring_goods == ("B", "C", "G", "S")
    assert final.players[0].total == 2 + 1 + 1 + 1


OPEN_TIE = ("S S c S", "B B c c")
STANDS_OF_A_TEAM_GAME = {
    "a": OPEN_TIE, "b": ("G G G",), "c": ("M M M B B c B",), "d": ("G G G S c S c S",),
}  # fmt: skip


def test_an_open_tie_is_decided_for_the_team() -> None:
    # Strawberries bring the player two points more, bananas four points more to the partner.
    entries = [entry(name, *rows) for name, rows in STANDS_OF_A_TEAM_GAME.items()]
    alone, team = score(entries, Variant.STANDARD), score(entries, Variant.TEAMS)
    assert (announcements(alone)[0], announcements(team)[0]) == ("S", "B")
    assert [side.total for side in team.teams] == [(2 + 3 + 4), (3 + 3)]
    assert team.winners == (0, 2)
    by_strawberries = [entry("a", *OPEN_TIE, announced="S"), *entries[1:]]
    assert score(by_strawberries, Variant.TEAMS).winners == (1, 3)
    # Teams of other players decide otherwise; of partners both may choose.
    assert announcements(score(entries, Variant.TEAMS, ((0, 1), (2, 3))))[0] == "S"
    both = [entry("a", *OPEN_TIE), entries[1], entry("c", *OPEN_TIE), entries[3]]
    assert sorted(announcements(score(both, Variant.TEAMS))) == ["B", "G", "G", "S"]


def test_equal_team_sums_go_to_fewer_mice() -> None:
    final = score(
        [
            entry("a", "S S S S c*"),
            entry("b", "S S S c c"),
            entry("c", "S c c c c"),
            entry("d", "c c c c c"),
        ],
        Variant.TEAMS,
    )
    assert [(team.total, team.mice) for team in final.teams] == [(3, 1), (3, 0)]
    assert final.winners == (1, 3)


def test_equal_teams_share_the_victory() -> None:
    final = score([entry(name, "S c c") for name in "abcd"], Variant.TEAMS)
    assert final.winners == (0, 1, 2, 3)


def test_four_players_without_teams_play_alone() -> None:
    final = score([entry(name, "S c c", *("c c c",) * index) for index, name in enumerate("abcd")])
    assert final.variant is Variant.STANDARD
    assert final.teams == ()
    assert final.winners == (0, 1, 2, 3)


def parse_stand(text: str) -> Stand:
    return Stand.parse(text, shipped_deck())


def test_a_card_may_cover_cards_of_different_heights() -> None:
    stand = parse_stand("c01@0:0r0 c02@2:0r0 c03@1:1r0")
    assert sorted(stand.layers().values())[-1] == 3
    assert [len(stand.pile(x, 1)) for x in (0, 1, 2, 3)] == [1, 2, 3, 2]


def test_a_card_may_cover_another_completely() -> None:
    stand = parse_stand("c01@0:0r0 c02@0:0r180")
    assert stand.picture().text_rows() == list(shipped_deck()["c02"].rotated_rows(180))


def test_a_card_may_touch_and_cover_at_once() -> None:
    assert len(parse_stand("c01@0:0r0 c02@3:0r0 c03@2:-2r90")) == 3


def test_a_card_may_touch_only_a_part_of_an_edge() -> None:
    assert len(parse_stand("c01@0:0r0 c02@2:2r0")) == 2


def test_later_cards_are_never_tucked_under() -> None:
    # The order of laying is the order of height; a picture that shows otherwise is refused.
    card = shipped_deck()
    stand = parse_stand("c01@0:0r0 c02@1:0r0")
    rows = stand.picture().text_rows()
    tucked = parse_stand("c02@1:0r0 c01@0:0r0").picture().text_rows()
    document: dict[str, Any] = {
        "players": [
            {"name": "x", "placements": stand.to_list(), "visible": rows},
            {"name": "y", "visible": list(card["c05"].rows)},
        ]
    }
    StandFile.from_dict(document)
    document["players"][0]["visible"] = tucked
    with pytest.raises(InvalidInstanceError, match="later cards lie on top, never tucked under"):
        StandFile.from_dict(document)


def test_a_good_announced_by_two_opponents_scores_once() -> None:
    """Twice the mask's bit of one good would be the bit of the next one."""
    twice, once = (
        StandProblem((shipped_deck()["c01"],), announced=goods) for goods in (("S", "S"), ("S",))
    )
    assert twice.arrays().opponents_mask == once.arrays().opponents_mask


def test_an_empty_announcement_needs_no_good() -> None:
    seen = tally(Picture.parse(["S B B"]))
    assert why_not_announced(seen, (), 0) is None
    assert why_not_announced(seen, ("B",), 0) == "expected 0 goods, found 1"
