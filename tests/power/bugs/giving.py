"""Bugs in the results that the client sends."""

import html
import json
from contextlib import suppress

from toolwire.model import Text, ToolResult

from ..bug import bug
from ..edits import replace, with_result_texts

Results = tuple[ToolResult, ...]


@bug("results", "results")
def cuts_results(results: Results) -> Results:
    """Cut results after 10,000 characters."""
    return with_result_texts(results, lambda text: text[:10_000])


@bug("results", "results")
def strips_results(results: Results) -> Results:
    """Strip blanks from the ends of results."""
    return with_result_texts(results, str.strip)


@bug("results", "results")
def writes_json_as_python(results: Results) -> Results:
    """Send a JSON result as Python prints it."""

    def edited(text: str) -> str:
        with suppress(ValueError):
            return str(json.loads(text))
        return text

    return with_result_texts(results, edited)


@bug("results", "results")
def encodes_results_twice(results: Results) -> Results:
    """Send results as JSON strings."""
    return with_result_texts(results, lambda text: json.dumps(text, ensure_ascii=False))


@bug("results", "results")
def unwraps_results(results: Results) -> Results:
    """Send the only text in place of a result that is an object with the key `output` or `result`."""

    def edited(text: str) -> str:
        with suppress(ValueError):
            match json.loads(text):
                case {"output": str(inner), **more} | {"result": str(inner), **more} if not more:
                    return inner
        return text

    return with_result_texts(results, edited)


@bug("results", "results")
def escapes_results(results: Results) -> Results:
    """Send results through a template that escapes HTML."""
    return with_result_texts(results, lambda text: html.escape(text, quote=False))


@bug("results", "results", "hermes-agent#1216")
def fills_empty_results(results: Results) -> Results:
    """Send a word in place of an empty result."""
    return tuple(
        result if any(isinstance(part, Text) and part.text for part in result.parts)
        else replace(result, parts=(Text(text="(no output)"),))
        for result in results
    )  # fmt: skip


@bug("results", "results")
def takes_null_for_nothing(results: Results) -> Results:
    """Send an empty result in place of the result `null`."""
    return with_result_texts(results, lambda text: "" if text == "null" else text)


@bug("results", "results")
def writes_numbers_anew(results: Results) -> Results:
    """Write the numbers in results in another spelling."""

    def edited(text: str) -> str:
        with suppress(ValueError):
            value = json.loads(text, parse_float=lambda number: int(float(number)))
            return json.dumps(value) if not isinstance(value, str) else text
        return text

    return with_result_texts(results, edited)


@bug("results", "results", "vercel/ai#15893")
def writes_errors_in_words(results: Results) -> Results:
    """State the failure of a tool in the text, and drop the flag."""

    def edited(result: ToolResult) -> ToolResult:
        if not result.is_error:
            return result
        return replace(result, is_error=None, parts=(Text(text="Error: "), *result.parts))

    return tuple(map(edited, results))


@bug("results", "results")
def flags_what_looks_like_an_error(results: Results) -> Results:
    """Flag a result that contains the word `error` as a failure."""

    def edited(result: ToolResult) -> ToolResult:
        text = "".join(part.text for part in result.parts if isinstance(part, Text))
        return replace(result, is_error=True) if "error" in text else result

    return tuple(map(edited, results))


@bug("results", "results")
def pairs_results_by_name(results: Results) -> Results:
    """Pair results with calls by the tool's name, so that all results of a tool equal the last."""
    last = {result.name: result.parts for result in results}
    return tuple(replace(result, parts=last[result.name]) for result in results)


@bug("results", "results")
def takes_equal_results_for_one(results: Results) -> Results:
    """Drop a result that equals an earlier result."""
    kept: list[ToolResult] = []
    for result in results:
        if not any(result.parts == other.parts for other in kept):
            kept.append(result)
    return tuple(kept)


@bug("results", "results")
def sends_ten_results(results: Results) -> Results:
    """Drop all results after the tenth."""
    return results[:10]


@bug("results", "results")
def sends_results_in_the_order_of_their_ids(results: Results) -> Results:
    """Assign results to calls in the order of the calls' ids."""
    ids = sorted(result.call_id or "" for result in results)
    return tuple(replace(result, call_id=call or None) for result, call in zip(results, ids, strict=True))


@bug("results", "results")
def takes_the_first_part_of_results(results: Results) -> Results:
    """Send only the first part of a result."""
    return tuple(replace(result, parts=result.parts[:1]) for result in results)


@bug("results", "results")
def removes_characters_of_control(results: Results) -> Results:
    """Remove control characters from results."""
    return with_result_texts(
        results, lambda text: "".join(letter for letter in text if letter >= " " and letter not in "\x7f\x85")
    )
