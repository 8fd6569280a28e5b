"""The tools that agents offer, in the form in which scenario files define tools."""

from collections.abc import Iterator
from typing import Any

from conformance.clients import ClientRequest
from conformance.clients.offered_tools import offered_tools
from toolwire.model import Json


def agent_tools(sent: ClientRequest) -> dict[str, Json]:
    """Return the functions, free-form tools and namespaces in an agent's request, by name.

    Tools that the provider runs are left out, because they are in ``tools.yaml``. The key ``strict`` is also left out,
    because scenarios with an agent's tools only test that no tool is lost.
    """
    return dict(_defined(sent.body))


def _defined(body: dict[str, Json]) -> Iterator[tuple[str, Json]]:
    for offered in offered_tools(body):
        tool: Any = body
        for step in offered.place:
            tool = tool[step]
        function = tool.get("function", tool)
        about = {"description": function.get("description")}
        match offered.kind:
            case "function":
                yield offered.name, about | {"parameters": function["parameters"]}
            case "custom":
                yield offered.name, about | {"free_form": True, "grammar": tool["format"]["definition"]}
            case "namespace":
                yield offered.name, about | {"tools": [inner["name"] for inner in tool["tools"]]}
