"""The base of all shims: a library's description of itself, the loop of a conversation, and helpers for requests."""

import base64
import json
import os
from collections.abc import Callable, Coroutine
from contextlib import nullcontext
from importlib.metadata import version
from typing import Any, ClassVar, TypeVar

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, Hello, ReadCall, Reading, Shown, Talk, Task
from conformance.callers import Mode
from conformance.callers.caller import files_of, images_of
from conformance.callers.modes import running
from toolwire.model import ProviderError, ProviderTool, ToolDefinition, ToolResult

Answer = TypeVar("Answer")
Call = TypeVar("Call")
ADDRESSES = ("ANTHROPIC_BASE_URL", "AWS_ENDPOINT_URL", "GOOGLE_GEMINI_BASE_URL")
"""The environment variables from which libraries take the address of a provider."""
_FIRST_ERROR_STATUS = 400
_ENDS = ("finish_reason", "stop_reason", "done_reason", "stopReason")
_ENDS_DEEPER = (("incomplete_details", "reason"), ("prompt_feedback", "block_reason"))
"""The paths to the finish reason in Responses, and to the reason why Gemini blocks a prompt."""
_HAVE_FAILED_RESULTS = ("anthropic_messages", "gemini_generate", "bedrock_converse")


class Library:
    """The base class of the shims: a library as a ``WireAdapter``."""

    distribution: ClassVar[str]
    dialects: ClassVar[tuple[str, ...]]
    shows: tuple[Shown, ...] = tuple(what for what in EVERYTHING if what != "order")
    modes: tuple[Mode, ...] = ("sync", "async")
    capabilities: tuple[str, ...] = ()

    def __init__(self) -> None:
        """Find the library's version. Raises ``PackageNotFoundError`` if the library is not installed."""
        self.hello = Hello(
            name=self.distribution,
            version=version(self.distribution),
            language="python",
            dialects=self.dialects,
            shows=self.shows,
            modes=self.modes,
            capabilities=self.capabilities,
        )


def hold(
    task: Task,
    ask: Callable[[], Coroutine[Any, Any, Answer]],
    read: Callable[[Answer], Reading],
    go_on: Callable[[Answer, tuple[ToolResult, ...]], None],
    *,
    documents: bool = False,
) -> Talk:
    """Hold a conversation. It ends with the first answer for which the judge sends no results.

    ``ask`` sends a request and returns the answer. ``read`` returns the reading of an answer. ``go_on`` adds an answer
    and its results to the next request. ``documents``: true if the shim sends documents in results.

    If ``ask`` raises an exception with the status of the provider's answer, yield a reading with the provider's error,
    and end the conversation. Before each request, restore the environment variables in ``ADDRESSES`` to their values at
    the start of this conversation, because another conversation may have changed them.
    """
    own = {name: os.environ[name] for name in ADDRESSES if name in os.environ}
    with running(task.mode, nullcontext()) as (run, _):
        while True:
            os.environ.update(own)
            try:
                answer = run(ask())
            except Unsupported:
                raise  # the shim's decision, whatever exception caused it
            except Exception as error:
                refusal = _provider_error(error)
                if refusal is None:
                    raise
                yield Reading(finish="error", error=refusal)
                return
            results = yield read(answer)
            if not results:
                return
            if not documents and any(files_of(result.parts) for result in results):
                raise Unsupported("the shim sends no documents in results")
            go_on(answer, results)


def _provider_error(error: BaseException) -> ProviderError | None:
    """Return the provider's error in an exception if the exception or its cause has a status, else None."""
    status, cause = _status(error), error.__cause__ or error.__context__
    if status is None and cause is not None:
        status = _status(cause)
    return None if status is None else ProviderError(message=str(error), status=status)


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    of_aws = response.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(response, dict) else None
    found = (getattr(holder, name, None) for holder in (error, response) for name in ("status_code", "code"))
    return next(
        (status for status in (*found, of_aws) if isinstance(status, int) and status >= _FIRST_ERROR_STATUS), None
    )


def functions(task: Task) -> list[ToolDefinition]:
    """Return the tools of a task, which must all be functions. Raises ``Unsupported`` if any tool is not a function, is
    loaded only on demand, or may be called by the model's programs.
    """
    for tool in task.tools:
        if not isinstance(tool, ToolDefinition):
            raise Unsupported(f"the shim supports function tools only, got {tool.name or 'a tool of the provider'}")
        if tool.deferred or tool.callers:
            raise Unsupported(
                f"the shim supports no tools that are loaded on demand or that programs may call, got {tool.name}"
            )
    return [tool for tool in task.tools if isinstance(tool, ToolDefinition)]


def own_and_provided(task: Task) -> list[ToolDefinition | ProviderTool]:
    """Return the functions of a task and the provider's own tools. Raises ``Unsupported`` for any other tool, and for a
    tool that the model's programs may call.
    """
    for tool in task.tools:
        if not isinstance(tool, ProviderTool) and (not isinstance(tool, ToolDefinition) or tool.callers):
            raise Unsupported(f"the shim offers only functions, and to the model alone, got {tool.name}")
    return [tool for tool in task.tools if isinstance(tool, ToolDefinition | ProviderTool)]


def schema(tool: ToolDefinition) -> Any:
    """Return the schema of a tool's parameters, for libraries in which every tool has a schema."""
    return tool.parameters or {"type": "object", "properties": {}}


def by_pydantic(part: Any) -> None:
    """Raise ``Unsupported`` if any ``type`` in a schema is a list of types. Pydantic never writes such a schema.

    Only shims of libraries whose schemas come from pydantic call this. ``part``: the schema, or a value inside it.
    """
    if isinstance(part, dict) and isinstance(part.get("type"), list):
        raise Unsupported("the library's tools are pydantic models, and their schemas never have a list of types")
    for inner in part.values() if isinstance(part, dict) else part if isinstance(part, list) else ():
        by_pydantic(inner)


def not_failed(result: ToolResult, task: Task) -> None:
    """Raise ``Unsupported`` for the result of a failed tool, if the task's dialect marks such results.

    Only shims of libraries that cannot mark the result of a failed tool call this.
    """
    if result.is_error and task.dialect in _HAVE_FAILED_RESULTS:
        raise Unsupported("the library cannot mark a result as the result of a failed tool")


def no_images(result: ToolResult) -> None:
    """Raise ``Unsupported`` if a result has images. Only shims of libraries whose results are text call this."""
    if images_of(result.parts):
        raise Unsupported("the shim sends no images in results")


def attached(result: ToolResult) -> list[tuple[str, str, str]]:
    """Return the kind (``image`` or ``file``), the media type and the base64 of each medium in a result."""
    images = [("image", image.media_type or "", image.data or "") for image in images_of(result.parts)]
    return images + [("file", file.media_type or "", file.data or "") for file in files_of(result.parts)]


def media(result: ToolResult) -> list[tuple[str, bytes]]:
    """Return the media type and the bytes of each image and each document in a result."""
    return [(media_type, base64.b64decode(data)) for _, media_type, data in attached(result)]


def pictures(result: ToolResult) -> list[tuple[str, bytes]]:
    """Return the media type and the bytes of each image in a result."""
    return [(media_type, base64.b64decode(data)) for kind, media_type, data in attached(result) if kind == "image"]


def origin(result: ToolResult, calls: list[tuple[str | None, Call]], name_of: Callable[[Call], str]) -> Call | None:
    """Return the call that a result answers, and move the call to the end of ``calls``, whose entries are a call's id
    and the call.

    The call has the result's id. If the result has no id, the call has none either. Of several such calls, return the
    first with the result's name, or else the first. Return None if there is no such call.
    """
    same = [entry for entry in calls if (entry[0] or "") == (result.call_id or "")]
    found = min(same, key=lambda entry: name_of(entry[1]) != result.name, default=None)
    if found is None:
        return None
    calls.remove(found)
    calls.append(found)
    return found[1]


def call(call_id: str | None, name: str, arguments: Any) -> ReadCall:
    """Return the reading of a call from a library that gives the arguments as a value, not as text."""
    return ReadCall(id=call_id, name=name, arguments=json.dumps(arguments, ensure_ascii=False))


def invalid_call(call_id: str | None, name: str | None, text: str | None) -> ReadCall:
    """Return the reading of a call that a library lists as invalid, separately from valid calls. The call counts as not
    complete.

    ``text``: the arguments as far as the library gives them.
    """
    return ReadCall(id=call_id, name=name or "", arguments=text or "", complete=False)


def word_for_the_end(metadata: dict[str, Any]) -> str | None:
    """Return the provider's finish reason from a library's metadata, or None if the metadata has none."""
    deeper = ((metadata.get(key) or {}).get(inner) for key, inner in _ENDS_DEEPER)
    word = next((word for word in (*deeper, *map(metadata.get, _ENDS)) if word), None)
    return None if word is None else str(getattr(word, "value", word))


def failed(metadata: dict[str, Any]) -> ProviderError | None:
    """Return the error of a failed answer of Responses. Return None if the answer did not fail, or ``metadata`` is not
    the whole answer.
    """
    error = metadata.get("error") if metadata.get("status") == "failed" else None
    return ProviderError(message=error.get("message", "")) if isinstance(error, dict) else None
