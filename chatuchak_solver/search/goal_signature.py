"""The types that the goal-directed search's kernel is compiled for."""

from chatuchak_solver.kernels.precompiled.words import Named, Signature
from chatuchak_solver.search.kernels import goal_layout as layout


def search_signature(masks: str) -> tuple[Signature, ...]:
    """Return the types of what `search_grids` takes, for masks of a type."""
    tables = Named(
        layout.Tables,
        (f"{masks}[1] int64[1] int64[1] int64[1] int8[2] int64[1] uint64[2] int64 int64 int64",),
    )
    position = Named(layout.Position, ("int64[1] int64[1] int64[1] int64[1]",))
    bounds = Named(
        layout.Bounds,
        (
            "int16[2] int32[1] int16[1] int64[1] int64[1] int64[1] int16[1] int64[1]",
            "int32[1] int64[1]",
        ),
    )
    survivors = Named(
        layout.Survivors,
        (
            f"int64[1] {masks}[1] int32[1] int64[1] int64[1] uint64[2] uint64[1] uint64[1]",
            "uint64[1] uint64[1] uint64[1] int32[1] int32[1]",
        ),
    )
    frontier = Named(
        layout.Frontier,
        ("uint64[1] int64[2] int64[2] int64[2] int64[2] int64[2] int64[2]", "int64[1] int64[2]"),
    )
    work = Named(layout.Workspace, ("int64[1]", position, bounds, survivors, frontier))
    return ("int8[2]", tables, work, "uint8[2] int64[2] int64")
