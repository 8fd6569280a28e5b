"""The tools that a request offers at any place in its body, and copies of the body that leave out a tool."""

from collections.abc import Iterator
from copy import deepcopy

import msgspec

from toolwire.model import Json

_TOOLS = "tools"
_OF_TOOLS = ("tool_choice", "parallel_tool_calls")
"""The keys of a request that mean nothing without tools."""


class OfferedTool(msgspec.Struct, frozen=True):
    """A tool of a request: a function, a free-form tool, a namespace, or a tool that the provider runs."""

    place: tuple[str | int, ...]
    """The keys and indices that lead to the tool in the request's body."""
    kind: str
    name: str

    def __str__(self) -> str:
        return f"{self.name} ({self.kind})" if self.name != self.kind else self.kind


def offered_tools(body: Json, place: tuple[str | int, ...] = ()) -> Iterator[OfferedTool]:
    """Yield every tool in a body. After a namespace, yield the tools inside it."""
    if isinstance(body, list):
        for n, item in enumerate(body):
            yield from offered_tools(item, (*place, n))
    if not isinstance(body, dict):
        return
    for key, value in body.items():
        if key == _TOOLS and isinstance(value, list):
            for n, tool in enumerate(value):
                if isinstance(tool, dict):
                    yield _offered(tool, (*place, key, n))
                    yield from offered_tools({_TOOLS: tool[_TOOLS]} if _TOOLS in tool else None, (*place, key, n))
        elif key in ("input", "messages"):
            yield from offered_tools(value, (*place, key))


def _offered(tool: dict[str, Json], place: tuple[str | int, ...]) -> OfferedTool:
    kind = str(tool.get("type") or "function")
    inner = tool.get("function")
    name = inner.get("name") if isinstance(inner, dict) else tool.get("name")
    return OfferedTool(place, kind, str(name or kind))


def without(body: dict[str, Json], tool: OfferedTool) -> dict[str, Json] | None:
    """Return a copy of a body without a tool. If the body has no other tool in its list, the copy lacks the list, and
    all keys that need the list, such as the tool choice.

    Return None if the tool is the only tool in an inner list, such as a namespace's list. The list would be empty then.
    """
    left = deepcopy(body)
    *way, _, number = tool.place
    holder: Json = left
    for step in way:
        holder = holder[step]
    assert isinstance(holder, dict)
    del holder[_TOOLS][number]
    if holder[_TOOLS]:
        return left
    if way:
        return None
    del holder[_TOOLS]
    return {key: value for key, value in left.items() if key not in _OF_TOOLS}
