"""The form of a scenario.

A scenario has a script: the turns of the assistant that a stand-in plays. A stand-in imitates a provider.
"""

from collections.abc import Callable, Iterator
from typing import Final, Literal, TypeVar

import msgspec

from toolwire.model import (
    Approval,
    ApprovalRequest,
    File,
    Image,
    Json,
    Message,
    ResultPart,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolResult,
)

Block = TypeVar("Block", bound=msgspec.Struct)


class ScriptedThought(msgspec.Struct, frozen=True, kw_only=True, tag="reasoning"):
    """Reasoning that a stand-in plays. The text is empty if the model does not show its reasoning."""

    text: str


class ScriptedSearch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="search"):
    """A provider's search on the web, as a stand-in plays it: the query, and the page that is found."""

    query: str
    title: str
    url: str


class ScriptedToolSearch(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="tool_search"):
    """A provider's search for deferred tools, as a stand-in plays it: the query, and the names of the found tools."""

    query: str
    found: tuple[str, ...]


class ScriptedMcpCall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="mcp_call"):
    """A provider's call to the only tool of an MCP server, as a stand-in plays it.

    ``description`` and ``parameters`` are the server's definition of the tool. ``arguments`` is the exact text of the
    arguments, and ``output`` is the text of the tool's result.
    """

    server: str
    tool: str
    description: str
    parameters: dict[str, Json]
    arguments: str
    output: str


class ScriptedApprovalRequest(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="approval_request"
):
    """A provider's request for an approval of a call to the only tool of an MCP server, as a stand-in plays it.

    The fields are those of ``ScriptedMcpCall``.
    """

    server: str
    tool: str
    description: str
    parameters: dict[str, Json]
    arguments: str


class ScriptedProgram(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="program"):
    """The start of a program that the model wrote and the provider runs.

    The program makes the next calls of the turn.
    """

    code: str
    """The program in JavaScript."""
    python: str
    """The same program in Python, for providers that run Python."""


class ScriptedProgramOutput(
    msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="program_output"
):
    """The end of a program that an earlier turn started, with the output of the program."""

    text: str


class ScriptedCompaction(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="compaction"):
    """The summary with which a provider replaces the earlier messages, as a stand-in plays it.

    The summary comes before all other blocks. Some providers do not show it.
    """

    summary: str


class ScriptedText(msgspec.Struct, frozen=True, kw_only=True, tag="text"):
    """A text that a stand-in plays."""

    text: str


class ScriptedCall(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True, tag="call"):
    """A call that a stand-in plays: the tool's name, and the exact text of the arguments or of the free-form input."""

    tool: str
    arguments: str


ScriptedBlock = (
    ScriptedThought
    | ScriptedCompaction
    | ScriptedSearch
    | ScriptedToolSearch
    | ScriptedMcpCall
    | ScriptedApprovalRequest
    | ScriptedProgram
    | ScriptedProgramOutput
    | ScriptedText
    | ScriptedCall
)


Early = Literal["length", "content_filter", "refusal", "pause", "blocked", "error"]
"""The reason why a turn ends early.

``blocked`` ends the turn before its first word, because of the request. ``error`` ends the turn inside a stream.
"""


class ScriptedTurn(msgspec.Struct, frozen=True):
    """A turn of the assistant that a stand-in plays. Its blocks are played in order."""

    blocks: tuple[ScriptedBlock, ...] = ()
    early: Early | None = None
    """The reason why the turn ends early. None if it ends normally. If ``length`` cuts a call, the call is complete
    here, and the stand-in plays half of its arguments.
    """

    @property
    def reasoning(self) -> str:
        """The text of all reasoning, joined."""
        return "".join(block.text for block in self.blocks if isinstance(block, ScriptedThought))

    @property
    def searches(self) -> bool:
        """True if the provider searches the web."""
        return any(isinstance(block, ScriptedSearch) for block in self.blocks)

    @property
    def text(self) -> str:
        """The text of all text blocks, joined."""
        return "".join(block.text for block in self.blocks if isinstance(block, ScriptedText))

    @property
    def calls(self) -> tuple[ScriptedCall, ...]:
        """The calls, in order."""
        return tuple(block for block in self.blocks if isinstance(block, ScriptedCall))

    def with_calls(self, change: Callable[[ScriptedCall], ScriptedCall]) -> "ScriptedTurn":
        """Return the turn with each call replaced by the result of ``change``."""
        changed = tuple(change(block) if isinstance(block, ScriptedCall) else block for block in self.blocks)
        return msgspec.structs.replace(self, blocks=changed)


class UsualTurn(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A turn of the assistant as scenario files state it. Its blocks are played in the usual order."""

    compaction: ScriptedCompaction | None = None
    """The compaction of the earlier messages. It comes before all other blocks."""
    program_output: ScriptedProgramOutput | None = None
    """The end of an earlier turn's program. It comes before all other blocks except a compaction."""
    reasoning: str | None = None
    search: ScriptedSearch | None = None
    """A search on the web, which comes before the text."""
    mcp_call: ScriptedMcpCall | None = None
    """A call to a tool of an MCP server, which the provider makes before the text."""
    approval_request: ScriptedApprovalRequest | None = None
    """A request for an approval of a call to a tool of an MCP server. It comes after the text."""
    tool_search: ScriptedToolSearch | None = None
    """A search for tools, which comes after the text."""
    program: ScriptedProgram | None = None
    """A program that makes the turn's calls."""
    text: str | None = None
    calls: tuple[ScriptedCall, ...] = ()
    forced: bool = False
    """True if the tool choice of the request names the tool of the only call."""
    early: Early | None = None
    """The reason why the turn ends early. None if it ends normally. If ``length`` cuts a call, the call is complete
    here, and the stand-in plays half of its arguments.
    """

    @property
    def scripted(self) -> ScriptedTurn:
        """The same turn as a sequence of blocks."""
        thought = (ScriptedThought(text=self.reasoning),) if self.reasoning else ()
        compacted, ended = _present(self.compaction), _present(self.program_output)
        searched, asked = _present(self.search), _present(self.mcp_call)
        text = (ScriptedText(text=self.text),) if self.text else ()
        found, program = _present(self.tool_search), _present(self.program)
        asking = _present(self.approval_request)
        before = (*compacted, *ended, *thought, *searched, *asked)
        return ScriptedTurn((*before, *text, *asking, *found, *program, *self.calls), self.early)


def _present(block: Block | None) -> tuple[Block, ...]:
    return () if block is None else (block,)


class Reply(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A result or an approval that the client sends for a call of the tool ``tool``."""

    tool: str
    text: str = ""
    times: int = 1
    """The number of times that the text occurs, without anything in between."""
    then: str | None = None
    """A second text, as a separate part."""
    image: str | None = None
    """A PNG after the text, in base64."""
    pdf: str | None = None
    """A PDF after the text, in base64."""
    is_error: bool = False
    approve: bool | None = None
    """True if the client approves a call to ``tool``, which the provider makes. False if the client refuses it. None if
    the reply is a result.
    """

    @property
    def parts(self) -> tuple[ResultPart, ...]:
        """The parts of the result."""
        then = () if self.then is None else (Text(text=self.then),)
        image = () if self.image is None else (Image(data=self.image, media_type="image/png"),)
        pdf = () if self.pdf is None else (File(data=self.pdf, media_type="application/pdf", name="document"),)
        return (Text(text=self.text * self.times), *then, *image, *pdf)


class Predicate(msgspec.Struct, frozen=True, kw_only=True):
    """A condition that the answer of any provider must meet."""

    name: str
    value: Json


Mode = Literal["plain", "stream"]


def usual_limit(*, reasoning: bool) -> int:
    """Return the usual limit of output tokens, which is larger if the client asks for ``reasoning``.

    Of the hand-written scenarios, only those about the limit have another limit.
    """
    return 4096 if reasoning else 1024


FIRST: Final = "2026-11-21"
"""The first edition of the suite. An edition is a date. Everything that states no date belongs to the first edition."""


class Scenario(msgspec.Struct, frozen=True, kw_only=True):
    """A situation with tools, in canonical form."""

    id: str
    title: str
    why: str
    capability: str
    modes: tuple[Mode, ...]
    tools: tuple[Tool, ...]
    tool_choice: ToolChoice | None
    opening: tuple[Message, ...]
    """The messages of the first request."""
    replies: tuple[tuple[Reply, ...], ...]
    """The results and approvals that the client sends after each turn of the assistant except the last turn."""
    script: tuple[ScriptedTurn, ...]
    """The turns that stand-ins play. They are never used to judge a live model."""
    expect: tuple[tuple[Predicate, ...], ...]
    """The conditions that the answer of each turn must meet."""
    since: str = FIRST
    """The suite's edition that added the scenario. An edition is a date."""
    reasoning: bool = False
    """True if the client asks the model to reason, and to show its reasoning."""
    parallel_tool_calls: bool | None = None
    not_offered: tuple[str, ...] = ()
    """Tools that a model may call although they are not offered. Such calls are the subject of the scenario."""
    last_result_first: bool = False
    """True if the client sends the results of the last tool first.

    The results of the same tool keep their order, because a provider may use this order to find their calls.
    """
    breaks_seals: bool = False
    """True if the client alters the seals of the model's reasoning before it sends them back.

    A seal is a signature, or the encrypted reasoning itself.
    """

    stored: bool = False
    """True if the provider stores the conversation. Then each request except the first has only the results of the
    calls, and continues ``conversation`` or, if it is None, the previous answer.
    """
    conversation: str | None = None
    """The id of the object in which the provider stores the conversation, or None. The user makes this object before
    the first request. Each request names the id.
    """

    compaction: bool = False
    """True if the client asks the provider to compact the conversation when it grows."""

    added: tuple[tuple[Tool, ...], ...] = ()
    """The tools that the client offers in addition after each turn of the assistant. They come with the turn's results,
    within the conversation, and the tools at the head of the request stay the same.
    """

    stream_arguments: bool = False
    """True if the client asks the provider to stream the arguments of calls while the model writes them."""

    background: bool = False
    """True if the client asks the provider to answer in the background, and fetches each plain answer later."""

    fictional: bool = False
    """True if only stand-ins can play the scenario: it names a server or a stored conversation that does not exist, or
    needs an error of the provider.
    """

    exercised_by: int = 1
    """The number of exchanges that a conversation needs until the scenario's subject has been tested."""

    beside: tuple[str, ...] = ()
    """Scenarios whose conversations the adapter holds at the same time as this scenario's conversation. Each scenario
    is judged separately.
    """

    max_output_tokens: int | None
    """The client's limit of output tokens, which also limits reasoning. None if the client sets no limit."""
    limited: bool = False
    """True if the scenario is about an answer that the limit of output tokens cuts."""

    @property
    def calls_before(self) -> int:
        """The number of calls in the history of the first request."""
        return sum(isinstance(part, ToolCall) for message in self.opening for part in message.parts)

    @property
    def orphans_before(self) -> int:
        """The number of results in the first request that answer no call."""
        parts = [part for message in self.opening for part in message.parts]
        calls = {part.id for part in parts if isinstance(part, ToolCall)}
        return sum(isinstance(part, ToolResult) and part.call_id not in calls for part in parts)

    @property
    def continues(self) -> bool:
        """True if each request except the first continues the previous answer, which the provider stores."""
        return self.stored and self.conversation is None

    @property
    def refused(self) -> bool:
        """True if the scenario has a request that the provider refuses."""
        return any(predicate.name == "refused" for turn in self.expect for predicate in turn)

    @property
    def approves(self) -> bool:
        """True if the client answers requests for an approval."""
        return any(reply.approve is not None for turn in self.replies for reply in turn)

    @property
    def all_tools(self) -> tuple[Tool, ...]:
        """All tools that the client offers, from the beginning or later."""
        return (*self.tools, *(tool for tools in self.added for tool in tools))

    def added_after(self, turn: int) -> tuple[Tool, ...]:
        """Return the tools that the client adds in the request after a turn. ``turn``: the turn's index."""
        return self.added[turn] if turn < len(self.added) else ()

    def results(self, turn: int, calls: tuple[ToolCall, ...]) -> Message | None:
        """Return the results of ``calls``, which are the calls of the turn with the index ``turn``. Return None if the
        turn has no replies with results, or if there are no calls.

        Each call gets the next unused reply for its tool. If all replies for the tool are used, the call gets the last
        of these replies again. If the turn has no reply for the tool, all replies of the turn count as replies for this
        tool.
        """
        replies = [reply for reply in self._replies(turn) if reply.approve is None]
        if not replies or not calls:
            return None
        parts = [
            ToolResult(
                call_id=call.id,
                name=call.name,
                parts=reply.parts,
                is_error=reply.is_error or None,
                kind=call.kind,
            )
            for call, reply in zip(calls, _chosen(replies, [call.name for call in calls]), strict=True)
        ]
        if self.last_result_first:
            names = list(dict.fromkeys(part.name for part in reversed(parts)))
            parts.sort(key=lambda part: names.index(part.name))
        return Message(role="tool", parts=tuple(parts))

    def approvals(self, turn: int, requests: tuple[ApprovalRequest, ...]) -> tuple[Approval, ...]:
        """Return the answers to ``requests``, which are the requests for an approval in the turn with the index
        ``turn``. Return () if the turn has no replies with approvals. Replies are assigned to requests as ``results``
        assigns replies to calls.
        """
        replies = [reply for reply in self._replies(turn) if reply.approve is not None]
        if not replies:
            return ()
        return tuple(
            Approval(request_id=request.id, approve=bool(reply.approve))
            for request, reply in zip(requests, _chosen(replies, [request.name for request in requests]), strict=True)
        )

    def _replies(self, turn: int) -> tuple[Reply, ...]:
        return self.replies[turn] if turn < len(self.replies) else ()


def _chosen(replies: list[Reply], tools: list[str]) -> Iterator[Reply]:
    """Yield a reply for each call. ``tools`` are the names of the called tools.

    A call gets the next unused reply for its tool. If all replies for the tool are used, the call gets the last of
    these replies again. If no reply is for the tool, all replies count as replies for the tool.
    """
    used: set[int] = set()
    for tool in tools:
        matching = [n for n, reply in enumerate(replies) if reply.tool == tool] or range(len(replies))
        chosen = next((n for n in matching if n not in used), matching[-1])
        used.add(chosen)
        yield replies[chosen]
