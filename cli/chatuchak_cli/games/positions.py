"""Commands of every game on its rules and positions: rules, new, legal, show and apply."""

from pathlib import Path
from typing import Literal

import click
import msgspec
import numpy as np

from chatuchak_cli.games import game_commands as commands
from chatuchak_cli.shared import files, options, output
from chatuchak_solver import Box, GameRecord, IllegalMoveError, InputError
from chatuchak_solver.codec import Answer, JsonObject
from chatuchak_solver.games.contract import ANYONE, CHANCE, AnyState, play_log, sample_chance
from chatuchak_solver.games.game import LANGUAGES, Game


class ChanceAnswer(Answer, frozen=True, kw_only=True):
    """A possible outcome of chance and its weight."""

    outcome: str
    weight: int


class TurnAnswer(Answer, frozen=True, kw_only=True):
    """The turn in a position.

    Attributes
    ----------
    current_player
        The player to act, from 0, chance, anyone, or None if the game is over.
    """

    game: str
    current_player: int | Literal["chance", "anyone"] | None
    over: bool


class LegalAnswer(TurnAnswer, frozen=True, kw_only=True):
    """The legal actions.

    Attributes
    ----------
    chance
        The possible outcomes of a chance event.
    """

    actions: tuple[str, ...]
    chance: tuple[ChanceAnswer, ...]


class ShowAnswer(TurnAnswer, frozen=True, kw_only=True):
    """A position.

    Attributes
    ----------
    scores
        The players' points if the game ended now.
    winners
        The winners, from 0; None before the end.
    """

    scores: tuple[int, ...]
    winners: tuple[int, ...] | None
    actions_played: int
    state: JsonObject


def turn_of(state: AnyState) -> JsonObject:
    """Return the fields of a `TurnAnswer`."""
    player = state.current_player
    names = {CHANCE: "chance", ANYONE: "anyone"}
    acting = None if state.is_over else names.get(player, player)
    return {"game": state.game, "current_player": acting, "over": state.is_over}


@commands.game_command(lambda _: (
    click.option("--language", type=click.Choice(LANGUAGES), default="en", help="The language."),
    options.box_option,
    options.json_option,
))  # fmt: skip
def rules(game: Game, *, language: str, box: Box) -> None:
    r"""Print short rules of the game and its assumptions.

    \b
    Examples:
      chatuchak game {game} rules
      chatuchak game {game} rules --language de
    """
    rules = game.short_rules(language)
    parts = game.parts
    if not box.assumed_parts(*parts):
        rules = msgspec.structs.replace(rules, sections=rules.sections[:-1])
    output.print_answer(rules, lambda: output.fitted(str(rules)), box.reasons(*parts))


@commands.game_command(lambda game: (
    click.option("--players", default=game.state.player_counts[0],
                 type=click.IntRange(game.state.player_counts[0], game.state.player_counts[-1]),
                 help="The number of players."),
    click.option("--seed", type=click.IntRange(0), help="Seed of the setup."),
    commands.setup_options(game),
    commands.out_option,
    options.json_option,
))  # fmt: skip
def new(
    game: Game, *, players: int, seed: int | None, out: Path | None, setup: commands.SetupChoice
) -> None:
    r"""Set up a game and show it, or save it with --out.

    \b
    Examples:
      chatuchak game {game} new --seed 7 --out game.json
      chatuchak game {game} new --json | chatuchak game {game} legal -
    """
    start = setup.start(game, players, options.resolve_seed(seed))
    record = GameRecord.begin(start)
    if out is not None:
        files.write_json(out, record.to_dict())
    output.print_answer(record, lambda: str(start), setup.assumed(start))


@commands.game_command(lambda game: (commands.saved_game(game.state),))
def legal(_: Game, *, saved: commands.SavedGame[AnyState]) -> None:
    r"""List every legal action of the position in FILE, one per line.

    FILE is a saved game or a position, - for standard input. If chance is next, each
    outcome has its weight.

    \b
    Examples:
      chatuchak game {game} legal game.json
      chatuchak game {game} legal game.json --json
    """
    state, assumed = saved.state, saved.assumed
    if output.is_json():
        chance = tuple(ChanceAnswer(outcome=text, weight=n) for text, n in state.chance_texts())
        answer = LegalAnswer(**turn_of(state), actions=state.legal_texts(), chance=chance)
        output.emit_json(answer, assumed)
        return
    outcomes = [f"{text}  (weight {weight})" for text, weight in state.chance_texts()]
    for line in outcomes or state.legal_texts():
        click.echo(line)
    if state.is_over:
        output.print_message("the game is over")
    else:
        output.print_assumed(assumed, err=True)


@commands.game_command(lambda game: (
    click.option("--after", type=click.IntRange(0), metavar="N",
                 help="The position after the first N actions of the log."),
    commands.saved_game(game.state),
))  # fmt: skip
def show(_: Game, *, saved: commands.SavedGame[AnyState], after: int | None) -> None:
    r"""Show the position in FILE: a saved game or a position, - for standard input.

    \b
    Examples:
      chatuchak game {game} show game.json
      chatuchak game {game} show game.json --after 10 --json
    """
    record = saved.record
    played = len(record.log) if after is None else after
    if played > len(record.log):
        raise InputError(f"--after {after}: the log has {len(record.log)} actions")
    state = play_log(record.start, record.log[:played])
    answer = ShowAnswer(
        **turn_of(state), scores=state.scores(), actions_played=played, state=state.to_dict(),
        winners=state.winners() if state.is_over else None,
    )  # fmt: skip
    output.print_answer(answer, lambda: str(state), saved.assumed)


@commands.game_command(lambda game: (
    click.option("--draw", is_flag=True, help="Draw the outcomes of chance."),
    click.option("--seed", type=click.IntRange(0), help="Makes --draw repeatable."),
    commands.out_option,
    commands.saved_game(game.state),
    click.argument("actions", nargs=-1, metavar="ACTION..."),
), ignore_unknown_options=True)  # fmt: skip
def apply(
    game: Game, *, saved: commands.SavedGame[AnyState], actions: tuple[str, ...], draw: bool,
    seed: int | None, out: Path | None,
) -> None:  # fmt: skip
    r"""Play actions from the position in FILE and show the result.

    FILE is a saved game or a position, - for standard input; it changes only with
    --out. Several actions are separated by commas. `legal` lists the legal actions and outcomes of
    chance; --draw draws the chance events before and after the actions.

    \b
    Examples:
      chatuchak game {game} apply game.json {example} --out next.json
      chatuchak game {game} apply game.json {example} --draw --seed 3 --json
    """
    if not actions and not draw:
        raise click.UsageError(f"missing ACTION: expected one such as {game.example}")
    options.require("--draw", draw, "seed")
    record = saved.record
    rng = np.random.default_rng(seed)
    listed = [action.strip() for action in " ".join(actions).split(",")] if actions else []
    for text in (*listed, None):
        while draw and record.state.current_player == CHANCE and not record.state.is_over:
            record = record.apply(sample_chance(record.state, rng))
        if text is not None:
            before = record.state
            try:
                action = before.parse(text)
                record = record.apply(action)
            except IllegalMoveError as error:
                raise _with_comma_hint(error, text, before) from None
            for event in game.describe_events(before, action, record.state):
                output.print_message(f"{text}: {event}")
    if out is not None:
        files.write_json(out, record.to_dict())
    output.print_answer(record, lambda: str(record.state), saved.assumed)


def _with_comma_hint(error: IllegalMoveError, text: str, state: AnyState) -> IllegalMoveError:
    """Return the error with a hint if ``text`` is several actions without a comma."""
    words, legal = text.split(), state.legal_texts()
    for end in range(1, len(words)):
        first, rest = " ".join(words[:end]), " ".join(words[end:])
        if first in legal:
            hint = f"several actions are separated by commas: '{first}, {rest}'"
            return IllegalMoveError(f"{error} ({hint})")
    return error
