"""Tests of keys and headers that a request has beside its list of tools, because the provider's tools need them."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from toolwire.dialects import beside
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.model import Message, ProviderTool, Request, Text, ToolDefinition
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

BASE = "https://host.example/v1"
BETA = {"anthropic-beta": "mcp-client-2025-11-20"}
TOOL = ToolDefinition(name="get_time", parameters={"type": "object", "properties": {}})


def toolset(name: str, **server: object) -> ProviderTool:
    value = {"type": "mcp_toolset", "mcp_server_name": name}
    entry = {"type": "url", "url": f"https://{name}.example/mcp", "name": name, **server}
    return ProviderTool(kind="mcp_toolset", value=value, body={"mcp_servers": [entry]}, headers=BETA)


def asked(*tools: ProviderTool | ToolDefinition) -> Request:
    return Request(model="m", messages=(Message(role="user", parts=(Text(text="Hi"),)),), tools=tools)


def read(body: object) -> Request:
    sent = WireRequest(url=f"{BASE}/messages", body=exact_json.encode(body), headers={})
    return dialect("anthropic_messages").read_request(sent)


@pytest.mark.parametrize("name", DIALECTS)
def test_every_dialect_writes_them(name: str) -> None:
    tool = ProviderTool(kind="clock", value={"clock": {}}, body={"clocks": ["a"]}, headers={"x-clock": "1"})
    written = dialect(name).write_request(asked(tool), BASE)
    assert exact_json.loads(written.body)["clocks"] == ["a"]
    assert written.headers["x-clock"] == "1"


def test_lists_of_several_tools_are_joined() -> None:
    tools = toolset("a"), TOOL, toolset("b")
    assert [server["name"] for server in beside.keys(tools)["mcp_servers"]] == ["a", "b"]
    assert beside.headers(tools) == BETA
    other = ProviderTool(kind="clock", body={"mcp_servers": None}, headers={"anthropic-beta": "clock-1"})
    assert beside.headers((*tools, other)) == {"anthropic-beta": "mcp-client-2025-11-20,clock-1"}
    assert beside.keys((*tools, other)) == {"mcp_servers": None}
    assert beside.keys((TOOL,)) == beside.headers((TOOL,)) == {}


def test_servers_belong_to_the_tools_that_name_them() -> None:
    request = asked(toolset("a", authorization_token="t"), TOOL, toolset("b"))
    written = dialect("anthropic_messages").write_request(request, BASE)
    found = read(exact_json.loads(written.body))
    assert [tool.body for tool in found.tools if isinstance(tool, ProviderTool)] == [
        tool.body for tool in request.tools if isinstance(tool, ProviderTool)
    ]
    assert found.carried is None or "mcp_servers" not in found.carried.rest
    assert exact_json.loads(dialect("anthropic_messages").write_request(found, BASE).body) == exact_json.loads(
        written.body
    )


SERVERS = st.lists(st.one_of(st.none(), st.sampled_from(["a", "b", {"name": "a"}, {"name": "b"}, {"url": "c"}])))
TOOLS = st.lists(
    st.sampled_from([{"type": "mcp_toolset"}, *({"type": "mcp_toolset", "mcp_server_name": name} for name in "ab")])
)


@given(servers=st.one_of(st.none(), st.just("a"), SERVERS), tools=TOOLS)
def test_any_servers_go_back_unaltered(servers: object, tools: list[object]) -> None:
    body = {"model": "m", "max_tokens": 9, "messages": [{"role": "user", "content": "Hi"}], "tools": tools}
    body |= {"mcp_servers": servers}
    written = dialect("anthropic_messages").write_request(read(body), BASE)
    assert exact_json.loads(written.body) == body
