"""Bugs in the JSON that is sent."""

from typing import Any

from ..bug import bug

Body = dict[str, Any]


@bug("body", "settings")
def limits_output(body: Body) -> Body:
    """Add a default limit of output tokens."""
    return body | {"max_tokens": 1024}


@bug("body", "settings")
def asks_for_certainty(body: Body) -> Body:
    """Send a temperature of 0, although the user gave none."""
    return body | {"temperature": 0}


@bug("body", "settings")
def allows_one_call_at_a_time(body: Body) -> Body:
    """Forbid parallel calls, although the user did not."""
    return body | {"parallel_tool_calls": False} if body.get("tools") else body


@bug("body", "history", "vercel/ai#7099")
def drops_reasoning_items(body: Body) -> Body:
    """Drop the reasoning items before calls."""
    return body | {"input": [item for item in body["input"] if item.get("type") != "reasoning"]}


@bug("body", "ids", "langchainjs#9082")
def answers_the_item(body: Body) -> Body:
    """Name the item's id in results, in place of the call's id."""
    ids = {item.get("call_id"): item.get("id") for item in body["input"] if item.get("type") == "function_call"}

    def edited(item: Body) -> Body:
        call = item.get("call_id")
        return item | {"call_id": ids.get(call) or call} if item.get("type") == "function_call_output" else item

    return body | {"input": list(map(edited, body["input"]))}


@bug("body", "results")
def announces_results(body: Body) -> Body:
    """Add a text before results."""

    def edited(message: Body) -> Body:
        parts = message["content"]
        if not isinstance(parts, list) or parts[0].get("type") != "tool_result":
            return message
        return message | {"content": [{"type": "text", "text": "Results:"}, *parts]}

    return body | {"messages": list(map(edited, body["messages"]))}


@bug("body", "reasoning", "opencode#3077")
def drops_signatures(body: Body) -> Body:
    """Send reasoning back without its signature."""

    def edited(part: Body) -> Body:
        return {key: item for key, item in part.items() if key != "signature"} if isinstance(part, dict) else part

    def in_message(message: Body) -> Body:
        parts = message["content"]
        return message | {"content": list(map(edited, parts))} if isinstance(parts, list) else message

    return body | {"messages": list(map(in_message, body["messages"]))}


@bug("body", "reasoning", "NVIDIA-NeMo/Gym#2374")
def drops_signatures_of_parts(body: Body) -> Body:
    """Send parts back without `thoughtSignature`."""

    def edited(content: Body) -> Body:
        parts = [{key: item for key, item in part.items() if key != "thoughtSignature"} for part in content["parts"]]
        return content | {"parts": parts}

    return body | {"contents": list(map(edited, body["contents"]))}


@bug("body", "history", "pydantic-ai#1966")
def sends_tools_with_questions_alone(body: Body) -> Body:
    """Drop the configuration of tools if the last message has results."""
    is_answer = any("toolResult" in part for part in body["messages"][-1]["content"])
    return {key: item for key, item in body.items() if key != "toolConfig"} if is_answer else body


@bug("body", "history", "litellm#37792")
def sends_arguments_as_text(body: Body) -> Body:
    """Send arguments back as text where the dialect has an object."""

    def edited(call: Body) -> Body:
        return call | {"function": call["function"] | {"arguments": str(call["function"]["arguments"])}}

    def in_message(message: Body) -> Body:
        return (
            message | {"tool_calls": list(map(edited, message["tool_calls"]))} if "tool_calls" in message else message
        )

    return body | {"messages": list(map(in_message, body["messages"]))}


@bug("body", "ids", "langchain#24668")
def renames_calls_alone(body: Body) -> Body:
    """Cut the ids of calls to nine characters, but not the ids in results."""

    def edited(call: Body) -> Body:
        return call | {"id": "c" + call["id"][-8:]}

    def in_message(message: Body) -> Body:
        calls = message.get("tool_calls")
        return message | {"tool_calls": list(map(edited, calls))} if calls else message

    return body | {"messages": list(map(in_message, body["messages"]))}


@bug("body", "results", "anthropic-sdk-python#461")
def leaves_empty_results_out(body: Body) -> Body:
    """Drop messages without text, even if they are empty results."""
    return body | {
        "messages": [message for message in body["messages"] if message["content"] or message.get("tool_calls")]
    }


@bug("body", "definitions", "Future-House/paper-qa#796")
def invents_a_parameter_for_none(body: Body) -> Body:
    """Add a parameter to tools that have none."""

    def edited(tool: Body) -> Body:
        function = tool.get("function")
        if not function or function["parameters"].get("properties"):
            return tool
        none = {"type": "object", "properties": {"_": {"type": "string"}}}
        return tool | {"function": function | {"parameters": none}}

    return body | {"tools": list(map(edited, body["tools"]))} if body.get("tools") else body


@bug("body", "definitions")
def offers_tools_twice(body: Body) -> Body:
    """Send each tool twice once the history has several results."""
    turns = sum(message["role"] == "tool" for message in body["messages"])
    return body | {"tools": body["tools"] * 2} if turns > 1 and body.get("tools") else body
