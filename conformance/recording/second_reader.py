"""The right reading of recorded answers: the reading on which two independent readers agree.

The readers are the official SDK and the reference. If the scenario's script has the same content as the reading, the
script is a third witness.
"""

import json
import os
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from functools import cache
from importlib.metadata import version
from typing import Any, Final, Self
from urllib.parse import urlsplit

import msgspec

from conformance.callers import Talk, caller, heard
from conformance.recording.cassette import SCRIPT, Answered
from conformance.recording.conversation import conversation, expected, results
from conformance.recording.live_case import LiveCase
from conformance.recording.loopback import serving
from conformance.scenarios import Scenario
from conformance.standins import Answer, Chunk
from toolwire.dialects.reading import read_answer
from toolwire.model import Expected, ToolResult
from toolwire.providers import load_all as load_profiles
from toolwire.wire import exact_json
from toolwire.wire.errors import WireError
from toolwire.wire.exchange import WireRequest, WireResponse

_REFERENCE: Final = "reference normalizer"
_PROXIES: Final = ("ALL_PROXY", "HTTP_PROXY", "HTTPS_PROXY")
_OVER: Final = Answer(status=500, headers={}, chunks=(Chunk(0, b""),), expected=None)


@cache
def sdk(name: str) -> str:
    """Return the name and the version of a dialect's official SDK. Raises ``ModuleNotFoundError``."""
    distribution = caller(name).SDK
    return f"{distribution} {version(distribution)}"


def sender(name: str) -> str:
    """Return the name and the version of a dialect's official SDK. If our code adds anything to the SDK's requests,
    also return a note on the additions.
    """
    besides = getattr(caller(name), "BESIDES", None)
    return f"{sdk(name)}, {besides}" if besides else sdk(name)


class SecondReader:
    """A second reader of recorded answers: the official SDK of each dialect. Use it as a context manager.

    The SDK holds a conversation with a server on loopback. The server answers every request with the next recorded
    answer.
    """

    def __init__(self) -> None:
        self._left: Iterator[WireResponse] = iter(())
        self._stack = ExitStack()
        self._address = ""

    def __enter__(self) -> Self:
        self._address = self._stack.enter_context(serving(self._answer))
        return self

    def __exit__(self, *_: object) -> None:
        self._stack.close()

    def agreed(self, case: LiveCase, answers: Sequence[WireResponse]) -> tuple[Answered, ...]:
        """Return the right reading of each answer of a conversation.

        An answer has a right reading if the SDK and the reference agree on the reading. Otherwise ``Answered.answer``
        is None, and ``Answered.why`` is the reason.
        """
        try:
            understood, failure = self.read(case, answers)
        except ModuleNotFoundError as error:
            why = f"no second reader, because {error.name} is not installed: install the extra 'oracles'"
            return tuple(Answered(answer=None, agreed=(), why=why) for _ in answers)
        reader = sdk(case.name.dialect)
        why = (
            f"{reader} cannot read the answer: {failure}"
            if failure
            else f"{reader} ended the conversation before this answer"
        )
        return (
            *(_compared(case, n, *both) for n, both in enumerate(zip(answers, understood, strict=False))),
            *(Answered(answer=None, agreed=(), why=why) for _ in answers[len(understood) :]),
        )

    def read(self, case: LiveCase, answers: Sequence[WireResponse]) -> tuple[list[Expected], str | None]:
        """Return the SDK's readings of the answers, and None. If the SDK fails, return the readings up to the failure,
        and the reason.

        Raises ``ModuleNotFoundError``.
        """
        self._left = iter(answers)
        understood: list[Expected] = []
        reader = caller(case.name.dialect)
        try:
            with _without_keys_and_proxies():
                address = self._address + urlsplit(case.claims.base_url).path
                talk = reader.converse(address, conversation(case))
                heard(_noted(talk, understood), results(case.scenario))
        except Exception as error:  # the SDK's own failure is evidence when the answers are genuine
            return understood, f"{type(error).__name__}: {error}"
        return understood, None

    def _answer(self, _: WireRequest) -> Answer:
        played = next(self._left, None)
        if played is None:
            return _OVER
        return Answer(status=played.status, headers=played.headers, chunks=(Chunk(0, played.body),), expected=None)


@contextmanager
def _without_keys_and_proxies() -> Iterator[None]:
    """Remove keys and proxies from the environment until the block ends, so that the SDK does not use them."""
    taken = {profile.key_variable for profile in load_profiles().values()} | {*_PROXIES}
    hidden = {name: value for name, value in os.environ.items() if name in taken or name.upper() in taken}
    for name in hidden:
        del os.environ[name]
    try:
        yield
    finally:
        os.environ.update(hidden)


def _noted(talk: Talk, understood: list[Expected]) -> Talk:
    """Hold the conversation ``talk``, and add the SDK's reading of each answer to ``understood``."""
    given: tuple[ToolResult, ...] | None = None
    while True:
        try:
            answer = next(talk) if given is None else talk.send(given)
        except StopIteration:
            return
        understood.append(answer)
        given = yield answer


def _compared(case: LiveCase, turn: int, answer: WireResponse, understood: Expected) -> Answered:
    try:
        read = expected(read_answer(case.dialect, answer))
    except WireError as error:
        return Answered(answer=None, agreed=(), why=f"the normalizer cannot read the answer: {error}")
    ids = any(call.id is not None for call in understood.calls)  # some SDKs drop the ids of calls
    cut = {n for n, call in enumerate(read.calls) if not call.complete}  # some SDKs repair their arguments
    if _key(read, ids=ids, cut=cut) == _key(understood, ids=ids, cut=cut):
        third = (SCRIPT,) if is_scripted(case.scenario, turn, read) else ()
        return Answered(answer=read, agreed=(sdk(case.name.dialect), _REFERENCE, *third))
    why = f"the SDK read {_in_words(understood)}; the normalizer read {_in_words(read)}"
    return Answered(answer=None, agreed=(), why=why)


def is_scripted(scenario: Scenario, turn: int, read: Expected) -> bool:
    """Return whether an answer equals the script: it has the same text, and calls with the same names and arguments.

    A model may answer like the script by chance, or because it was trained on the script. If the answer equals the
    script, the script is a third witness to the right reading.
    """
    if read.error is not None or turn >= len(scenario.script):
        return False
    script = scenario.script[turn]
    scripted = [(call.tool, _numbers(call.arguments)) for call in script.calls]
    return read.text == script.text and [(call.name, _numbers(call.arguments)) for call in read.calls] == scripted


def _key(read: Expected, *, ids: bool, cut: set[int]) -> Any:
    calls = [
        (call.id if ids else None, call.name, None if n in cut else _numbers(call.arguments))
        for n, call in enumerate(read.calls)
    ]
    error = read.error and (read.error.message, read.error.status)
    return calls, read.text, read.finish, error


def _numbers(arguments: str) -> Any:
    """Return a call's arguments parsed as JSON. Return {} for an empty text, and the text itself if it is not JSON.

    Arguments are compared in this form because some SDKs parse numbers and lose their spelling, such as ``1.0``. So
    only the values of numbers count.
    """
    try:
        return json.loads(arguments or "{}")
    except (ValueError, RecursionError):
        return arguments


def _in_words(read: Expected) -> str:
    return exact_json.dumps(msgspec.to_builtins(read))
