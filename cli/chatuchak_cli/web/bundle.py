"""Scripts as they are sent: all modules of a script in one file, so that none waits for another.

Each module becomes a function that is called once, in the order of the imports, and returns what
it exports. Only the forms that the page's modules keep to are read; others are refused.
"""

import posixpath
import re
from collections.abc import Mapping
from typing import Final

_IMPORT: Final = re.compile(
    r'^import \{(?P<names>[^}]*)\} from "(?P<path>\.[^"]+)";\n', re.MULTILINE
)
_LATE_IMPORT: Final = re.compile(r'\bimport\("(\.[^"]+)"\)')
_EXPORT: Final = re.compile(
    r"^export (?P<kept>(?:async )?(?:function\*?|class|const) (?P<name>\w+))", re.MULTILINE
)
_EXPORT_LIST: Final = re.compile(r"^export \{(?P<names>[^}]*)\};\n", re.MULTILINE)
_OTHER: Final = re.compile(r"^(?:import|export)\b|\bimport\(", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ ]*//.*\n", re.MULTILINE)
_HERE: Final = "import.meta.url"


def bundled(start: str, contents: Mapping[str, bytes]) -> bytes:
    """Return a script with all modules that it imports, late ones too.

    Parameters
    ----------
    start
        The script's path.
    contents
        The page's files by their paths from its folder on.

    Raises
    ------
    ValueError
        If a module imports or exports in a form that is not known here, or modules import one
        another in a cycle.
    """
    modules = modules_of(start, contents)
    parts = [_part(path, contents[path].decode(), posixpath.dirname(start)) for path in modules]
    return "\n".join(parts).encode()


def modules_of(start: str, contents: Mapping[str, bytes]) -> list[str]:
    """Return a script's path and those of all that it imports, each after what it imports.

    Raises
    ------
    ValueError
        If modules import one another in a cycle.
    """
    found: list[str] = []
    on_the_way: list[str] = []

    def visit(path: str) -> None:
        if path in found:
            return
        if path in on_the_way:
            raise ValueError(f"import cycle: {' '.join([*on_the_way, path])}")
        on_the_way.append(path)
        text = contents[path].decode()
        named = [one["path"] for one in _IMPORT.finditer(text)]
        for other in [*named, *_LATE_IMPORT.findall(text)]:
            visit(_joined(path, other))
        on_the_way.pop()
        found.append(path)

    visit(start)
    return found


def _joined(path: str, other: str) -> str:
    return posixpath.normpath(posixpath.join(posixpath.dirname(path), other))


def _name_of(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))


def _part(path: str, text: str, folder: str) -> str:
    """Return a module as one function, called at once."""
    exports = [one["name"] for one in _EXPORT.finditer(text)]
    for listed in _EXPORT_LIST.finditer(text):
        exports += listed["names"].replace(",", " ").split()

    def take(found: re.Match[str]) -> str:
        names = re.sub(r"(\w+) as (\w+)", r"\1: \2", " ".join(found["names"].split()))
        return f"const {{ {names} }} = {_name_of(_joined(path, found['path']))};\n"

    def take_late(found: re.Match[str]) -> str:
        return f"Promise.resolve({_name_of(_joined(path, found[1]))})"

    text = _COMMENT.sub("", text)
    text = _EXPORT_LIST.sub("", _EXPORT.sub(r"\g<kept>", _IMPORT.sub(take, text)))
    text = _LATE_IMPORT.sub(take_late, text)
    if other := _OTHER.search(text):
        line = text[other.start() :].partition("\n")[0]
        raise ValueError(f"{path}: not read here: {line}")
    place = posixpath.relpath(path, folder or ".")
    text = text.replace(_HERE, f'new URL("{place}", {_HERE})')
    return f"const {_name_of(path)} = (() => {{\n{text}return {{ {', '.join(exports)} }};\n}})();\n"
