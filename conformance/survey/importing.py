"""Import of users' captures as cassettes: a scenario for each exchange, and a provider for each address."""

import hashlib
import re
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import written
from conformance.data import DataError
from conformance.judge import request_match
from conformance.recording import headers, leaks
from conformance.recording.cassette import Answered, CassetteName, Models, Provenance, Timing
from conformance.scenarios import Mode, Scenario
from conformance.scenarios.loader import made
from conformance.survey.reading import sight
from conformance.survey.sources import Found
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.json_value import Json
from toolwire.model import (
    CustomTool,
    Message,
    Request,
    Response,
    Text,
    Tool,
    ToolCall,
    ToolChoice,
    ToolDefinition,
    ToolResult,
    own,
    to_builtins,
)
from toolwire.providers import load, names, owner, speaker, wire_format
from toolwire.providers.addresses import is_local, provider_at
from toolwire.providers.profile import ADDRESS
from toolwire.wire import aws_event_stream, exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import Exchange, WireRequest, WireResponse

CAPABILITY: Final = "imported"
_REFUSED: Final = 400
_LONGEST: Final = 40
_LONGEST_ADDRESS: Final = 120
_UNDECIDED: Final = "imported: nobody but the reference normalizer has read it"


class NotTaken(msgspec.Struct, frozen=True):
    """An exchange of which no cassette is made, and the reason."""

    where: str
    why: str


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """An imported exchange: the documents of a scenario and of a cassette, and the facts for the provider's profile."""

    where: str
    name: CassetteName
    scenario: dict[str, Json]
    cassette: dict[str, Json]
    base_url: str
    model: str
    masked: int = 0
    """The number of secrets that were masked."""

    def profile(self, before: Json) -> dict[str, Json]:
        """The document of the provider's profile: that from ``before`` or a new one, with this exchange added."""
        host = urlsplit(self.base_url).hostname
        known = provider_at(self.base_url)
        document = before or {
            "title": f"{host} (imported)",
            "homepage": f"https://{host}",
            "auth": "none",
            "dialects": {},
        }
        if known in names() and not is_local(self.base_url):
            document |= {"beside": known}
        claims = document["dialects"].setdefault(
            self.name.dialect,
            {
                "home": owner(self.name.dialect),
                "base_url": self.base_url,
                "model": self.model,
                "models": {},
                "pending": {"*": "only captures are here"},
            },
        )
        claims["models"][self.name.scenario] = self.model
        return document


class _NotTakenError(Exception):
    """An exchange cannot be imported; ``str()`` gives the reason."""


def taken(found: Found, today: str) -> Imported | NotTaken:
    """Import an exchange, with every secret masked that can be. Nothing that holds a secret is returned."""
    try:
        return _import_exchange(found, today)
    except (_NotTakenError, WireError, DataError, Unsupported) as error:
        return NotTaken(found.where, leaks.safe(" ".join(str(error).split())))


def _import_exchange(found: Found, today: str) -> Imported:
    seen = sight(found)
    dialect_name = seen.dialect
    if seen.why is not None or dialect_name not in DIALECTS:
        raise _NotTakenError(seen.why or "no exchange of a dialect that is known here")
    if not found.has_request or not found.exchange.request.body:
        raise _NotTakenError("it holds no request")
    if found.exchange.response.status >= _REFUSED:
        raise _NotTakenError(f"refused with {found.exchange.response.status}: what is imported are answers")
    exchange, masked = _masked(_kept(found.exchange), dialect_name)
    asked = dialect(dialect_name).read_request(exchange.request)
    model = _require_text(asked.model, "no model")
    mode: Mode = "stream" if dialect(dialect_name).is_stream(exchange.response) else "plain"
    base_url = _base_url(dialect_name, asked, exchange.request)
    digest = hashlib.sha256(b"\0".join((mode.encode(), exchange.request.url.encode(), exchange.request.body)))
    stem = Path(found.where.partition(": ")[0]).name.partition(".")[0]
    name = CassetteName(
        _provider(base_url, dialect_name), dialect_name, f"{_slug(stem)[:_LONGEST]}-{digest.hexdigest()[:8]}", mode
    )
    described = _scenario(name, asked)
    scenario = made(Path(f"{name.scenario}.yaml"), described)
    _check_reproduced(scenario, name, asked, base_url, exchange.request)
    answer = read_answer(dialect(dialect_name), exchange.response)
    cassette = _cassette(found, exchange, model, answer, today)
    secrets = [*leaks.find(cassette), *leaks.find(described, "scenario")]
    if secrets:
        raise _NotTakenError(f"it may hold a secret: {secrets[0]}")
    return Imported(
        where=found.where,
        name=name,
        scenario=described,
        cassette=cassette,
        base_url=base_url,
        model=model,
        masked=masked,
    )


def _kept(exchange: Exchange) -> Exchange:
    """Return the exchange with only the headers that a cassette keeps."""
    request, response = exchange.request, exchange.response
    return Exchange(
        request=msgspec.structs.replace(request, headers=headers.keep(request.headers, headers.REQUEST)),
        response=msgspec.structs.replace(response, headers=headers.keep(response.headers, headers.RESPONSE)),
    )


def _masked(exchange: Exchange, dialect_name: str) -> tuple[Exchange, int]:
    """Return the exchange with known secrets masked, in request and answer, and their number. Frames, with their
    checksums, stay.

    Raises ``_NotTakenError`` where masking would not be complete: a secret that is streamed in pieces stays in pieces.
    """
    request, response = exchange.request, exchange.response
    secrets = leaks.maskable([request.url, request.body, response.body])
    if not secrets or aws_event_stream.starts(response.body):
        return exchange, 0
    url = leaks.masked(request.url.encode(), secrets).decode()
    masked = Exchange(
        request=msgspec.structs.replace(request, url=url, body=leaks.masked(request.body, secrets)),
        response=msgspec.structs.replace(response, body=leaks.masked(response.body, secrets)),
    )
    before, after = (_read(dialect_name, version.response) for version in (exchange, masked))
    if leaks.masked(before, secrets) != after:
        raise _NotTakenError("a secret stands in it in pieces, and cannot be masked")
    return masked, len(secrets)


def _read(dialect_name: str, answer: WireResponse) -> bytes:
    return exact_json.encode(to_builtins(read_answer(dialect(dialect_name), answer)))


def _base_url(dialect_name: str, asked: Request, request: WireRequest) -> str:
    """The address without the path that the dialect adds. Raises ``_NotTakenError`` for an address without it."""
    added = unquote(urlsplit(dialect(dialect_name).write_request(asked, "http://x").url).path)
    parts = urlsplit(request.url)
    path = unquote(parts.path)
    if not path.endswith(added) or not parts.hostname:
        raise _NotTakenError(f"its address does not end as the dialect's: expected {added}")
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        raise _NotTakenError("its address has an invalid port") from None
    address = f"{parts.scheme}://{parts.hostname}{port}{path.removesuffix(added)}"
    if re.match(ADDRESS, address) is None or not address.isprintable():
        raise _NotTakenError("its address has a host that no profile can have")
    return address


def _provider(base_url: str, dialect_name: str) -> str:
    """The provider's name for captures of an address. A known provider has a column of its own already."""
    known = provider_at(base_url)
    if known is not None and known not in names():
        return known  # only its hosts are known
    if (
        known is not None
        and dialect_name in load(known).dialects
        and load(known).dialects[dialect_name].base_url == base_url
    ):
        return f"imported-{known.removeprefix('imported-')}"
    slug = _slug(base_url.partition("://")[2])
    if len(slug) > _LONGEST_ADDRESS:
        raise _NotTakenError("its address is too long for a folder's name")
    return f"imported-{slug}"


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-") or "capture"


def _scenario(name: CassetteName, asked: Request) -> dict[str, Json]:
    """The document of a scenario that asks the same. Raises ``_NotTakenError`` where no scenario can."""
    called = {part.id: part.name for message in asked.messages for part in message.parts if isinstance(part, ToolCall)}
    described: dict[str, Json] = {
        "id": name.scenario,
        "title": f"Imported: {name.scenario}",
        "why": "Somebody's own capture.",
        "capability": CAPABILITY,
        "modes": [name.mode],
        "tools": [_require_text(tool.name, "a tool without a name") for tool in asked.tools],
        "defines": {tool.name: _tool(tool) for tool in asked.tools},
        "opening": [_message(message, called) for message in asked.messages],
        "script": [{}],
        "expect": [[]],
    }
    if asked.tool_choice is not None:
        described["tool_choice"] = _choice(asked.tool_choice)
    if asked.max_output_tokens is not None:
        described["max_output_tokens"] = asked.max_output_tokens
    if asked.parallel_tool_calls is not None:
        described["parallel_tool_calls"] = asked.parallel_tool_calls
    return described


def _tool(tool: Tool) -> dict[str, Json]:
    match tool:
        case ToolDefinition():
            if tool.description is None and tool.parameters is None:
                raise _NotTakenError("a tool with neither a description nor parameters")
            return {"description": tool.description, "parameters": tool.parameters, "strict": tool.strict}
        case CustomTool(format=None):
            return {"description": tool.description, "free_form": True}
    raise _NotTakenError("a tool of the provider's own, or with a grammar")


def _choice(choice: ToolChoice) -> Json:
    match choice:
        case ToolChoice(mode="auto" | "none" | "required"):
            return choice.mode
        case ToolChoice(mode="named", names=(tool,)):
            return {"named": tool}
        case ToolChoice(mode="allowed", must_call=True):
            return {"required_of": list(choice.names)}
    raise _NotTakenError("a choice of tools that no scenario can say")


def _message(message: Message, called: dict[str | None, str]) -> dict[str, Json]:
    match message:
        case Message(role="system" | "developer", parts=(Text(text=text),)):
            return {"system": text}
        case Message(role="user" | "assistant", parts=(Text(text=text),)):
            return {message.role: text}
        case Message(role="assistant", parts=parts) if parts and all(isinstance(part, ToolCall) for part in parts):
            return {"calls": [_call(part) for part in parts if isinstance(part, ToolCall)]}
        case Message(role="tool", parts=parts) if parts and all(isinstance(part, ToolResult) for part in parts):
            return {"results": [_result(part, called) for part in parts if isinstance(part, ToolResult)]}
    kinds = ", ".join(type(part).__name__ for part in message.parts) or "nothing"
    raise _NotTakenError(f"a message of {message.role} with {kinds}, which no scenario can say")


def _call(call: ToolCall) -> dict[str, Json]:
    return {"id": _require_text(call.id, "a call without an id"), "tool": call.name, "arguments": call.arguments.text}


def _result(result: ToolResult, called: dict[str | None, str]) -> dict[str, Json]:
    match result.parts:
        case (Text(text=text),):
            pass
        case _:
            raise _NotTakenError("a result that is no text")
    return {
        "id": _require_text(result.call_id, "a result without an id"),
        "tool": _require_text(result.name or called.get(result.call_id), "a result without a call"),
        "text": text,
    }


def _require_text(text: str | None, why: str) -> str:
    if not text:
        raise _NotTakenError(f"{why}, which no scenario can say")
    return text


def _check_reproduced(
    scenario: Scenario, name: CassetteName, asked: Request, base_url: str, captured: WireRequest
) -> None:
    """Check that a client that is given the scenario sends the captured request; else the capture cannot be played.

    Raises ``_NotTakenError``.
    """
    request = Request(
        model=asked.model,
        messages=scenario.opening,
        tools=scenario.tools,
        tool_choice=scenario.tool_choice,
        parallel_tool_calls=scenario.parallel_tool_calls,
        stream=name.mode == "stream",
        max_output_tokens=scenario.max_output_tokens,
    )
    host = provider_at(base_url)
    sent = written(name.dialect, own(request), base_url, speaker(host, name.dialect) if host else None)
    form = wire_format(owner(name.dialect), name.dialect)
    difference = next(request_match.differences(sent, captured, form.equal), None)
    if difference is not None:
        raise _NotTakenError(f"it says what no scenario can say: {difference.path or 'the body'}: {difference.message}")


def _cassette(found: Found, exchange: Exchange, asked: str, answer: Response, today: str) -> dict[str, Json]:
    """The document of a cassette. Raises ``_NotTakenError`` for an answer that cannot be read unless mended."""
    if answer.finish.reason == "malformed":
        raise _NotTakenError(f"the answer's bytes are not as they came: {answer.finish.why}")
    file, _, place = found.where.partition(": ")
    dated = "" if found.day else f"; its day is not known: this is that of the import, {today}"
    provenance = Provenance(
        origin="imported",
        date=found.day or today,
        sources=(f"{Path(file).name}: {place}{dated}",),
        models=Models(asked=asked, served=(answer.model,) if answer.model else ()),
        caller=found.exchange.request.headers.get("user-agent", "not known"),
        expected=(Answered(answer=None, agreed=(), why=_UNDECIDED),),
        timing=Timing(times="measured", chunks=()),
        ids="kept",
    )
    request, response = exchange.request, exchange.response
    return {
        "interactions": [
            {
                "request": {
                    "body": _text(request.body),
                    "headers": {name: [value] for name, value in request.headers.items()},
                    "method": request.method,
                    "uri": request.url,
                },
                "response": {
                    "body": {"string": _text(response.body)},
                    "headers": {name: [value] for name, value in response.headers.items()},
                    "status": {"code": response.status, "message": ""},
                },
            }
        ],
        "metadata": exact_json.loads(msgspec.json.encode(provenance)),
        "version": 1,
    }


def _text(body: bytes) -> str | bytes:
    try:
        return body.decode()
    except UnicodeDecodeError:
        return body
