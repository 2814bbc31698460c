"""What the simulated player does with vectors, against plain twins and what Python says."""

from __future__ import annotations

import random
from inspect import unwrap

import numpy as np
import pytest

from chatuchak_solver.analysis.kernels.player_vectors import (
    COPIED_WORDS,
    ERROR_BLOCK,
    LINE_BLOCK,
    LINE_WORDS,
    copy_words,
    draw_errors,
    lines_near,
)
from chatuchak_solver.search.kernels.splitmix import STEP, scramble
from tests.twins import compiled

WORD = (1 << 64) - 1
HALF = (1 << 32) - 1


@pytest.mark.parametrize("deviation", [0, 1, 128, 4096])
def test_errors_are_sums_of_the_parts_of_random_words(deviation: int) -> None:
    chance = random.Random(deviation)
    draw = compiled(draw_errors)
    for state in [0, WORD, *(chance.getrandbits(64) for _ in range(20))]:
        drawn, plain = np.full(40, -7, np.int32), np.full(40, -7, np.int32)
        draw(np.uint64(state), deviation, drawn, 5)
        unwrap(draw_errors)(state, deviation, plain, 5)
        assert drawn.tolist() == plain.tolist()
        for place in range(ERROR_BLOCK):
            word = int(scramble(np.uint64(state + int(STEP) * (place + 1) & WORD)))
            total = sum(word >> part & 0xFFFF for part in (0, 16, 32, 48))
            assert drawn[5 + place] == (total - 2 * 0xFFFF) * deviation // 37837
        assert set(np.delete(drawn, slice(5, 5 + ERROR_BLOCK))) == {-7}


@pytest.mark.parametrize(("source", "target"), [(0, 32), (40, 3), (7, 7)])
def test_words_are_copied(source: int, target: int) -> None:
    words = np.random.default_rng(6).integers(0, 1 << 62, 80).astype(np.uint64)
    copied, plain, expected = words.copy(), words.copy(), words.tolist()
    compiled(copy_words)(copied, source, target)
    unwrap(copy_words)(plain, source, target)
    expected[target : target + COPIED_WORDS] = words[source : source + COPIED_WORDS].tolist()
    assert copied.tolist() == plain.tolist() == expected


def packed(one: int, other: int) -> int:
    return one & HALF | (other & HALF) << 32


def test_lines_one_jump_away_are_found() -> None:
    """Positions of six spots and three colors: those that differ by one booth, and no others."""
    chance = random.Random(8)
    marks = [(chance.getrandbits(32), chance.getrandbits(32)) for _ in range(6)]
    factors = [chance.getrandbits(32) for _ in range(3)]

    def hashed(colors: list[int | None]) -> tuple[int, int]:
        here = [(factors[color], spot) for spot, color in enumerate(colors) if color is not None]
        one, other = (sum(f * marks[spot][half] for f, spot in here) for half in (0, 1))
        return one & HALF, other & HALF

    near = compiled(lines_near)
    stride, start = 2 * LINE_BLOCK, 3
    found = 0
    for _ in range(60):
        colors: list[int | None] = [None, *(chance.randrange(3) for _ in range(5))]
        chance.shuffle(colors)
        spot = colors.index(None)
        lines = np.zeros(LINE_WORDS * stride, np.uint32)
        expected = 0
        for line in range(LINE_BLOCK):
            jumped = list(colors)
            empty = chance.randrange(6)
            jumped[spot], jumped[empty] = jumped[empty], None
            if chance.random() < 0.5:  # and something else
                other = chance.choice([at for at in range(6) if at not in (spot, empty)])
                jumped[other] = ((jumped[other] or 0) + 1) % 3
            is_one_jump = empty != spot and all(
                jumped[at] == colors[at] for at in range(6) if at not in (spot, empty)
            )
            expected |= (is_one_jump and jumped[spot] == colors[empty]) << line
            words = [*hashed(jumped), *marks[empty]]
            for place, word in enumerate(words):
                lines[start + line + stride * place] = word
        position, mark = np.uint64(packed(*hashed(colors))), np.uint64(packed(*marks[spot]))
        bits = near(lines, stride, start, position, mark)
        assert bits == unwrap(lines_near)(lines, stride, start, position, mark) == expected
        found += expected.bit_count()
    assert 100 < found < 60 * LINE_BLOCK - 100
