"""Quirks that a provider's answers show. A quirk is a difference from the answers of the dialect's owner."""

import re
from collections import Counter
from collections.abc import Callable, Iterator, Sequence
from itertools import takewhile
from typing import Final

import msgspec

from conformance import leaks
from conformance.judge.checks import RESPONSE_SCHEMA
from conformance.plural import counted
from conformance.survey.reading import sight
from conformance.survey.sources import Found
from toolwire.json_value import Json
from toolwire.model import Request, Response, ToolCall
from toolwire.wire.payloads import DONE
from toolwire.wire.recognition import Recognised

_LONGEST: Final = 400
_ALPHABETS: Final = (
    ("digits", re.compile("[0-9]+")),
    ("hex", re.compile("[0-9a-f]+")),
    ("lower", re.compile("[0-9a-z]+")),
    ("alnum", re.compile("[0-9A-Za-z]+")),
)
_UUID: Final = re.compile("([A-Za-z_-]*)[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_OWNERS_IDS: Final = "call_{alnum24}"


class Answered(msgspec.Struct, frozen=True, kw_only=True):
    """An answer, and everything that could be read from the exchange with the answer."""

    found: Found
    dialect: str
    shown: Recognised | None
    """The recognised dialect, with the evidence for it. None if no dialect was recognised."""
    text_format: Recognised | None
    request: Request | None
    answer: Response | None
    frames: tuple[Json, ...]
    streamed: bool


def quirks(spoken: str, answers: list[Answered], today: str) -> Iterator[dict[str, Json]]:
    """Yield a document for each quirk that the answers show. ``spoken``: the dialect of the answers. ``today``: the
    date that the documents state.
    """
    source = {"source": f"Counted in {counted(len(answers), 'answer')}", "retrieved": today, "evidence": "surveyed"}
    if spoken == "openai_chat":
        for quirk in _OF_CHAT:
            found = quirk(answers)
            if found:
                yield {**found, **source}
    yield from ({**found, **source} for found in _unlike_the_schema(answers))


def _unlike_the_schema(answers: list[Answered]) -> Iterator[dict[str, Json]]:
    """Yield a quirk for each different violation of the owner's schemas in the answers."""
    seen: Counter[tuple[str, str]] = Counter()
    for answered in answers:
        remarks = sight(answered.found).remarks
        seen.update({(re.sub(r"/\d+", "/*", remark.path), remark.message) for remark in remarks
                     if remark.check == RESPONSE_SCHEMA.name})  # fmt: skip
    for n, ((path, message), times) in enumerate(sorted(seen.items()), 1):
        yield {
            "id": f"unlike-the-schema-{n}",
            "statement": leaks.safe(f"{path or 'The document'}: {message}")[:_LONGEST],
            "unapplied": "found with the schema of the dialect's owner, and not reviewed yet",
            "seen": times,
            "of": len(answers),
        }


def _calls(answered: Answered) -> tuple[ToolCall, ...]:
    return tuple(answered.answer.calls) if answered.answer else ()


def _ids(answers: list[Answered]) -> dict[str, Json] | None:
    calls = [call for answered in answers for call in _calls(answered)]
    ids = [call.id or "" for call in calls]
    if not ids:
        return None
    named = all(re.fullmatch(rf"functions\.{re.escape(call.name)}:\d+", call.id or "") for call in calls)
    made = "functions.{name}:{count}" if named else like(ids)
    if made == _OWNERS_IDS:
        return None
    numbers: dict[str, Json] = {"id": "ids", "seen": len(ids), "of": len(ids)}
    if not any(ids):
        return {**numbers, "statement": "Calls have no ids.", "apply": [{"do": "call-ids", "like": ""}], "ends": True}
    if made is None:
        return {**numbers, "statement": "Ids of calls have no common form.", "unapplied": "not reviewed yet"}
    return {**numbers, "statement": f"Ids of calls are like {made}.", "apply": [{"do": "call-ids", "like": made}]}


def like(ids: Sequence[str]) -> str | None:
    """Return a pattern that all ids match, such as ``call_{alnum24}``, or None if they have no common pattern.

    The pattern is a common prefix, and then either a UUID or a fixed number of characters from an alphabet.
    """
    before = {found[1] if (found := _UUID.fullmatch(call_id)) else None for call_id in ids}
    if len(before) == 1 and None not in before:
        return f"{before.pop()}{{uuid}}"
    alike = sum(1 for _ in takewhile(lambda characters: len({*characters}) == 1, zip(*ids, strict=False)))
    begin = re.match(r"(?:.*[^0-9A-Za-z])?", ids[0][:alike], re.DOTALL)
    prefix = begin.group() if begin else ""
    bodies = [call_id[len(prefix) :] for call_id in ids]
    for alphabet, pattern in _ALPHABETS:
        if all(map(pattern.fullmatch, bodies)) and len({*map(len, bodies)}) == 1:
            return f"{prefix}{{{alphabet}{len(bodies[0])}}}"
    return None


def _choices(answered: Answered) -> Iterator[Json]:
    for document in answered.frames:
        choices = document.get("choices") if isinstance(document, dict) else None
        yield from (choice for choice in choices or () if isinstance(choice, dict))


def _whole_calls(answers: list[Answered]) -> dict[str, Json] | None:
    streams = [answered for answered in answers if answered.streamed and _calls(answered)]
    whole = [answered for answered in streams if _pieces(answered) == len(_calls(answered))]
    if not streams or len(whole) < len(streams):
        return None
    return {"id": "whole-calls", "statement": "A call comes whole in one delta.", "seen": len(whole),
            "of": len(streams), "apply": [{"do": "whole-calls"}]}  # fmt: skip


def _pieces(answered: Answered) -> int:
    return sum(len((choice.get("delta") or {}).get("tool_calls") or ()) for choice in _choices(answered))


def _plain(answers: list[Answered], holds: Callable[[dict[str, Json]], bool]) -> tuple[int, int]:
    """Return two counts of plain messages with calls: those for which ``holds`` is true, and all of them."""
    messages = [message for answered in answers if not answered.streamed for choice in _choices(answered)
                if isinstance(message := choice.get("message"), dict) and message.get("tool_calls")]  # fmt: skip
    return sum(map(holds, messages)), len(messages)


def _content_absent(answers: list[Answered]) -> dict[str, Json] | None:
    seen, of = _plain(answers, lambda message: "content" not in message)
    if not of or seen * 2 <= of:
        return None
    change = {
        "do": "key",
        "at": "/choices/*/message/content",
        "was": [None],
        "becomes": "absent",
        "beside": "tool_calls",
    }
    return {"id": "content-absent", "statement": "In answers with calls, content is absent.", "seen": seen, "of": of,
            "apply": [change]}  # fmt: skip


def _content_empty(answers: list[Answered]) -> dict[str, Json] | None:
    seen, of = _plain(answers, lambda message: message.get("content") == "")
    if not of or seen * 2 <= of:
        return None
    change = {"do": "key", "at": "/choices/*/message/content", "was": [None], "becomes": "", "beside": "tool_calls"}
    return {"id": "content-empty", "statement": "In answers with calls, content is empty.", "seen": seen, "of": of,
            "apply": [change]}  # fmt: skip


def _finish(answers: list[Answered]) -> dict[str, Json] | None:
    calling = [answered for answered in answers if _calls(answered)]
    ends = [answered.answer.finish.raw for answered in calling if answered.answer]
    seen = ends.count("stop")
    if not ends or seen * 2 <= len(ends):
        return None
    change = {"do": "key", "at": "/choices/*/finish_reason", "was": ["tool_calls"], "becomes": "stop"}
    return {"id": "finish", "statement": "Answers with calls end with stop.", "seen": seen, "of": len(ends),
            "apply": [change]}  # fmt: skip


def _object_arguments(answers: list[Answered]) -> dict[str, Json] | None:
    calls = [call for answered in answers for choice in _choices(answered)
             for call in (choice.get("message") or choice.get("delta") or {}).get("tool_calls") or ()]  # fmt: skip
    seen = sum(isinstance((call.get("function") or {}).get("arguments"), dict) for call in calls)
    if not seen:
        return None
    return {"id": "arguments-object", "statement": "Arguments are an object instead of a text.", "seen": seen,
            "of": len(calls),
            "unapplied": "no transform turns the text of arguments into an object"}  # fmt: skip


def _done(answers: list[Answered]) -> dict[str, Json] | None:
    streams = [answered for answered in answers if answered.streamed and answered.frames]
    seen = sum(DONE not in answered.frames for answered in streams)
    if not streams or seen < len(streams):
        return None
    return {"id": "done", "statement": "The stream ends without [DONE].", "seen": seen, "of": len(streams),
            "apply": [{"do": "done", "present": False}]}  # fmt: skip


def _reasoning(answers: list[Answered]) -> dict[str, Json] | None:
    keys = Counter(
        key for answered in answers for choice in _choices(answered)
        for key in ("reasoning_content", "reasoning")
        if (choice.get("message") or choice.get("delta") or {}).get(key)
    )  # fmt: skip
    if not keys:
        return None
    [(key, _)] = keys.most_common(1)
    seen = sum(any((choice.get("message") or choice.get("delta") or {}).get(key) for choice in _choices(answered))
               for answered in answers)  # fmt: skip
    return {"id": "reasoning", "statement": f"Reasoning is under {key}.", "seen": seen, "of": len(answers),
            "unapplied": (
                "the owner's answers have no reasoning: add the JSON Pointer of the reasoning to mapping.yaml"
            )}  # fmt: skip


_OF_CHAT: Final = (
    _ids, _whole_calls, _content_absent, _content_empty, _finish, _object_arguments, _done, _reasoning,
)  # fmt: skip
