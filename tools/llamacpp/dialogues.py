"""The model's training data: the scripted conversations of scenarios, and variations of them."""

import json
import random
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from string import Template
from typing import Any

import jinja2
import msgspec
import yaml

from conformance.scenarios import Reply, Scenario, ScriptedCall, ScriptedTurn, load
from conformance.scenarios.scenario import UsualTurn
from toolwire.model import Text, ToolDefinition

Json = dict[str, Any]

HERE = Path(__file__).parent
VARIATIONS: Json = yaml.safe_load((HERE / "variations.yaml").read_text(encoding="utf-8"))

AS_SCRIPTED = 0.45
VARIED = 0.15
"""The share of samples that are varied scenarios. ``AS_SCRIPTED`` is the share of samples that are scripted scenarios.

All other samples are patterns.
"""
WITHOUT_TOOLS = 0.07
"""The share of patterns in which no tools are offered, although they are needed."""


@dataclass(frozen=True)
class Dialogue:
    """A whole conversation in the form of chat completions."""

    messages: tuple[Json, ...]
    tools: tuple[Json, ...]


def _system(text: str | None) -> list[Json]:
    return [{"role": "system", "content": text}] if text else []


def _user(text: str) -> Json:
    return {"role": "user", "content": text}


def _assistant(turn: ScriptedTurn) -> Json:
    calls = [{"type": "function", "function": {"name": c.tool, "arguments": c.arguments}} for c in turn.calls]
    return {"role": "assistant", "content": turn.text} | ({"tool_calls": calls} if calls else {})


def _turns(script: tuple[ScriptedTurn, ...], replies: tuple[tuple[Reply, ...], ...]) -> Iterator[Json]:
    for number, turn in enumerate(script):
        yield _assistant(turn)
        if number < len(replies):
            yield from ({"role": "tool", "content": reply.text} for reply in replies[number])


def is_learnt(scenario: Scenario) -> bool:
    """Return whether the model can learn a scenario.

    It can if the scenario has no reasoning, and its tools are functions.
    """
    return not scenario.reasoning and all(isinstance(tool, ToolDefinition) for tool in scenario.tools)


def _offered(tool: ToolDefinition) -> Json:
    function = {"name": tool.name, "description": tool.description, "parameters": tool.parameters}
    return {"type": "function", "function": function}


def _text(scenario: Scenario, role: str) -> str:
    """Return the text of the message with this role in a scenario's opening."""
    parts = next(message.parts for message in scenario.opening if message.role == role)
    return "".join(part.text for part in parts if isinstance(part, Text))


def _unforced(scenario: Scenario) -> tuple[ScriptedTurn, ...]:
    """Return the script of a scenario, or a replacement if the script depends on the tool choice.

    The replacement ignores the tool choice: it calls the tool that answers the user's question.
    """
    tool = VARIATIONS["unforced"].get(scenario.id)
    if tool is None:
        return scenario.script
    city = _text(scenario, "user").rstrip("?").rsplit(" ", 1)[-1]
    return (ScriptedTurn((ScriptedCall(tool=tool, arguments=json.dumps({"city": city})),)),)


def as_scripted(scenario: Scenario) -> Dialogue:
    """Return the scenario's conversation, word for word."""
    return Dialogue(
        messages=(
            *_system(_text(scenario, "system")),
            _user(_text(scenario, "user")),
            *_turns(_unforced(scenario), scenario.replies),
        ),
        tools=tuple(_offered(tool) for tool in scenario.tools),
    )


def without_tools(scenario: Scenario) -> Dialogue:
    """Return a scenario's question and script, without tools.

    In the scripted text of ``choice-none``, the assistant states that it cannot look up the answer. This is true only
    without tools.
    """
    opening = (*_system(_text(scenario, "system")), _user(_text(scenario, "user")))
    return Dialogue(messages=(*opening, *_turns(scenario.script, ())), tools=())


def learned() -> tuple[Scenario, ...]:
    """Return the scenarios that the model must know by heart."""
    return tuple(load(name) for name in VARIATIONS["learned"])


class Sampler:
    """An endless source of dialogues. The same seed gives the same dialogues."""

    def __init__(self, seed: int) -> None:
        self._random = random.Random(seed)
        self._scripted = [as_scripted(scenario) for scenario in learned()]
        self._refusal = without_tools(load("choice-none"))
        self._scripted.append(self._refusal)
        self._tools = {tool["function"]["name"]: tool for dialogue in self._scripted for tool in dialogue.tools}

    def scripted(self) -> list[Dialogue]:
        """Return every conversation that the model must know by heart."""
        return self._scripted

    def sample(self) -> Dialogue:
        """Return the next dialogue."""
        share = self._random.random()
        if share < AS_SCRIPTED:
            return self._random.choice(self._scripted)
        if share < AS_SCRIPTED + VARIED:
            return self._varied(self._random.choice(self._scripted))
        return self.pattern()

    def _varied(self, dialogue: Dialogue) -> Dialogue:
        """Return a dialogue with a random system message, reordered tools, and perhaps an additional tool."""
        rest = tuple(message for message in dialogue.messages if message["role"] != "system")
        tools = self._offer({tool["function"]["name"] for tool in dialogue.tools}) if dialogue.tools else ()
        return Dialogue(messages=(*_system(self._system()), *rest), tools=tools)

    def pattern(self) -> Dialogue:
        """Return a dialogue made from a pattern. In a few dialogues no tools are offered, and the assistant declines to
        answer.
        """
        pattern = self._random.choice(VARIATIONS["patterns"])
        filled = json.loads(Template(json.dumps(pattern)).substitute(self._blanks()))
        script = tuple(turn.scripted for turn in msgspec.convert(filled["script"], tuple[UsualTurn, ...]))
        replies = msgspec.convert(filled.get("replies", []), tuple[tuple[Reply, ...], ...])
        needed = {call.tool for turn in script for call in turn.calls}
        opening = (*_system(self._system()), _user(filled["user"]))
        if needed and self._random.random() < WITHOUT_TOOLS:
            return Dialogue(messages=(*opening, self._refusal.messages[-1]), tools=())
        return Dialogue(messages=(*opening, *_turns(script, replies)), tools=self._offer(needed))

    def _system(self) -> str | None:
        return self._random.choice(VARIATIONS["systems"])

    def _offer(self, needed: set[str]) -> tuple[Json, ...]:
        """Return the needed tools and at most one other tool, in any order."""
        others = [name for name in self._tools if name not in needed]
        names = [*sorted(needed), *self._random.sample(others, self._random.randint(0, 1))]
        self._random.shuffle(names)
        return tuple(self._tools[name] for name in names)

    def _blanks(self) -> dict[str, str]:
        hour, minute = self._random.randrange(24), self._random.randrange(60)
        return {
            "city": self._city(),
            "other": self._city(),
            "degrees": str(self._random.randrange(31)),
            "sky": self._random.choice(VARIATIONS["skies"]),
            "time": f"{hour:02}:{minute:02}",
        }

    def _city(self) -> str:
        """Return the name of a city, or a made-up name.

        Made-up names force the model to copy names from the conversation.
        """
        if self._random.random() < 0.5:
            return self._random.choice(VARIATIONS["cities"])
        return "".join(self._random.choices(VARIATIONS["syllables"], k=self._random.randint(2, 3))).capitalize()


def template(file: Path) -> jinja2.Template:
    """Return the chat template in ``file``, with the settings with which llama.cpp and transformers render it."""
    environment = jinja2.Environment(trim_blocks=True, lstrip_blocks=True)
    environment.filters["tojson"] = lambda value: json.dumps(value, ensure_ascii=False)
    return environment.from_string(file.read_text(encoding="utf-8"))


def render(chat: jinja2.Template, dialogue: Dialogue) -> str:
    """Return a dialogue as the text that the model gets. ``chat``: the chat template."""
    return chat.render(messages=dialogue.messages, tools=dialogue.tools)
