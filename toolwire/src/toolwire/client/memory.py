"""A memory for data, such as signatures, for which the application's dialect has no field. So the application cannot
send this data back.
"""

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
"""The id, name and arguments of each call of an answer, as the application gets the calls and sends them back."""
_RANDOM: Final = re.compile(r"[0-9A-Za-z]{8,}")
"""The pattern of the random part of an id. ``call_Bc3f...`` and ``toolu_01A...`` have such a part, unlike ``call_0``.
"""


class Memory:
    """A store of a provider's answers. It puts the original answer back into a request that repeats the answer's calls.

    Threads may share a store. Two conversations may have the same ids, or even the same answers. Therefore an answer is
    found by its calls and the messages before them. If the application shortened or edited these messages, the store
    looks for each call that has a unique id. If the application changed or removed the text of the answer, the text
    from the application replaces the provider's text.
    """

    def __init__(self) -> None:
        self._answers: OrderedDict[tuple[_Calls, bytes], Message] = OrderedDict()
        self._by_random_id: OrderedDict[_Call, tuple[Message, ToolCall]] = OrderedDict()
        """The calls with unique ids, in the form in which the application sends them back.

        Each entry has the answer with the call, and the call as its provider sent it.
        """
        self._lock = Lock()

    def keep(self, answer: Answer, before: Iterable[Message]) -> None:
        """Store an answer that an application got, if the answer has calls. ``before``: the earlier messages, as the
        provider got them.
        """
        if not answer.calls:
            return
        calls, past = _calls(handed.call for handed in answer.calls), Past(before).digest
        own_calls = [part for part in answer.message.parts if isinstance(part, ToolCall)]
        with self._lock:
            _put(self._answers, (calls, past), answer.message)
            for call, part in zip(calls, own_calls, strict=True):
                if _has_random_id(call):
                    _put(self._by_random_id, call, (answer.message, part))

    def restored(self, messages: Iterable[Message]) -> tuple[Message, ...]:
        """Return an application's messages, in which the provider's original parts replace the application's copies."""
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
            known = [self._by_random_id.get(call) if _has_random_id(call) else None for call in calls]
        first = known[0]
        if whole is None and first is not None and all(entry is not None and entry[0] is first[0] for entry in known):
            whole = first[0] if len(known) == sum(isinstance(part, ToolCall) for part in first[0].parts) else None
        if whole is not None:
            return _with_text_of(whole, message)
        own_calls = (None if entry is None else entry[1] for entry in known)
        parts = (next(own_calls) or part if isinstance(part, ToolCall) else part for part in message.parts)
        return msgspec.structs.replace(message, parts=tuple(parts))


def _put(kept: OrderedDict[_K, _V], key: _K, value: _V) -> None:
    """Store a value as the newest value. If there are more than ``_REMEMBERED`` values, remove the oldest value."""
    kept[key] = value
    kept.move_to_end(key)
    if len(kept) > _REMEMBERED:
        kept.popitem(last=False)


def _has_random_id(call: _Call) -> bool:
    """Return whether a call's id is random, and therefore unique to a conversation.

    An id that contains the tool's name is not considered random.
    """
    call_id, name, _ = call
    return call_id is not None and name not in call_id and _RANDOM.search(call_id) is not None


def _with_text_of(original: Message, message: Message) -> Message:
    """Return the provider's message ``original``, but with the text of the application's ``message``."""
    own = [part for part in message.parts if isinstance(part, Text)]
    if _text(own) == _text(original.parts):
        return original
    kept = [part for part in original.parts if not isinstance(part, Text)]
    first = next(n for n, part in enumerate(kept) if isinstance(part, ToolCall))
    return msgspec.structs.replace(original, parts=(*kept[:first], *own, *kept[first:]))


def _calls(parts: Iterable[Part]) -> _Calls:
    return tuple((part.id, part.name, _spelled_arguments(part)) for part in parts if isinstance(part, ToolCall))


def _text(parts: Iterable[Part]) -> str:
    return "".join(part.text for part in parts if isinstance(part, Text))


def _spelled_arguments(call: ToolCall) -> str:
    """Return the arguments in a normal form, because an application may write the same arguments differently.

    An application gets free-form arguments, and arguments that are not an object, inside an object. The application
    sends this object back (see ``converted``).
    """
    call_arguments = call.arguments
    if call.kind == "custom":
        return spelled({"input": call_arguments.text})
    return spelled(
        call_arguments.value if isinstance(call_arguments.value, dict) else {"arguments": call_arguments.text}
    )
