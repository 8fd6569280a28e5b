"""The situation of a root cause: the conversation of its smallest case, up to the exchange that shows it."""

from collections.abc import Iterator
from typing import Final
from urllib.parse import urlsplit

import msgspec

from conformance.adapters.task import task_of
from conformance.adapters.wire import Task
from conformance.callers.caller import calls_of, images_of, results_of, text_of
from conformance.judge.finding import exchange_of
from conformance.judge.origin import Origin
from conformance.mutants.streams.delivery import DELIVERY
from conformance.mutants.streams.mutant import MUTANT
from conformance.recording.case import Case, open_case
from conformance.recording.cassette import CassetteName
from conformance.recording.errors import CassetteError
from conformance.report.causes import LibraryCause
from toolwire.dialects.arguments import from_text
from toolwire.model import Message, ToolCall, ToolDefinition, ToolResult
from toolwire.wire.exchange import Exchange

PORT: Final = 8765
"""The port on which a script serves the provider's answers."""
KEY: Final = "some-key"


class NoRepro(Exception):
    """An error for a cause that no script can show. ``str()`` is the reason."""


class Called(msgspec.Struct, frozen=True):
    """A call in the history of the first request."""

    id: str
    name: str
    arguments: str


class Given(msgspec.Struct, frozen=True):
    """A tool's result. Its call is in the last answer, or in the history."""

    n: int
    """The index of the call in the last answer. 0 if the call is in the history."""
    id: str
    name: str
    text: str
    is_error: bool
    images: tuple[tuple[str, str], ...]
    """The media type and the base64 text of each image."""


class Spoken(msgspec.Struct, frozen=True):
    """A message of the first request."""

    role: str
    text: str
    calls: tuple[Called, ...]
    results: tuple[Given, ...]


class Offered(msgspec.Struct, frozen=True):
    """A function that the script offers to the model."""

    name: str
    description: str
    parameters: object
    """The schema of the function's arguments. None if the function has no schema."""
    strict: bool | None

    @property
    def schema(self) -> object:
        """The schema of the function's arguments. For a function without a schema, it is the schema of an empty object,
        because some libraries need a schema.
        """
        return self.parameters or {"type": "object", "properties": {}}


class Situation(msgspec.Struct, frozen=True):
    """The conversation that a script plays, up to the exchange that shows the cause."""

    case: Case
    task: Task
    exchange: int
    """The number of the exchange that shows the cause. It counts from 1."""

    @property
    def exchanges(self) -> tuple[Exchange, ...]:
        """The recorded exchanges up to the exchange that shows the cause."""
        return self.case.cassette.exchanges[: self.exchange]

    @property
    def path(self) -> str:
        """The path in the provider's base URL, such as ``/v1``. "" if the URL has no path."""
        return urlsplit(self.case.claims.base_url).path.rstrip("/")

    @property
    def origin(self) -> Origin:
        """The origin of the case's answers, such as ``recorded`` or ``documented``."""
        return self.case.cassette.origin

    @property
    def messages(self) -> tuple[Spoken, ...]:
        """The messages of the first request."""
        return tuple(map(_spoken, self.task.messages))

    @property
    def tools(self) -> tuple[Offered, ...]:
        """The tools that the script offers. Raises ``NoRepro`` if a tool is not a function."""
        if not all(isinstance(tool, ToolDefinition) for tool in self.task.tools):
            raise NoRepro("the case offers tools that are no functions")
        functions = [tool for tool in self.task.tools if isinstance(tool, ToolDefinition)]
        return tuple(Offered(it.name, it.description or "", it.parameters, it.strict) for it in functions)

    @property
    def replies(self) -> tuple[tuple[Given, ...], ...]:
        """The tool results after each answer before the exchange that shows the cause.

        Raises ``NoRepro`` if readers disagree on an answer, or if the case answers requests for an approval.
        """
        return tuple(map(self._replies, range(self.exchange - 1)))

    def _replies(self, turn: int) -> tuple[Given, ...]:
        stated = self.case.cassette.provenance.expected[turn].answer
        if stated is None:
            raise NoRepro(f"the two readers disagree on the right reading of answer {turn + 1}")
        calls = tuple(
            ToolCall(id=call.id, name=call.name, arguments=from_text(call.arguments), kind=call.kind)
            for call in stated.calls
        )
        if self.case.scenario.approves:
            raise NoRepro("the case answers requests for an approval")
        results = self.case.scenario.results(turn, calls)
        return tuple(_given(results, [call.id or "" for call in calls])) if results else ()


def situation(cause: LibraryCause) -> Situation:
    """Return the situation of a cause. Raises ``NoRepro`` if no script can show the cause."""
    provider, dialect, scenario, mode, check = cause.smallest.split("/", 4)
    if check.startswith((DELIVERY, MUTANT)):
        raise NoRepro(f"only a changed {'answer' if mode == 'plain' else 'stream'} shows it")
    try:
        case = open_case(CassetteName(provider, dialect, scenario, "plain" if mode == "plain" else "stream"))
    except CassetteError as error:
        raise NoRepro(str(error)) from None
    if case.scenario.beside and check != "request-matches":
        raise NoRepro("only concurrent conversations show it")
    base_url = f"http://127.0.0.1:{PORT}{urlsplit(case.claims.base_url).path.rstrip('/')}"
    return Situation(case, task_of(case, case.opening(), base_url, KEY), exchange_of(cause.finding) or 1)


def _spoken(message: Message) -> Spoken:
    calls = tuple(Called(call.id or "", call.name, call.arguments.text) for call in calls_of(message))
    return Spoken(message.role, text_of(message.parts), calls, tuple(_given(message, [])))


def _given(message: Message, ids: list[str]) -> Iterator[Given]:
    """Yield the results in a message. ``ids``: the ids of the calls in the previous answer."""
    results: list[ToolResult] = list(results_of(message))
    for result in results:
        images = tuple((image.media_type or "", image.data or "") for image in images_of(result.parts))
        number = ids.index(result.call_id or "") if result.call_id in ids else 0
        yield Given(
            number, result.call_id or "", result.name or "", text_of(result.parts), bool(result.is_error), images
        )
