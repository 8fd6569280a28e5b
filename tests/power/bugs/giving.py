"""Bugs in what is sent of the results of the user's tools."""

import html
import json
from contextlib import suppress

from toolwire.model import Text, ToolResult

from ..bug import bug
from ..edits import replace, with_result_texts

Results = tuple[ToolResult, ...]


@bug("results", "results")
def cuts_results(results: Results) -> Results:
    """Results end behind 10,000 characters."""
    return with_result_texts(results, lambda text: text[:10_000])


@bug("results", "results")
def strips_results(results: Results) -> Results:
    """Results lose the blanks at their ends."""
    return with_result_texts(results, str.strip)


@bug("results", "results")
def writes_json_as_python(results: Results) -> Results:
    """A result that is JSON is sent as Python prints it."""

    def edited(text: str) -> str:
        with suppress(ValueError):
            return str(json.loads(text))
        return text

    return with_result_texts(results, edited)


@bug("results", "results")
def encodes_results_twice(results: Results) -> Results:
    """Results are written as JSON strings."""
    return with_result_texts(results, lambda text: json.dumps(text, ensure_ascii=False))


@bug("results", "results")
def escapes_results(results: Results) -> Results:
    """Results go through a template that escapes HTML."""
    return with_result_texts(results, lambda text: html.escape(text, quote=False))


@bug("results", "results", "hermes-agent#1216")
def fills_empty_results(results: Results) -> Results:
    """An empty result is sent as a word."""
    return tuple(
        result if any(isinstance(part, Text) and part.text for part in result.parts)
        else replace(result, parts=(Text(text="(no output)"),))
        for result in results
    )  # fmt: skip


@bug("results", "results")
def takes_null_for_nothing(results: Results) -> Results:
    """The result `null` is sent as an empty one."""
    return with_result_texts(results, lambda text: "" if text == "null" else text)


@bug("results", "results")
def writes_numbers_anew(results: Results) -> Results:
    """Numbers in results are written as its language writes them."""

    def edited(text: str) -> str:
        with suppress(ValueError):
            value = json.loads(text, parse_float=lambda number: int(float(number)))
            return json.dumps(value) if not isinstance(value, str) else text
        return text

    return with_result_texts(results, edited)


@bug("results", "results", "vercel/ai#15893")
def writes_errors_in_words(results: Results) -> Results:
    """That a tool failed is said in the text, and the flag is gone."""

    def edited(result: ToolResult) -> ToolResult:
        if not result.is_error:
            return result
        return replace(result, is_error=None, parts=(Text(text="Error: "), *result.parts))

    return tuple(map(edited, results))


@bug("results", "results")
def flags_what_looks_like_an_error(results: Results) -> Results:
    """A result with the word `error` in it is sent as a failure."""

    def edited(result: ToolResult) -> ToolResult:
        text = "".join(part.text for part in result.parts if isinstance(part, Text))
        return replace(result, is_error=True) if "error" in text else result

    return tuple(map(edited, results))


@bug("results", "results")
def pairs_results_by_name(results: Results) -> Results:
    """Results are kept by the tool's name: those of one tool all are the last."""
    last = {result.name: result.parts for result in results}
    return tuple(replace(result, parts=last[result.name]) for result in results)


@bug("results", "results")
def takes_equal_results_for_one(results: Results) -> Results:
    """A result that is equal to one before is left out."""
    kept: list[ToolResult] = []
    for result in results:
        if not any(result.parts == other.parts for other in kept):
            kept.append(result)
    return tuple(kept)


@bug("results", "results")
def sends_ten_results(results: Results) -> Results:
    """Results behind the tenth are left out."""
    return results[:10]


@bug("results", "results")
def sends_results_in_the_order_of_their_ids(results: Results) -> Results:
    """Results name calls in the order of the calls' ids."""
    ids = sorted(result.call_id or "" for result in results)
    return tuple(replace(result, call_id=call or None) for result, call in zip(results, ids, strict=True))


@bug("results", "results")
def takes_the_first_part_of_results(results: Results) -> Results:
    """Of a result with several parts it sends the first."""
    return tuple(replace(result, parts=result.parts[:1]) for result in results)


@bug("results", "results")
def removes_characters_of_control(results: Results) -> Results:
    """Characters of control are removed from results."""
    return with_result_texts(
        results, lambda text: "".join(letter for letter in text if letter >= " " and letter not in "\x7f\x85")
    )
