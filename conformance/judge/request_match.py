"""Comparison of an adapter's request with the recorded request. First, the dialect's operations convert both requests
to a common form.
"""

import codecs
from collections.abc import Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

import msgspec

from conformance.judge import arguments, connection, unnamed, wording
from conformance.judge.difference import Difference, compare
from conformance.judge.earlier import Earlier
from conformance.judge.effect import Losses, Places, gravest, wire_places
from conformance.judge.equal import address, normalised
from conformance.judge.finding import Finding, NotApplicable
from conformance.judge.inexpressible import Inexpressible
from conformance.judge.originals import Originals
from conformance.judge.trial import Trial
from conformance.plural import counted
from toolwire.model import Json
from toolwire.providers import HistoryView
from toolwire.providers.equal import Equal, Unify
from toolwire.wire import exact_json, pointer
from toolwire.wire.errors import JsonError
from toolwire.wire.exchange import WireRequest

_MOST: Final = 60
"""The maximum number of differences that are listed for a request. Further differences are only counted."""
_STREAM: Final = "/stream"
"""The place of the key that asks for a stream. In dialects without this key, the address asks for a stream."""


def request_matches(trial: Trial) -> Iterator[Finding]:
    """Check that the method, the URL and the body have the same meaning as in the recorded request."""
    if trial.encoded is None:
        raise NotApplicable
    if fault := connection.fault(trial.encoded):
        yield Finding(path="", message=fault, effect="call")
        return
    places = wire_places(trial.form)
    found = differences(
        trial.encoded,
        trial.recorded.request,
        trial.equal,
        trial.earlier,
        places=places,
        inexpressible=trial.inexpressible,
    )
    history = trial.form.history.items.removesuffix("/*")
    caused = history if trial.keeps_what_is_stored else None
    yield from (finding for finding in found if caused is None or not pointer.is_within(finding.path, caused))
    yield from _stored(trial, trial.encoded)
    yield from _compacted(trial)
    yield from _headers(trial, trial.encoded)
    yield from _streamed_arguments(trial, trial.encoded)
    yield from _in_background(trial)


def _stored(trial: Trial, sent: WireRequest) -> Iterator[Finding]:
    """Check that the provider may store an answer that the next request continues.

    If the answer is not stored, OpenAI refuses the next request with status 400 and ``previous_response_not_found``
    (bigduu/Bamboo-agent#513). There is an exception: the answer came over a WebSocket, and the next request is sent
    over the same WebSocket (developers.openai.com, WebSocket mode, read 2026-11-29).
    """
    place = trial.form.expresses.stored
    if not trial.stored or not place or False not in pointer.values(trial.sent(), place):
        return
    then = trial.continued
    if connection.is_websocket(sent) and (then is None or connection.is_same(sent, then)):
        return
    message = "expected true, got false: the provider does not store the answer, and the next request continues it"
    elsewhere = " over another connection" if connection.is_websocket(sent) else ""
    yield Finding(path=place, message=message + elsewhere, effect="context")


def _compacted(trial: Trial) -> Iterator[Finding]:
    """Check that the request asks for a compaction if the user does. The details, such as the threshold, may differ.

    A gateway that translates between dialects is not judged, because its client cannot ask for a compaction of the
    other dialect.
    """
    option = trial.form.expresses.compaction
    if not trial.asks_compaction or option is None or trial.inexpressible is not None:
        return
    if not option.asked.pick(trial.sent()):
        place = option.asked.at.removesuffix("/*")
        yield Finding(path=place, message="expected a request for a compaction, got nothing", effect="context")


def _headers(trial: Trial, sent: WireRequest) -> Iterator[Finding]:
    """Check that the request has the headers that its data needs, such as the header of a beta feature."""
    body = trial.sent() if trial.form.headers else None
    for needed in trial.form.headers:
        if needed.what.pick(body) and not needed.is_in(sent.headers):
            header = f"{needed.name}: {' or '.join(needed.values)}"
            message = f"expected the header {header}, without which the provider refuses the request"
            yield Finding(path="", message=message, effect="call")


def _streamed_arguments(trial: Trial, sent: WireRequest) -> Iterator[Finding]:
    """Check that the request asks for streamed arguments, for at least as many tools as the recorded request does. A
    header may ask for all tools. If the user asks for no streamed arguments, check nothing.

    The comparison with the recorded request ignores this option.
    """
    places = trial.form.settings.stream_arguments
    if not trial.asks_streamed_arguments or not places:
        return
    header, body = trial.form.settings.stream_arguments_header, trial.sent()
    if header and header.is_in(sent.headers) and not _count(body, places, False):
        return
    expected, got = (_count(request, places, True) for request in (trial.recorded_request(), body))
    if got < expected:
        message = (
            f"expected true for {counted(expected, 'tool')}, got true for {got}"
            if got
            else "expected true, got nothing"
        )
        yield Finding(path=places[0], message=f"streamed arguments: {message}", effect="context", kind="lost")


def _in_background(trial: Trial) -> Iterator[Finding]:
    """Check that the request asks for an answer in the background if the user does.

    A gateway that translates between dialects is not judged: no source states which request of the other dialect means
    the same.
    """
    option = trial.form.expresses.background
    if not trial.asks_background or option is None or trial.inexpressible is not None or option.is_asked(trial.sent()):
        return
    message = "expected true, got nothing: the client has to wait for the answer, and loses it with the connection"
    yield Finding(path=option.asked, message=message, effect="context", kind="lost")


def _count(request: Json, places: tuple[str, ...], option: bool) -> int:
    return sum(value is option for place in places for value in pointer.values(request, place))


def matches(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...], earlier: Earlier | None = None) -> bool:
    """Return whether ``sent`` has the same meaning as ``recorded``. The ids of the ``earlier`` calls may differ."""
    if not goes_there(sent, recorded, equal):
        return False
    try:
        expected, actual = (read_normalised(request.body, equal, earlier) for request in (recorded, sent))
    except JsonError:
        return False
    return arguments.same(expected, actual)


def read_normalised(body: bytes, equal: tuple[Equal, ...], earlier: Earlier | None = None) -> Json:
    """Return a body in the common form of all bodies with the same meaning. Raises ``JsonError``.

    With ``earlier``, the ids of the earlier calls are replaced with numbers. Callers must not change the value.
    """
    return _read(body, equal, earlier).value


class _Normalised(NamedTuple):
    """A body in the common form of all bodies with the same meaning, and the original values that were changed."""

    value: Json
    originals: Originals


@lru_cache(maxsize=64)
def _read(body: bytes, equal: tuple[Equal, ...], earlier: Earlier | None) -> _Normalised:
    value, originals = exact_json.loads(body), Originals()
    return _Normalised(normalised(earlier.number(value) if earlier else value, equal, originals), originals)


def is_another_request(trial: Trial) -> bool:
    """Return whether the adapter sent a JSON object to the address of the recorded request.

    For an exchange without an answer, True means that the adapter's request differs from the recorded request.
    """
    if trial.encoded is None or not goes_there(trial.encoded, trial.recorded.request, trial.form.equal):
        return False
    return isinstance(trial.sent(), dict)


def goes_there(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...]) -> bool:
    """Return whether a request goes to the address of the recorded request. The body may differ."""
    return sent.method == recorded.method and names_the_address(sent, recorded, equal)


def names_the_address(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...]) -> bool:
    """Return whether a request has the URL of the recorded request. The method and the body may differ."""
    return bool(address(sent.url, equal) == address(recorded.url, equal))


def asks_for_the_same_form(sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...]) -> bool:
    """Return whether both bodies ask for a stream, or neither of them does.

    Always True for a dialect that asks for streams in the address, because addresses are not compared here.
    """
    default = next((True in each.values for each in equal if isinstance(each, Unify) and each.at == _STREAM), None)
    return default is None or _asks_for_a_stream(sent, default) == _asks_for_a_stream(recorded, default)


def _asks_for_a_stream(request: WireRequest, default: bool) -> bool:
    """Return whether a body asks for a stream. ``default``: the meaning of a body without the key, or with null."""
    try:
        asked = pointer.values(exact_json.loads(request.body), _STREAM)
    except JsonError:
        return default
    return default if asked in ([], [None]) else asked == [True]


def holds_a_conversation(sent: WireRequest, view: HistoryView) -> bool:
    """Return whether a request has a history. True for a body that is not JSON, because it may have a history."""
    try:
        return bool(sent.body) and bool(pointer.values(exact_json.loads(sent.body), view.items.removesuffix("/*")))
    except JsonError:
        return True


def differing(
    sent: WireRequest, recorded: WireRequest, equal: tuple[Equal, ...], earlier: Earlier | None = None
) -> Iterator[Difference]:
    """Yield the differences between ``sent`` and ``recorded``. In the body, the largest differences come first.

    Ids of the ``earlier`` calls may differ. Bodies that are not JSON are compared as text.
    """
    if sent.method != recorded.method:
        yield Difference(kind="changed", path="method", expected=recorded.method, actual=sent.method)
    if not names_the_address(sent, recorded, equal):
        yield Difference(kind="changed", path="url", expected=recorded.url, actual=sent.url)
    if _unreadable(sent) or _unreadable(recorded):
        if sent.body != recorded.body:
            expected, got = (request.body.decode(errors="backslashreplace") for request in (recorded, sent))
            yield Difference(kind="changed", path="", expected=expected, actual=got)
        return
    body, lacking = unnamed.named(sent.body, recorded.body, equal)
    yield from lacking
    theirs, ours = (_read(found, equal, earlier) for found in (recorded.body, body))
    yield from compare(theirs.value, ours.value, (theirs.originals, ours.originals))


def differences(
    sent: WireRequest,
    recorded: WireRequest,
    equal: tuple[Equal, ...],
    earlier: Earlier | None = None,
    most: int | None = _MOST,
    places: Places | None = None,
    inexpressible: Inexpressible | None = None,
) -> Iterator[Finding]:
    """Yield the differences between ``sent`` and ``recorded`` as findings.

    The ids of the ``earlier`` calls may differ. ``most``: the maximum number of listed differences, or None to list all
    differences. ``places`` decide the effect of each finding. ``inexpressible``: the losses that no gateway can
    prevent. Such losses give no findings.
    """
    if sent.body.startswith(codecs.BOM_UTF8):
        yield Finding(path="", message="expected a body without a byte order mark (RFC 8259), got one", effect="form")
    unread = _unreadable(recorded) or _unreadable(sent)
    found = [difference for difference in differing(sent, recorded, equal, earlier) if difference.path or not unread]
    compared = [None if unread else read_normalised(request.body, equal, earlier) for request in (recorded, sent)]
    if inexpressible and not unread:
        found, _ = inexpressible.split(found, compared[0])
    losses = Losses(places, *compared) if places else None
    yield from as_findings(found, most, losses)
    if unread:
        yield Finding(path="", message=f"the body is not JSON: {unread}", effect="call")


def as_findings(found: list[Difference], most: int | None, losses: Losses | None) -> Iterator[Finding]:
    """Yield up to ``most`` differences as findings, then a finding with the number of the other differences. ``losses``
    decide the effects.
    """
    exchanged = _Exchanged(found)
    for difference in found[:most]:
        finding = Finding(path=difference.path, message=in_words(difference))
        loss = losses.of(difference) if losses else None
        if loss is not None:
            kind = "moved" if loss.effect == "context" and exchanged.has(difference) else ""
            finding = msgspec.structs.replace(finding, effect=loss.effect, meaning=loss.meaning, kind=kind)
        yield finding
    if most is not None and len(found) > most:
        rest = gravest(losses.of(difference).effect for difference in found[most:]) if losses else None
        yield Finding(path="", message=f"{len(found) - most} more differences", effect=rest)


class _Exchanged:
    """The texts of missing and unexpected items. They show whether a changed text is only the text of another item that
    moved.
    """

    def __init__(self, found: list[Difference]) -> None:
        items = [difference for difference in found if difference.is_item]
        self._missing = {text for item in items if item.kind == "missing" for text in _texts(item.expected)}
        self._unexpected = {text for item in items if item.kind == "unexpected" for text in _texts(item.actual)}

    def has(self, difference: Difference) -> bool:
        """Return whether the expected text is in an unexpected item, and the actual text is in a missing item."""
        return (
            difference.kind == "changed"
            and isinstance(difference.expected, str)
            and isinstance(difference.actual, str)
            and difference.expected in self._unexpected
            and difference.actual in self._missing
        )


def _texts(item: Json) -> Iterator[str]:
    return (value for value in pointer.within(item) if isinstance(value, str))


def in_words(difference: Difference) -> str:
    """Return a description of a difference without its place, such as ``expected 1, got 2``."""
    if difference.wire is not None:
        return _on_the_wire(*difference.wire)
    item = f"item {difference.path.rpartition('/')[2]}"
    match difference.kind:
        case "changed":
            return wording.expected_got(difference.expected, difference.actual)
        case "missing" if difference.is_item:
            return f"missing {item}: {wording.shown(difference.expected)}"
        case "missing":
            return f"expected {wording.shown(difference.expected)}, got nothing"
        case "unexpected" if difference.is_item:
            return f"unexpected {item}: {wording.shown(difference.actual)}"
        case "unexpected":
            return f"expected nothing, got {wording.shown(difference.actual)}"
        case "moved":
            to = difference.moved_to.rpartition("/")[2]
            return f"expected as {item}, got as item {to}: {wording.shown(difference.expected)}"


def _on_the_wire(expected: Any, actual: Any) -> str:
    if expected is not msgspec.UNSET and actual is not msgspec.UNSET:
        return wording.expected_got(expected, actual)
    shown = ("nothing" if value is msgspec.UNSET else wording.shown(value) for value in (expected, actual))
    return "expected {}, got {}".format(*shown)


def _unreadable(request: WireRequest) -> str:
    """Return the reason why a body is not JSON, or "" if it is JSON."""
    try:
        read_normalised(request.body, ())
    except JsonError as error:
        return str(error)
    return ""
