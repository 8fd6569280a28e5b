"""The import of captures as cassettes. A capture is a recording that a user made with another tool.

Each exchange becomes a scenario and a cassette. Each address becomes a provider.
"""

import hashlib
import os
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from conformance import leaks
from conformance.adapters.codec import Unsupported
from conformance.adapters.reference import written
from conformance.data import IMPORTED, DataError
from conformance.judge import request_match
from conformance.recording import headers
from conformance.recording.cassette import Answered, CassetteName, Models, Provenance, Timing, is_kept, unsendable
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
    Namespace,
    Part,
    ProviderTool,
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
_DIGITS: Final = 8
"""The number of digits of the digest that a name contains."""
_LONGEST: Final = 40
_LONGEST_ADDRESS: Final = 120
_UNDECIDED: Final = "imported: only the reference normalizer has read the answer"


class NotTaken(msgspec.Struct, frozen=True):
    """An exchange that is not imported, and the reason."""

    where: str
    why: str


class Imported(msgspec.Struct, frozen=True, kw_only=True):
    """An imported exchange: the documents of a scenario and a cassette, and facts for the provider's profile."""

    where: str
    name: CassetteName
    scenario: dict[str, Json]
    cassette: dict[str, Json]
    base_url: str
    model: str
    digest: str
    """The digest of the whole exchange, as the function ``digest`` returns it."""
    masked: int = 0
    """The number of secrets that were masked."""

    def apart(self) -> "Imported":
        """Return the same import under a longer name, which also contains the digest of the whole exchange.

        It is for an exchange whose shorter name already belongs to a different exchange.
        """
        name = msgspec.structs.replace(self.name, scenario=f"{self.name.scenario}-{self.digest[:_DIGITS]}")
        scenario = self.scenario | {"id": name.scenario, "title": _title(name)}
        return msgspec.structs.replace(self, name=name, scenario=scenario)

    def profile(self, before: Json) -> dict[str, Json]:
        """Return the document of the provider's profile with this exchange added.

        ``before``: the present document of the profile. It is changed and returned. If it is empty, a new document is
        returned.
        """
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
                "pending": {"*": "nothing was recorded: all cassettes are imported captures"},
            },
        )
        claims["models"][self.name.scenario] = self.model
        return document


class _NotTakenError(Exception):
    """An error for an exchange that cannot be imported. ``str()`` is the reason."""


def taken(found: Found, today: str) -> Imported | NotTaken:
    """Convert an exchange into an import, with its secrets masked. ``today``: the date if the exchange has none.

    Return ``NotTaken`` if the exchange cannot be imported, for example because a secret cannot be masked.
    """
    try:
        return _import_exchange(found, today)
    except (_NotTakenError, WireError, DataError, Unsupported) as error:
        return NotTaken(found.where, leaks.safe(" ".join(str(error).split())))


def _import_exchange(found: Found, today: str) -> Imported | NotTaken:
    seen = sight(found)
    dialect_name = seen.dialect
    if seen.why is not None or dialect_name not in DIALECTS:
        raise _NotTakenError(seen.why or "not an exchange of a known dialect")
    if not found.has_request or not found.exchange.request.body:
        raise _NotTakenError("the exchange has no request")
    if found.exchange.response.status >= _REFUSED:
        raise _NotTakenError(
            f"expected a request that was accepted, got a refusal with status {found.exchange.response.status}"
        )
    if not is_kept(found.exchange.response.status):
        status = found.exchange.response.status
        raise _NotTakenError(f"expected the status of an answer with content (200 to 203), got {status}")
    kept = _kept(found.exchange)
    if (header := unsendable(kept.response)) is not None:
        raise _NotTakenError(f"HTTP does not allow the value of the header {header!r}")
    exchange, masked = _masked(kept, dialect_name)
    asked = dialect(dialect_name).read_request(exchange.request)
    if asked.continues or asked.conversation:
        continued = "an earlier answer" if asked.continues else "a stored conversation"
        raise _NotTakenError(f"the request continues {continued}, but an imported case has only one exchange")
    model = _require_text(asked.model, "no model")
    mode: Mode = "stream" if dialect(dialect_name).is_stream(exchange.response) else "plain"
    base_url = _base_url(dialect_name, asked, exchange.request)
    asked_digest = _hexadecimal(mode.encode(), exchange.request.url.encode(), exchange.request.body)
    stem = _file_name(found.where.partition(": ")[0]).partition(".")[0]
    name = CassetteName(
        _provider(base_url, dialect_name), dialect_name, f"{_slug(stem)[:_LONGEST]}-{asked_digest[:_DIGITS]}", mode
    )
    described = _scenario(name, asked)
    scenario = made(Path(f"{name.scenario}.yaml"), described)
    _check_reproduced(scenario, name, asked, base_url, exchange.request)
    answer = read_answer(dialect(dialect_name), exchange.response)
    cassette = _cassette(found, exchange, model, answer, today)
    secrets = [*leaks.find(cassette), *leaks.find(described, "scenario")]
    if secrets:
        return NotTaken(found.where, f"the exchange may contain a secret at {secrets[0]}")  # a leak shows no secret
    return Imported(
        where=found.where,
        name=name,
        scenario=described,
        cassette=cassette,
        base_url=base_url,
        model=model,
        digest=digest(exchange),
        masked=masked,
    )


def digest(exchange: Exchange) -> str:
    """Return a digest of an exchange: of its address, the body of its request and the body of its answer."""
    return _hexadecimal(exchange.request.url.encode(), exchange.request.body, exchange.response.body)


def _hexadecimal(*parts: bytes) -> str:
    return hashlib.sha256(b"\0".join(parts)).hexdigest()


def _kept(exchange: Exchange) -> Exchange:
    """Return the exchange with only the headers that a cassette keeps."""
    request, response = exchange.request, exchange.response
    return Exchange(
        request=msgspec.structs.replace(request, headers=headers.keep(request.headers, headers.REQUEST)),
        response=msgspec.structs.replace(response, headers=headers.keep(response.headers, headers.RESPONSE)),
    )


def _masked(exchange: Exchange, dialect_name: str) -> tuple[Exchange, int]:
    """Return the exchange with known secrets masked, and the number of secrets.

    Nothing is masked if the answer is in frames with checksums (an AWS event stream).

    Raises ``_NotTakenError`` in three cases: a secret is streamed in pieces, so that a piece would stay unmasked;
    masking would change the reading of the answer; or a secret is in the name of a tool.
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
        raise _NotTakenError(
            "a secret cannot be masked: the stream splits it, or the masked answer would be read differently"
        )
    if any(secret in name for secret in secrets for name in _names(exchange, dialect_name)):
        raise _NotTakenError("a secret cannot be masked, because it is also in the name of a tool")
    return masked, len(secrets)


def _names(exchange: Exchange, dialect_name: str) -> Iterator[str]:
    """Yield the names of all tools and calls of an exchange."""
    asked = dialect(dialect_name).read_request(exchange.request)
    yield from (tool.name for tool in asked.offered_tools if tool.name)
    parts = [part for message in asked.messages for part in message.parts]
    answer = read_answer(dialect(dialect_name), exchange.response)
    yield from (part.name for part in (*parts, *answer.parts) if isinstance(part, ToolCall))


def _read(dialect_name: str, answer: WireResponse) -> bytes:
    return exact_json.encode(to_builtins(read_answer(dialect(dialect_name), answer)))


def _base_url(dialect_name: str, asked: Request, request: WireRequest) -> str:
    """Return the base URL of a request: its address without the path that the dialect adds.

    Raises ``_NotTakenError`` for an address that does not end with this path, or that a profile does not allow.
    """
    added = unquote(urlsplit(dialect(dialect_name).write_request(asked, "http://x").url).path)
    parts = urlsplit(request.url)
    path = unquote(parts.path)
    if not path.endswith(added) or not parts.hostname:
        raise _NotTakenError(f"expected an address that ends with {added}, got {path}")
    try:
        port = f":{parts.port}" if parts.port else ""
    except ValueError:
        raise _NotTakenError("the address has an invalid port") from None
    address = f"{parts.scheme}://{parts.hostname}{port}{path.removesuffix(added)}"
    if re.match(ADDRESS, address) is None or not address.isprintable():
        raise _NotTakenError("a profile does not allow the host of the address")
    return address


def _provider(base_url: str, dialect_name: str) -> str:
    """Return the name of the provider to which captures from an address are assigned.

    A known provider without a profile keeps its name. All other names begin with ``imported-``. The prefix keeps
    captures out of the matrix column of a provider that has a profile. Raises ``_NotTakenError`` for an address that is
    too long.
    """
    known = provider_at(base_url)
    if known is not None and known not in names():
        return known  # only its hosts are known
    if (
        known is not None
        and dialect_name in load(known).dialects
        and load(known).dialects[dialect_name].base_url == base_url
    ):
        return f"{IMPORTED}{known.removeprefix(IMPORTED)}"
    slug = _slug(base_url.partition("://")[2])
    if len(slug) > _LONGEST_ADDRESS:
        raise _NotTakenError("the address is too long for a folder's name")
    return f"{IMPORTED}{slug}"


def _slug(text: str) -> str:
    return re.sub("[^a-z0-9]+", "-", text.lower()).strip("-") or "capture"


def _title(name: CassetteName) -> str:
    return f"Imported: {name.scenario}"


def _scenario(name: CassetteName, asked: Request) -> dict[str, Json]:
    """Return the document of a scenario whose first request is the captured request.

    Raises ``_NotTakenError`` if scenarios cannot express the request.
    """
    called = {part.id: part.name for message in asked.messages for part in message.parts if isinstance(part, ToolCall)}
    described: dict[str, Json] = {
        "id": name.scenario,
        "title": _title(name),
        "why": "A capture that a user imported.",
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
                raise _NotTakenError("a tool without description and parameters: scenarios cannot express it")
            return {"description": tool.description, "parameters": tool.parameters, "strict": tool.strict}
        case CustomTool(format=None):
            return {"description": tool.description, "free_form": True}
        case CustomTool():
            kind = "a free-form tool with a grammar"
        case Namespace():
            kind = "a namespace of tools"
        case ProviderTool():
            kind = "a tool that the provider runs"
    raise _NotTakenError(f"{kind}: imported scenarios cannot express it")


def _choice(choice: ToolChoice) -> Json:
    match choice:
        case ToolChoice(mode="auto" | "none" | "required"):
            return choice.mode
        case ToolChoice(mode="named", names=(tool,)):
            return {"named": tool}
        case ToolChoice(mode="allowed", must_call=True):
            return {"required_of": list(choice.names)}
    raise _NotTakenError("scenarios cannot express the tool choice")


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
    kinds = " and ".join(_in_words(part) for part in message.parts) or "no content"
    raise _NotTakenError(f"a message of the role {message.role} with {kinds}: scenarios cannot express it")


def _in_words(part: Part) -> str:
    """Return the kind of a part in words, such as ``tool call``."""
    return re.sub("(?<=.)(?=[A-Z])", " ", type(part).__name__).lower()


def _call(call: ToolCall) -> dict[str, Json]:
    return {"id": _require_text(call.id, "a call without an id"), "tool": call.name, "arguments": call.arguments.text}


def _result(result: ToolResult, called: dict[str | None, str]) -> dict[str, Json]:
    match result.parts:
        case (Text(text=text),):
            pass
        case _:
            raise _NotTakenError("a result that is not a single text: scenarios cannot express it")
    return {
        "id": _require_text(result.call_id, "a result without an id"),
        "tool": _require_text(result.name or called.get(result.call_id), "a result without a call"),
        "text": text,
    }


def _require_text(text: str | None, why: str) -> str:
    if not text:
        raise _NotTakenError(f"{why}: scenarios cannot express it")
    return text


def _file_name(path: str) -> str:
    """Return the name of a capture's file.

    A name that may be a secret, such as a digest, is replaced with ``capture``.
    """
    name = Path(path).name
    return "capture" if leaks.find(name) else name


def _check_reproduced(
    scenario: Scenario, name: CassetteName, asked: Request, base_url: str, captured: WireRequest
) -> None:
    """Check that a client that follows the scenario sends the captured request.

    Raises ``_NotTakenError`` if such a client would send a different request.
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
        place = difference.path or "the body"
        why = leaks.safe(difference.message)
        raise _NotTakenError(
            f"no scenario can express the request: a request made from a scenario differs at {place} ({why})"
        )


def _cassette(found: Found, exchange: Exchange, asked: str, answer: Response, today: str) -> dict[str, Json]:
    """Return the document of a cassette. Raises ``_NotTakenError`` for a malformed answer.

    ``exchange``: the exchange with its secrets masked. ``asked``: the model that the request names. ``today``: the date
    if the day of the exchange is not known.
    """
    if answer.finish.reason == "malformed":
        raise _NotTakenError(f"the answer is malformed: {answer.finish.why}")
    file, _, place = os.fsencode(found.where).decode("utf-8", "replace").partition(": ")
    dated = (
        ""
        if found.day
        else f"; the date is the day of the import, {today}, because the day of the exchange is not known"
    )
    provenance = Provenance(
        origin="imported",
        date=found.day or today,
        sources=(f"{_file_name(file)}: {place.partition(' (')[0] if leaks.find(place) else place}{dated}",),
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
