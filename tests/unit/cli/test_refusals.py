"""Invalid command lines are refused in one line, and write no file."""

import os
import shlex

import pytest

from docs.extensions.shell import EXAMPLES
from tests.unit.cli.conftest import Chatuchak

STAND = EXAMPLES / "market_stand.json"
REFUSED = (
    ("generate -n -1", "'-n' / '--number': -1 is not in the range x>=0"),
    ("generate -n many", "'many' is not a valid integer"),
    ("generate --seed -1", "invalid seed -1: expected 0 to 18446744073709551615"),
    (f"generate --seed {2**64}", "seed 18446744073709551616: expected"),
    ("generate --seed x", "'x' is not a valid integer"),
    ("generate --seed 1 --first -1", "-1 is not in the range x>=0"),
    (f"generate --seed 1 --first {2**63}", "index 9223372036854775808: expected"),
    ("generate --seed 1 --board 6", "invalid board '6': expected rows x columns, such as 5x6"),
    ("generate --seed 1 --board 9x8", "expected at most 64 spots"),
    ("generate --seed 1 --board 1x6", "expected at least 2 x 2"),
    ("generate --seed 1 --board 2x2", "no start grid with counts 3,0,0,0,0 on a board of 2x2"),
    ("generate --seed 1 --counts 6,6,6,6", "invalid counts 6,6,6,6: expected up to 9"),
    ("generate --seed 1 --counts 6,,6", "invalid counts '6,,6': expected booths per color"),
    ("generate --seed 1 --counts 9,9,9,1,1", "invalid counts 9,9,9,1,1: expected up to 9 of 2..9"),
    ("generate extra", "unexpected extra argument"),
    ("generate --what", "No such option"),
    ("solve", "Missing argument 'GRID'"),
    ("solve my-tiles.txt --time-limit -1", "invalid time limit -1.0: expected seconds >= 0"),
    ("solve my-tiles.txt --time-limit nan", "invalid time limit nan"),
    ("solve my-tiles.txt --time-limit soon", "'soon' is not a valid float"),
    ("solve my-tiles.txt --node-limit -5", "invalid work limit -5: expected a whole number >= 0"),
    ("solve my-tiles.txt --rule hop", "'hop' is not one of 'jump', 'slide'"),
    ("solve my-tiles.txt --algorithm magic", "is not one of 'goal', 'ida', 'astar', 'anytime'"),
    ("solve tile:1 --rule slide --algorithm goal", "expected jump for the goal-directed"),
    ("solve my-tiles.txt --ranks missing.json", "missing.json"),
    ("solve my-tiles.txt --workers 0", "invalid number of workers 0: expected 1 to "),
    ("solve my-tiles.txt --svg x.svg", "expected a single one with --svg"),
    ("render tile:1 -o x.bmp", "expected one of svg, png, gif, html"),
    ("render tile:1 -o x.gif --kind strip", "invalid kind strip of a gif"),
    ("render tile:1 -o x.png --kind animation", "expected one of grid, arrows, strip"),
    ("render tile:1 -o x.png --zoom 900", "zoom 900"),
    ("render tile:1 -o x.svg --columns 0 --solve", "columns 0"),
    ("render tile:1 -o x.svg --moves 8", "expected a legal jump"),
    ("render tile:1 -o x.svg --moves 1 --solve", "--moves and --solve cannot be combined"),
    ("render tile:99 -o x.svg", "tile 99"),
    ("render nowhere.json -o x.svg", "nowhere.json"),
    (f"render {STAND} -o x.gif", "expected svg or png"),
    (f"render {STAND} -o x.svg --solve", "expected a grid with --moves or --solve"),
    ("render tile:1 -o no/such/folder.svg", "cannot write it"),
    ("render tile:1", "--out"),
    ("play tile:1", "play needs a terminal: standard input is not a terminal"),
    ("play tile:1 --random", "GRID and --random cannot be combined"),
    ("play tile:17", "tile 17"),
    ("play --resume missing.json", "missing.json: cannot read it"),
    ("play --seed -1", "--seed"),
    ("play --playtest f.jsonl", "--playtest needs --player NAME"),
    ("play --player Ola", "--player needs --playtest FILE"),
    ("play --playtest f --player O --rule slide", "--playtest needs --rule jump"),
    ("play --playtest f --player \x01", "a text of 1 to 80 printable characters"),
    ("playtest", "Missing argument"),
    ("playtest missing.jsonl", "missing.jsonl: No such file"),
    ("playtest evening.jsonl --power 1 17", "invalid tile 17"),
    ("playtest evening.jsonl --power 1 ²", "invalid letter '²'"),
    ("playtest evening.jsonl --force", "--force needs --fit"),
    ("playtest evening.jsonl --players 3", "--players needs --plan"),
    ("playtest evening.jsonl --each 0", "--each needs --plan"),
    ("playtest evening.jsonl --formula evening.jsonl", "Extra data"),
    ("playtest --plan --fit x.json", "--fit cannot be combined with --plan"),
    ("playtest --plan --players 2 --each 2", "cannot link 16 tiles"),
    ("playtest --plan --difference 0", "invalid difference 0.0"),
    ("playtest photo.jpg", "line 1: byte 0 of the file is not text (UTF-8)"),
    ("playtest table.csv", "line 2: tile: a number requires a set of tiles"),
    ("practice --remaining 2..4", "invalid moves left 2: expected 3 to 16"),
    ("practice --remaining 5..4", "invalid remaining moves (5, 4): expected (minimum, maximum)"),
    ("practice --remaining x", "'x'"),
    ("practice -n -1", "-1 is not in the range"),
    ("practice --mistakes /no/such/file", "/no/such/file"),
    ("practice --json --mistakes evening.jsonl", "--json"),
    ("read none.jpg", "No such file"),
    ("read photo.jpg --corners '1,2 3'", "invalid corner '3'"),
    ("read photo.jpg --corners '1,2 3,4'", "invalid number of corners 2: expected four"),
    ("read photo.jpg --counts 6,6", "invalid counts '6,6'"),
    ("read photo.jpg --counts many", "invalid counts 'many'"),
    ("read photo.jpg --overlay seen.gif", "invalid output file 'seen.gif': expected a name with"),
    ("read photo.jpg --review look.pdf", "invalid output file 'look.pdf': expected a name with"),
    ("read photo.jpg --tiles 17", "--tiles '17': expected"),
    ("review tile:1", "no moves to review: expected MOVES such as 15,3,7"),
    ("review tile:1 29", "move 1: spot 29 cannot jump to the empty spot 0"),
    ("review https://example.org/#about", "invalid link 'https://example.org/#about': expected #"),
    ("review https://example.org/#grid=.R/RX&moves=1", "row 2, column 2"),
    ("review https://example.org/#grid=.R/RR&moves=1,x", "move 2: invalid spot 'x'"),
    ("sheet -o x.pdf --scores stand --cards", "--cards and --scores cannot be combined"),
    ("sheet -o x.pdf my-tiles.txt --scores stand", "--scores takes no file"),
    ("sheet -o x.pdf --cards --back solution", "invalid --back solution"),
    ("sheet -o x.pdf --width 0", "invalid tile width 0"),
    # Before any work:
    ("sheet -o x.pdf --back difficulty --width 500", "mm on A4"),
    ("sheet -o x.pdf --back difficulty --bleed 99", "invalid bleed 99"),
    ("box use", "expected FILE or --none"),
    ("box use missing.json", "missing.json"),
    ("box add photo missing.png", "no box file"),
    ("box check missing.json", "missing.json"),
    ("compare tile:1", "expected at least 2"),
    (f"compare {' '.join(['tile:1'] * 17)}", "expected at most 16, or use rank"),
    ("export RY/Y./RR/YR", "expected --pddl FOLDER or --states FILE"),
    ("export RY/Y./RR/YR --states g.json --limit 279", "more than 279 positions (its booths have"),
    ("export RY/Y./RR/YR --states space.txt", "expected .graphml or .json"),
    ("rank --table ranking.xlsx", "invalid table file ranking.xlsx: expected .csv or .parquet"),
    ("records --search hardest --table t.csv", "--table cannot be combined with --search"),
)


@pytest.mark.parametrize(("line", "message"), REFUSED, ids=[line[:50] for line, _ in REFUSED])
def test_invalid_command_lines_are_refused(
    chatuchak: Chatuchak, monkeypatch: pytest.MonkeyPatch, line: str, message: str
) -> None:
    monkeypatch.chdir(EXAMPLES / "files")
    before = sorted(os.listdir())
    assert message in chatuchak(*shlex.split(line)).error
    assert sorted(os.listdir()) == before
