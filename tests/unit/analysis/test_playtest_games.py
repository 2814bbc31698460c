"""Games of people on file: JSON lines, tables, SQLite."""

import json
import re
import sqlite3
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from chatuchak_solver import InputError, PlayedGame, load_start_tiles, parse_games, solve
from chatuchak_solver.analysis.playtest.games import game_line
from chatuchak_solver.analysis.playtest.store import PlaytestStore, is_collected, read_collected

TILES = load_start_tiles()
GRID = TILES.tile(1)
SOLUTION = solve(GRID).moves
KEY = "k" * 16
GAME = PlayedGame(player="Ola", grid=GRID, moves=31, seconds=95.5, hints=1, undos=2)


def line(**fields: object) -> bytes:
    return json.dumps({"player": "Ola", "grid": str(GRID), "moves": 31} | fields).encode()


@given(
    st.builds(
        PlayedGame,
        player=st.text("abc äß7", min_size=1, max_size=15).filter(str.strip),
        grid=st.sampled_from(TILES.grids),
        moves=st.integers(0, 999),
        seconds=st.none() | st.floats(0, 1e6),
        hints=st.integers(0, 99),
        undos=st.integers(0, 99),
        solved=st.booleans(),
        date=st.sampled_from(["", "2026-05-01", "2026-05-01T20:15:00+02:00"]),
    )
)
def test_games_round_trip(game: PlayedGame) -> None:
    assert parse_games(json.dumps(game.to_dict()).encode(), source="f") == (game,)


def test_a_list_of_moves_is_replayed() -> None:
    assert SOLUTION is not None
    (game,) = parse_games(line(moves=SOLUTION), source="f")
    assert (game.moves, game.path, game.solved) == (len(SOLUTION), SOLUTION, True)
    (game,) = parse_games(line(moves=SOLUTION[:-1]), source="f")
    assert not game.solved


def test_one_message_lists_all_bad_lines() -> None:
    rows = "\n".join(f"Ola,1,{'x' if number % 2 else 30}" for number in range(60))
    with pytest.raises(InputError) as caught:
        parse_games(f"player,tile,moves\n{rows}\n".encode(), source="f", tiles=TILES)
    message = str(caught.value)
    assert message.startswith(
        "f: 30 bad lines: line 3: invalid moves 'x': expected a whole number; "
    )
    assert message.count("line ") == message.count("invalid") > 10
    assert re.search(r"; and 1\d more$", message)
    with pytest.raises(InputError, match=r"line 1: not JSON .*; line 3: invalid moves"):
        parse_games(b"{\n" + line() + b"\n" + line(moves="x"), source="f")


@pytest.mark.parametrize(
    ("cell", "date"),
    [
        ("2026-05-01", "2026-05-01"),
        ("2026/5/1", "2026-05-01"),
        ("2026/5/1 20:15:30+02:00", "2026-05-01T20:15:30+02:00"),
        ("1.5.2026", "2026-05-01"),
        ("2026/5/1 20:15+02:00", "2026-05-01T20:15+02:00"),
        ("01.05.2026 9:15", "2026-05-01T09:15"),
        ("13/5/2026", "2026-05-13"),
        ("5/13/2026", "2026-05-13"),
        ("5/5/2026", "2026-05-05"),
        ("1/5/2026", None),
        ("31.2.2026", None),
        ("9" * 400, None),
    ],
)
def test_dates_of_spreadsheets(cell: str, date: str | None) -> None:
    data = f"player,tile,moves,date\nOla,1,30,{cell}\n".encode()
    if date is None:
        with pytest.raises(InputError, match=r"line 2: invalid date .*: expected a date such"):
            parse_games(data, source="f", tiles=TILES)
    else:
        assert parse_games(data, source="f", tiles=TILES)[0].date == date


@pytest.mark.parametrize(
    ("cell", "seconds"),
    [("95", 95), ("95,5", 95.5), (".5", 0.5), ("9.5E+1", 95), ("1:35", 95), ("0:01:35.5", 95.5)],
)
def test_seconds_of_spreadsheets_are_read(cell: str, seconds: float) -> None:
    data = f"player;tile;moves;seconds\nOla;1;30;{cell}\n".encode()
    assert parse_games(data, source="f", tiles=TILES)[0].seconds == seconds


def test_a_player_may_be_a_number() -> None:
    (game,) = parse_games(line(player=123_456_789_012), source="f")
    assert game.player == "123456789012"


TABLE = "player;tile;moves;mood;\nJosé;1.0;22,0;gut;\nJose\u0301;2;31.00;;\n"


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1252"])
@pytest.mark.parametrize("ending", ["\n", "\r\n", "\r"])
def test_tables_in_spreadsheet_encodings_are_read(encoding: str, ending: str) -> None:
    notes: list[str] = []
    data = TABLE.replace("\n", ending).encode(encoding, errors="ignore")
    games = parse_games(data, source="f", tiles=TILES, on_note=notes.append)
    assert [(game.grid, game.moves) for game in games] == [(GRID, 22), (TILES.tile(2), 31)]
    assert games[0].player == "José"
    if encoding != "cp1252":  # which has no combining accent
        assert games[1].player == "José"
    assert [game.origin for game in games] == ["f, line 2", "f, line 3"]
    assert any("ignored columns mood" in note for note in notes)
    assert any("Windows-1252" in note for note in notes) == (encoding == "cp1252")


def test_a_table_typed_from_paper() -> None:
    data = "Player;Tile;Moves;Seconds;Solved;Hints\nOla;1;31;1:35,5;yes;1\nJo;2;40;;no;\n\n"
    first, second = parse_games(data.encode("utf-8-sig"), source="f", tiles=TILES)
    assert first == replace(GAME, undos=0)
    assert second == PlayedGame(player="Jo", grid=TILES.tile(2), moves=40, solved=False)


@pytest.mark.parametrize("count", [1, 2])
def test_a_single_move_is_written_to_a_table_as_a_number(count: int) -> None:
    assert SOLUTION is not None
    table, path = b"player,tile,moves,solved\n", SOLUTION[:count]
    game = PlayedGame(player="Ola", grid=GRID, moves=count, path=path, solved=False)
    line = game_line(game, table, source="f", tiles=TILES)
    (found,) = parse_games(table + line, source="f", tiles=TILES)
    assert (found.moves, found.solved) == (count, False)
    assert found.path == (path if count > 1 else None)


def test_collected_games_are_stored_once_and_withdrawn(tmp_path: Path) -> None:
    path = tmp_path / "evening.sqlite"
    store = PlaytestStore(path)
    store.add(KEY, GAME)
    store.add(KEY, GAME)
    store.add("other" * 3, replace(GAME, player="Jo"))
    assert is_collected(path)
    assert read_collected(path) == (GAME, replace(GAME, player="Jo"))
    assert PlaytestStore(path).withdraw(KEY) == 1
    assert read_collected(path) == (replace(GAME, player="Jo"),)
    assert b"Ola" not in path.read_bytes()


def test_other_files_are_refused_and_unchanged(tmp_path: Path) -> None:
    text, database = tmp_path / "text", tmp_path / "other.sqlite"
    text.write_text("no database")
    with sqlite3.connect(database) as connection:
        connection.execute("CREATE VIEW games AS SELECT 1 AS number, 'x' AS game")
    connection.close()
    for path in (text, database):
        before = path.read_bytes()
        with pytest.raises(InputError, match="not a file of collected games"):
            PlaytestStore(path)
        assert path.read_bytes() == before


def test_withdrawn_games_are_erased_from_the_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.sqlite"
    store = PlaytestStore(path)
    for number in range(60):
        for key, name in ((KEY, "Olga"), ("other" * 3, "Jo")):
            store.add(key, replace(GAME, player=name, moves=number, path=None))
    size = path.stat().st_size
    assert store.withdraw(KEY) == 60
    content = path.read_bytes()
    assert b"Olga" not in content
    assert KEY.encode() not in content
    assert len(content) < size
    assert len(read_collected(path)) == 60


def test_several_programs_may_create_the_same_file(tmp_path: Path) -> None:
    path = tmp_path / "evening.sqlite"
    path.touch()  # a program that was killed before its transaction ended
    with ThreadPoolExecutor(4) as pool:
        stores = list(pool.map(PlaytestStore, [path] * 4))
    for number, store in enumerate(stores):
        store.add(KEY, replace(GAME, moves=number, path=None))
    assert len(stores[0]) == 4


@pytest.mark.parametrize("key", ["", "short", "x" * 65, "with space here"])
def test_keys_are_letters_and_digits(tmp_path: Path, key: str) -> None:
    store = PlaytestStore(tmp_path / "evening.sqlite")
    with pytest.raises(InputError, match="8 to 64 letters and digits"):
        store.add(key, GAME)
    assert len(store) == 0
