"""Placement of clusters side by side once all cards are decided."""

from chatuchak_solver.kernels.jit import kernel
from chatuchak_solver.stand.kernels.cover_search import node_layout as fields
from chatuchak_solver.stand.kernels.cover_search.bound import (
    bound_without_mice,
    find_answers,
    mix,
    mix_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.nodes import (
    clear,
    put_cluster,
    unpack_node,
    write_child,
)
from chatuchak_solver.stand.kernels.cover_search.pieces import (
    add_pieces,
    close_pieces,
    copy_pieces,
    count_pieces,
)
from chatuchak_solver.stand.kernels.cover_search.workspace import Nodes, States, Workspace


@kernel
def _note_around(work: Workspace, count: int) -> None:
    """Write the contact lines of ``cells[:count]`` on the board into ``around`` and ``frame``."""
    around = work.around
    around[:] = 0
    top = fields.BOARD
    bottom = 0
    left = fields.BOARD
    for index in range(count):
        cell = work.cells[index]
        row = cell // fields.BOARD
        column = cell % fields.BOARD
        top = min(top, row)
        bottom = max(bottom, row)
        left = min(left, column)
        bit = 1 << column
        code = work.board[cell] - 1
        around[0, row] |= bit
        for layer in (1, code + 1):
            around[layer, row] |= bit << 1 | bit >> 1
            around[layer, row - 1] |= bit
            around[layer, row + 1] |= bit
    work.frame[0] = top
    work.frame[1] = bottom
    work.frame[2] = left


@kernel
def _note_contacts(work: Workspace, cluster: int, quarter: int, down: int) -> None:
    """Write the contacts of a rotated cluster, ``down`` rows from the top, into ``met``.

    Bit `ORIGIN` + column offset: adjacent without overlap, then in contact within each good.
    """
    met = work.met
    met[:] = 0
    overlaps = 0
    for index in range(work.sizes[cluster]):
        cell = work.offsets[cluster, quarter, index]
        row = fields.ORIGIN + down + cell // fields.BOARD
        column = cell % fields.BOARD
        code = work.codes[cluster, index]
        overlaps |= work.around[0, row] >> column
        met[0] |= work.around[1, row] >> column
        if code > 0:
            met[code] |= work.around[code + 1, row] >> column
    met[0] &= ~overlaps


@kernel
def _places_reach(work: Workspace, states: States, cluster: int, places: int, least: int) -> bool:
    """Return whether a cluster may reach ``least`` points, without mice, in some of the places.

    ``places`` are bits of ``met``. The cluster's pieces may touch any of the row ``ON_BOARD`` in
    all goods of a contact there.
    """
    joined = 0
    for good in range(work.goods):
        joined |= (work.met[good + 1] & places != 0) << good
    answers = work.known_answers[work.answers_at]
    if not answers[2] >> joined & 1:
        copy_pieces(work, fields.TOTAL, fields.ON_BOARD)
        if joined == 0:
            close_pieces(work, fields.TOTAL)
        add_pieces(work, fields.TOTAL, cluster, joined)
        _add_others(work, cluster)
        answers[2] |= 1 << joined
        if bound_without_mice(work, states, 0) >= least:
            answers[3] |= 1 << joined
    return bool(answers[3] >> joined & 1)


@kernel
def _find_merge_answers(work: Workspace, cluster: int, least: int) -> None:
    first = work.mixed[fields.ON_BOARD, 0]
    second = work.mixed[fields.ON_BOARD, 1]
    for other in range(work.clusters):
        if work.chosen[other] < 0:
            mix_pieces(work, other)
            first = mix(first ^ work.mixed[other, 0], 10 + (other == cluster))
            second = mix(second ^ work.mixed[other, 1], 12 + (other == cluster))
    work.answers_at = find_answers(work, first, mix(second, least - fields.NOTHING))


@kernel
def _add_others(work: Workspace, cluster: int) -> None:
    for other in range(work.clusters):
        if other != cluster and work.chosen[other] < 0:
            add_pieces(work, fields.TOTAL, other, fields.ALL_GOODS)


@kernel
def _begin_merges(work: Workspace, count: int) -> None:
    _note_around(work, count)
    mix_pieces(work, fields.ON_BOARD)
    work.joined = -1
    work.open_places = 0
    work.covers[fields.JOINED, fields.COVER_QUARTER] = 3
    work.covers[fields.JOINED, fields.COVER_DOWN] = fields.BOARD


@kernel
def _take_next_row(work: Workspace, least: int) -> bool:
    """Move to the next row, rotation or cluster; return whether there is one."""
    cover = work.covers[fields.JOINED]
    cover[fields.COVER_DOWN] += 1
    if fields.ORIGIN + cover[fields.COVER_DOWN] > work.frame[1] + 1:
        cover[fields.COVER_QUARTER] += 1
        if cover[fields.COVER_QUARTER] == 4:
            cover[fields.COVER_QUARTER] = 0
            work.joined += 1
            while work.joined < work.clusters and work.chosen[work.joined] >= 0:
                work.joined += 1
            if work.joined == work.clusters:
                return False
            _find_merge_answers(work, int(work.joined), least)
        rows = work.extent[work.joined, cover[fields.COVER_QUARTER] & 1]
        cover[fields.COVER_DOWN] = work.frame[0] - rows - fields.ORIGIN
    columns = work.extent[work.joined, 1 - (cover[fields.COVER_QUARTER] & 1)]
    cover[fields.COVER_RIGHT] = work.frame[2] - columns - 1 - fields.ORIGIN
    return True


@kernel
def _take_next_merge(work: Workspace, states: States, first: int, least: int) -> int:
    """Find the next sufficient place of a cluster not chosen next to ``cells[:first]``.

    Returns its bound, or `NOTHING`. Its cells follow the fixed ones.
    """
    # If no contact is insufficient, some other cluster must touch a fixed piece; only its contacts
    # are tried.
    cover = work.covers[fields.JOINED]
    while work.open_places != 0 or _take_next_row(work, least):
        cluster = int(work.joined)
        quarter, down = int(cover[fields.COVER_QUARTER]), int(cover[fields.COVER_DOWN])
        if work.open_places == 0:
            _note_contacts(work, cluster, quarter, down)
            places = int(work.met[0])
            if _places_reach(work, states, cluster, places, least):
                work.open_places = places
            continue
        cover[fields.COVER_RIGHT] += 1
        place = 1 << fields.ORIGIN + cover[fields.COVER_RIGHT]
        if work.open_places & place == 0:
            continue
        work.open_places ^= place
        if _places_reach(work, states, cluster, place, least):
            right = int(cover[fields.COVER_RIGHT])
            count = put_cluster(work, cluster, quarter, down, right, first)
            count_pieces(work, count, fields.TOTAL, True)
            _add_others(work, cluster)
            clear(work, first, count)
            reach = bound_without_mice(work, states, 0)
            if reach >= least:
                return reach
    return fields.NOTHING


@kernel
def merge_clusters(work: Workspace, states: States, nodes: Nodes, node: int, held: int) -> int:
    """Append every placement of another cluster next to the first one; return the new count.

    A stand is connected, so some cluster shares an edge with the first one. Returns -1 on overflow.
    """
    unpack_node(work, nodes, node)
    work.covers[fields.FIRST, : fields.COVER_MASK] = 0
    work.chosen[:] = fields.NO_COVER
    work.chosen[0] = fields.FIRST
    copy_pieces(work, fields.ON_BOARD, 0)
    first = put_cluster(work, 0, 0, 0, 0, 0)
    _begin_merges(work, first)
    least = int(work.threshold + 2 * work.mice)
    reach = _take_next_merge(work, states, first, least)
    while reach != fields.NOTHING and held >= 0:
        if held == len(nodes) - 1:
            held = -1
        else:
            joined = int(work.joined)
            work.chosen[joined] = fields.JOINED
            write_child(work, nodes, node, -1, first + int(work.sizes[joined]), held)
            work.chosen[joined] = fields.NO_COVER
            nodes[held, fields.BOUND] = reach - 2 * work.mice
            held += 1
            reach = _take_next_merge(work, states, first, least)
    clear(work, 0, first)
    return held
