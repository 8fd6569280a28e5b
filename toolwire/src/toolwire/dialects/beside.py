"""Keys and headers that a request has beside its list of tools, because tools of the provider need them."""

from collections.abc import Iterable, Iterator

from toolwire.dialects.fields import with_rest
from toolwire.model import Carried, Json, ProviderTool, Tool
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest


def posted(url: str, out: dict[str, Json], tools: tuple[Tool, ...], carried: Carried | None) -> WireRequest:
    """Return the request with the body ``out``, and with the keys and headers that the provider's own tools need."""
    body = exact_json.encode(with_rest(out | keys(tools), carried))
    return WireRequest(url=url, body=body, headers={"content-type": "application/json"} | headers(tools))


def keys(tools: Iterable[Tool]) -> dict[str, Json]:
    """Return the keys of the body that the provider's own tools need. Lists of several tools are joined."""
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
