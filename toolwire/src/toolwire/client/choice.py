"""Translation of the tool choice into a form that a dialect can express.

If a dialect cannot express a choice of certain tools, only these tools are offered.
"""

from collections.abc import Iterator, Sequence

import msgspec

from toolwire.client.note import Note
from toolwire.model import Message, Tool, ToolCall, ToolChoice, ToolResult, tools_added_by
from toolwire.providers.wire_format import Expresses


class TranslatedChoice(msgspec.Struct, frozen=True, kw_only=True):
    """A choice in a dialect's form, the tools that are still offered, and notes about what was dropped or changed."""

    choice: ToolChoice | None
    tools: tuple[Tool, ...]
    parallel: bool | None = None
    notes: tuple[Note, ...] = ()


def moved(choice: ToolChoice) -> tuple[ToolChoice | None, tuple[Note, ...]]:
    """Return a choice that was written for another provider, without the data that only that provider understands.

    Return None, with a note, if only that provider has such a choice.
    """
    if choice.mode == "provider":
        why = f"{choice.raw!r} is a choice that only another provider understands: it is left out"
        return None, (Note(kind="dropped", where="/tool_choice", why=why),)
    return msgspec.structs.replace(choice, raw=None, carried=None), ()


def translated(
    choice: ToolChoice | None,
    tools: Sequence[Tool],
    expresses: Expresses,
    *,
    parallel: bool | None = None,
    history: Sequence[Message] = (),
) -> TranslatedChoice:
    """Return ``choice`` in a form that the dialect can express. ``expresses`` lists what the dialect can express.
    ``parallel`` is False if an answer must have at most 1 call. ``history`` has the messages so far.

    If the choice forbids calls and the dialect cannot express this, the tools are left out. They stay if the history
    has calls or results. If no tools are offered, the choice is left out, too.
    """
    notes: list[Note] = []
    if parallel is False and not expresses.one_call:
        why = "the dialect cannot limit an answer to 1 call: it may have several calls"
        notes.append(Note(kind="dropped", where="/parallel_tool_calls", why=why))
        parallel = None
    left = tuple(tools)
    added = tools_added_by(history)
    if choice is not None and not (left or added):
        notes.append(Note(kind="dropped", where="/tool_choice", why="no tools are offered"))
        choice = None
    elif choice is not None:
        has_word = choice.mode in (*expresses.choices, "provider")
        notes += _unoffered(choice, (*left, *added), is_sent=has_word)
        if not has_word:
            choice, left = _otherwise(choice, left, expresses.choices, history, notes)
    if not left:
        parallel = None
    return TranslatedChoice(choice=choice, tools=left, parallel=parallel, notes=tuple(notes))


def _unoffered(choice: ToolChoice, tools: tuple[Tool, ...], *, is_sent: bool) -> Iterator[Note]:
    """Yield a note for each chosen tool that is not offered.

    If ``is_sent`` is true, the dialect can express the choice, so the name is sent and the provider will refuse the
    request. Otherwise, the name is dropped.
    """
    there = {name for tool in tools for name in (tool.name, getattr(tool, "kind", None))}
    for name in choice.names:
        if name not in there:
            why = f"expected an offered tool, got {name!r}"
            yield Note(kind="invalid" if is_sent else "dropped", where="/tool_choice", why=why)


def _otherwise(
    choice: ToolChoice, tools: tuple[Tool, ...], words: Sequence[str], history: Sequence[Message], notes: list[Note]
) -> tuple[ToolChoice | None, tuple[Tool, ...]]:
    """Return the choice nearest to ``choice`` that the dialect can express, and the tools to offer. Add a note about
    the change to ``notes``. ``words`` has the modes that the dialect can express, such as ``required``.
    """
    where = "/tool_choice"
    if choice.mode == "none":
        if any(isinstance(part, ToolCall | ToolResult) for message in history for part in message.parts):
            why = (
                "the dialect cannot forbid calls. The tools are still offered, because the history has calls or "
                "results: the model may call a tool"
            )
            notes.append(Note(kind="dropped", where=where, why=why))
            return None, tools
        notes.append(
            Note(kind="changed", where=where, why="the dialect cannot forbid calls, so the tools are left out")
        )
        return None, ()
    if choice.mode in ("named", "allowed"):
        left = tuple(tool for tool in tools if tool.name in choice.names)
        if not left:
            return None, tools
        must = choice.mode == "named" or choice.must_call
        if must and len(left) == 1 and "named" in words:
            notes.append(Note(kind="changed", where=where, why="only 1 tool is allowed: the choice names this tool"))
            return ToolChoice(mode="named", names=(str(left[0].name),)), tools
        what = "the dialect cannot limit a choice to some tools: only the allowed tools are offered"
        if must and "required" in words:
            notes.append(Note(kind="changed", where=where, why=f"{what}, and the model must call a tool"))
            return ToolChoice(mode="required"), left
        why = f"{what}, and the dialect cannot force a call" if must else what
        notes.append(Note(kind="dropped" if must else "changed", where=where, why=why))
        return None, left
    why = f"the dialect has no tool choice {choice.mode!r}: the model decides if it calls a tool"
    notes.append(Note(kind="dropped", where=where, why=why))
    return None, tools
