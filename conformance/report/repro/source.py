"""Values as source code of Python."""

from typing import Any, Final

_WIDTH: Final = 110
_STEP: Final = 4


def source(value: Any, indent: int = 0) -> str:
    """Return a value as source code, in lines of a limited width. The second line and all further lines have an
    indentation of at least ``indent`` blanks.

    A dict with the keys ``make`` and ``with`` becomes a call of a constructor: ``{"make": "agents:Tool", "with":
    {"name": "a"}}`` -> ``Tool(name="a")``.
    """
    whole = line(value)
    inner = " " * (indent + _STEP)
    if len(whole) + indent <= _WIDTH or not (items := _items(value, indent + _STEP)):
        return whole
    before, after = _brackets(value)
    return f"{before}\n" + "".join(f"{inner}{item},\n" for item in items) + " " * indent + after


def keywords(given: dict[str, Any], indent: int = 0) -> str:
    """Return the keyword arguments of a call as source code. Each argument has a comma before it."""
    return "".join(f", {name}={source(value, indent)}" for name, value in given.items())


def imports(value: Any) -> set[str]:
    """Return the import statements for the names in the code that ``source`` returns."""
    match value:
        case {"make": str(what), "with": given}:
            module, _, name = what.partition(":")
            own = f"from {module} import {name.split('.')[0]}" if name else f"import {module}"
            return {own} | imports(given)
        case dict():
            return set().union(*map(imports, value.values()))
        case list() | tuple():
            return set().union(*map(imports, value))
    return set()


def line(value: Any) -> str:
    """Return a value as source code in one line."""
    match value:
        case {"make": str(what), "with": dict(given)}:
            return f"{_named(what)}({', '.join(f'{name}={line(item)}' for name, item in given.items())})"
        case dict():
            return "{" + ", ".join(f"{line(key)}: {line(item)}" for key, item in value.items()) + "}"
        case list() | tuple():
            return f"[{', '.join(map(line, value))}]"
        case str():
            return quoted(value)
    return repr(value)


def quoted(text: str) -> str:
    """Return a text as a literal: in double quotes, or in single quotes if it then has fewer backslashes."""
    if '"' in text and "'" not in text:
        return repr(text)
    plain = repr(text + "'")  # repr uses double quotes if the text has none
    return plain[:-2] + '"' if '"' not in text else repr(text)


def _items(value: Any, indent: int) -> list[str]:
    match value:
        case {"make": str(_), "with": dict(given)}:
            return [f"{name}={source(item, indent)}" for name, item in given.items()]
        case dict():
            return [f"{line(key)}: {source(item, indent)}" for key, item in value.items()]
        case list() | tuple():
            return [source(item, indent) for item in value]
    return []


def _brackets(value: Any) -> tuple[str, str]:
    match value:
        case {"make": str(what), "with": _}:
            return f"{_named(what)}(", ")"
        case dict():
            return "{", "}"
    return "[", "]"


def _named(what: str) -> str:
    return what.partition(":")[2] or what
