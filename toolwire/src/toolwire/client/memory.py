"""What answers with calls had that an application's own dialect has no place for, such as signatures."""

import re
from collections import OrderedDict
from collections.abc import Iterable
from threading import Lock
from typing import Final, TypeAlias, TypeVar

import msgspec

from toolwire.client.answer import Answer
from toolwire.client.past import Past
from toolwire.model import Message, Part, Text, ToolCall
from toolwire.wire.spelling import spelled

_REMEMBERED: Final = 1024
_K = TypeVar("_K")
_V = TypeVar("_V")
_Call: TypeAlias = tuple[str | None, str, str]
_Calls: TypeAlias = tuple[_Call, ...]
"""What the application was told, and says again: calls by id, name and arguments."""
_RANDOM: Final = re.compile(r"[0-9A-Za-z]{8,}")
"""What is in an id that a provider drew: ``call_Bc3f...``, ``toolu_01A...``; and is not in ``call_0``."""


class Memory:
    """Puts answers back into requests that repeat their calls, as their provider gave them; for any number of threads.

    Ids may be the same in two conversations, and whole answers too: what was said before tells them apart. Where that
    was shortened or edited, ids do that are like no others, call by call. Text that the application changed, or left
    out, is the application's.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[_Calls, bytes], Message] = OrderedDict()
        self._drawn: OrderedDict[_Call, tuple[Message, ToolCall]] = OrderedDict()
        """By calls whose ids are like no others: the answer, and the call as its provider gave it."""
        self._lock = Lock()

    def keep(self, answer: Answer, before: Iterable[Message]) -> None:
        """``answer`` was told an application that had said what came ``before``, as its provider was told it."""
        if not answer.calls:
            return
        calls, past = _calls(one.call for one in answer.calls), Past(before).digest
        given = [part for part in answer.message.parts if isinstance(part, ToolCall)]
        with self._lock:
            _put(self._answers, (calls, past), answer.message)
            for call, part in zip(calls, given, strict=True):
                if _is_drawn(call):
                    _put(self._drawn, call, (answer.message, part))

    def restored(self, messages: Iterable[Message]) -> tuple[Message, ...]:
        """``messages`` of an application with what its provider gave in the place of what repeats it."""
        past, out = Past(), []
        for message in messages:
            calls = _calls(message.parts)
            out.append(self._restored(message, calls, past.digest) if calls else message)
            past.add(out[-1])
        return tuple(out)

    def _restored(self, message: Message, calls: _Calls, before: bytes) -> Message:
        with self._lock:
            whole = self._answers.get((calls, before))
            if whole is not None:
                self._answers.move_to_end((calls, before))
            known = [self._drawn.get(call) if _is_drawn(call) else None for call in calls]
        first = known[0]
        if whole is None and first is not None and all(one is not None and one[0] is first[0] for one in known):
            whole = first[0] if len(known) == sum(isinstance(part, ToolCall) for part in first[0].parts) else None
        if whole is not None:
            return _in_its_words(whole, message)
        given = (None if one is None else one[1] for one in known)
        parts = (next(given) or part if isinstance(part, ToolCall) else part for part in message.parts)
        return msgspec.structs.replace(message, parts=tuple(parts))


def _put(kept: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    """Keep a value, and no more of them than that many: the one that was not asked for longest goes."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > _REMEMBERED:
        kept.popitem(last=False)


def _is_drawn(call: _Call) -> bool:
    """Whether the id of a call is of one conversation alone: it was drawn, and not made of the tool's name."""
    call_id, name, _ = call
    return call_id is not None and name not in call_id and _RANDOM.search(call_id) is not None


def _in_its_words(given: Message, said: Message) -> Message:
    """What the provider gave, with the text that the application says."""
    own = [part for part in said.parts if isinstance(part, Text)]
    if _text(own) == _text(given.parts):
        return given
    kept = [part for part in given.parts if not isinstance(part, Text)]
    first = next(n for n, part in enumerate(kept) if isinstance(part, ToolCall))
    return msgspec.structs.replace(given, parts=(*kept[:first], *own, *kept[first:]))


def _calls(parts: Iterable[Part]) -> _Calls:
    return tuple((part.id, part.name, _given(part)) for part in parts if isinstance(part, ToolCall))


def _text(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Text))


def _given(call: ToolCall) -> str:
    """The arguments in one spelling: whoever parses them writes them otherwise.

    Free-form ones, and those that are no object, are said again as what stands for them (``retold``).
    """
    said = call.arguments
    if call.kind == "custom":
        return spelled({"input": said.text})
    return spelled(said.value if isinstance(said.value, dict) else {"arguments": said.text})
