"""The proposal of a first profile for a new provider, made from some of its answers."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from contextlib import suppress
from itertools import chain
from typing import Final
from urllib.parse import unquote, urlsplit

import msgspec

from conformance import leaks
from conformance.judge.subject import is_text
from conformance.plural import counted
from conformance.survey.seen_quirks import Answered, quirks
from conformance.survey.sources import Found
from toolwire import providers, registry
from toolwire.detection import detect_exchange
from toolwire.dialects.dialect import DIALECTS, dialect
from toolwire.dialects.reading import read_answer
from toolwire.json_value import Json
from toolwire.model import Text
from toolwire.providers import owner, provider_at
from toolwire.providers.addresses import is_local
from toolwire.providers.claim_file import explained
from toolwire.providers.folders import NAME
from toolwire.wire.errors import WireError
from toolwire.wire.payloads import frames
from toolwire.wire.recognition import Confidence, Recognised

_REFUSED: Final = 400
_LONGEST: Final = 400
_STYLES: Final = {
    "openai_chat": "type function, with function.parameters as JSON Schema",
    "mistral_chat": "type function, with function.parameters as JSON Schema",
    "ollama_chat": "type function, with function.parameters as JSON Schema",
    "cohere_v2": "type function, with function.parameters as JSON Schema",
    "openai_responses": "type function, with parameters as JSON Schema",
    "anthropic_messages": "input_schema as JSON Schema",
    "gemini_generate": "functionDeclarations, with parameters in OpenAPI's subset, or parametersJsonSchema",
    "gemini_interactions": "type function, with parameters as JSON Schema",
    "bedrock_converse": "toolSpec, with inputSchema.json as JSON Schema",
}
_ORIGIN: Final = re.compile(r"(https?://)(?:[^/?#@]*@)?([A-Za-z0-9._-]+(?::\d+)?)(?=[/?#]|$)")
_KEY_HEADERS: Final = ("x-api-key", "x-goog-api-key", "api-key")


class Nothing(Exception):
    """An error for input without any answer. ``str()`` is the message."""


class Unfit(Exception):
    """An error for arguments and answers that give no usable profile. ``str()`` is the reason and the remedy."""


class Proposal(msgspec.Struct, frozen=True, kw_only=True):
    """A proposed profile, with remarks about facts that a user must check before use."""

    name: str
    profile: dict[str, Json]
    remarks: tuple[str, ...]


def propose(
    name: str, exchanges: Sequence[Found], texts: Sequence[Recognised], today: str, base_url: str | None = None
) -> Proposal:
    """Propose a profile for the provider ``name``, from exchanges with the provider and from bare texts of its models.

    ``texts``: the text formats that were recognised in bare texts, which are model outputs without the answer of an API
    around them. ``today``: the date that the profile states. ``base_url``: the provider's address, if no request shows
    it.

    If the answers do not show a fact, the profile gets a cautious value, and a remark states this. Raises ``Nothing``
    if there are neither answers nor texts. Raises ``Unfit`` if the arguments or the answers give no usable profile.
    """
    _check_name(name)
    if base_url is not None and _ORIGIN.match(base_url) is None:
        raise Unfit(f"expected http:// or https://, a host, and the path of the API, got {base_url!r}")
    answers = [_seen(found) for found in exchanges if found.exchange.response.status < _REFUSED]
    if not answers and not texts:
        raise Nothing("found no answer: all requests were refused, or nothing could be read")
    remarks: list[str] = []
    spoken: dict[str, Json] = {}
    for dialect_name in dict.fromkeys(answer.dialect for answer in answers) or (registry.UNKNOWN,):
        spoken_in = [answer for answer in answers if answer.dialect == dialect_name]
        spoken[dialect_name] = _claims(name, dialect_name, spoken_in, texts, today, base_url, remarks)
    remarks += _mixed(name, answers)
    first = next(iter(spoken.values()))["base_url"]
    auth = _auth(answers, first)
    if auth is None:
        remarks.append("auth: no request shows how a key is sent, so bearer is assumed")
    profile = {
        "title": f"{name} (proposed)",
        "homepage": f"https://{urlsplit(first).hostname}",
        "auth": auth or "bearer",
        "dialects": spoken,
    }
    beside = _beside(name, spoken)
    if beside:
        profile["beside"] = beside
        remarks.append(f"beside: the known provider {beside} is at the same address")
    _check(profile)
    return Proposal(name=name, profile=profile, remarks=tuple(map(leaks.safe, dict.fromkeys(remarks))))


def _check_name(name: str) -> None:
    """Check the name of a new provider. Raises ``Unfit`` for a wrong form, or if the name is reserved or known."""
    if NAME.fullmatch(name) is None:
        raise Unfit(f"{name!r}: expected a provider's name of lower-case letters, digits, - and _")
    if is_text(name):
        raise Unfit(f"{name!r} is reserved for calls in text: give the new provider another name")
    known = registry.speaker(name)
    if known.known:
        raise Unfit(f"{name!r} is a name of {known.name}, which has a profile: give the new provider another name")


def _beside(name: str, spoken: dict[str, Json]) -> str | None:
    """Return the known provider that has the same addresses as the new provider, ``name``. Return None if no known
    provider has these addresses.

    ``spoken``: the new provider's claims, by dialect.

    Raises ``Unfit`` if several providers are at these addresses, or if the known provider has no profile.
    """
    addresses = [claims["base_url"] for claims in spoken.values()]
    known = {url: provider_at(url) for url in addresses if not is_local(url)}
    if len(set(known.values())) > 1:
        listed = ", ".join(f"{url} ({who or 'an unknown provider'})" for url, who in known.items())
        raise Unfit(f"several providers answer at {listed}: give the exchanges of a single provider, or use --base-url")
    for url, who in known.items():
        if who not in (None, name, *providers.names()):
            raise Unfit(f"the provider at {url} is known as {who}: use --provider {who}")
    return next((who for who in known.values() if who != name), None)


def _check(profile: dict[str, Json]) -> None:
    """Check that a profile can be read. Raises ``Unfit`` if it cannot."""
    try:
        msgspec.convert(profile, providers.Profile)
    except msgspec.ValidationError as error:
        raise Unfit(explained(str(error), profile, providers.Profile)) from None


def _mixed(name: str, answers: Sequence[Answered]) -> Iterator[str]:
    """Yield a remark if the exchanges come from several addresses."""
    found = Counter(url for answered in answers if (url := _base_url(answered) or _origin(answered)))
    if len(found) > 1:
        listed = ", ".join(f"{url} ({counted(number, 'answer')})" for url, number in found.most_common())
        yield f"base_url: the exchanges come from {len(found)} addresses, {listed}. Do all of them belong to {name}?"


def _seen(found: Found) -> Answered:
    detected = detect_exchange(found.exchange)
    name = detected.dialect.names[0] if detected.dialect else ""
    name = name if name in DIALECTS else registry.UNKNOWN
    spoken, request, answer, received = dialect(name), None, None, []
    with suppress(WireError):  # an unreadable answer still shows other facts
        answer = read_answer(spoken, found.exchange.response)
        received = frames(found.exchange.response)
    if found.has_request and found.exchange.request.body:
        with suppress(WireError):
            request = spoken.read_request(found.exchange.request)
    return Answered(
        found=found,
        dialect=name,
        shown=detected.dialect,
        text_format=detected.text_format,
        request=request,
        answer=answer,
        frames=tuple(received),
        streamed=spoken.is_stream(found.exchange.response),
    )


def _claims(
    name: str,
    spoken: str,
    answers: list[Answered],
    texts: Sequence[Recognised],
    today: str,
    base_url: str | None,
    remarks: list[str],
) -> dict[str, Json]:
    home = owner(spoken)
    found = Counter(url for answered in answers if (url := _base_url(answered)))
    address = base_url or next((url for url, _ in found.most_common(1)), None)
    if address is None:
        address = f"https://{name}.example"
        remarks.append(f"base_url: no request shows the address. Replace the placeholder {address}")
    model = next((answered.request.model for answered in answers if answered.request and answered.request.model), None)
    model = model or next(
        (answered.answer.model for answered in answers if answered.answer and answered.answer.model), None
    )
    if model is None:
        remarks.append(
            "model: neither a request nor an answer names the model. Replace `unknown` by the model to record"
        )
    return {
        "home": home,
        "base_url": address,
        "model": model or "unknown",
        "pending": {"*": f"proposed from {counted(len(answers) + len(texts), 'answer')}; nothing is recorded yet"},
        "quirks": [*quirks(spoken, answers, today)],
        "proposed": _proposed(spoken, answers, texts, today, remarks),
    }


def _proposed(
    spoken: str, answers: list[Answered], texts: Sequence[Recognised], today: str, remarks: list[str]
) -> dict[str, Json]:
    """Return the block ``proposed`` of a dialect's claims: the evidence, the confidence, parsers, and an example.

    ``spoken``: the dialect. Add a remark to ``remarks`` for each fact that the answers do not show.
    """
    shown = [answered.shown for answered in answers if answered.shown]
    evidence = list(dict.fromkeys(chain.from_iterable(recognised.evidence for recognised in shown)))
    confidence: Confidence = min((recognised.confidence for recognised in shown), key=_ORDER.index, default="possible")
    if not shown:
        evidence = [f"no answer shows the dialect. {spoken} is assumed, because most providers speak it"]
        remarks.append(f"dialects: {evidence[0]}")
    proposed: dict[str, Json] = {
        "date": today,
        "answers": len(answers) + len(texts),
        "confidence": confidence,
        "evidence": evidence,
        "parser": spoken,
        "schema_style": _STYLES[spoken],
    }
    if not any(answered.request and answered.request.offered_tools for answered in answers):
        remarks.append("schema_style: no request offers tools, so the style of the dialect's owner is assumed")
    written = chain((answered.text_format for answered in answers), texts)
    formats = Counter(recognised.name for recognised in written if recognised is not None and recognised.name)
    if formats:
        [(most, _)] = formats.most_common(1)
        known = registry.text_format(most)
        proposed |= {
            "text_format": most,
            "parsers": {"vllm": [*known.vllm], "sglang": [*known.sglang], "llama.cpp": [*known.llama_cpp]},
        }
    example = next((calls for answered in answers if (calls := _example(answered))), "")
    if not example:
        left = " (bare texts of models are not used as examples)" if texts else ""
        remarks.append(f"example: no answer has a call{left}")
    return proposed | {"example": leaks.safe(example)}


_ORDER: Final = ("possible", "likely", "certain")


def _example(answered: Answered) -> str:
    """Return an example from an answer: its calls, or its text if the calls are in the text. Return "" if the answer
    has no calls.

    The example is cut after ``_LONGEST`` characters.
    """
    if answered.answer is None or not (answered.answer.calls or (answered.text_format and answered.text_format.name)):
        return ""
    text = "".join(part.text for part in answered.answer.parts if isinstance(part, Text))
    calls = (
        text
        if not answered.answer.calls
        else "; ".join(f"{call.name} {call.arguments.text}" for call in answered.answer.calls)
    )
    return leaks.beginning(calls, _LONGEST)


def _auth(answers: Iterable[Answered], base_url: str) -> str | None:
    headers = {
        key.lower(): value for answered in answers for key, value in answered.found.exchange.request.headers.items()
    }
    for key in _KEY_HEADERS:
        if key in headers:
            return key
    authorization = headers.get("authorization", "")
    if authorization:
        return "sigv4" if authorization.startswith("AWS4") else "bearer"
    return "none" if urlsplit(base_url).hostname in ("localhost", "127.0.0.1") else None


def _base_url(answered: Answered) -> str | None:
    """Return the base URL of an answer's request: the address without the path that the dialect adds. Return None if
    the address does not end with this path, or is not known.
    """
    origin = _origin(answered)
    if origin is None or answered.request is None:
        return None
    added = unquote(urlsplit(dialect(answered.dialect).write_request(answered.request, "http://x").url).path)
    path = unquote(urlsplit(answered.found.exchange.request.url).path)
    return f"{origin}{path.removesuffix(added)}" if path.endswith(added) else None


def _origin(answered: Answered) -> str | None:
    """Return the scheme, host and port of the request's address, or None if the address is not usable in a profile."""
    found = _ORIGIN.match(answered.found.exchange.request.url)
    return f"{found[1]}{found[2]}" if found else None
