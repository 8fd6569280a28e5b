"""Keys and headers that the provider's own tools need in a request, in addition to their entries in the list of
tools.
"""

from collections.abc import Iterable, Iterator

from toolwire.dialects.fields import with_rest
from toolwire.model import Carried, Json, ProviderTool, Tool
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


def posted(url: str, out: dict[str, Json], tools: tuple[Tool, ...], carried: Carried | None) -> WireRequest:
    """Return a request whose body has the keys of ``out``, the keys that the provider's own tools need, and the unread
    keys in ``carried``. The request also has the headers that these tools need.
    """
    body = exact_json.encode(with_rest(out | keys(tools), carried))
    return WireRequest(url=url, body=body, headers={"content-type": "application/json"} | headers(tools))


def keys(tools: Iterable[Tool]) -> dict[str, Json]:
    """Return the keys that the provider's own tools need in the body, with their values.

    If several tools need the same key, and their values are arrays, the arrays are joined. Otherwise, the last value is
    used.
    """
    found: dict[str, Json] = {}
    for tool in _provided(tools):
        for key, value in tool.body.items():
            known = found.get(key)
            found[key] = [*known, *value] if isinstance(known, list) and isinstance(value, list) else value
    return found


def headers(tools: Iterable[Tool]) -> dict[str, str]:
    """Return the headers that the provider's own tools need. Different values of a header are joined by commas."""
    found: dict[str, dict[str, None]] = {}
    for tool in _provided(tools):
        for name, value in tool.headers.items():
            found.setdefault(name, {})[value] = None
    return {name: ",".join(values) for name, values in found.items()}


def _provided(tools: Iterable[Tool]) -> Iterator[ProviderTool]:
    return (tool for tool in tools if isinstance(tool, ProviderTool))
