"""The conversation of a case with an endpoint. An official SDK or our own client sends the requests."""

from collections.abc import Callable, Generator, Sequence
from typing import Any, Final, TypeAlias

import msgspec

from conformance.callers import Conversation, Results
from conformance.callers.caller import broken
from conformance.callers.continuation import Continuation, messages_of
from conformance.recording.background import ask_and_fetch
from conformance.recording.cassette import SCRIPT, Answered, Models, Provenance, Timing
from conformance.recording.live_case import LiveCase
from conformance.scenarios import Scenario
from conformance.scenarios.scenario import (
    ScriptedApprovalRequest,
    ScriptedBlock,
    ScriptedCall,
    ScriptedCompaction,
    ScriptedMcpCall,
    ScriptedProgram,
    ScriptedProgramOutput,
    ScriptedSearch,
    ScriptedText,
    ScriptedThought,
    ScriptedToolSearch,
)
from conformance.standins import (
    Answer,
    Block,
    Thought,
    Turn,
    TurnApprovalRequest,
    TurnCall,
    TurnCompaction,
    TurnMcpCall,
    TurnProgram,
    TurnProgramOutput,
    TurnSearch,
    TurnText,
    TurnToolSearch,
)
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.dialects.transplant import fitted
from toolwire.model import (
    ApprovalRequest,
    CustomTool,
    Expected,
    ExpectedApproval,
    ExpectedCall,
    Json,
    Message,
    Part,
    ProviderTool,
    Reasoning,
    Request,
    Response,
    Text,
    ToolCall,
    ToolResult,
    fresh,
    own_tools,
)
from toolwire.providers import BackgroundOption, CompactionOption, WireFormat
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, Pending, WireRequest, WireResponse
from toolwire.wire.merging import merged

_SEALS: Final = ("signature", "encrypted_content", "thoughtSignature")
"""The keys of signatures and encrypted content in reasoning. A client must send their values back unchanged."""
_PAUSE: Final = 2.0
"""The seconds between two polls for an answer in the background, as in the vendors' examples."""


class Exchanged(msgspec.Struct, frozen=True, kw_only=True):
    """A request to an endpoint, and the answer."""

    request: WireRequest
    """The request as it was sent, without the key."""
    answer: Answer
    read: Response | None
    """The answer as the reference reads it. None if the reference cannot read the answer."""
    unread: str | None = None
    """The reason why the reference cannot read the answer."""
    pending: Pending | None = None
    """The first response, if the endpoint answered in the background. Otherwise None."""

    @property
    def response(self) -> WireResponse:
        """The whole answer in one piece, without the times of its chunks."""
        return self.answer.whole

    @property
    def exchange(self) -> Exchange:
        """The request and the whole answer."""
        return Exchange(request=self.request, response=self.response, pending=self.pending)


Held: TypeAlias = Generator[Exchanged, None, None]


def expected(response: Response) -> Expected:
    """Convert a response that the reference has read to the form that the judge compares with an adapter's reading."""
    return Expected(
        calls=tuple(
            ExpectedCall(
                id=call.id, name=call.name, arguments=call.arguments.text, complete=call.complete, kind=call.kind
            )
            for call in response.calls
        ),
        approvals=tuple(
            ExpectedApproval(id=asked.id, name=asked.name, arguments=asked.arguments.text, server=asked.server)
            for asked in response.approvals
        ),
        text="".join(part.text for part in response.parts if isinstance(part, Text)),
        finish=response.finish.reason,
        error=response.error and msgspec.structs.replace(response.error, value=None),
    )


def conversation(case: LiveCase) -> Conversation:
    """Return the conversation of a case in the form that an official SDK needs, with the provider's model and tools."""
    scenario = case.scenario
    return Conversation(
        model=case.model,
        tools=case.form.offered(scenario.tools),
        opening=scenario.opening,
        tool_choice=scenario.tool_choice,
        parallel_tool_calls=scenario.parallel_tool_calls,
        stream=case.stream,
        max_output_tokens=scenario.max_output_tokens,
        reasoning=scenario.reasoning,
        breaks_seals=scenario.breaks_seals,
        stored=scenario.stored,
        conversation=scenario.conversation,
        compaction=scenario.compaction,
        stream_arguments=scenario.stream_arguments,
        background=scenario.background,
        mends=True,
    )


def results(scenario: Scenario) -> Results:
    """Return a function that takes the index and the parts of a turn, and calls ``continuation`` for the scenario."""

    def given(turn: int, parts: tuple[Part, ...]) -> tuple[ToolResult, ...]:
        return continuation(scenario, turn, parts)

    return given


def continuation(scenario: Scenario, turn: int, parts: tuple[Part, ...]) -> Continuation:
    """Return everything that the client sends after a turn: the results of the turn's calls, the approvals or refusals
    for which the turn asks, and the tools that the client adds.

    ``turn``, ``parts``: the index of the turn, and its parts. Return an empty ``Continuation`` if the scenario ends
    with this turn.
    """
    message = scenario.results(turn, tuple(part for part in parts if isinstance(part, ToolCall)))
    approvals = scenario.approvals(turn, tuple(part for part in parts if isinstance(part, ApprovalRequest)))
    if message is None and not approvals:
        return Continuation()
    results = (part for part in message.parts if isinstance(part, ToolResult)) if message else ()
    return Continuation.of(results, scenario.added_after(turn), approvals)


def turn_of(scenario: Scenario, number: int) -> Turn:
    """Return a turn of a scenario in the form that stand-ins play.

    ``number`` is the index of the turn. If the turn ends at the token limit, its last call has only half of its
    arguments.
    """
    custom = [tool.name for tool in own_tools(scenario.all_tools) if isinstance(tool, CustomTool)]

    def block(scripted: ScriptedBlock) -> Block:
        match scripted:
            case ScriptedThought():
                return Thought(scripted.text)
            case ScriptedCompaction():
                return TurnCompaction(scripted.summary)
            case ScriptedSearch():
                return TurnSearch(query=scripted.query, title=scripted.title, url=scripted.url)
            case ScriptedToolSearch():
                return TurnToolSearch(query=scripted.query, found=scripted.found)
            case ScriptedMcpCall():
                return TurnMcpCall(
                    server=scripted.server,
                    tool=scripted.tool,
                    description=scripted.description,
                    parameters=scripted.parameters,
                    arguments=scripted.arguments,
                    output=scripted.output,
                )
            case ScriptedApprovalRequest():
                return TurnApprovalRequest(
                    server=scripted.server,
                    tool=scripted.tool,
                    description=scripted.description,
                    parameters=scripted.parameters,
                    arguments=scripted.arguments,
                )
            case ScriptedProgram():
                return TurnProgram(scripted.code, scripted.python)
            case ScriptedProgramOutput():
                return TurnProgramOutput(scripted.text)
            case ScriptedText():
                return TurnText(scripted.text)
            case ScriptedCall(tool=tool):
                return TurnCall(name=tool, arguments=scripted.arguments, custom=tool in custom)

    turn = scenario.script[number]
    blocks = tuple(map(block, turn.blocks))
    if turn.early == "length" and isinstance(last := blocks[-1], TurnCall):
        half = last.arguments[: len(last.arguments) // 2]
        blocks = (*blocks[:-1], msgspec.structs.replace(last, arguments=half))
    return Turn(blocks, turn.early)


def provenance(case: LiveCase, answers: Sequence[Answer], served: tuple[str, ...], caller: str) -> Provenance:
    """Return the provenance of a conversation with a stand-in: its origin, and the right readings of the stand-in's
    answers.

    ``served``: the models that the answers name. ``caller``: the client that sent the requests.
    """
    claims = case.claims
    return Provenance(
        origin="documented",
        date=claims.written,
        sources=claims.sources,
        models=Models(asked=case.model, served=served),
        caller=caller,
        expected=tuple(Answered(answer=answer.expected, agreed=(SCRIPT,)) for answer in answers),
        timing=Timing(
            times="scripted",
            chunks=tuple(tuple((chunk.at, len(chunk.data)) for chunk in answer.chunks) for answer in answers),
        ),
        ids="scripted",
    )


def opening(scenario: Scenario, model: str, form: WireFormat, *, stream: bool) -> Request:
    """Return the first request of a scenario.

    Raises ``Inexpressible`` if the dialect lacks something that the scenario needs: a tool that the provider runs, or
    the option for streamed arguments.
    """
    for tool in scenario.tools:
        if isinstance(tool, ProviderTool) and tool.kind not in form.expresses.provider_tools:
            raise Inexpressible(f"{form.dialect} has no tool {tool.kind} that the provider runs")
    if scenario.stream_arguments and not form.settings.stream_arguments:
        raise Inexpressible(f"{form.dialect} has no option for arguments that are streamed as the model writes them")
    return Request(
        model=model,
        messages=scenario.opening,
        tools=form.offered(scenario.tools),
        tool_choice=scenario.tool_choice,
        parallel_tool_calls=scenario.parallel_tool_calls,
        stream=stream,
        max_output_tokens=scenario.max_output_tokens,
        conversation=scenario.conversation,
    )


def following(scenario: Scenario, request: Request, answer: Response | None, turn: int) -> Request:
    """Return the request after ``request``. It has the messages of ``request``, the answer as the adapter read it, and
    the client's new messages, such as the results of the calls in the answer.

    If the provider stores the conversation, the returned request has only the new messages. If ``answer`` is None,
    return ``request`` again.
    """
    if answer is None:
        return request
    sent = following_messages(scenario, turn, answer.parts)
    if scenario.stored:
        return continuing(request, answer.id, sent)
    assistant = Message(role="assistant", parts=answer.parts, provider_data=answer.provider_data)
    return msgspec.structs.replace(request, messages=(*request.messages, fresh(assistant), *sent))


def following_messages(scenario: Scenario, turn: int, parts: tuple[Part, ...]) -> tuple[Message, ...]:
    """Return the messages that the client sends after a turn with these parts. Return () if the scenario ends there."""
    results = continuation(scenario, turn, parts)
    return messages_of(results) if results else ()


def continuing(request: Request, answer: str | None, messages: tuple[Message, ...]) -> Request:
    """Return the request that continues the stored answer with the id ``answer``, and has only the client's new
    messages.

    If the request belongs to a stored conversation, it names the conversation, and does not name the answer.
    """
    previous = answer if request.conversation is None else None
    return msgspec.structs.replace(request, messages=messages, continues=previous)


def hold(
    case: LiveCase, ask: Callable[[WireRequest], Answer], *, base_url: str | None = None, model: str | None = None
) -> Held:
    """Hold the conversation of a case with an endpoint, and yield each exchange when it is over.

    The conversation ends after the last turn, after an answer that cannot be read, or after an answer to which the
    scenario has no reply. The reference writes the requests. It sends the endpoint's ids and signatures back unchanged,
    except in scenarios that test altered signatures. If the scenario asks for answers in the background, it polls until
    it gets them.

    ``base_url``: the address of the endpoint, if it is not the provider's address. ``model``: the name of the model, if
    it is not the model in the provider's profile.

    Raises ``Inexpressible`` if the dialect cannot express a request, or if ``base_url`` is given and the scenario
    continues a stored conversation, because no endpoint has stored it. Raises every exception that ``ask`` raises.
    """
    scenario, home = case.scenario, case.claims.base_url
    if base_url is not None and scenario.conversation is not None:
        raise Inexpressible(
            f"the scenario continues the conversation {scenario.conversation!r}, which no endpoint has stored"
        )
    request = opening(scenario, model or case.model, case.form, stream=case.stream)
    members = _members(case, request)
    for turn in range(len(scenario.expect)):
        sent = _written(case, request, members)
        if base_url is not None:
            sent = msgspec.structs.replace(sent, url=base_url.rstrip("/") + sent.url.removeprefix(home))
        exchanged = _exchanged(case, sent, ask)
        yield exchanged
        read = exchanged.read
        if read is None or not continuation(scenario, turn, read.parts):
            return
        request = following(scenario, request, _altered(read) if scenario.breaks_seals else read, turn)


def with_members(request: WireRequest, members: dict[str, Json]) -> WireRequest:
    """Return a request whose body also has ``members``.

    If the body and ``members`` both have an object under the same key, the two objects are merged.
    """
    return msgspec.structs.replace(request, body=exact_json.encode(merged(exact_json.loads(request.body), members)))


def compacting(request: WireRequest, dialect: str, option: CompactionOption | None) -> WireRequest:
    """Return a request that also asks the provider to compact the conversation when it becomes too long.

    ``option``: the members and headers with which the dialect asks for it. Raises ``Inexpressible`` if ``option`` is
    None.
    """
    if option is None:
        raise Inexpressible(f"{dialect} cannot ask for a compaction")
    return msgspec.structs.replace(with_members(request, option.body), headers=request.headers | option.headers)


def in_background(request: WireRequest, dialect: str, option: BackgroundOption | None) -> WireRequest:
    """Return a request that also asks the provider to answer in the background.

    ``option``: the option of the request's dialect. Raises ``Inexpressible`` if the dialect has none.
    """
    if option is None:
        raise Inexpressible(f"{dialect} cannot ask for an answer in the background")
    return with_members(request, option.body)


def streaming_arguments(request: WireRequest, form: WireFormat) -> WireRequest:
    """Return the request with the option that asks for arguments that are streamed while the model writes them."""
    steps = form.settings.stream_arguments[0].split("/")[1:]
    return msgspec.structs.replace(request, body=exact_json.encode(_with_true(exact_json.loads(request.body), steps)))


def _with_true(value: Any, steps: list[str]) -> Json:
    """Return a JSON value with true at the path ``steps``: ``{"a": {}}, ["a", "b"] -> {"a": {"b": true}}``.

    The step ``*`` means every item of an array.
    """
    if not steps:
        return True
    step, *rest = steps
    if step == "*":
        return [_with_true(item, rest) for item in value]
    return {**value, step: _with_true(value.get(step, {}), rest)}


def _written(case: LiveCase, request: Request, members: dict[str, Json]) -> WireRequest:
    request = fitted(request, case.name.dialect, case.name.provider)
    written = case.dialect.write_request(request, case.claims.base_url)
    if case.scenario.compaction:
        written = compacting(written, case.name.dialect, case.form.expresses.compaction)
    if case.scenario.stream_arguments:
        written = streaming_arguments(written, case.form)
    if members:
        written = with_members(written, members)
    if case.scenario.background:
        written = in_background(written, case.name.dialect, case.form.expresses.background)
    return written


def _members(case: LiveCase, request: Request) -> dict[str, Json]:
    """Return the members that the provider's profile adds to the body of the request."""
    members = case.asks.always
    if case.scenario.stored:
        members = merged(members, case.asks.stored)
    if request.stream:
        members = merged(members, case.asks.stream)
    return merged(members, case.asks.reasoning) if case.scenario.reasoning else members


def _exchanged(case: LiveCase, sent: WireRequest, ask: Callable[[WireRequest], Answer]) -> Exchanged:
    """Send a request, and return it with its answer. If the scenario asks for background answers, poll for the answer.

    Raises every exception that ``ask`` raises.
    """
    option = case.form.expresses.background if case.scenario.background else None
    answer, pending = ask_and_fetch(sent, option, ask, lambda got: got.whole, _PAUSE)
    return _read(case, Exchanged(request=sent, answer=answer, read=None, pending=pending))


def _read(case: LiveCase, exchanged: Exchanged) -> Exchanged:
    try:
        read = read_answer(case.dialect, exchanged.response)
    except WireError as error:
        return msgspec.structs.replace(exchanged, unread=str(error))
    return msgspec.structs.replace(exchanged, read=read)


def _altered(read: Response) -> Response:
    """Return a response in which every seal is altered. A seal is a signature, or encrypted reasoning."""
    return msgspec.structs.replace(read, parts=tuple(_unsealed(part) for part in read.parts))


def _unsealed(part: Part) -> Part:
    if not isinstance(part, Reasoning | ToolCall):
        return part
    data = {
        key: broken(value) if key in _SEALS and isinstance(value, str) else value
        for key, value in part.provider_data.items()
    }
    return msgspec.structs.replace(part, provider_data=data)
