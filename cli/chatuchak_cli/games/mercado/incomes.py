"""``game mercado incomes``: the immediate income of every legal action."""

from functools import partial

import click

from chatuchak_cli.games.game_input import SavedGame, saved_game
from chatuchak_cli.shared.output import print_answer, print_message
from chatuchak_solver.codec import Answer
from chatuchak_solver.games.mercado import MercadoState
from chatuchak_solver.games.mercado.incomes import Income, incomes
from chatuchak_solver.rendering.mercado_text import incomes_table


class IncomesAnswer(Answer, frozen=True, kw_only=True):
    """The incomes of all legal actions.

    Attributes
    ----------
    player
        The player to act, from 0; None if the game is over.
    actions
        The legal actions, the best first.
    """

    player: int | None
    actions: tuple[Income, ...]


@click.command(name="incomes")
@click.option(
    "-n", "most", type=click.IntRange(1), metavar="N", help="Only the best N actions are listed."
)
@saved_game(MercadoState)
def command(*, saved: SavedGame[MercadoState], most: int | None, as_json: bool) -> None:
    r"""List the cost, incomes, change and lead of every legal action.

    FILE is a saved game or a position, - for standard input. "change" is the change of the
    player's coins, "lead" that of the lead over the opponent with the highest income. Only `advise`
    considers future incomes.

    \b
    Examples:
      chatuchak game mercado incomes game.json
      chatuchak game mercado incomes game.json -n 5 --json
    """
    state, assumed = saved.state, saved.assumed
    listed = incomes(state)[:most]
    if not (listed or as_json):
        print_message("nobody chooses an action in this position")
        return
    player = None if state.is_over else state.player
    answer = IncomesAnswer(player=player, actions=listed)
    table = partial(incomes_table, listed, state.num_players)
    print_answer(answer, table, as_json=as_json, assumed=assumed if listed else None)
