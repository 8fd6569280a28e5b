"""Calls that stand in the text, where no client looks for them."""

import re
from collections.abc import Iterator
from typing import Final

from conformance.judge import arguments
from conformance.judge.finding import Finding, NotApplicable, Undecided
from conformance.judge.trial import Trial
from conformance.model import Json, Request, ToolDefinition
from conformance.wire import exact_json
from conformance.wire.errors import JsonError

_MARK: Final = re.compile(
    r"<tool_call>"  # Hermes, Qwen, GLM
    r"|<function="  # Llama, Qwen coder
    r"|\[TOOL_CALLS\]"  # Mistral
    r"|<\|python_tag\|>"  # Llama 3
    r"|<\|tool_calls?(?:_begin)?\|>"  # Kimi, Gemma, Phi
    r"|<｜tool▁sep｜>"  # DeepSeek
    r"|<\|channel\|>\w+ to="  # Harmony
    r'|<invoke name="'  # Claude, MiniMax
    r"|\bfunctools(?=\[)"  # Phi
)
"""What the text formats put in front of a call, or of its name."""
_NAMED: Final = re.compile(r"\s*(?:functions\.)?([\w-]+)")
_NAME_IN_JSON: Final = re.compile(r'"name"\s*:\s*"([^"]*)"')
_ARGUMENTS: Final = ("arguments", "parameters")


def leaks(trial: Trial) -> Iterator[Finding]:
    """No call stands in the text of an answer that a server could have read, or that the token limit cut.

    What a model wrote so wrongly that it is no call is the model's. A word about calls is none.
    """
    if trial.expected is None:
        raise Undecided
    text = trial.expected.text
    if not text:
        raise NotApplicable
    if stands_in(text, trial.request, cut=trial.expected.finish == "length"):
        yield Finding(path="text", message=f"a call stands in the text: {text!r}")
    elif _MARK.search(text) and trial.live:
        raise Undecided(f"what stands in the text is no call that can be read: {text!r}")


def stands_in(text: str, request: Request, *, cut: bool) -> bool:
    """Whether a call of an offered tool stands in a text or, where that was ``cut``, as much of it as was said."""
    offered = {tool.name for tool in request.tools if isinstance(tool, ToolDefinition)}
    behind = [text[mark.end() :] for mark in _MARK.finditer(text)]
    if text.lstrip()[:1] == "{" and any(name in offered for name in _whole(text)):
        return True
    return any(_is_call(one, offered, cut=cut) for one in behind)


def _is_call(text: str, offered: set[str], *, cut: bool) -> bool:
    """Whether a text begins with a call of an offered tool, or with as much of it as was said."""
    if text.lstrip()[:1] not in ("{", "["):
        named = _NAMED.match(text)
        return named is not None and named.group(1) in offered
    if any(name in offered for name in _whole(text)):
        return True
    named = _NAME_IN_JSON.search(text)
    return cut and named is not None and named.group(1) in offered and arguments.ends_early(text)


def _whole(text: str) -> Iterator[str]:
    """The names in the calls that a text begins with, as JSON."""
    try:
        said: Json = exact_json.first(text)[0]
    except JsonError:
        return
    for call in said if isinstance(said, list) else [said]:
        if isinstance(call, dict) and isinstance(call.get("name"), str) and any(key in call for key in _ARGUMENTS):
            yield call["name"]
