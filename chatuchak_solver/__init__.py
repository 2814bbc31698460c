"""A solver and puzzle-analysis library for market-themed board games.

``__init__.pyi`` lists the public names. Each is imported on first use, so ``import
chatuchak_solver`` is fast.

Examples
--------
Solve a grid with proof:

>>> from chatuchak_solver import Grid, solve
>>> solution = solve(Grid.parse(".GYPYG/BRGRGP/RYPYBY/PBGPRB/BRYBGR"))
>>> solution.length, str(solution.status)
(21, 'optimal')

Get an optimal move and the number of remaining moves:

>>> from chatuchak_solver import Grid, hint
>>> advice = hint(Grid.parse(".RY/YRG/RGG"))
>>> advice.move, advice.remaining
(6, 4)

Rank grids by difficulty, here three sample tiles:

>>> from chatuchak_solver import load_start_tiles, rank_tiles
>>> ranking = rank_tiles(load_start_tiles().grids[:3])
>>> [tile.tile for tile in ranking]
[3, 2, 1]

Assess a grid: its difficulty, and the percentage of easier random start grids:

>>> from chatuchak_solver import assess, load_start_tiles
>>> tile = assess(load_start_tiles().tile(1))
>>> round(tile.difficulty or 0), round(tile.percentile or 0), tile.expected_rank
(58, 84, 'Haggler')

Score a finished game from a file or, as here, from its content:

>>> from chatuchak_solver import score_mercado
>>> ana, rui = {"name": "Ana", "coins": 31, "stands": 7}, {"name": "Rui", "coins": 30, "stands": 6}
>>> score_mercado({"players": [ana, rui]}).to_dict()["winners"]
['Ana']

Rank the placements of a card of a market stand, and plan a whole stand:

>>> from chatuchak_solver import Stand, StandProblem, best_placements, plan_stand, shipped_deck
>>> cards = shipped_deck().cards[:4]
>>> best = best_placements(Stand(), cards)[0]
>>> best.total, plan_stand(StandProblem(cards)).total
(2, 6)

Play a game; states are immutable:

>>> from chatuchak_solver import new_game
>>> state = new_game("mercado", 3, seed=1)
>>> state = state.apply(state.legal_actions()[0])
>>> state.current_player, state.is_over
(1, False)
"""

from chatuchak_solver.exports import lazy_exports

__getattr__, __dir__, __all__ = lazy_exports(
    __name__,
    __file__,
    renamed={
        "LimitReached": "chatuchak_solver.analysis.optimal_paths",
        "PathLimits": "chatuchak_solver.analysis.optimal_paths",
        "Yardsticks": "RankingReference",
    },
)
