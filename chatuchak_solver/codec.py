"""Typed JSON: decodes, validates and encodes files and answers.

A file format is a `Form`, a JSON answer an `Answer`: msgspec structs with constraints as
annotations. A value with a text notation, such as a grid, has the type ``Notation[Grid]``; it is
written as ``str(value)`` and read by ``parse``.
"""

import itertools
import json
import math
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from enum import Enum
from fractions import Fraction
from functools import cache, reduce
from operator import getitem
from typing import TYPE_CHECKING, Annotated, Any, ClassVar, Generic, Self, TypeVar, get_args

import msgspec
from msgspec import Meta

from chatuchak_solver.arguments import FileName, check_path, describe_range
from chatuchak_solver.errors import IllegalMoveError, InputError, InvalidInstanceError, Sentence, at
from chatuchak_solver.io.untrusted import MAX_BYTES, decode_text, escape, read_file

T = TypeVar("T")

JsonObject = dict[str, Any]
Source = FileName | bytes | Mapping[str, Any]
"""A file's name, its content, or its decoded JSON object."""
Digits = Mapping[str, int]
"""Decimal places by field."""

_UNPRINTABLE = (
    r"\x00-\x1f\x7f-\xa0\xad\u061c\u1680\u180e\u2000-\u200f\u2028-\u202f\u205f-\u206f\u3000"
    r"\ud800-\udfff\ue000-\uf8ff\ufeff\ufff9-\ufffb"
)
_PRINTABLE = rf"^(?=.*\S)[^{_UNPRINTABLE}]*$(?!\n)"
Label = Annotated[str, Meta(min_length=1, max_length=80, pattern=_PRINTABLE)]
"""Printable, non-blank text of one line."""
Line = Annotated[str, Meta(min_length=1, max_length=400, pattern=_PRINTABLE)]
"""Printable, non-blank sentence."""
MAX_COUNT = 1_000_000_000
Count = Annotated[int, Meta(ge=0, le=MAX_COUNT)]


class _AnyInstance(type):
    def __instancecheck__(cls, value: object) -> bool:
        return True


if TYPE_CHECKING:
    Notation = Annotated[T, "notation"]
else:

    class Notation(Generic[T], metaclass=_AnyInstance):
        """A value in its text notation, which msgspec reads and writes by the codec."""


class Form(msgspec.Struct, frozen=True, forbid_unknown_fields=True, omit_defaults=True):
    """Base of file formats. Unknown fields are rejected; defaults are not written."""

    def to_dict(self) -> JsonObject:
        """Return the JSON-ready form."""
        found = {}
        digits = getattr(self, "digits", {})
        omits = self.__struct_config__.omit_defaults
        for field in _fields_of(type(self)):
            part = getattr(self, field.name)
            if field.required or not omits or part != field.default:
                part = _rounded(part, digits[field.name]) if field.name in digits else part
                found[field.encode_name] = to_builtins(part)
        return found

    @classmethod
    def from_dict(cls, document: object) -> Self:
        """Return the value of a JSON-ready form."""
        return convert(document, cls)


class Answer(Form, frozen=True):
    """Base of JSON answers.

    ``digits`` maps fields to decimal places, also inside their lists and objects.
    """

    digits: ClassVar[Digits] = {}

    @classmethod
    def of(cls, value: object, **fields: object) -> Self:
        """Return the answer with the attributes of ``value``, converted, or with ``fields``."""
        found = {}
        for field in _fields_of(cls):
            if field.name in fields:
                found[field.encode_name] = fields[field.name]
            elif hasattr(value, field.name):
                found[field.encode_name] = getattr(value, field.name)
        return msgspec.convert(found, cls, from_attributes=True, dec_hook=_read_notation)


def to_builtins(value: Any) -> Any:
    """Return a value as JSON-ready lists, dicts, texts, numbers and None.

    Enumerations become their values, colors their letters, named tuples objects; ``to_dict`` and
    ``to_list`` are used if present, and ``str`` otherwise.
    """
    if isinstance(value, Enum):
        return getattr(value, "letter", value.value)
    if value is None or isinstance(value, int | float | str):
        return value
    if isinstance(value, Fraction):
        return float(value)
    for name in ("to_dict", "to_list"):
        if hasattr(value, name):
            return getattr(value, name)()
    if isinstance(value, Mapping):
        return {str(to_builtins(key)): to_builtins(part) for key, part in value.items()}
    has_text = "__str__" in {name for kind in type(value).__mro__[:-1] for name in vars(kind)}
    if hasattr(value, "_asdict") and not has_text:
        return to_builtins(value._asdict())
    if isinstance(value, tuple | list | Iterator) and not has_text:
        return [to_builtins(part) for part in value]
    return str(value)


_fields_of = cache(msgspec.structs.fields)


def encode(value: object, *, indent: int | None = None) -> str:
    """Return a value as JSON text."""
    return json.dumps(to_builtins(value), ensure_ascii=False, indent=indent)


def encode_lines(value: Any, depth: int = 0) -> str:
    """Return a value as JSON text: a line per field, and per item of a long field."""
    text = encode(value)
    if depth == 2 or (depth == 1 and len(text) <= 100) or not isinstance(value, dict | list):
        return text
    if isinstance(value, dict):
        items = [f"{encode(key)}: {encode_lines(part, depth + 1)}" for key, part in value.items()]
    else:
        items = [encode_lines(part, depth + 1) for part in value]
    end = "\n" + "  " * depth
    return f"{text[0]}{end}  " + f",{end}  ".join(items) + f"{end}{text[-1]}"


def decode(data: str | bytes, kind: type[T], *, source: str = "") -> T:
    """Return the value of a JSON text; ``source`` names it in error messages.

    Examples
    --------
    >>> class Point(Form, frozen=True):
    ...     x: Annotated[int, Meta(ge=0, le=5)]
    >>> decode('{"x": 3}', Point)
    Point(x=3)
    >>> decode('{"x": 7}', Point, source="point.json")
    Traceback (most recent call last):
    ...
    chatuchak_solver.errors.InvalidInstanceError: point.json: invalid x 7: expected 0 to 5
    """
    return convert(parse_json(data, source=source), kind, source=source)


def parse_json(data: str | bytes, *, source: str = "") -> Any:
    """Return the value of a JSON text.

    Stricter than `json`: rejects duplicate keys, NaN, infinity, lone surrogates, numbers of over
    some 4,000 digits, and over `MAX_BYTES`. Bytes are UTF-8.
    """
    if not isinstance(data, str | bytes):
        raise InputError(f"invalid document {type(data).__name__}: expected str or bytes")
    with error_context(source):
        if len(data) > MAX_BYTES:
            raise InputError(f"invalid document: expected at most {MAX_BYTES:,} bytes")
        text = data if isinstance(data, str) else decode_text(data, source="")
        try:
            value = json.loads(
                text, object_pairs_hook=_unique, parse_float=_finite, parse_constant=_finite
            )
        except json.JSONDecodeError as error:
            place = f"line {error.lineno}, column {error.colno}"
            raise InputError(f"not JSON at {place}: {error.msg}") from None
        except RecursionError:
            raise InputError("invalid document: nested too deeply") from None
        except InputError:
            raise
        except ValueError:
            raise InputError("invalid document: a number has too many digits") from None
        if r"\ud" in text.lower():
            try:
                json.dumps(value, ensure_ascii=False).encode()
            except UnicodeEncodeError:
                raise InputError("invalid document: a text has a lone surrogate") from None
        return value


def read_source(source: Source) -> tuple[bytes, str]:
    """Return the content of a source, and its file name or an empty one."""
    if isinstance(source, bytes):
        return source, ""
    if isinstance(source, Mapping):
        return encode(source).encode(errors="surrogatepass"), ""  # `decode_text` refuses them
    path = check_path(source)
    return read_file(path), str(path)


def read_json(source: Source) -> tuple[Any, str]:
    """Return the parsed content of a source, and its name as `read_source`."""
    if isinstance(source, Mapping):
        return dict(source), ""
    content, name = read_source(source)
    return parse_json(content, source=name), name


def convert(value: object, kind: type[T], *, source: str = "") -> T:
    """Return JSON-ready data as a value of a type."""
    try:
        try:
            return msgspec.convert(value, kind, dec_hook=_read_notation, str_keys=True)
        except msgspec.ValidationError as error:
            # Sets and other values of Python have no places for a path.
            document = msgspec.to_builtins(value, str_keys=True, enc_hook=show_json)
            message = _explain(error, document, kind)
    except RecursionError:
        message = "invalid document: nested too deeply"
    except (AttributeError, TypeError, UnicodeError):  # for example arrays
        message = f"invalid document {show_json(value)}: expected values of JSON"
    raise InvalidInstanceError(at(escape(source, 200), message))


@contextmanager
def error_context(place: str) -> Iterator[None]:
    """Prefix input errors with a place, such as a file or a path in a document."""
    try:
        yield
    except InputError as error:
        text = escape(place, 200)
        kind = IllegalMoveError if isinstance(error, IllegalMoveError) else InvalidInstanceError
        raise kind(at(text, error.args[0])) from None


def check_unique(values: Iterable[tuple[str, object]]) -> None:
    """Raise an error for the second of two equal values; takes pairs of path and value.

    Examples
    --------
    >>> check_unique([("cards[0]", "c01"), ("cards[1]", "c01")])
    Traceback (most recent call last):
    ...
    chatuchak_solver.errors.InvalidInstanceError: cards[1]: "c01" is already used at cards[0]
    """
    seen: dict[object, str] = {}
    for path, value in values:
        if value in seen:
            text = f"{path}: {show_json(value)} is already used at {seen[value]}"
            raise InvalidInstanceError(Sentence("twice", text, a=str(value)))
        seen[value] = path


def schema(*kinds: Any, title: str = "") -> JsonObject:
    """Return the JSON schema (draft 2020-12) of a type or of several."""
    found, parts = msgspec.json.schema_components(
        kinds, schema_hook=_schema_of_notation, ref_template="#/$defs/{name}"
    )
    body = found[0] if len(found) == 1 else {"anyOf": list(found)}
    draft = "https://json-schema.org/draft/2020-12/schema"
    return {"$schema": draft, "title": title, **body, "$defs": to_builtins(parts)}


def _read_notation(kind: Any, value: object) -> Any:
    kind = next(iter(get_args(kind)), kind)
    if isinstance(value, kind):
        return value
    if not hasattr(kind, "parse"):
        raise InputError(f"expected {kind.__name__}")
    if not isinstance(value, str):
        raise InputError(f"expected a text, found {show_json(value)}")
    return kind.parse(value)


def _schema_of_notation(kind: Any) -> JsonObject:
    return {"type": "number" if kind is Fraction else "string"}


def _unique(pairs: list[tuple[str, object]]) -> JsonObject:
    mapping: JsonObject = {}
    for key, value in pairs:
        if key in mapping:
            raise InputError(f"duplicate key {show_json(key)}")
        mapping[key] = value
    return mapping


def _finite(text: str) -> float:
    number = float(text)
    if not math.isfinite(number):
        raise InputError(f"invalid number {escape(text)}: expected a finite number")
    return number


def _rounded(value: Any, places: int) -> Any:
    if isinstance(value, float | Fraction):
        return round(float(value), places)
    if isinstance(value, Mapping):
        return {key: _rounded(part, places) for key, part in value.items()}
    if isinstance(value, tuple | list):
        return type(value)(_rounded(part, places) for part in value)
    return value


def show_json(value: object) -> str:
    """Return a value as shortened JSON on one line, for a message."""
    try:
        text = json.dumps(value)
    except (RecursionError, TypeError, ValueError):
        text = ascii(type(value).__name__)
    return escape(text)


def _explain(error: msgspec.ValidationError, document: object, kind: Any) -> str:
    """Return msgspec's message in this project's form."""
    message = str(error)
    text, separator, place = message.rpartition(" - at `")
    text, place = (text, place) if separator else (message, "")
    steps = _steps(message, place, document, kind)
    path = "".join(f"[{step}]" if isinstance(step, int) else f".{escape(step)}" for step in steps)
    path = escape(path.lstrip("."), 200)
    found = reduce(getitem, steps, document)  # type: ignore[arg-type]
    kinds = [*_kinds(msgspec.inspect.type_info(kind), steps)]
    if isinstance(error.__cause__, InputError):
        return at(path, error.__cause__.args[0])
    where = f"{path}: " if path else ""
    if place.startswith("key` in "):  # of an object with fixed keys
        text = text.replace("Invalid enum value '", "Object contains unknown field `")[:-1] + "`"
    if match := re.fullmatch(r"Object missing required field `(.*)`", text, re.DOTALL):
        return f"{where}missing field {show_json(match[1])}"
    if match := re.fullmatch(r"Object contains unknown field `(.*)`", text, re.DOTALL):
        names = [field.encode_name for kind in kinds for field in getattr(kind, "fields", ())]
        for kind in kinds:
            names += getattr(getattr(kind, "key_type", None), "values", ())
        return f"{where}unknown field {show_json(match[1])}: expected {', '.join(names)}"
    expected = " or ".join(dict.fromkeys(filter(None, map(_expected, kinds))))
    if text.startswith(("Expected", "Invalid enum", "Number out")) and expected:
        return f"invalid {path or 'document'} {show_json(found)}: expected {expected}"
    return f"{where}{text}"


def _steps(message: str, place: str, document: Any, kind: Any) -> list[int | str]:
    """Return the keys and indices of msgspec's path, which has ``[...]`` for a key."""
    steps: list[int | str] = []
    for index, name in re.findall(r"\[(\d+|\.\.\.)\]|\.([^.\[\]`]+)", place):
        if index == "...":
            key = _invalid_key(message, document, kind, steps)
            if key is None:
                break
            steps.append(key)
        else:
            steps.append(int(index) if index else name)
    return steps


def _invalid_key(message: str, document: Any, kind: Any, steps: list[int | str]) -> str | None:
    """Return the key at ``steps`` that alone leads to the same message."""
    outers = [document]
    for step in steps:
        outers.append(outers[-1][step])
    for key in itertools.islice(outers[-1], 1000):
        part: Any = {key: outers[-1][key]}
        for outer, step in zip(reversed(outers[:-1]), reversed(steps), strict=True):
            rest: Any = list(outer) if isinstance(step, int) else dict(outer)
            rest[step] = part
            part = rest
        try:
            msgspec.convert(part, kind, dec_hook=_read_notation, str_keys=True)
        except msgspec.ValidationError as error:
            if str(error) == message:
                return str(key)
    return None


def _kinds(kind: Any, steps: Sequence[int | str]) -> Iterator[Any]:
    """Yield the types of the values at a path in a type, each member of a union."""
    kind = kind.type if isinstance(kind, msgspec.inspect.Metadata) else kind
    if isinstance(kind, msgspec.inspect.UnionType):
        for member in kind.types:
            yield from _kinds(member, steps)
    elif not steps:
        yield kind
    else:
        for part in _parts(kind, steps[0]):
            yield from _kinds(part, steps[1:])


def _parts(kind: Any, step: object) -> list[Any]:
    """Return the types of a type's parts under a key or an index."""
    if fields := getattr(kind, "fields", None):
        return [field.type for field in fields if field.encode_name == step]
    name = "item_type" if isinstance(step, int) else "value_type"
    if hasattr(kind, name):
        return [getattr(kind, name)]
    items = getattr(kind, "item_types", ())
    return [items[step]] if isinstance(step, int) and step < len(items) else []


_NOUNS = {
    "NoneType": "null", "BoolType": "true or false", "IntType": "an integer",
    "FloatType": "a number", "StrType": "a text", "VarTupleType": "a list", "ListType": "a list",
    "StructType": "an object", "DictType": "an object", "DataclassType": "an object",
}  # fmt: skip
_UNITS = {"a text": "characters", "a list": "items", "an object": "fields"}


def _expected(kind: Any) -> str:
    """Describe the values of a type, such as ``0 to 5``."""
    if isinstance(kind, msgspec.inspect.LiteralType):
        values = ", ".join(map(str, kind.values))
        return f"one of {values}" if len(kind.values) > 1 else values
    cls = getattr(kind, "cls", None)
    if isinstance(cls, type) and issubclass(cls, Enum):
        return "one of " + ", ".join(str(member.value) for member in cls)
    if isinstance(kind, msgspec.inspect.TupleType):
        return f"a list of {len(kind.item_types)} items"
    noun = _NOUNS.get(type(kind).__name__, "")
    if hasattr(kind, "multiple_of"):
        factor = "" if kind.multiple_of is None else f", a multiple of {kind.multiple_of}"
        return describe_range(kind.ge, kind.le, noun) + factor
    low, high = getattr(kind, "min_length", None), getattr(kind, "max_length", None)
    unit = _UNITS.get(noun, "")
    if getattr(kind, "pattern", None) is not None:
        unit = f"printable {unit}"
    if low is None and high is None:
        return noun
    if low == high:
        return f"{noun} of {low} {unit}"
    if high is None:
        return f"{noun} of at least {low} {unit}"
    return f"{noun} of {f'{low} to' if low else 'at most'} {high} {unit}"
