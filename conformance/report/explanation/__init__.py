"""Explanations of all kinds of ids: rules, checks, scenarios, providers, deliveries, mutants, cases and more."""

import inspect
from collections.abc import Callable, Iterable, Iterator
from typing import Final, Literal

import msgspec

from conformance.data import cassettes_folders
from conformance.judge import checks
from conformance.judge.rules import BY_NAME, asked, checker
from conformance.judge.subject import is_text, known_providers
from conformance.judge.text_checks import EXPRESSED, TEXT_CHECKS
from conformance.mutants.plain import PLAIN_MUTANTS
from conformance.mutants.streams import MUTANTS, Mutant
from conformance.mutants.streams.delivery import DELIVERIES, Delivery
from conformance.mutants.texts import TEXT_MUTANTS, TextMutant
from conformance.plural import counted
from conformance.recording.cassette import Cassette, CassetteName
from conformance.recording.text_answers import answer
from conformance.report.explanation import cases, libraries, providers, verdicts
from conformance.report.explanation.facts import Description, Fact, UnknownId
from conformance.report.explanation.verdicts import Reported
from conformance.report.results import ResultsError
from conformance.scenarios import Predicate, Scenario, capabilities
from conformance.scenarios import load as load_scenario
from conformance.scenarios import load_all as load_scenarios
from conformance.scenarios import names as scenario_names
from conformance.scenarios.generated import parsed
from conformance.scenarios.scenario import (
    ScriptedApprovalRequest,
    ScriptedBlock,
    ScriptedCall,
    ScriptedCompaction,
    ScriptedMcpCall,
    ScriptedProgram,
    ScriptedProgramOutput,
    ScriptedSearch,
    ScriptedText,
    ScriptedThought,
    ScriptedToolSearch,
    ScriptedTurn,
)
from conformance.similar import similar
from toolwire.model import CustomTool, Part, ProviderTool, Text, Tool, ToolCall, ToolResult
from toolwire.providers import Refusal, Rule, as_borrowed, every_rule, load_all, own_rules, owner, wire_format
from toolwire.providers import names as provider_names
from toolwire.providers.evidence import surveyed
from toolwire.registry import text_formats
from toolwire.wire import exact_json

Kind = Literal[
    "rule", "checker", "check", "scenario", "capability", "provider", "dialect", "text format", "delivery", "mutant",
    "case", "cases", "library", "root cause",
]  # fmt: skip


class Explanation(msgspec.Struct, frozen=True, kw_only=True):
    """The explanation of an id: its title, and facts about it."""

    id: str
    kind: Kind
    title: str
    facts: tuple[Fact, ...]
    reported: tuple[Reported, ...] = ()
    """The verdicts on cases in the committed reports. Empty if the id names no scenario of a dialect or text format."""


def explain(name: str) -> tuple[Explanation, ...]:
    """Return the explanations of an id. An id of several kinds has an explanation for each kind.

    Raises ``UnknownId``.
    """
    if "/" in name and name not in libraries.causes():
        kind: Kind = "case" if cases.has_mode(name) else "cases"
        title, known = cases.explain_case(name) if kind == "case" else cases.explain_cases(name)
        try:
            reported = cases.reported(name)
            facts = (*(verdicts.facts(reported) if cases.has_scenario(name) else ()), *known)
        except ResultsError as error:
            reported, facts = (), (Fact("reports", (f"cannot be read: {error}",)), *known)
        return (Explanation(id=name, kind=kind, title=title, facts=facts, reported=reported),)
    if parsed(name) is not None:
        title, known = _scenario(name)
        return (Explanation(id=name, kind="scenario", title=title, facts=tuple(known)),)
    explanations = tuple(
        Explanation(id=name, kind=kind, title=title, facts=tuple(facts))
        for kind, ids, describe in _KINDS
        if name in ids()
        for title, facts in [describe(name)]
    )
    if explanations:
        return explanations
    every = sorted({known for _, ids, _ in _KINDS for known in ids()})
    alike = similar(name, every) or [known for known in every if name in known][:5]
    kinds = (
        "rules, checkers, checks, scenarios, capabilities, providers, dialects, text formats, deliveries, mutants, "
        "cases, libraries and root causes"
    )
    hint = f"did you mean {', '.join(alike)}?" if alike else f"ids exist for {kinds}"
    raise UnknownId(f"unknown name: {name!r}; {hint}")


def _rules() -> dict[str, tuple[str, str, Rule]]:
    return {rule.id: (provider, dialect, rule) for provider, dialect, rule in every_rule()}


def _rule(name: str) -> Description:
    provider, dialect, rule = _rules()[name]

    def facts() -> Iterator[Fact]:
        yield Fact("level", (rule.level,))
        asking = tuple(_asking(rule, provider, dialect))
        strict = [title for title, refusals, reaching in asking if refusals or reaching.level == rule.level]
        weaker = tuple(title for title, _, _ in asking if title not in strict)
        yield Fact("applies to", tuple(strict))
        if weaker:
            yield Fact("applies only as a SHOULD (no refusal is known) to", weaker)
        if rule.models:
            yield Fact("models", (f"models whose name matches {rule.models}",))
        yield Fact("source", (f"{rule.source} ({rule.retrieved})",))
        if rule.refusal:
            borrowed = (f"{title}: {_quoted(refusal)}" for title, refusals, _ in asking for refusal in refusals)
            yield Fact("refused with", (*map(_quoted, rule.refusal), *borrowed))
        if rule.excluded:
            yield Fact("not checked", (rule.excluded,))
        else:
            parameters = msgspec.json.encode(rule.parameters).decode() if rule.parameters else ""
            yield Fact("refused in", tuple(_refused(rule, provider, dialect)))
            yield Fact("seen elsewhere", tuple(_seen(rule.id)))
            yield Fact("checked by", tuple(filter(None, (f"{rule.check}: {_doc(type(checker(rule)))}", parameters))))

    return rule.statement, facts()


def _asking(rule: Rule, provider: str, dialect: str) -> Iterator[tuple[str, tuple[Refusal, ...], Rule]]:
    """Yield the providers to which a rule applies: the rule's owner, and each other provider that borrows the dialect
    from the owner and does not replace the rule.

    Each entry has the provider's title with the dialect, the refusals that the provider's own claims quote, and the
    rule in the form that applies to the provider. The owner's entry has no refusals, because they are in the rule.
    """
    for name, profile in load_all().items():
        claims = profile.dialects.get(dialect)
        if claims is None or provider not in (name, claims.home):
            continue
        title = f"{profile.title}, {dialect}"
        if name == provider:
            yield title, (), rule
        elif rule.id not in {own.replaces for own in own_rules(name, dialect) if own.models is None}:
            yield title, claims.refuses.get(rule.id, ()), as_borrowed(rule, claims, None)


def _quoted(refusal: Refusal) -> str:
    models = f"; for models whose name matches {refusal.models}" if refusal.models else ""
    return f"{refusal.words} ({refusal.source}, {refusal.retrieved}{models})"


def _refused(rule: Rule, provider: str, dialect: str) -> Iterator[str]:
    """Yield the cassettes in which the provider refuses a request that breaks a rule, each with its origin and date."""
    view = wire_format(owner(dialect), dialect).history
    for scenario in load_scenarios():
        if not scenario.refused:
            continue
        for name in _cassettes(scenario.id, f"{provider}/{dialect}"):
            cassette = Cassette(name.among(cassettes_folders()))
            body = exact_json.loads(cassette.exchanges[0].request.body)
            if any(findings for _, findings in asked(body, view, (rule,))):
                yield f"{name}: {cassette.provenance.origin} {cassette.provenance.date}"


def _seen(name: str) -> Iterator[str]:
    """Yield a line for each provider's dialect, with the numbers of exchanges in other people's recordings that confirm
    or contradict a rule or a capability. ``name``: the id of the rule or the capability.
    """
    for provider, profile in load_all().items():
        for dialect, known in surveyed(provider).items():
            rule, capability = known.rules.get(name), known.capabilities.get(name)
            seen = rule or capability
            if seen is not None:
                counts = [f"confirmed by {counted(seen.plain + seen.stream, 'exchange')}"]
                contrary = capability.contrary if capability else {}
                by_model = ", ".join(f"{model} {number}" for model, number in contrary.items())
                named = f" ({by_model})" if by_model else ""
                counts += [f"contradicted by {seen.otherwise}{named}"] if seen.otherwise else []
                counts += [f"broken and refused in {counted(rule.refused, 'request')}"] if rule and rule.refused else []
                yield f"{profile.title}, {dialect}: {', '.join(counts)} ({known.date})"


def _scenario(name: str) -> Description:
    scenario = load_scenario(name)

    def facts() -> Iterator[Fact]:
        yield Fact("why", (" ".join(scenario.why.split()),))
        yield Fact("capability", (scenario.capability,))
        yield Fact("tools", tuple(_offered(tool) for tool in scenario.tools))
        if scenario.added:
            yield Fact("added", tuple(_offered(tool) for tools in scenario.added for tool in tools))
        if scenario.tool_choice:
            yield Fact("choice", (" ".join([scenario.tool_choice.mode, *scenario.tool_choice.names]),))
        yield Fact("conversation", tuple(_conversation(scenario)))
        yield Fact("expected", tuple(
            f"answer {n}: {', '.join(map(_predicate, expect))}" for n, expect in enumerate(scenario.expect, 1)
        ))  # fmt: skip
        unsupported = [
            f"{profile.title}, {dialect}: cannot be expressed, because {claims.unsupported[name]}"
            for profile in load_all().values()
            for dialect, claims in profile.dialects.items()
            if name in claims.unsupported
        ]
        taken = [
            f"{profile.title}, {dialect}: the request is accepted: {claims.accepts[name]}"
            for profile in load_all().values()
            for dialect, claims in profile.dialects.items()
            if name in claims.accepts
        ]
        lines = (line for path in _cassettes(name) for line in _evidence(path))
        yield Fact("evidence", (*lines, *unsupported, *taken))

    return scenario.title, facts()


def _predicate(predicate: Predicate) -> str:
    return f"{predicate.name} {msgspec.json.encode(predicate.value).decode()}"


def _offered(tool: Tool) -> str:
    match tool:
        case ProviderTool():
            return f"{tool.kind} (the provider's own)"
        case CustomTool():
            return f"{tool.name} (free-form)"
    return tool.name


def _conversation(scenario: Scenario) -> Iterator[str]:
    for message in scenario.opening:
        yield f"{message.role}: {', '.join(map(_part, message.parts))}"
    for n, turn in enumerate(scenario.script):
        yield f"assistant, as played: {_turn(turn)}"
        for reply in scenario.replies[n] if n < len(scenario.replies) else ():
            if reply.approve is None:
                yield f"result of {reply.tool}{', failed' if reply.is_error else ''}: {reply.text}"
            else:
                yield f"call of {reply.tool}: {'approved' if reply.approve else 'refused'}"


def _part(part: Part) -> str:
    match part:
        case ToolCall():
            return f"{part.name}({part.arguments.text}) as {part.id}"
        case ToolResult():
            return f"result of {part.call_id}: {''.join(text.text for text in part.parts if isinstance(text, Text))}"
    return part.text if isinstance(part, Text) else ""


def _turn(turn: ScriptedTurn) -> str:
    return " ".join(map(_block, turn.blocks))


def _block(block: ScriptedBlock) -> str:
    match block:
        case ScriptedThought():
            return f"[{block.text}]"
        case ScriptedCompaction():
            return f"compaction({block.summary})"
        case ScriptedSearch():
            return f"search({block.query})"
        case ScriptedToolSearch():
            return f"tool search({block.query}): {', '.join(block.found)}"
        case ScriptedApprovalRequest():
            return f"request for an approval of the MCP server {block.server}: {block.tool} {block.arguments}"
        case ScriptedMcpCall():
            return f"call to the MCP server {block.server}: {block.tool} {block.arguments}"
        case ScriptedProgram():
            return f"program({block.code})"
        case ScriptedProgramOutput():
            return f"output of the program({block.text})"
        case ScriptedText():
            return block.text
        case ScriptedCall():
            return f"{block.tool}({block.arguments})"


def _cassettes(scenario: str, home: str = "*/*") -> list[CassetteName]:
    return sorted(
        {CassetteName.of(path) for folder in cassettes_folders() for path in folder.glob(f"{home}/{scenario}.*.yaml")}
    )


def _evidence(name: CassetteName) -> Iterator[str]:
    for line in cases.evidence(name):
        yield f"{name.provider}/{name.dialect}/{name.mode}: {line}"


def _check(name: str) -> Description:
    if name in _text_checks():
        asked = {check.name: check.asks for check in TEXT_CHECKS}
        party = "the provider" if name == EXPRESSED else "the adapter"
        facts = [Fact("judges", (party,)), Fact("of", ("calls in text",))]
        return cases.text_titles()[name], iter(
            [*facts, Fact("holds when", tuple(map(_doc, asked.get(name, (answer,)))))]
        )
    check = checks.by_name(name)
    return check.title, iter([Fact("judges", (f"the {check.party}",)), Fact("holds when", (_doc(check.find),))])


def _text_checks() -> tuple[str, ...]:
    return (EXPRESSED, *(check.name for check in TEXT_CHECKS))


def _mutants() -> dict[str, Mutant | TextMutant]:
    every: tuple[Mutant | TextMutant, ...] = (*MUTANTS, *PLAIN_MUTANTS, *TEXT_MUTANTS)
    return {mutant.id: mutant for mutant in every} | {mutant.check: mutant for mutant in every}


def _mutant(name: str) -> Description:
    mutant = _mutants()[name]

    def facts() -> Iterator[Fact]:
        yield Fact("imitates", (mutant.bug,))
        if isinstance(mutant, TextMutant):
            yield Fact("a right reading", (f"calls in text: {mutant.verdict}",))
        else:
            yield Fact(
                "a right reading", tuple(f"{dialect}: {verdict}" for dialect, verdict in mutant.verdicts.items())
            )
            yield Fact("an exception is a failure for", mutant.legal)
        yield Fact("judged by", ("conformance gate --mutants", "conformance gate --thorough"))

    return mutant.statement, facts()


def _deliveries() -> dict[str, Delivery]:
    return {each.id: each for each in DELIVERIES} | {each.check: each for each in DELIVERIES}


def _delivery(name: str) -> Description:
    delivery = _deliveries()[name]

    def facts() -> Iterator[Fact]:
        yield Fact("finds", (delivery.bug,))
        yield Fact("a right reading", ("the same",))
        gates = "conformance gate, for some cases" if delivery.usual else "conformance gate --thorough"
        yield Fact("judged by", (gates,))

    return delivery.title, facts()


def _checker(name: str) -> Description:
    kind = BY_NAME[name]

    def facts() -> Iterator[Fact]:
        yield Fact("parameters", tuple(map(_parameter, msgspec.structs.fields(kind))))
        yield Fact(
            "used by", tuple(f"{rule.id}: {rule.statement}" for _, _, rule in every_rule() if rule.check == name)
        )

    return _doc(kind), facts()


def _parameter(field: msgspec.structs.FieldInfo) -> str:
    return field.encode_name if field.required else f"{field.encode_name} (may be left out)"


def _capability(name: str) -> Description:
    def facts() -> Iterator[Fact]:
        yield Fact("scenarios", tuple(scenario.id for scenario in load_scenarios() if scenario.capability == name))
        yield Fact("declared", tuple(
            f"{profile.title}, {dialect}: {providers.format_claim(claim)}"
            for profile in load_all().values()
            for dialect, claims in profile.dialects.items()
            for claim in claims.declared
            if claim.capability == name
        ))  # fmt: skip
        yield Fact("seen elsewhere", tuple(_seen(name)))

    return capabilities()[name], facts()


def _text_format(name: str) -> Description:
    known = text_formats()[name]

    def facts() -> Iterator[Fact]:
        yield Fact("defined or seen in", (known.source,))
        yield Fact("also called", known.aliases)
        yield Fact("parsers of vLLM", known.parsers("vllm"))
        yield Fact("parsers of SGLang", known.parsers("sglang"))
        yield Fact("parsers of llama.cpp", known.parsers("llama_cpp"))
        yield Fact("†", ("the parser reads only one spelling of the format",) if known.in_part else ())
        yield Fact("markers", known.markers)

    return known.title, facts()


def _doc(code: object) -> str:
    """Return the docstring of a class or a function on one line."""
    return " ".join((inspect.getdoc(code) or "").split())


_KINDS: Final[tuple[tuple[Kind, Callable[[], Iterable[str]], Callable[[str], Description]], ...]] = (
    ("rule", _rules, _rule),
    ("scenario", scenario_names, _scenario),
    ("checker", lambda: BY_NAME, _checker),
    ("check", lambda: [*(check.name for check in checks.EVERY), *_text_checks()], _check),
    ("capability", capabilities, _capability),
    ("provider", provider_names, providers.explain_provider),
    ("dialect", providers.dialects, providers.explain_dialect),
    ("text format", text_formats, _text_format),
    ("delivery", _deliveries, _delivery),
    ("mutant", _mutants, _mutant),
    ("cases", lambda: filter(is_text, known_providers()), cases.explain_cases),
    ("library", libraries.libraries, libraries.explain_library),
    ("root cause", libraries.causes, libraries.explain_cause),
)
"""The kinds of ids. Each kind has a function that returns all its ids, and a function that describes an id."""
