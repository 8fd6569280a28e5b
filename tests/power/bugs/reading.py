"""Bugs in what is read of an answer: calls, arguments, text, reasoning, ids, ends."""

import html
import json
import re
import unicodedata
from contextlib import suppress
from typing import Any
from urllib.parse import unquote

from toolwire.model import Finish, Part, Reasoning, Response, Text, ToolCall
from toolwire.wire.exact_json import Number

from ..bug import bug
from ..edits import (
    replace,
    with_argument_text,
    with_arguments,
    with_calls,
    with_keys,
    with_leaves,
    with_parts,
    with_reasoning,
    with_strings,
    with_texts,
)

_BIG = 2**63 - 1


# Calls


@bug("read", "calls")
def drops_calls_without_arguments(read: Response) -> Response:
    """A call without arguments is taken for one that is not there yet."""
    return with_parts(
        read, lambda parts: [part for part in parts if not (isinstance(part, ToolCall) and part.arguments.text == "{}")]
    )


@bug("read", "calls")
def takes_equal_calls_for_one(read: Response) -> Response:
    """A call that is equal to the one before is taken for sent twice."""

    def edited(parts: list[Part]) -> list[Part]:
        kept: list[Part] = []
        for part in parts:
            last = kept[-1] if kept else None
            is_again = isinstance(part, ToolCall) and isinstance(last, ToolCall)
            if not (is_again and (part.name, part.arguments) == (last.name, last.arguments)):  # type: ignore[union-attr]
                kept.append(part)
        return kept

    return with_parts(read, edited)


@bug("read", "calls")
def reads_five_calls(read: Response) -> Response:
    """Calls behind the fifth are left out."""
    return with_parts(read, lambda parts: [part for part in parts if part not in read.calls[5:]])


@bug("read", "calls")
def sorts_indices_as_words(read: Response) -> Response:
    """Calls are in the order of their indices as words: 10 comes before 2."""

    def edited(parts: list[Part]) -> list[Part]:
        order = sorted(range(len(read.calls)), key=str)
        return [*(part for part in parts if not isinstance(part, ToolCall)), *(read.calls[place] for place in order)]

    return with_parts(read, edited)


@bug("read", "calls")
def sorts_calls_by_name(read: Response) -> Response:
    """Calls are grouped by the tools' names."""

    def edited(parts: list[Part]) -> list[Part]:
        calls = sorted(read.calls, key=lambda call: call.name)
        return [*(part for part in parts if not isinstance(part, ToolCall)), *calls]

    return with_parts(read, edited)


@bug("read", "calls")
def keeps_one_call_of_each_tool(read: Response) -> Response:
    """Calls are kept by the tool's name: of several of one tool the last."""

    def edited(parts: list[Part]) -> list[Part]:
        last = {call.name: call for call in read.calls}
        return [part for part in parts if not isinstance(part, ToolCall) or part is last[part.name]]

    return with_parts(read, edited)


@bug("read", "calls")
def lowers_names_of_calls(read: Response) -> Response:
    """Names of tools are compared in lower case, and given out so."""
    return with_calls(read, lambda call: replace(call, name=call.name.lower()))


@bug("read", "calls")
def strips_prefixes(read: Response) -> Response:
    """What stands before the last underscore of a name is taken for the server's name."""
    return with_calls(read, lambda call: replace(call, name=call.name.rpartition("_")[2]))


# Arguments


@bug("read", "values")
def cuts_arguments(read: Response) -> Response:
    """Arguments end behind 4,096 characters."""
    return with_argument_text(read, lambda text: text[:4096])


@bug("read", "values", "kimi-cli#2513")
def reads_json_in_strings(read: Response) -> Response:
    """A string that is JSON is read as what it means."""

    def edited(text: str) -> Any:
        with suppress(ValueError):
            found = json.loads(text)
            return found if isinstance(found, dict | list) else text
        return text

    return with_strings(read, edited)


@bug("read", "values")
def reads_words_as_values(read: Response) -> Response:
    """`true`, `false` and `null` in strings are values."""
    words = {"true": True, "false": False, "null": None}
    return with_strings(read, lambda text: words.get(text.lower(), text))


@bug("read", "values")
def reads_digits_as_numbers(read: Response) -> Response:
    """A string of digits is a number."""
    return with_strings(read, lambda text: int(text) if text.isascii() and text.isdecimal() else text)


@bug("read", "values")
def unescapes_arguments(read: Response) -> Response:
    """Strings in arguments go through a reader that undoes HTML."""
    return with_strings(read, html.unescape)


@bug("read", "values")
def unquotes_arguments(read: Response) -> Response:
    """Strings in arguments are taken for quoted as in URLs."""
    return with_strings(read, unquote)


@bug("read", "values")
def unescapes_twice(read: Response) -> Response:
    """Escapes in strings are undone twice: a backslash and an n become a line's end."""
    return with_strings(read, lambda text: text.replace("\\n", "\n").replace("\\t", "\t"))


@bug("read", "values")
def strips_arguments(read: Response) -> Response:
    """Strings in arguments lose the blanks at their ends."""
    return with_strings(read, str.strip)


@bug("read", "values")
def strips_marks(read: Response) -> Response:
    """Marks of byte order and joiners without width are removed from strings."""
    return with_strings(read, lambda text: re.sub("[\u200b-\u200d\ufeff]", "", text))


@bug("read", "values")
def decomposes_arguments(read: Response) -> Response:
    """Strings in arguments are normalised to NFD."""
    return with_strings(read, lambda text: unicodedata.normalize("NFD", text))


@bug("read", "values")
def makes_characters_compatible(read: Response) -> Response:
    """Strings in arguments are normalised to NFKC, so ligatures are two letters."""
    return with_strings(read, lambda text: unicodedata.normalize("NFKC", text))


@bug("read", "values", "agent0ai/agent-zero#1774")
def loses_what_has_two_units(read: Response) -> Response:
    """Characters beyond the basic plane become question marks."""
    return with_strings(read, lambda text: re.sub("[\U00010000-\U0010ffff]", "?", text))


@bug("read", "values")
def reads_line_ends_alike(read: Response) -> Response:
    """`\\r\\n` in strings becomes `\\n`."""
    return with_strings(read, lambda text: text.replace("\r\n", "\n"))


@bug("read", "values")
def rounds_fractions(read: Response) -> Response:
    """Fractions are rounded to six digits."""
    return with_leaves(read, lambda leaf: round(leaf, 6) if isinstance(leaf, float) else leaf)


@bug("read", "values", "earendil-works/pi#8943")
def clamps_integers(read: Response) -> Response:
    """Integers beyond 64 bits become the largest there is."""
    return with_leaves(
        read, lambda leaf: min(leaf, _BIG) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf
    )


@bug("read", "values")
def writes_long_integers_as_text(read: Response) -> Response:
    """Integers that JavaScript cannot hold become strings."""
    return with_leaves(read, lambda leaf: str(leaf) if isinstance(leaf, int) and abs(leaf) > 2**53 else leaf)


@bug("read", "values")
def reads_exponents_as_text(read: Response) -> Response:
    """Numbers with an exponent become strings."""
    return with_leaves(
        read, lambda leaf: repr(leaf) if isinstance(leaf, float | Number) and "e" in repr(leaf) else leaf
    )


@bug("read", "values")
def drops_what_is_false(read: Response) -> Response:
    """Arguments that are false are left out: 0, false and empty strings, too."""
    return with_arguments(read, lambda value: {key: item for key, item in value.items() if item})


@bug("read", "values")
def drops_nulls(read: Response) -> Response:
    """Arguments that are null are left out."""
    return with_arguments(read, lambda value: {key: item for key, item in value.items() if item is not None})


@bug("read", "values")
def takes_one_for_a_list(read: Response) -> Response:
    """A list of one value is the value."""

    def edited(value: Any) -> Any:
        return {key: item[0] if isinstance(item, list) and len(item) == 1 else item for key, item in value.items()}

    return with_arguments(read, edited)


@bug("read", "values")
def unwraps_arguments(read: Response) -> Response:
    """An object that has only `input` or `arguments` is taken for wrapped."""

    def edited(value: Any) -> Any:
        keys = list(value)
        is_wrapped = len(keys) == 1 and keys[0] in ("input", "arguments", "parameters", "value")
        return value[keys[0]] if is_wrapped and isinstance(value[keys[0]], dict) else value

    return with_arguments(read, edited)


@bug("read", "values")
def lowers_keys(read: Response) -> Response:
    """Keys of arguments are lowered."""
    return with_arguments(read, lambda value: with_keys(value, str.lower))


@bug("read", "values")
def writes_keys_in_camel_case(read: Response) -> Response:
    """Keys of arguments are rewritten as its language has them."""
    return with_arguments(
        read, lambda value: with_keys(value, lambda key: re.sub("_(.)", lambda found: found[1].upper(), key))
    )


@bug("read", "values")
def keeps_reserved_words_out(read: Response) -> Response:
    """Arguments that are called as words of its language are left out."""

    def edited(value: Any) -> Any:
        return {key: item for key, item in value.items() if key not in ("self", "class", "from")}

    return with_arguments(read, edited)


@bug("read", "values")
def reads_dates(read: Response) -> Response:
    """A string that is a date becomes one with a time."""
    return with_strings(read, lambda text: f"{text}T00:00:00" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else text)


@bug("shown", "values")
def shows_arguments_of_the_first_call(reading: Any) -> Any:
    """Of calls of one tool the user sees the arguments of the first."""
    first: dict[str, str] = {}
    calls = (replace(call, arguments=first.setdefault(call.name, call.arguments)) for call in reading.calls)
    return replace(reading, calls=tuple(calls))


# Text


@bug("read", "text")
def strips_answers(read: Response) -> Response:
    """Texts of answers lose the blanks at their ends."""
    return with_texts(read, str.strip)


@bug("read", "text")
def removes_fences(read: Response) -> Response:
    """Fences of code are removed from texts."""
    return with_texts(read, lambda text: re.sub(r"^```\w*\n(.*?)\n```$", r"\1", text, flags=re.DOTALL))


@bug("read", "text", "vllm#11392")
def removes_tags_of_calls(read: Response) -> Response:
    """What looks like the tag of a call is removed from texts."""
    return with_texts(read, lambda text: text.replace("<tool_call>", ""))


@bug("read", "text")
def takes_what_is_before_a_tag_for_thoughts(read: Response) -> Response:
    """A text is read from behind `</think>`."""
    return with_texts(read, lambda text: text.rpartition("</think>")[2])


@bug("read", "text")
def takes_null_for_no_text(read: Response) -> Response:
    """The text `null` is taken for none."""
    return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, Text) or part.text != "null"])


@bug("read", "text")
def joins_texts_by_lines(read: Response) -> Response:
    """Texts are joined by line ends, and so are their lines."""
    return with_texts(read, lambda text: re.sub(r"\s*\n\s*", "\n", text))


@bug("read", "text")
def drops_text_behind_calls(read: Response) -> Response:
    """Once a call came, text is no more read."""

    def edited(parts: list[Part]) -> list[Part]:
        first = next((place for place, part in enumerate(parts) if isinstance(part, ToolCall)), len(parts))
        return [part for place, part in enumerate(parts) if place < first or not isinstance(part, Text)]

    return with_parts(read, edited)


@bug("read", "text")
def takes_one_text(read: Response) -> Response:
    """Of several texts it keeps the last."""

    def edited(parts: list[Part]) -> list[Part]:
        texts = [part for part in parts if isinstance(part, Text)]
        return [part for part in parts if part not in texts[:-1]]

    return with_parts(read, edited)


@bug("read", "text")
def puts_calls_first(read: Response) -> Response:
    """Calls go back in front of what was said before them."""
    return with_parts(read, lambda parts: sorted(parts, key=lambda part: not isinstance(part, ToolCall)))


# Reasoning


@bug("read", "reasoning")
def reads_a_line_of_reasoning(read: Response) -> Response:
    """Reasoning ends at its first line's end."""
    return with_reasoning(read, lambda text: text.partition("\n")[0])


@bug("read", "reasoning")
def takes_the_last_reasoning(read: Response) -> Response:
    """Of several blocks of reasoning it keeps the last."""

    def edited(parts: list[Part]) -> list[Part]:
        blocks = [part for part in parts if isinstance(part, Reasoning)]
        return [part for part in parts if part not in blocks[:-1]]

    return with_parts(read, edited)


@bug("read", "reasoning", "earendil-works/pi#1665")
def drops_reasoning_without_text(read: Response) -> Response:
    """Reasoning whose text is hidden is taken for none."""
    return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, Reasoning) or part.text])


@bug("read", "reasoning")
def shows_what_it_thinks(read: Response) -> Response:
    """Reasoning is shown as text."""

    def edited(parts: list[Part]) -> list[Part]:
        return [Text(text=part.text) if isinstance(part, Reasoning) and part.text else part for part in parts]

    return with_parts(read, edited)


# Ids and ends


@bug("read", "ids", "hermes-agent#11984")
def repeats_ids(read: Response) -> Response:
    """Ids are joined from two events that both have the whole."""
    return with_calls(read, lambda call: replace(call, id=call.id and call.id * 2))


@bug("read", "ids", "earendil-works/pi#1022")
def cuts_ids(read: Response) -> Response:
    """Ids end behind 24 characters."""
    return with_calls(read, lambda call: replace(call, id=call.id and call.id[:24]))


@bug("read", "ids", "NVIDIA-NeMo/Switchyard#502")
def gives_all_calls_the_first_id(read: Response) -> Response:
    """All calls of an answer have the id of the first."""
    return with_calls(read, lambda call: replace(call, id=read.calls[0].id))


@bug("read", "ids")
def makes_ids_of_names(read: Response) -> Response:
    """Calls get ids of the tools' names, as where there are none."""
    return with_calls(read, lambda call: replace(call, id=f"call_{call.name}"))


@bug("shown", "ids")
def shows_ids_of_its_own(reading: Any) -> Any:
    """The user gets ids by place, and these go back."""
    calls = (replace(call, id=f"call_{place}") for place, call in enumerate(reading.calls))
    return replace(reading, calls=tuple(calls))


@bug("read", "ends", "vercel/workflow#1387")
def ends_at_stop(read: Response) -> Response:
    """An answer with calls ends as the provider's word says, not for calls."""
    return replace(read, finish=replace(read.finish, reason="stop")) if read.calls else read


@bug("read", "ends")
def ends_for_calls_always(read: Response) -> Response:
    """Where tools were offered, answers end for calls."""
    return replace(read, finish=Finish(reason="tool_calls"))


@bug("read", "ends", "cline#13001")
def takes_every_end_for_normal(read: Response) -> Response:
    """Whatever ended the answer, it is whole."""
    reason: Any = "tool_calls" if read.calls else "stop"
    return replace(
        with_calls(read, lambda call: replace(call, complete=True)), finish=replace(read.finish, reason=reason)
    )


@bug("read", "ends", "OmniRoute#8210")
def ignores_errors(read: Response) -> Response:
    """A refusal is an answer without anything in it."""
    return replace(read, error=None, finish=Finish(reason="stop")) if read.error else read


@bug("read", "ends")
def hides_what_was_refused(read: Response) -> Response:
    """Of a refusal the user learns that there was one, and not the provider's words."""
    return replace(read, error=replace(read.error, message="Bad request")) if read.error else read


@bug("read", "ends")
def swaps_counts(read: Response) -> Response:
    """Tokens of input and output are swapped."""
    if read.usage is None:
        return read
    usage = replace(read.usage, input_tokens=read.usage.output_tokens, output_tokens=read.usage.input_tokens)
    return replace(read, usage=usage)


@bug("echo", "history")
def sends_arguments_in_doubles(message: Any) -> Any:
    """Arguments go back as JavaScript has them, with numbers of 53 bits."""
    return with_leaves(
        message, lambda leaf: int(float(leaf)) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf
    )


@bug("echo", "history")
def sends_calls_without_text(message: Any) -> Any:
    """Text beside calls does not go back."""
    has_calls = any(isinstance(part, ToolCall) for part in message.parts)
    return with_parts(message, lambda parts: [part for part in parts if not (has_calls and isinstance(part, Text))])


@bug("echo", "history")
def sends_empty_arguments(message: Any) -> Any:
    """Arguments of calls that were already answered do not go back."""
    return with_arguments(message, lambda _: {})


@bug("echo", "history")
def sends_text_behind_calls(message: Any) -> Any:
    """Calls go back in front of the text."""
    return with_parts(message, lambda parts: sorted(parts, key=lambda part: not isinstance(part, ToolCall)))


@bug("echo", "history")
def strips_what_it_wrote(message: Any) -> Any:
    """Text goes back without the blanks at its ends."""
    return with_texts(message, str.strip)
