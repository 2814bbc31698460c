"""Work on the machines of a cluster, for every command that spreads it."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

import click

from chatuchak_cli.shared.output import tell

if TYPE_CHECKING:
    from chatuchak_solver.processes import Spread

__all__ = ["scheduler_option", "spread_over"]

scheduler_option = click.option(
    "--scheduler",
    metavar="ADDRESS",
    help="Work on the workers of a dask scheduler, tcp://HOST:PORT.",
)


@contextmanager
def spread_over(address: str | None) -> Iterator[Spread | None]:
    """Yield who works on the cluster at an address; None where there is no address.

    Raises
    ------
    InputError
        As `chatuchak_solver.cluster.Cluster`.
    """
    if address is None:
        yield None
        return
    from chatuchak_solver.cluster import Cluster

    with Cluster(address) as cluster:
        tell(f"cluster {address}: {cluster.threads} threads")
        yield cluster.each
