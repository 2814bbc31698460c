"""Package data, or a user's file in its place."""

from collections.abc import Mapping
from importlib import resources
from typing import TypeVar

import chatuchak_data
from chatuchak_solver import codec

F = TypeVar("F")

SHIPPED = "shipped"


class Provenance(codec.Form, frozen=True, kw_only=True):
    """Base of package documents: the origin of the data.

    Attributes
    ----------
    provenance
        The origin of the contents.
    assumed
        Whether the data is assumed.
    why_assumed
        The assumption and its reason.
    """

    provenance: str = ""
    assumed: bool = False
    why_assumed: codec.Line = "not known"

    @property
    def reason(self) -> str | None:
        """The reason of the assumption; None if nothing is assumed."""
        return self.why_assumed if self.assumed else None


ASSUMED_FIELDS = Provenance.__struct_fields__


def read_bytes(name: str, source: codec.Source | None = None) -> tuple[bytes, str]:
    """Return the user's data, or the package file ``name`` by default, and its name in messages."""
    if source is not None:
        return codec.read_source(source)
    return resources.files(chatuchak_data).joinpath(name).read_bytes(), f"{SHIPPED} {name}"


def load_form(name: str, kind: type[F], data: Mapping[str, object] | None = None) -> F:
    """Return a package document with fields overridden by ``data``."""
    content, source = read_bytes(name)
    document = {**codec.parse_json(content, source=source), **(data or {})}
    figures = {key: value for key, value in document.items() if key not in ASSUMED_FIELDS}
    return codec.convert(figures, kind)
