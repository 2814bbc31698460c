"""Wrong arguments are answered with one clear InputError, never with a bare error."""

import numpy as np
import pytest

from chatuchak_solver import GAMES, Game, InputError
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.players import AdvisorPlayer, GreedyPlayer, RandomPlayer
from chatuchak_solver.games.river_market import RiverMarketState
from chatuchak_solver.games.tree_search import TreeSearch
from tests.game_tree import play_on


@pytest.mark.parametrize("entry", GAMES, ids=lambda entry: entry.name)
def test_players_refuse_a_finished_game(entry: Game) -> None:
    rng = np.random.default_rng(2)
    state = play_on(entry.state.new(entry.state.player_counts[0], rng=rng), rng)
    for player in (RandomPlayer(), GreedyPlayer(), AdvisorPlayer(TreeSearch())):
        with pytest.raises(InputError, match="player 1 has no action to choose from"):
            player.choose(state, 0, rng)


def test_a_player_has_no_more_stands_than_wooden_stands() -> None:
    state = MercadoState.new(2, rng=np.random.default_rng(3))
    rng = np.random.default_rng(3)
    state = play_on(state, rng, lambda state: state.wooden_stands_left(0) <= 5)
    document = state.to_dict()
    most = max(state.market.stands_of(player) for player in range(2))
    document["setup"]["wooden_stands"] = most
    assert MercadoState.from_dict(document).to_dict() == document
    document["setup"]["wooden_stands"] = most - 1
    with pytest.raises(InputError, match=f"has {most} stands in the market and only {most - 1} "):
        MercadoState.from_dict(document)


def test_the_rival_zooms_with_a_zoom_card_alone() -> None:
    state = RiverMarketState.new(1, rng=np.random.default_rng(1))

    def draws_after_another_card(state: RiverMarketState) -> bool:
        last = state.collection[-1:]
        return state.phase == "draw" and bool(last) and not last[0].is_zoom

    state = play_on(state, np.random.default_rng(1), draws_after_another_card)
    assert len(state.river.booths) > 1
    document = state.to_dict()
    assert RiverMarketState.from_dict(document) == state
    document["phase"] = "zoom"
    with pytest.raises(InputError, match="'zoom' needs a Zoom card"):
        RiverMarketState.from_dict(document)
