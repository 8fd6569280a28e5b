"""Keys and headers that a request has beside its list of tools, because tools of the provider need them."""

from collections.abc import Iterable, Iterator

from toolwire.model import Json, ProviderTool, Tool


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
