"""Scripts as they are sent: all modules of a script in one file, so that none waits for another.

Each module becomes a function that is called once, in the order of the imports, and returns its
exports. Modules import names, and export declarations alone; other forms are refused.
"""

import posixpath
import re
from collections.abc import Mapping
from typing import Final

_IMPORT: Final = re.compile(r'^import \{([^}]*)\} from "(\.[^"]+)";', re.MULTILINE)
_EXPORT: Final = re.compile(r"^export (?=(?:async )?(?:function\*?|class|const) (\w+))", re.M)
_OTHER: Final = re.compile(r"^(?:import|export)\b.*|\bimport\(.*", re.MULTILINE)
_COMMENT: Final = re.compile(r"^[ ]*//.*\n", re.MULTILINE)


def bundled(start: str, contents: Mapping[str, bytes]) -> bytes:
    """Return a script with all modules that it imports.

    Parameters
    ----------
    start
        The script's path.
    contents
        The page's files by their paths from its folder on.

    Raises
    ------
    ValueError
        If a module imports or exports in another form.
    """
    modules: dict[str, str] = {}

    def add(path: str) -> None:
        def take(found: re.Match[str]) -> str:
            other = posixpath.normpath(posixpath.join(posixpath.dirname(path), found[2]))
            if other not in modules:
                add(other)
            return f"const {{{found[1].replace(' as ', ': ')}}} = {_name(other)};"

        text = _COMMENT.sub("", contents[path].decode())
        exports = ", ".join(_EXPORT.findall(text))
        text = _EXPORT.sub("", _IMPORT.sub(take, text))
        if other := _OTHER.search(text):
            raise ValueError(f"{path}: invalid import or export {other[0]}")
        place = posixpath.relpath(path, posixpath.dirname(start) or ".")
        text = text.replace("import.meta.url", f'new URL("{place}", import.meta.url)')
        modules[path] = f"const {_name(path)} = (() => {{\n{text}return {{ {exports} }};\n}})();\n"

    add(start)
    return "\n".join(modules.values()).encode()


def _name(path: str) -> str:
    return "$" + re.sub(r"\W", "_", path.removesuffix(".js"))
