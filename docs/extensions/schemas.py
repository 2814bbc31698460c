"""JSON Schemas of what commands print and read, made from the types of the values that they write.

A type says which fields there are: a `Jsonable` by what it writes of its attributes, a typed
dictionary or a named tuple by its fields. What a field means is said beside it: in the section
"Attributes" of a docstring, in the docstring of a property, in the line below a field, or, where
it means the same everywhere, in `WORDS`.
"""

from __future__ import annotations

import ast
import inspect
import json
import re
import types
from collections.abc import Iterator, Mapping
from enum import Enum
from fractions import Fraction
from functools import cache
from typing import (
    TYPE_CHECKING,
    Annotated,
    Any,
    ClassVar,
    Literal,
    NotRequired,
    TypeVar,
    Union,
    get_args,
    get_origin,
    get_type_hints,
    is_typeddict,
)

import msgspec
from pydantic import Field, TypeAdapter
from typing_extensions import TypedDict

from chatuchak_solver.codec import Form, Notation
from chatuchak_solver.games.contract import GameState
from chatuchak_solver.jsonable import Jsonable, written_fields
from docs.extensions.answers import ANSWERS, WORDS, WRITTEN_AS, AnswerPart

if TYPE_CHECKING:
    from sphinx.application import Sphinx

__all__ = ["schema_of"]

DRAFT = "https://json-schema.org/draft/2020-12/schema"
FOLDER = "reference/schemas"
Fields = dict[str, tuple[Any, str, bool]]
"""By its name, each field's type, what it means, and whether it may be left out."""

PLAIN = (bool, int, float, str, type(None), Any, object)


@cache
def schema_of(name: str) -> dict[str, Any]:
    """Return the schema of one of `ANSWERS`."""
    answer = ANSWERS[name]
    shapes = [shape_of(kind) for kind in answer.kinds]
    either: Any = Union[tuple(shapes)]  # noqa: UP007
    made = TypeAdapter(either).json_schema(mode="serialization")
    return {"$schema": DRAFT, **without_titles(made), "title": answer.title}


def without_titles(schema: Any) -> Any:
    """Return a schema without the titles that repeat the names of fields."""
    if isinstance(schema, list):
        return [without_titles(one) for one in schema]
    if not isinstance(schema, dict):
        return schema
    return {
        key: {name: without_titles(one) for name, one in value.items()}
        if key in ("properties", "$defs")
        else without_titles(value)
        for key, value in schema.items()
        if key != "title"
    }


def shape_of(kind: Any) -> Any:
    """Return the type of what stands in JSON for a type of values."""
    origin, arguments = get_origin(kind), get_args(kind)
    if origin is Annotated:
        return shape_of(arguments[0])
    if origin is Notation:
        return str
    if kind in PLAIN or origin is Literal:
        return kind
    if kind in WRITTEN_AS:
        return shape_of(WRITTEN_AS[kind])
    if origin is ClassVar:
        return shape_of(arguments[0])
    if origin in (Union, types.UnionType):
        return Union[tuple(shape_of(one) for one in arguments)]  # noqa: UP007
    if origin is tuple and arguments[-1] is not Ellipsis:
        return tuple[tuple(shape_of(one) for one in arguments)]  # type: ignore[misc]
    if origin is not None and issubclass(origin, Mapping):
        return dict[str, shape_of(arguments[1])]  # type: ignore[misc]
    if origin is not None and issubclass(origin, tuple | list | Iterator | frozenset):
        return list[shape_of(arguments[0])]  # type: ignore[misc]
    if isinstance(kind, TypeVar):
        return shape_of(bound(kind) or Any)
    return shape_of_class(origin or kind)


@cache
def shape_of_class(kind: Any) -> Any:
    """Return the type of what stands in JSON for the values of a class."""
    if isinstance(kind, AnswerPart):
        return object_of(kind.name, merged(kind))
    if issubclass(kind, Enum) and hasattr(kind, "letter"):
        return str
    if issubclass(kind, Enum):
        return Literal[tuple(member.value for member in kind)]
    if issubclass(kind, Fraction):
        return float
    if is_typeddict(kind) or is_record(kind) or issubclass(kind, Jsonable | Form):
        return object_of(kind.__name__, fields_of(kind))
    if issubclass(kind, GameState):
        return shape_of(kind.form()) if hasattr(kind, "codec") else Any
    for write in ("to_dict", "to_list"):
        if hasattr(kind, write):
            return shape_of(hints_of(getattr(kind, write))["return"])
    return str


def is_record(kind: type) -> bool:
    """Return whether a class is a named tuple that has no text of its own."""
    own: object = kind.__str__
    return hasattr(kind, "_fields") and own is object.__str__


def object_of(name: str, fields: Fields) -> Any:
    """Return the type of an object with some fields."""
    found = {}
    for key, (kind, meaning, optional) in fields.items():
        shape: Any = Annotated[kind, Field(description=meaning)]
        found[key] = NotRequired[shape] if optional else shape
    return TypedDict(name, found)  # type: ignore[operator]


def merged(part: AnswerPart) -> Fields:
    """Return the fields of an object that is put together of several types."""
    found: Fields = {}
    for kind in part.parts:
        found |= fields_of(kind)
    for name, (kind, meaning) in part.also.items():
        found[name] = (shape_of(kind), meaning, False)
    return {
        name: (shape, meaning, name in part.optional or (is_optional and name not in part.required))
        for name, (shape, meaning, is_optional) in found.items()
        if name not in part.without
    }


@cache
def fields_of(kind: Any) -> Fields:
    """Return the fields of a type's object, as `object_of` takes them."""
    kind = get_origin(kind) or kind
    hints = hints_of(kind)
    if not issubclass(kind, Jsonable):
        found = {}
        if issubclass(kind, Form):
            for piece in msgspec.structs.fields(kind):
                meaning = meaning_of(kind, piece.encode_name, piece.name)
                shape = shape_of(hints[piece.name])
                found[piece.encode_name] = (shape, meaning, not piece.required)
            return found
        for name, hint in hints.items():
            is_optional = get_origin(hint) is NotRequired or name in getattr(
                kind, "__optional_keys__", ()
            )
            hint = get_args(hint)[0] if get_origin(hint) is NotRequired else hint
            found[name] = (shape_of(hint), meaning_of(kind, name, name), is_optional)
        return found
    found = {}
    for field in written_fields(kind):
        if field.sign == "-":
            del found[field.name]
            continue
        owner, value = kind, kind
        for part in field.path.split("."):
            owner, value = value, type_of(bound(value), part)
        if field.sign == "*":
            found |= fields_of(value)
        else:
            meaning = meaning_of(kind, field.name, field.path.rpartition(".")[2], owner)
            found[field.name] = (shape_of(value), meaning, field.sign == "?")
    return found


def bound(kind: Any) -> Any:
    """Return what a type variable stands for at least."""
    return kind.__bound__ if isinstance(kind, TypeVar) else kind


def type_of(kind: Any, name: str) -> Any:
    """Return the type of an attribute: a field, a property, or a method without arguments."""
    if get_origin(kind) in (Union, types.UnionType):
        (kind,) = (one for one in get_args(kind) if one is not type(None))
    kind = get_origin(kind) or kind
    own = inspect.getattr_static(kind, name, None)
    if isinstance(own, property):
        return hints_of(own.fget)["return"]
    if inspect.isfunction(own):
        return hints_of(own)["return"]
    return hints_of(kind)[name]


@cache
def hints_of(thing: Any) -> dict[str, Any]:
    """Return the types that a class or a function states, also those that only checkers import."""
    module = inspect.getmodule(thing)
    known = {} if module is None else typing_imports(module)
    hints = get_type_hints(thing, localns=known, include_extras=True)
    return {name: hint for name, hint in hints.items() if name != "written" and name[0] != "_"}


@cache
def typing_imports(module: types.ModuleType) -> dict[str, Any]:
    """Return what a module imports for type checkers alone."""
    found: dict[str, Any] = {}
    for node in ast.parse(inspect.getsource(module)).body:
        if isinstance(node, ast.If) and ast.unparse(node.test) == "TYPE_CHECKING":
            exec(compile(ast.Module(node.body, []), module.__name__, "exec"), found)
    return found


def meaning_of(kind: Any, name: str, attribute: str, owner: Any = None) -> str:
    """Return what a field means, in a sentence."""
    for place, word in ((kind, name), (kind, attribute), (bound(owner), attribute)):
        if place is not None and (found := said(get_origin(place) or place).get(word)):
            return found
    return WORDS.get(name, "")


@cache
def said(kind: Any) -> dict[str, str]:
    """Return what a class says about its attributes."""
    found: dict[str, str] = {}
    for one in reversed(kind.__mro__ if isinstance(kind, type) else ()):
        if one.__module__.startswith(("chatuchak", "docs")):
            value = getattr(inspect.getmodule(one), re.sub("(Answer|Form)$", "", one.__name__), one)
            found |= {} if value is one else said(value)
            if hasattr(inspect.getmodule(one), one.__name__):
                found |= said_in(one)
    return found


def said_in(kind: type) -> dict[str, str]:
    """Return what the body of a class says about its attributes."""
    found = {}
    _, _, section = (inspect.getdoc(kind) or "").partition("Attributes\n----------\n")
    section = re.split(r"\n\n?\w+\n---", section)[0]
    for names, text in re.findall(r"^(\S[^\n]*)\n((?:    [^\n]*\n?|\n)+)", section, re.MULTILINE):
        for name in names.split(", "):
            found[name] = sentence(text)
    body = ast.parse(inspect.cleandoc("\n" + inspect.getsource(kind))).body[0]
    assert isinstance(body, ast.ClassDef)
    if is_typeddict(kind):  # whose bases are gone at run time
        for base in body.bases:
            found |= said(getattr(inspect.getmodule(kind), ast.unparse(base)))
    before = None
    for node in body.body:
        if isinstance(node, ast.FunctionDef) and (doc := ast.get_docstring(node)):
            found[node.name] = sentence(doc)
        elif isinstance(before, ast.AnnAssign) and isinstance(node, ast.Expr):
            found[ast.unparse(before.target)] = sentence(ast.literal_eval(node.value))
        before = node
    return found


def sentence(text: str) -> str:
    """Return a text's first paragraph on one line, as a reader of JSON knows things."""
    line = " ".join(text.strip().split("\n\n")[0].split()).replace("`", "")
    line = re.sub(r"^Return ", "", line)
    line = re.sub(r"\bNone\b", "null", line)
    return line[:1].upper() + line[1:]


def write_schemas(app: Sphinx) -> None:
    """Write all schemas where the pages link to them."""
    folder = app.srcdir / FOLDER
    folder.mkdir(exist_ok=True)
    for name in ANSWERS:
        text = json.dumps(schema_of(name), indent=1, ensure_ascii=False) + "\n"
        file = folder / f"{name}.schema.json"
        if not file.exists() or file.read_text(encoding="utf-8") != text:
            file.write_text(text, encoding="utf-8")


def setup(app: Sphinx) -> dict[str, Any]:
    """Register with Sphinx."""
    app.connect("builder-inited", write_schemas)
    return {"version": "1", "parallel_read_safe": True}
