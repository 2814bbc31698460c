"""Refusals of requests: a status, a code with values, and the English sentence.

The page translates refusals by code.
"""

import json
from collections.abc import Mapping
from functools import cache

from starlette.responses import JSONResponse

from chatuchak_cli.web.assets import STATIC
from chatuchak_solver.codec import JsonObject
from chatuchak_solver.errors import InputError, Sentence


class RefusedError(InputError):
    """A request is refused.

    Parameters
    ----------
    code
        The text's key in the catalogs, without ``refused.``.
    now
        The current view, for a request that has not seen the game's last steps.
    values
        Values of the text's placeholders.
    """

    def __init__(
        self, code: str, status: int = 400, *, now: JsonObject | None = None, **values: str | int
    ) -> None:
        super().__init__(_sentences()[f"refused.{code}"].format(**values))
        self.status = status
        self._content = {"error": str(self), "code": code, "values": values, "now": now}

    def response(self, headers: Mapping[str, str] | None = None) -> JSONResponse:
        """Return the response."""
        retry = {"Retry-After": "2"} if self.status == 503 else {}
        return JSONResponse(self._content, self.status, headers={**retry, **(headers or {})})


def describe_message(message: str, name: str = "text") -> dict[str, object]:
    """Return a message of the library, which the page translates by its code, if any."""
    if isinstance(message, Sentence):
        code, values, place = message.code, message.values, message.place
        return {name: str(message), "code": code, "values": values, "place": place}
    return {name: message}


@cache
def _sentences() -> dict[str, str]:
    found: dict[str, str] = json.loads((STATIC / "games/texts/en.json").read_text("utf-8"))
    return found
