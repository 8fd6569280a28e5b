"""The translator between an application and one provider."""

import re
from collections.abc import Callable, Mapping, Sequence
from typing import Any, Final

import msgspec

from toolwire import registry
from toolwire.client import additions, documents, sampling
from toolwire.client import choice as choices
from toolwire.client import history as past
from toolwire.client import tools as offers
from toolwire.client.answer import Answer, Reader
from toolwire.client.answer_stream import AnswerStream
from toolwire.client.asked import Asked, Piece, Sent
from toolwire.client.call_ids import CallIds
from toolwire.client.checking import SchemaError
from toolwire.client.choices import one_turn
from toolwire.client.embedded import Embedded
from toolwire.client.leftovers import leftovers
from toolwire.client.note import Note
from toolwire.client.schema_styles import StyleName, style
from toolwire.client.segments import Segment
from toolwire.client.target import target
from toolwire.dialects.errors import Inexpressible
from toolwire.dialects.reading import read_answer
from toolwire.model import (
    Finish,
    Json,
    Message,
    ProviderError,
    Request,
    Response,
    Text,
    Tool,
    ToolChoice,
    own_functions,
)
from toolwire.providers.profile import asks
from toolwire.text import TextFormat
from toolwire.wire import exact_json
from toolwire.wire.errors import JsonError, JsonLimitExceeded, WireError
from toolwire.wire.exchange import WireRequest, WireResponse
from toolwire.wire.limits import LIMITS, Limits
from toolwire.wire.merging import merged

OPENAI: Final = "openai_chat"
_OWN: Final = re.compile("[A-Z]{2,}")
_SHOWN: Final = 60
"""The number of bytes of an unreadable answer that the error message shows."""
_ANYWHERE: Final = "http://127.0.0.1"
_NOTHING: Final = Request(messages=())
_NO_MORE: Final[Mapping[str, Json]] = {}


class _Chosen(msgspec.Struct, frozen=True, kw_only=True):
    """A tool choice in canonical form. ``parallel`` is False if the choice allows only 1 call in an answer."""

    choice: ToolChoice | None = None
    parallel: bool | None = None
    notes: tuple[Note, ...] = ()


class Normalizer:
    """A translator for one provider: it writes requests in the provider's dialect, and reads answers into a common
    form.

    Its methods do not wait and send nothing. ``of`` names the provider or dialect that values come from. Without
    ``of``, values in wire form are read in OpenAI's dialect, and canonical values (``toolwire.model``) are used
    unchanged, as values of a conversation with this provider.
    """

    def __init__(
        self,
        name: str,
        *,
        base_url: str | None = None,
        schemas: StyleName | None = None,
        sanitise: bool = True,
        text_format: str | TextFormat = "none",
        limits: Limits = LIMITS,
    ) -> None:
        """Start a normalizer for the provider ``name``.

        ``name`` is a provider (``anthropic``), a dialect, ``provider/dialect`` or an alias. For an unknown name, only a
        few features are assumed; notes of the kind ``assumed`` list the assumptions.

        ``base_url`` replaces the address in the provider's profile. ``schemas`` names a style for the tools' schemas,
        such as ``openapi`` for Gemini's older form; by default the schemas get the dialect's own style. ``sanitise``
        removes control characters from calls. ``text_format`` is the format in which the model writes calls into its
        text: a name, or your own format. With ``auto``, calls of any format are read. With ``none``, no calls are read
        from text. If a request offers no tools, no calls are read from text. ``limits`` are the largest sizes that are
        read.

        Raises ``NotRegistered`` for an unknown dialect or text format, and ``ValueError`` for an unknown style of
        schemas.
        """
        self._target = target(name)
        self._spoken = self._target.spoken
        self._base_url = base_url
        if schemas is not None:
            style(schemas)
        self._schemas = schemas
        self._sanitise = sanitise
        self._text_format = _text_format(text_format)
        self._limits = limits

    def __repr__(self) -> str:
        return f"Normalizer({self._target.name!r})"

    @property
    def provider(self) -> str | None:
        """The provider's name; None if the provider is unknown."""
        return self._target.provider

    @property
    def dialect(self) -> str:
        return self._target.dialect

    def tools(self, tools: Sequence[Tool] | Json, *, of: str | None = None) -> Piece:
        """Return a piece of the request's document: ``tools`` in the form that the provider accepts.

        Raises ``WireError`` for tools that are not in the dialect that ``of`` names, ``SchemaError`` for an invalid
        schema, ``Inexpressible`` for a tool that the provider's dialect cannot express, and ``NotRegistered`` for an
        unknown ``of``.
        """
        read = self._tools(tools, of)
        done = offers.translated(read.tools, self._target, usual=self._schemas)
        return self._piece(Request(messages=(), tools=done.tools), "tools", (*read.notes, *done.notes))

    def tool_choice(
        self, choice: ToolChoice | str | Json, tools: Sequence[Tool] | Json, *, of: str | None = None
    ) -> Piece:
        """Return a piece of the request's document: ``choice`` in the form that the provider accepts.

        ``choice`` is ``auto``, ``none``, ``required``, a tool's name, or a choice in wire form. If it can be expressed
        only by offering fewer tools, the piece also has the tools that are still offered. If no tool is still offered,
        ``without`` in the piece names the key to remove from the request. Raises the same errors as the method
        ``tools``.
        """
        read = self._choice(choice, of)
        offered = offers.translated(self._tools(tools, of).tools, self._target, usual=self._schemas)
        done = choices.translated(read.choice, offered.tools, self._target.expresses, parallel=read.parallel)
        request = Request(messages=(), tools=done.tools, tool_choice=done.choice, parallel_tool_calls=done.parallel)
        chosen = self._piece(request, "choice", (*read.notes, *done.notes))
        left = self._piece(request, "tools", ()).body if done.tools != offered.tools else {}
        none_left = () if done.tools or not offered.tools else (documents.places(self.dialect).tools[0].split("/")[1],)
        return msgspec.structs.replace(chosen, body=merged(left, chosen.body), without=none_left)

    def history(self, messages: Sequence[Message] | Json, *, of: str | None = None) -> Piece:
        """Return a piece of the request's document: ``messages`` in the form that the provider accepts.

        Raises ``WireError`` for messages that are not in the dialect that ``of`` names, ``Inexpressible`` for a message
        that the provider's dialect cannot express, and ``NotRegistered`` for an unknown ``of``.
        """
        read = self._messages(messages, of)
        done = past.translated(read.messages, self._target)
        return self._piece(Request(messages=done.messages), "history", (*read.notes, *done.notes))

    def asked(
        self,
        messages: Sequence[Message] | Json,
        *,
        tools: Sequence[Tool] | Json = (),
        tool_choice: ToolChoice | str | Json = None,
        parallel_tool_calls: bool | None = None,
        max_output_tokens: int | None = None,
        model: str | None = None,
        stream: bool = False,
        of: str | None = None,
    ) -> Asked:
        """Return a canonical request, made of canonical values or values in wire form. If ``messages`` is a text, the
        text becomes a message of the user.

        ``of`` names the provider or dialect of the values. Raises ``WireError`` for values that are not in this
        dialect, ``SchemaError`` for schemas that are nested too deep to be read, ``NotRegistered`` for an unknown
        ``of``, and ``Inexpressible`` for values in wire form of a dialect that another package registers.
        """
        conversation, offered = self._messages(messages, of), self._tools(tools, of)
        chosen = _Chosen() if tool_choice is None else self._choice(tool_choice, of)
        request = Request(
            messages=conversation.messages,
            tools=offered.tools,
            tool_choice=chosen.choice,
            parallel_tool_calls=chosen.parallel if parallel_tool_calls is None else parallel_tool_calls,
            max_output_tokens=max_output_tokens,
            model=model,
            stream=stream,
        )
        notes = (*_under("/messages", conversation.notes), *_under("/tools", offered.notes), *chosen.notes)
        return Asked(request=request, notes=notes)

    def taken(self, request: Request, *, of: str) -> Asked:
        """Return a request to another provider as a request to this provider. If both speak the same dialect, the
        request is returned unchanged.

        ``of`` is the provider or dialect in whose form the request was written. Raises ``NotRegistered`` for an unknown
        ``of``.
        """
        if target(of).dialect == self.dialect:
            return Asked(request=request)
        added = additions.moved(request)
        request = added.request
        messages, offered = past.moved(request.messages, self._target), offers.moved(request.tools)
        choice, notes = choices.moved(request.tool_choice) if request.tool_choice else (None, ())
        ready = msgspec.structs.replace(
            request, messages=messages.messages, tools=offered.tools, tool_choice=choice, carried=None
        )
        sampled = sampling.moved(request.carried, target(of).dialect, self.dialect)
        all_notes = (
            *_under("/messages", messages.notes),
            *_under("/tools", offered.notes),
            *notes,
            *added.notes,
            *(note for note in leftovers(request.carried, "") if note.where not in sampled.read),
        )
        return Asked(request=ready, notes=all_notes, beside=sampled.body)

    def request(self, request: Request, *, beside: Mapping[str, Json] = _NO_MORE) -> Sent:
        """Return ``request`` in the form in which it is sent: method, URL, body, and all headers except the header with
        the API key. ``beside`` has further keys and values for the body.

        Raises ``Inexpressible`` for values that the dialect cannot express, ``WireError`` for values that JSON cannot
        express, and ``SchemaError`` for an invalid schema of a tool.
        """
        added = additions.translated(request, self._target, usual=self._schemas)
        request = added.request
        offered = offers.translated(request.tools, self._target, usual=self._schemas)
        chosen = choices.translated(
            request.tool_choice,
            offered.tools,
            self._target.expresses,
            parallel=request.parallel_tool_calls,
            history=request.messages,
        )
        history = past.translated(request.messages, self._target)
        ready = msgspec.structs.replace(
            request,
            messages=history.messages,
            tools=chosen.tools,
            tool_choice=chosen.choice,
            parallel_tool_calls=chosen.parallel,
        )
        assumed = [Note(kind="assumed", where="", why=why) for why in self._target.assumed]
        translation_notes = (*_under("/tools", offered.notes), *chosen.notes, *_under("/messages", history.notes))
        notes = (*assumed, *added.notes, *translation_notes, *past.without_tools(ready, self._target))
        wire = self._spoken.write_request(ready, self._address())
        return Sent(wire=self._beside(wire, beside, stream=request.stream), notes=notes)

    def response(self, given: WireResponse | bytes | str | dict[str, Json], asked: Request = _NOTHING) -> Answer:
        """Return an answer, plain or streamed, from its bytes, its text or its document.

        ``asked`` is the canonical request that was answered. Calls are validated with the schemas of its tools. Raises
        ``WireError`` if the answer is not in the dialect. But a refusal that is not in the dialect, such as a proxy's
        page, becomes an answer with an error, whose message is the page's text.
        """
        came = _answered(given)
        try:
            read = one_turn(read_answer(self._spoken, came, self._limits))
        except WireError as error:
            if not came.is_refusal:
                raise _with_beginning(error, came) from None
            read = _refused(came)
        embedded = self._embedded(asked)
        if embedded is not None:
            read = embedded.whole(read)
        return self._reader(asked).answer(read, embedded.notes if embedded else ())

    def stream(self, asked: Request = _NOTHING, on_segment: Callable[[Segment], object] | None = None) -> AnswerStream:
        """Return a reader for an answer whose bytes arrive piece by piece. ``on_segment`` is called with each segment.
        If ``on_segment`` raises an error, the answer gets a note, and reading continues.
        """
        return AnswerStream(self._spoken, self._reader(asked), self._embedded(asked), on_segment, self._limits)

    def is_stream(self, came: WireResponse) -> bool:
        """Return whether an answer must be read with ``stream``. The headers or the first bytes of the answer decide
        this.
        """
        return self._spoken.is_stream(came)

    def _reader(self, asked: Request) -> Reader:
        expresses = self._target.expresses
        ids = CallIds(expresses.call_ids, asked.messages)
        return Reader(asked.offered_tools, ids, sanitise=self._sanitise, free_form=expresses.custom_tools)

    def _embedded(self, asked: Request) -> Embedded | None:
        """Return a reader for calls in the answer's text. Return None if no calls are read from text."""
        forbidden = asked.tool_choice is not None and asked.tool_choice.mode == "none"
        tools = asked.offered_tools
        offered = bool(own_functions(tools))
        return Embedded(self._text_format, tools) if self._text_format and offered and not forbidden else None

    def _tools(self, tools: Sequence[Tool] | Json, of: str | None) -> offers.TranslatedTools:
        source = self._source(tools, Tool, of)
        if not _all(tools, Tool):
            try:
                tools = documents.read(tools, documents.places(source).tools[0], source).tools
            except JsonLimitExceeded as error:
                raise SchemaError(f"the schema of a tool cannot be read: {error}") from None
        return offers.TranslatedTools(tools=tuple(tools)) if source == self.dialect else offers.moved(tools)

    def _choice(self, choice: ToolChoice | str | Json, of: str | None) -> _Chosen:
        if isinstance(choice, ToolChoice):
            return _Chosen(choice=choice)
        source = target(of or OPENAI).dialect
        if isinstance(choice, str):
            read = documents.choice_in(choice, source) if of is not None else None
            if read is None:
                return _Chosen(choice=documents.choice_of(choice))
        elif places := documents.places(source).choice:
            read = documents.read(choice, places[0], source)
        else:
            return _Chosen()
        if read.tool_choice is None or source == self.dialect:
            return _Chosen(choice=read.tool_choice, parallel=read.parallel_tool_calls)
        moved, notes = choices.moved(read.tool_choice)
        return _Chosen(choice=moved, parallel=read.parallel_tool_calls, notes=notes)

    def _messages(self, messages: Sequence[Message] | Json, of: str | None) -> past.TranslatedHistory:
        if isinstance(messages, str):
            messages = (Message(role="user", parts=(Text(text=messages),)),)
        source = self._source(messages, Message, of)
        if not _all(messages, Message):
            messages = documents.read(messages, documents.places(source).history[0], source).messages
        if source == self.dialect:
            return past.TranslatedHistory(messages=tuple(messages))
        return past.moved(messages, self._target)

    def _source(self, values: Any, kind: Any, of: str | None) -> str:
        """Return the dialect from which values come. The caller translates values that come from another dialect.

        ``of``: the provider or dialect that the application named. If it is None, values of the canonical type ``kind``
        count as made for this provider, and values in wire form are read in OpenAI's dialect.
        """
        return self.dialect if of is None and _all(values, kind) else target(of or OPENAI).dialect

    def _piece(self, request: Request, which: str, notes: Sequence[Note]) -> Piece:
        asked = msgspec.structs.replace(request, model="-")
        sent = self._spoken.write_request(asked, self._base_url or self._target.base_url or _ANYWHERE)
        places = getattr(documents.places(self.dialect), which)
        return Piece(body=documents.taken(exact_json.loads(sent.body), places), notes=tuple(notes))

    def _address(self) -> str:
        """Return the provider's address. Raises ``Inexpressible`` if it is unknown, or has placeholders in capitals,
        such as ``https://RESOURCE.openai.azure.com``.
        """
        if self._base_url is not None:
            return self._base_url
        if self._target.base_url is None:
            raise Inexpressible(f"the address of {self._target.name} is unknown: pass its base_url")
        if _OWN.search(self._target.base_url):
            raise Inexpressible(
                f"{self._target.base_url} has placeholders in capitals: pass a base_url in which they are replaced"
            )
        return self._target.base_url

    def _beside(self, wire: WireRequest, beside: Mapping[str, Json], *, stream: bool) -> WireRequest:
        """Return the request with further keys in its body: the keys that toolwire's client adds for this provider, and
        the keys of ``beside``. If the body already has a key, its value stays.
        """
        more = dict(beside)
        if self.provider is not None:
            defaults = asks(self.provider, self.dialect)
            usual = merged(defaults.always, defaults.stream) if stream else defaults.always
            more = merged(usual, more)
        if not more:
            return wire
        body = merged(more, exact_json.loads(wire.body))
        return msgspec.structs.replace(wire, body=exact_json.encode(body))


def _text_format(named: str | TextFormat) -> TextFormat | None:
    if isinstance(named, TextFormat):
        return named
    return None if named == "none" else registry.text_format(named)


def _under(where: str, notes: Sequence[Note]) -> tuple[Note, ...]:
    return tuple(msgspec.structs.replace(note, where=where + note.where) for note in notes)


def _all(values: Any, kind: Any) -> bool:
    return isinstance(values, list | tuple) and all(isinstance(element, kind) for element in values)


def _refused(came: WireResponse) -> Response:
    """Return the response for a refusal that is not in the dialect, such as a page of a proxy."""
    text = came.body.decode(errors="replace").strip() or f"status {came.status} without a body"
    return Response(
        parts=(),
        finish=Finish(reason="error"),
        error=ProviderError(message=text, status=came.status),
    )


def _with_beginning(error: WireError, came: WireResponse) -> WireError:
    """Return the error, with the beginning of the answer if the answer is not JSON.

    The beginning can show that another server sent the answer.
    """
    if type(error) is not JsonError:
        return error
    begins = came.body[:_SHOWN].decode(errors="replace")
    return JsonError(f"the answer is not JSON, and begins with {begins!r}: {error}")


def _answered(given: WireResponse | bytes | str | dict[str, Json]) -> WireResponse:
    match given:
        case WireResponse():
            return given
        case bytes():
            return WireResponse(body=given)
        case str():
            return WireResponse(body=given.encode("utf-8", "surrogatepass"))
    return WireResponse(body=exact_json.encode(given))
