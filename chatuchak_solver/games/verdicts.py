"""Rules that yield verdicts on choices: a legal action, or a reason.

Called with a state alone, a rule tries all choices that may be legal; called with a list of values
for each field of an action, it tries these. A reason is a text or a lazily formatted template with
its values.
"""

from collections.abc import Callable, Collection, Iterable, Iterator, Sequence
from typing import Any, TypeAlias

Verdicts: TypeAlias = Iterator[list[Any] | str | tuple[Any, ...]]

Values: TypeAlias = Sequence[Any] | None
"""The values to try; None for all that may be legal."""

Rule: TypeAlias = Callable[..., Verdicts]


def allowed(rules: Iterable[Rule], state: Any) -> tuple[Any, ...]:
    """Return the legal actions in order of their rules."""
    actions: list[Any] = []
    for rule in rules:
        for verdict in rule(state):
            if type(verdict) is list:
                actions += verdict
    return tuple(actions)


def reason_against(rule: Rule, state: Any, action: Any) -> str | None:
    """Return the reason against an action, or None if it is legal."""
    choices = [(getattr(action, name),) for name in type(action).__match_args__]
    verdict = next(rule(state, *choices))
    if isinstance(verdict, tuple):
        template, *values = verdict
        return str(template).format(*values)
    return verdict if isinstance(verdict, str) else None


def choices(
    kind: Callable[[Any], Any],
    tried: Iterable[Any] | None,
    options: Collection[Any],
    reason: str | Callable[[Any], str],
) -> Verdicts:
    """Yield the verdicts of a rule with one choice.

    Parameters
    ----------
    kind
        Returns the action of a value.
    tried
        The values; None for all options.
    options
        The legal values.
    reason
        The reason against another value, or its function.
    """
    if tried is None:
        yield [kind(value) for value in options]
        return
    for value in tried:
        if value in options:
            yield [kind(value)]
        else:
            yield reason(value) if callable(reason) else reason
