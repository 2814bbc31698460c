"""Cards, stands, pictures and scores against the reference implementation."""

import json
from itertools import product

from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver.stand import Deck, Picture, Placement, Stand, tally
from chatuchak_solver.stand.scoring import Entry, Teams, Variant, choose_announcements, score
from chatuchak_solver.stand.space import GOODS, KIND_MASK, space_text
from tests.property.stand_strategies import decks, pictures, stands
from tests.reference import market_stand as reference


def reference_spaces(picture: Picture) -> reference.Spaces:
    return {where: space_text(space) for where, space in picture.spaces()}


@given(stands())
def test_a_stand_reads_back_from_its_notation_and_its_document(stand: Stand) -> None:
    deck = Deck(stand.cards)
    assert Stand.parse(str(stand), deck) == stand
    assert Stand.from_list(json.loads(json.dumps(stand.to_list())), deck) == stand
    assert Stand.from_list([str(placement) for placement in stand.placements], deck) == stand


@given(pictures())
def test_a_picture_reads_back_from_its_text(picture: Picture) -> None:
    assert Picture.parse(str(picture).splitlines()) == picture
    assert Picture.parse(picture.text_rows()) == picture


@given(decks())
def test_a_deck_reads_back_from_its_file(deck: Deck) -> None:
    assert Deck.from_dict(json.loads(deck.to_json())) == deck


@given(stands())
def test_visible_spaces_match_the_reference(stand: Stand) -> None:
    expected = reference.lay_all(
        [
            (placement.card.rows, placement.x, placement.y, placement.rotation)
            for placement in stand.placements
        ]
    )
    assert expected == {where: space_text(space) for where, space in stand.visible().items()}
    assert sum(stand.layers().values()) == 6 * len(stand)
    assert stand.picture().doubts() == ()


@given(stands(most=3))
def test_legality_matches_the_reference(stand: Stand) -> None:
    (card,) = Deck.from_dict([{"id": "new", "rows": ["S B G", "C M c"]}])
    seen = dict.fromkeys(stand.visible(), "S")
    places = sorted(reference.places_beside(seen), key=lambda place: (place[1], *place))
    legal = [at for at in places if reference.may_lie(seen, reference.under(card.rows, *at))]
    found = stand.legal_placements(card)
    assert [(at.x, at.y, at.rotation) for at in found] == legal
    for x, y, rotation in places[::7]:
        reason = stand.why_illegal(Placement(card, x, y, rotation))  # type: ignore[arg-type]
        assert (reason is None) == ((x, y, rotation) in legal)


@given(pictures(size=8))
def test_tallies_match_the_reference(picture: Picture) -> None:
    found, spaces = tally(picture), reference_spaces(picture)
    for good in GOODS:
        assert list(found.goods[good].sizes) == reference.group_sizes(spaces, good)
        assert found.goods[good].points == reference.points(spaces, good)
    assert found.mice == reference.mice(spaces)
    for scoring in (set("SB"), set(GOODS), set("")):
        assert found.total(scoring) == reference.total(spaces, scoring)


@given(pictures(), st.integers(0, 3))
def test_scores_are_invariant_under_rotation_and_reflection(picture: Picture, turns: int) -> None:
    rows = picture.rows
    for _ in range(turns):
        rows = tuple(zip(*rows[::-1], strict=True))
    assert tally(Picture(rows)) == tally(picture)
    mirrored = Picture(tuple(row[::-1] for row in rows))
    assert tally(mirrored) == tally(picture)


@given(pictures(), st.permutations(range(5)))
def test_renaming_goods_renames_the_score(picture: Picture, order: list[int]) -> None:
    def rename(space: int) -> int:
        kind = space & KIND_MASK
        return space - kind + order[kind - 1] + 1 if 1 <= kind <= 5 else space

    renamed = tally(Picture(tuple(tuple(map(rename, row)) for row in picture.rows)))
    for index, good in enumerate(GOODS):
        assert renamed.goods[GOODS[order[index]]] == tally(picture).goods[good]


TEAMS: tuple[Teams | None, ...] = (None, ((0, 2), (1, 3)), ((3, 0), (2, 1)))


@given(st.lists(pictures(), min_size=4, max_size=4), st.integers(1, 2), st.data())
def test_open_announcements_are_allowed_and_no_side_gains_by_another(
    seen: list[Picture], count: int, data: st.DataObject
) -> None:
    teams = data.draw(st.sampled_from(TEAMS))
    if teams is None:
        seen = seen[: data.draw(st.integers(2, 4))]
    spaces = [reference_spaces(picture) for picture in seen]
    tallies = [tally(picture) for picture in seen]
    allowed = [reference.may_announce(picture_spaces, count) for picture_spaces in spaces]
    announced = [data.draw(st.sampled_from([None, *choices])) for choices in allowed]
    given_goods = [None if goods is None else tuple(goods) for goods in announced]
    chosen = [
        set(announcement)
        for announcement in choose_announcements(tallies, given_goods, count, teams)
    ]
    for goods, choices, stand_tally in zip(chosen, allowed, tallies, strict=True):
        assert goods in choices
        assert sorted(map(sorted, choices)) == sorted(map(sorted, stand_tally.announcements(count)))
    assert all(goods in (None, choice) for goods, choice in zip(announced, chosen, strict=True))
    for side in teams or [(seat,) for seat in range(len(seen))]:
        others = set().union(*(chosen[seat] for seat in range(len(seen)) if seat not in side))
        open_choices = [allowed[s] if announced[s] is None else [chosen[s]] for s in side]
        assert reference.side_total(spaces, side, others.union(*(chosen[s] for s in side))) == max(
            reference.side_total(spaces, side, others.union(*choice))
            for choice in product(*open_choices)
        )


@given(st.lists(pictures(), min_size=2, max_size=4), st.data())
def test_final_scores_match_the_reference(seen: list[Picture], data: st.DataObject) -> None:
    players = len(seen)
    variant = data.draw(
        st.sampled_from([variant for variant in Variant if players in variant.players])
    )
    spaces = [reference_spaces(picture) for picture in seen]
    announced = [
        data.draw(
            st.sampled_from(
                sorted(reference.may_announce(picture_spaces, variant.announced), key=sorted)
            )
        )
        for picture_spaces in spaces
    ]
    entries = [
        Entry(f"p{seat}", tally(picture), tuple(announced[seat]))
        for seat, picture in enumerate(seen)
    ]
    final = score(entries, variant)
    scoring = set().union(*announced)
    totals = [reference.total(picture_spaces, scoring) for picture_spaces in spaces]
    mice = [reference.mice(picture_spaces) for picture_spaces in spaces]
    assert [player.total for player in final.players] == totals
    assert list(final.scoring_goods) == sorted(scoring)
    if variant is Variant.TEAMS:
        sums = [totals[0] + totals[2], totals[1] + totals[3]]
        teams = reference.winners(sums, [mice[0] + mice[2], mice[1] + mice[3]])
        assert set(final.winners) == {seat for seat in range(4) if seat % 2 in teams}
    else:
        assert list(final.winners) == reference.winners(totals, mice)
