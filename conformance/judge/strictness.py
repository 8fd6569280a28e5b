"""The check that each tool is as strict as the user requested.

The check covers dialects whose ``format.yaml`` has the key ``strictness``: the place in a request that marks a tool as
strict. In other dialects the comparison of requests (key ``equal``) finds differences in strictness.
"""

from collections.abc import Iterator

from conformance.judge import rules
from conformance.judge.finding import Finding
from conformance.judge.rules import steps
from conformance.judge.rules.tool_schemas import StrictStated
from conformance.judge.trial import Trial
from toolwire.model import Json, own_functions
from toolwire.providers import Picker
from toolwire.wire import pointer


def differences(trial: Trial, sent: Json) -> Iterator[Finding]:
    """Yield a finding for each tool whose strictness differs from the user's request."""
    place = trial.form.strictness
    if place is None:
        return
    asked = {tool.name: tool.strict for tool in own_functions(trial.request.offered_tools)}
    is_strict_by_default, made_required = _defaults(trial, sent)
    for path, tool in Picker(at=place.at, where=place.where).find(sent):
        name = next(iter(pointer.values(tool, place.name)), None)
        wanted = asked.get(name) if isinstance(name, str) else None
        stated = bool(tool[place.key]) if place.key in tool else None
        at = f"{path}/{place.key}"
        if wanted and not (stated or (stated is None and is_strict_by_default)):
            yield Finding(path=at, message=f"tool {name!r}: expected strict true, got {_word(stated)}")
        elif wanted is False and stated:
            yield Finding(path=at, message=f"tool {name!r}: expected strict false, got true")
        elif not wanted and at in made_required:
            yield Finding(path=at, message=f"tool {name!r}: {made_required[at]}")


def _defaults(trial: Trial, sent: Json) -> tuple[bool, dict[str, str]]:
    """Return whether the provider makes tools strict by default, and a message for each tool that this default changes.

    The default changes tools that have optional parameters and do not state whether they are strict. The key of
    a message is the place in the request where the tool lacks its statement.
    """
    checkers = [rules.checker(rule) for rule in rules.checked(trial.rules, "request")]
    found = [checker for checker in checkers if isinstance(checker, StrictStated)]
    read = steps.read(sent, trial.form.history)
    return bool(found), {finding.path: finding.message for checker in found for finding in checker.violations(read)}


def _word(stated: bool | None) -> str:
    return "nothing" if stated is None else "false"
