"""Bugs in the reading of an answer: calls, arguments, text, reasoning, ids, finish reasons."""

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
    """Drop calls without arguments, as if they were still arriving."""
    return with_parts(
        read, lambda parts: [part for part in parts if not (isinstance(part, ToolCall) and part.arguments.text == "{}")]
    )


@bug("read", "calls")
def takes_equal_calls_for_one(read: Response) -> Response:
    """Drop a call that equals the call before it, as if it were sent twice."""

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
    """Drop all calls after the fifth."""
    return with_parts(read, lambda parts: [part for part in parts if part not in read.calls[5:]])


@bug("read", "calls")
def sorts_indices_as_words(read: Response) -> Response:
    """Sort calls by their indices as text, so that 10 comes before 2."""

    def edited(parts: list[Part]) -> list[Part]:
        order = sorted(range(len(read.calls)), key=str)
        return [*(part for part in parts if not isinstance(part, ToolCall)), *(read.calls[place] for place in order)]

    return with_parts(read, edited)


@bug("read", "calls")
def sorts_calls_by_name(read: Response) -> Response:
    """Sort calls by the tools' names."""

    def edited(parts: list[Part]) -> list[Part]:
        calls = sorted(read.calls, key=lambda call: call.name)
        return [*(part for part in parts if not isinstance(part, ToolCall)), *calls]

    return with_parts(read, edited)


@bug("read", "calls")
def keeps_one_call_of_each_tool(read: Response) -> Response:
    """Keep only the last call of each tool."""

    def edited(parts: list[Part]) -> list[Part]:
        last = {call.name: call for call in read.calls}
        return [part for part in parts if not isinstance(part, ToolCall) or part is last[part.name]]

    return with_parts(read, edited)


@bug("read", "calls")
def lowers_names_of_calls(read: Response) -> Response:
    """Return tools' names in lower case."""
    return with_calls(read, lambda call: replace(call, name=call.name.lower()))


@bug("read", "calls")
def strips_prefixes(read: Response) -> Response:
    """Drop everything up to the last underscore of a name, as if it were the name of a server."""
    return with_calls(read, lambda call: replace(call, name=call.name.rpartition("_")[2]))


# Arguments


@bug("read", "values")
def cuts_arguments(read: Response) -> Response:
    """Cut arguments after 4,096 characters."""
    return with_argument_text(read, lambda text: text[:4096])


@bug("read", "values", "kimi-cli#2513")
def reads_json_in_strings(read: Response) -> Response:
    """Parse strings that contain JSON."""

    def edited(text: str) -> Any:
        with suppress(ValueError):
            found = json.loads(text)
            return found if isinstance(found, dict | list) else text
        return text

    return with_strings(read, edited)


@bug("read", "values")
def reads_words_as_values(read: Response) -> Response:
    """Read the strings `true`, `false` and `null` as values."""
    words = {"true": True, "false": False, "null": None}
    return with_strings(read, lambda text: words.get(text.lower(), text))


@bug("read", "values")
def reads_digits_as_numbers(read: Response) -> Response:
    """Read a string of digits as a number."""
    return with_strings(read, lambda text: int(text) if text.isascii() and text.isdecimal() else text)


@bug("read", "values")
def unescapes_arguments(read: Response) -> Response:
    """Unescape HTML in the strings of arguments."""
    return with_strings(read, html.unescape)


@bug("read", "values")
def unquotes_arguments(read: Response) -> Response:
    """Unescape URL encoding in the strings of arguments."""
    return with_strings(read, unquote)


@bug("read", "values")
def unescapes_twice(read: Response) -> Response:
    """Undo escapes twice, so that a backslash and an n become a line end."""
    return with_strings(read, lambda text: text.replace("\\n", "\n").replace("\\t", "\t"))


@bug("read", "values")
def strips_arguments(read: Response) -> Response:
    """Strip blanks from the ends of strings in arguments."""
    return with_strings(read, str.strip)


@bug("read", "values")
def strips_marks(read: Response) -> Response:
    """Remove byte order marks and zero-width joiners from strings."""
    return with_strings(read, lambda text: re.sub("[\u200b-\u200d\ufeff]", "", text))


@bug("read", "values")
def decomposes_arguments(read: Response) -> Response:
    """Normalise the strings of arguments to NFD."""
    return with_strings(read, lambda text: unicodedata.normalize("NFD", text))


@bug("read", "values")
def makes_characters_compatible(read: Response) -> Response:
    """Normalise the strings of arguments to NFKC, so that a ligature becomes two letters."""
    return with_strings(read, lambda text: unicodedata.normalize("NFKC", text))


@bug("read", "values", "agent0ai/agent-zero#1774")
def loses_what_has_two_units(read: Response) -> Response:
    """Replace characters outside the basic multilingual plane by question marks."""
    return with_strings(read, lambda text: re.sub("[\U00010000-\U0010ffff]", "?", text))


@bug("read", "values")
def reads_line_ends_alike(read: Response) -> Response:
    """Replace `\\r\\n` in strings by `\\n`."""
    return with_strings(read, lambda text: text.replace("\r\n", "\n"))


@bug("read", "values")
def rounds_fractions(read: Response) -> Response:
    """Round fractions to six digits."""
    return with_leaves(read, lambda leaf: round(leaf, 6) if isinstance(leaf, float) else leaf)


@bug("read", "values", "earendil-works/pi#8943")
def clamps_integers(read: Response) -> Response:
    """Replace integers of more than 64 bits by the largest 64-bit integer."""
    return with_leaves(
        read, lambda leaf: min(leaf, _BIG) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf
    )


@bug("read", "values")
def writes_long_integers_as_text(read: Response) -> Response:
    """Return an integer as a string if JavaScript cannot represent the integer exactly."""
    return with_leaves(read, lambda leaf: str(leaf) if isinstance(leaf, int) and abs(leaf) > 2**53 else leaf)


@bug("read", "values")
def reads_exponents_as_text(read: Response) -> Response:
    """Return numbers with an exponent as strings."""
    return with_leaves(
        read, lambda leaf: repr(leaf) if isinstance(leaf, float | Number) and "e" in repr(leaf) else leaf
    )


@bug("read", "values")
def drops_what_is_false(read: Response) -> Response:
    """Drop arguments that are false in some languages: 0, false and empty strings."""
    return with_arguments(read, lambda value: {key: item for key, item in value.items() if item})


@bug("read", "values")
def drops_nulls(read: Response) -> Response:
    """Drop arguments that are null."""
    return with_arguments(read, lambda value: {key: item for key, item in value.items() if item is not None})


@bug("read", "values")
def takes_one_for_a_list(read: Response) -> Response:
    """Return the only value of a list in place of the list."""

    def edited(value: Any) -> Any:
        return {key: item[0] if isinstance(item, list) and len(item) == 1 else item for key, item in value.items()}

    return with_arguments(read, edited)


@bug("read", "values")
def unwraps_arguments(read: Response) -> Response:
    """Unwrap an object that has only a key such as `input` or `arguments`."""

    def edited(value: Any) -> Any:
        keys = list(value)
        is_wrapped = len(keys) == 1 and keys[0] in ("input", "arguments", "parameters", "value")
        return value[keys[0]] if is_wrapped and isinstance(value[keys[0]], dict) else value

    return with_arguments(read, edited)


@bug("read", "values")
def lowers_keys(read: Response) -> Response:
    """Change the keys of arguments to lower case."""
    return with_arguments(read, lambda value: with_keys(value, str.lower))


@bug("read", "values")
def writes_keys_in_camel_case(read: Response) -> Response:
    """Change the keys of arguments to camel case."""
    return with_arguments(
        read, lambda value: with_keys(value, lambda key: re.sub("_(.)", lambda found: found[1].upper(), key))
    )


@bug("read", "values")
def keeps_reserved_words_out(read: Response) -> Response:
    """Drop arguments whose names are reserved words of a language."""

    def edited(value: Any) -> Any:
        return {key: item for key, item in value.items() if key not in ("self", "class", "from")}

    return with_arguments(read, edited)


@bug("read", "values")
def reads_dates(read: Response) -> Response:
    """Add a time to strings that are dates."""
    return with_strings(read, lambda text: f"{text}T00:00:00" if re.fullmatch(r"\d{4}-\d\d-\d\d", text) else text)


@bug("shown", "values")
def shows_arguments_of_the_first_call(reading: Any) -> Any:
    """Show the first call's arguments for all calls of a tool."""
    first: dict[str, str] = {}
    calls = (replace(call, arguments=first.setdefault(call.name, call.arguments)) for call in reading.calls)
    return replace(reading, calls=tuple(calls))


# Text


@bug("read", "text")
def strips_answers(read: Response) -> Response:
    """Strip blanks from the ends of texts."""
    return with_texts(read, str.strip)


@bug("read", "text")
def removes_fences(read: Response) -> Response:
    """Remove code fences from texts."""
    return with_texts(read, lambda text: re.sub(r"^```\w*\n(.*?)\n```$", r"\1", text, flags=re.DOTALL))


@bug("read", "text", "vllm#11392")
def removes_tags_of_calls(read: Response) -> Response:
    """Remove tags of calls from texts."""
    return with_texts(read, lambda text: text.replace("<tool_call>", ""))


@bug("read", "text")
def takes_what_is_before_a_tag_for_thoughts(read: Response) -> Response:
    """Drop the text up to `</think>`, as if it were reasoning."""
    return with_texts(read, lambda text: text.rpartition("</think>")[2])


@bug("read", "text")
def takes_null_for_no_text(read: Response) -> Response:
    """Read the text `null` as no text."""
    return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, Text) or part.text != "null"])


@bug("read", "text")
def joins_texts_by_lines(read: Response) -> Response:
    """Reduce the blanks around line ends in texts to a single line end."""
    return with_texts(read, lambda text: re.sub(r"\s*\n\s*", "\n", text))


@bug("read", "text")
def drops_text_behind_calls(read: Response) -> Response:
    """Drop text after the first call."""

    def edited(parts: list[Part]) -> list[Part]:
        first = next((place for place, part in enumerate(parts) if isinstance(part, ToolCall)), len(parts))
        return [part for place, part in enumerate(parts) if place < first or not isinstance(part, Text)]

    return with_parts(read, edited)


@bug("read", "text")
def takes_one_text(read: Response) -> Response:
    """Keep only the last of several texts."""

    def edited(parts: list[Part]) -> list[Part]:
        texts = [part for part in parts if isinstance(part, Text)]
        return [part for part in parts if part not in texts[:-1]]

    return with_parts(read, edited)


@bug("read", "text")
def puts_calls_first(read: Response) -> Response:
    """Return calls before the text that precedes them."""
    return with_parts(read, lambda parts: sorted(parts, key=lambda part: not isinstance(part, ToolCall)))


# Reasoning


@bug("read", "reasoning")
def reads_a_line_of_reasoning(read: Response) -> Response:
    """Keep only the first line of reasoning."""
    return with_reasoning(read, lambda text: text.partition("\n")[0])


@bug("read", "reasoning")
def takes_the_last_reasoning(read: Response) -> Response:
    """Keep only the last of several blocks of reasoning."""

    def edited(parts: list[Part]) -> list[Part]:
        blocks = [part for part in parts if isinstance(part, Reasoning)]
        return [part for part in parts if part not in blocks[:-1]]

    return with_parts(read, edited)


@bug("read", "reasoning", "earendil-works/pi#1665")
def drops_reasoning_without_text(read: Response) -> Response:
    """Drop reasoning without visible text."""
    return with_parts(read, lambda parts: [part for part in parts if not isinstance(part, Reasoning) or part.text])


@bug("read", "reasoning")
def shows_what_it_thinks(read: Response) -> Response:
    """Show reasoning as text."""

    def edited(parts: list[Part]) -> list[Part]:
        return [Text(text=part.text) if isinstance(part, Reasoning) and part.text else part for part in parts]

    return with_parts(read, edited)


# Ids and ends


@bug("read", "ids", "hermes-agent#11984")
def repeats_ids(read: Response) -> Response:
    """Return each id twice in a row, as if two events with the whole id were joined."""
    return with_calls(read, lambda call: replace(call, id=call.id and call.id * 2))


@bug("read", "ids", "earendil-works/pi#1022")
def cuts_ids(read: Response) -> Response:
    """Cut ids after 24 characters."""
    return with_calls(read, lambda call: replace(call, id=call.id and call.id[:24]))


@bug("read", "ids", "NVIDIA-NeMo/Switchyard#502")
def gives_all_calls_the_first_id(read: Response) -> Response:
    """Give all calls of an answer the first call's id."""
    return with_calls(read, lambda call: replace(call, id=read.calls[0].id))


@bug("read", "ids")
def makes_ids_of_names(read: Response) -> Response:
    """Replace ids by ids made from the tools' names."""
    return with_calls(read, lambda call: replace(call, id=f"call_{call.name}"))


@bug("shown", "ids")
def shows_ids_of_its_own(reading: Any) -> Any:
    """Show ids made from the calls' places, and send these ids back."""
    calls = (replace(call, id=f"call_{place}") for place, call in enumerate(reading.calls))
    return replace(reading, calls=tuple(calls))


@bug("read", "ends", "vercel/workflow#1387")
def ends_at_stop(read: Response) -> Response:
    """Return the finish reason `stop` for an answer with calls."""
    return replace(read, finish=replace(read.finish, reason="stop")) if read.calls else read


@bug("read", "ends")
def ends_for_calls_always(read: Response) -> Response:
    """Always return the finish reason `tool_calls`."""
    return replace(read, finish=Finish(reason="tool_calls"))


@bug("read", "ends", "cline#13001")
def takes_every_end_for_normal(read: Response) -> Response:
    """Return every answer as complete, whatever ended it."""
    reason: Any = "tool_calls" if read.calls else "stop"
    return replace(
        with_calls(read, lambda call: replace(call, complete=True)), finish=replace(read.finish, reason=reason)
    )


@bug("read", "ends", "OmniRoute#8210")
def ignores_errors(read: Response) -> Response:
    """Return a refusal as an empty answer."""
    return replace(read, error=None, finish=Finish(reason="stop")) if read.error else read


@bug("read", "ends")
def hides_what_was_refused(read: Response) -> Response:
    """Replace the provider's message of a refusal by another message."""
    return replace(read, error=replace(read.error, message="Bad request")) if read.error else read


@bug("read", "ends")
def swaps_counts(read: Response) -> Response:
    """Swap the counts of input and output tokens."""
    if read.usage is None:
        return read
    usage = replace(read.usage, input_tokens=read.usage.output_tokens, output_tokens=read.usage.input_tokens)
    return replace(read, usage=usage)


@bug("echo", "history")
def sends_arguments_in_doubles(message: Any) -> Any:
    """Send arguments back with numbers rounded to doubles, as in JavaScript."""
    return with_leaves(
        message, lambda leaf: int(float(leaf)) if isinstance(leaf, int) and not isinstance(leaf, bool) else leaf
    )


@bug("echo", "history")
def sends_calls_without_text(message: Any) -> Any:
    """Send calls back without the text beside them."""
    has_calls = any(isinstance(part, ToolCall) for part in message.parts)
    return with_parts(message, lambda parts: [part for part in parts if not (has_calls and isinstance(part, Text))])


@bug("echo", "history")
def sends_empty_arguments(message: Any) -> Any:
    """Send calls back without their arguments."""
    return with_arguments(message, lambda _: {})


@bug("echo", "history")
def sends_text_behind_calls(message: Any) -> Any:
    """Send calls back before the text."""
    return with_parts(message, lambda parts: sorted(parts, key=lambda part: not isinstance(part, ToolCall)))


@bug("echo", "history")
def strips_what_it_wrote(message: Any) -> Any:
    """Send text back without the blanks at its ends."""
    return with_texts(message, str.strip)
