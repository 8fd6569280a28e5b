"""What all shims share: how a library introduces itself, the loop of a conversation, and what it can be asked."""

from collections.abc import Callable
from importlib.metadata import version
from typing import ClassVar, TypeVar

from conformance.adapters.unsupported import Unsupported
from conformance.adapters.wire import EVERYTHING, Hello, Reading, Shown, Talk, Task
from conformance.model import ProviderError, ToolDefinition, ToolResult

Answer = TypeVar("Answer")
_FIRST_ERROR_STATUS = 400
_HAVE_FAILED_RESULTS = ("anthropic_messages", "gemini_generate", "bedrock_converse")


class Library:
    """A library in the client's seat. See ``WireAdapter``."""

    distribution: ClassVar[str]
    dialects: ClassVar[tuple[str, ...]]
    shows: tuple[Shown, ...] = tuple(what for what in EVERYTHING if what != "order")

    def __init__(self) -> None:
        """Raises ``PackageNotFoundError`` where the library is not installed."""
        self.hello = Hello(
            name=self.distribution,
            version=version(self.distribution),
            language="python",
            dialects=self.dialects,
            shows=self.shows,
        )


def hold(
    ask: Callable[[], Answer],
    read: Callable[[Answer], Reading],
    go_on: Callable[[Answer, tuple[ToolResult, ...]], None],
) -> Talk:
    """Ask, read, add the answer and the results of its calls to what ``ask`` will send, and ask again.

    An exception that knows the status of the provider's answer is how libraries tell of an error of the provider's.
    """
    while True:
        try:
            answer = ask()
        except Exception as error:
            refusal = _told(error)
            if refusal is None:
                raise
            yield Reading(finish="error", error=refusal)
            return
        results = yield read(answer)
        if not results:
            return
        go_on(answer, results)


def _told(error: BaseException) -> ProviderError | None:
    """What an exception says of the provider's answer: its status is its own, or that of its cause."""
    status, cause = _status(error), error.__cause__
    if status is None and cause is not None:
        status = _status(cause)
    return None if status is None else ProviderError(message=str(error), status=status)


def _status(error: BaseException) -> int | None:
    response = getattr(error, "response", None)
    of_aws = response.get("ResponseMetadata", {}).get("HTTPStatusCode") if isinstance(response, dict) else None
    found = (getattr(one, name, None) for one in (error, response) for name in ("status_code", "code"))
    return next((one for one in (*found, of_aws) if isinstance(one, int) and one >= _FIRST_ERROR_STATUS), None)


def functions(task: Task) -> list[ToolDefinition]:
    """The tools of a task, where all are functions. Raises ``Unsupported``."""
    others = [tool for tool in task.tools if not isinstance(tool, ToolDefinition)]
    if others:
        raise Unsupported(f"the shim offers functions only, and no tools like {others[0].name}")
    return [tool for tool in task.tools if isinstance(tool, ToolDefinition)]


def not_failed(result: ToolResult, task: Task) -> None:
    """For libraries without a word for a failed tool, where the provider has one. Raises ``Unsupported``."""
    if result.is_error and task.dialect in _HAVE_FAILED_RESULTS:
        raise Unsupported("the library has no word for a result that says that the tool failed")
