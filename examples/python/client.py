"""A client to copy: OpenAI chat completions, plain and streamed, over the standard library.

conformance run --adapter client:Client --provider openai        (in this folder)
"""

import json
from urllib.error import HTTPError
from urllib.request import Request, urlopen

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import Hello, ReadCall, Reading
from conformance.model import ProviderError, Text, ToolCall, ToolDefinition, ToolResult


class Client:
    hello = Hello(name="example-client", version="1.0", language="python", dialects=("openai_chat",))

    def converse(self, task):
        messages = [one for message in task.messages for one in wire(message)]
        body = {"model": task.model, "messages": messages, "stream": task.stream}
        if task.tools:
            body["tools"] = [offered(tool) for tool in task.tools]
        if task.tool_choice:
            body["tool_choice"] = choice(task.tool_choice)
        if task.parallel_tool_calls is not None:
            body["parallel_tool_calls"] = task.parallel_tool_calls
        headers = {"content-type": "application/json", "authorization": f"Bearer {task.api_key}"}
        results = True
        while results:
            url, data = f"{task.base_url}/chat/completions", json.dumps(body).encode()
            try:
                with urlopen(Request(url, data, headers)) as answer:
                    said, finish = streamed(answer) if task.stream else plain(answer)
            except HTTPError as refused:
                yield Reading(error=refusal(refused))
                return
            calls = [call["function"] | {"id": call["id"]} for call in said.get("tool_calls", ())]
            results = yield Reading(
                text=said["content"] or "", calls=tuple(ReadCall(**call) for call in calls), finish=finish
            )
            messages += [said, *(wire_result(result) for result in results)]
