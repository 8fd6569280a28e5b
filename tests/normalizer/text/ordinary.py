"""A large set of ordinary answers without calls: prose, code, XML, JSON and more. The project wrote them.

Some answers quote the text formats' spellings in code, fences, prose and reasoning. The tools that they mention are
offered.
"""

from collections.abc import Iterator
from itertools import product
from random import Random
from typing import Final

from toolwire.model import ToolDefinition

TOOLS: Final = (
    ToolDefinition(name="get_weather", description="The weather in a city", parameters={
        "type": "object",
        "properties": {"city": {"type": "string"}, "unit": {"type": "string", "enum": ["c", "f"]}},
        "required": ["city"],
    }),
    ToolDefinition(name="search", description="Search the web", parameters={
        "type": "object",
        "properties": {"query": {"type": "string"}, "limit": {"type": "integer"}},
        "required": ["query"],
    }),
    ToolDefinition(name="get_time", description="The time of day", parameters={"type": "object", "properties": {}}),
    ToolDefinition(name="run_shell", description="Run a command", parameters={
        "type": "object", "properties": {"command": {"type": "string"}}, "required": ["command"],
    }),
)  # fmt: skip
NAMES: Final = tuple(tool.name for tool in TOOLS)

_CITIES: Final = ("Berlin", "Zürich", "São Paulo", "東京", "Reykjavík", "Cairo")
_MARKS: Final = (
    "<tool_call>", "</tool_call>", "[TOOL_CALLS]", "[ARGS]", "<|python_tag|>", "<|tool_calls_section_begin|>",
    "<|tool_call_begin|>", "<｜tool▁calls▁begin｜>",
    "<｜tool▁sep｜>", "<｜DSML｜invoke>", "<｜DSML｜ calls>",
    "<|channel|>", "<|START_ACTION|>", "<minimax:tool_call>", "<function=...>", "<parameter=...>", "<arg_key>",
    "functools", "<|call|>", "<start_function_call>", "<|tool_call>", "<invoke>", "<xai:function_call>", "<tool>",
    "<|open|>tools<|sep|>", "]<]minimax[>[", "<think>", "[THINK]", "<|python_start|>", "<function_call>", "<tools>",
    "<|tool_call_start|>",
    "Action:", "Action Input:", "[TOOL_REQUEST]", "<tool_calls>", "<|action_start|>", "<seed:tool_call>",
)  # fmt: skip
_CALL: Final = '{"name": "get_weather", "arguments": {"city": "Berlin"}}'
_SPELT: Final = (
    f"<tool_call>\n{_CALL}\n</tool_call>",
    "<tool_call>\n<function=get_weather>\n<parameter=city>\nBerlin\n</parameter>\n</function>\n</tool_call>",
    "<tool_call>get_weather\n<arg_key>city</arg_key>\n<arg_value>Berlin</arg_value>\n</tool_call>",
    f"[TOOL_CALLS][{_CALL}]",
    '[TOOL_CALLS]get_weather[ARGS]{"city": "Berlin"}',
    '<|python_tag|>{"name": "get_weather", "parameters": {"city": "Berlin"}}',
    '[get_weather(city="Berlin")]',
    '<｜tool▁calls▁begin｜><｜tool▁call▁begin｜>get_weather<｜tool▁sep｜>{"city": "Berlin"}<｜tool▁call▁end｜>'
    "<｜tool▁calls▁end｜>",
    '<｜DSML｜tool_calls>\n<｜DSML｜invoke name="get_weather">\n</｜DSML｜invoke>\n</｜DSML｜tool_calls>',
    "<|tool_calls_section_begin|><|tool_call_begin|>functions.get_weather:0<|tool_call_argument_begin|>"
    '{"city": "Berlin"}'
    "<|tool_call_end|><|tool_calls_section_end|>",
    '<minimax:tool_call>\n<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>\n'
    "</minimax:tool_call>",
    '<|channel|>commentary to=functions.get_weather <|constrain|>json<|message|>{"city": "Berlin"}<|call|>',
    f"functools[{_CALL}]",
    "<|tool_call>call:get_weather{city:Berlin}<tool_call|>",
    '<|START_ACTION|>[{"tool_call_id": "0", "tool_name": "get_weather", "parameters": {}}]<|END_ACTION|>',
    '<invoke name="get_weather">\n<parameter name="city">Berlin</parameter>\n</invoke>',
    '<tool name="get_weather" city="Berlin"/>',
    "<tool><name>get_weather</name><arguments>{}</arguments></tool>",
    "<get_weather><city>Berlin</city></get_weather>",
    f"[TOOL_REQUEST]{_CALL}[END_TOOL_REQUEST]",
)
_LANGUAGES: Final = ("", "xml", "text", "python", "markdown", "html")


def answers() -> Iterator[str]:
    """Yield every answer, in the same order each time."""
    random = Random(2026)
    yield from _prose(random)
    yield from _mentions(random)
    yield from _examples(random)
    yield from _json(random)
    yield from _xml(random)
    yield from _code(random)
    yield from _lists(random)
    yield from _steps(random)
    yield from _odd(random)


_SENTENCES: Final = (
    "The old mill stands {n} kilometres outside {city}.", "I have no access to live data, so this may be out of date.",
    "Rain is likely in {city} until about {n} o'clock.", "You could also look at it the other way round.",
    "It costs {n} euros; a ticket for two costs less.", "Here is what I found:", "Let me know if that helps!",
    "A function takes arguments and gives a result.", "Tools are only as good as the hands that hold them.",
    "My name is of no importance.", "In {city} the trams run every {n} minutes (see the table below).",
    "If a < b and b < c, then a < c.", "Use 'search' for that, or ask somebody who lives in {city}.",
    "Call me at {n}:30 – or don't.", "The parameters of the model are {n} in number.", "“Well,” she said, “{n} it is.”",
    "Der Zug nach {city} fährt um {n} Uhr.", "{city}では今日、気温は{n}度です。", "Ответ: {n}.", "🙂 Sure thing!",
)  # fmt: skip


def _sentence(random: Random) -> str:
    return random.choice(_SENTENCES).format(city=random.choice(_CITIES), n=random.randint(2, 999))


def _paragraph(random: Random) -> str:
    return " ".join(_sentence(random) for _ in range(random.randint(1, 5)))


def _prose(random: Random) -> Iterator[str]:
    for _ in range(400):
        yield "\n\n".join(_paragraph(random) for _ in range(random.randint(1, 4)))
    for _ in range(100):
        items = [_sentence(random) for _ in range(random.randint(2, 6))]
        lead = random.choice(("- ", "* ", "1. ", "• "))
        yield f"{_paragraph(random)}\n\n" + "\n".join(lead + item for item in items)
    for _ in range(60):
        rows = "\n".join(f"| {random.choice(_CITIES)} | {random.randint(-20, 40)} |" for _ in range(4))
        yield f"# Weather\n\n| city | °C |\n|---|---|\n{rows}\n\n{_sentence(random)}"


_ABOUT: Final = (
    "Models of some families write {mark} before a call.", "What does {mark} stand for?",
    "The parser looks for {mark}, and finds nothing.", "{mark} is a special token: servers strip it.",
    "Behind {mark} there is a name, then arguments.", "Never put {mark} into your own text.", "{mark}", "{mark}?",
    "It begins with {mark} and goes on with JSON such as an object with a name.", "1. {mark}\n2. nothing else",
    "“{mark}” has {n} characters.", "I saw {mark} get_weather in a log once.", "({mark}) is rare.",
)  # fmt: skip


def _mentions(random: Random) -> Iterator[str]:
    for mark, about in product(_MARKS, _ABOUT):
        n = random.randint(2, 99)
        yield about.format(mark=f"`{mark}`", n=n)
        yield f"{_paragraph(random)} {about.format(mark=f'`{mark}`', n=n)} {_paragraph(random)}"
    for mark, about in product(_MARKS, _ABOUT[:5]):
        if mark not in ("<think>", "[THINK]"):  # they may open reasoning
            yield f"{_paragraph(random)} {about.format(mark=mark, n=3)} {_paragraph(random)}"
    for spelt in _SPELT:
        if "\n" not in spelt:
            yield f"Write `{spelt}` to call it."
            yield f"{_paragraph(random)} For instance ``{spelt}``; {_paragraph(random)}"


def _examples(random: Random) -> Iterator[str]:
    for spelt, language, fence in product(_SPELT, _LANGUAGES, ("```", "~~~", "````")):
        block = f"{fence}{language}\n{spelt}\n{fence}"
        yield f"{_paragraph(random)}\n\n{block}\n\n{_paragraph(random)}"
        yield f"An example:\n{block}\nThat is all."
        yield f"{block}\n\n{_paragraph(random)}"
    for spelt in _SPELT:
        yield f"````markdown\nText\n```\n{spelt}\n```\nmore\n````\n{_sentence(random)}"
        yield f"- first\n\n  ```\n  {spelt.splitlines()[0]}\n  ```\n\n- second"


def thoughts(opening: str, closing: str) -> Iterator[str]:
    """Yield answers with reasoning that mentions a call, or that was cut."""
    random = Random(opening)
    for spelt in _SPELT:
        yield f"{opening}\nI could write {spelt} here, but need not.\n{closing}\n\n{_paragraph(random)}"
        yield f"{opening}{spelt}{closing}{_sentence(random)}"
        yield f"{opening}\n{_paragraph(random)} {spelt[: len(spelt) // 2]}"
    for _ in range(40):
        yield f"{_paragraph(random)}{closing}\n\n{_paragraph(random)}"
        yield f"{opening}\n{_paragraph(random)}"


def _json(random: Random) -> Iterator[str]:
    city, n = random.choice, random.randint
    made = [
        lambda: f'{{"name": "{city(_CITIES)}", "parameters": {{"area": {n(1, 900)}}}}}',
        lambda: f'{{"name": "Bolt M{n(3, 20)}", "arguments": ["zinc", "steel"]}}',
        lambda: f'{{"name": "parser", "arguments": {{"depth": {n(1, 9)}}}, "returns": "tree"}}',
        lambda: f'[{{"name": "{city(_CITIES)}", "arguments": {{"pro": "sea", "contra": {n(1, 9)}}}}}]',
        lambda: f'{{"function": {{"name": "f{n(1, 9)}", "parameters": {{"x": "real"}}}}}}',
        lambda: f'{{"city": "{city(_CITIES)}", "temperature": {n(-20, 40)}, "unit": "c"}}',
        lambda: f'{{"tool": "hammer", "args": {{"weight": {n(1, 5)}}}}}',
        lambda: f'{{"action": "rest", "input": {{"minutes": {n(1, 60)}}}}}',
        lambda: '{"tool_calls": []}',
        lambda: f'{{"type": "function", "name": "sine", "parameters": {{"amplitude": {n(1, 9)}}}}}',
        lambda: (
            '{"name": "get_weather", "description": "The weather in a city", "parameters": {"type": "object", '
            '"properties": {"city": {"type": "string"}}, "required": ["city"]}}'
        ),
        lambda: (
            '[{"type": "function", "function": {"name": "search", "parameters": {"type": "object", "properties": '
            '{"query": {"type": "string"}}}}}]'
        ),
        lambda: '{"name": "get_weather", "parameters": {"type": "object", "properties": {"city": {"type": "string"}}}}',
        lambda: f'{{"tools": ["get_weather", "search"], "used": {n(0, 9)}}}',
        lambda: f'{{"a": {n(1, 9)}}} is an object, and [{n(1, 9)}] an array.',
        lambda: '{"parameters": {}}',
        lambda: '{"name": "get_weather"}',
        lambda: '{"arguments": {"city": "Berlin"}}',
        lambda: '{"name": "get_weather", "arguments": null}',
        lambda: '{"name": ["get_weather"], "arguments": {}}',
        lambda: f'{{"role": "assistant", "content": "{city(_CITIES)}", "tool_calls": null}}',
        lambda: '"get_weather"',
        lambda: f"{n(1, 10**12)}",
        lambda: f'{{"name": "get_weather", "arguments": {{"city": "Ber{n(1, 9)}',
    ]
    for make in made[:-1]:
        for _ in range(6):
            snippet = make()
            yield snippet
            yield f"```json\n{snippet}\n```"
            yield f"{_sentence(random)}\n\n{snippet}\n\n{_sentence(random)}"
            yield f"{_sentence(random)}\n\n```json\n{snippet}\n```\n\n{_sentence(random)}"


def _xml(random: Random) -> Iterator[str]:
    city, n = random.choice, random.randint
    made = [
        lambda: f'<catalog>\n  <tool name="hammer" weight="{n(1, 9)}"/>\n  <tool name="saw"/>\n</catalog>',
        lambda: f"<tools>\n  <tool>hammer</tool>\n  <tool>saw no {n(1, 9)}</tool>\n</tools>",
        lambda: f"<city><name>{city(_CITIES)}</name><area>{n(1, 900)}</area></city>",
        lambda: f'<function name="sine"><parameter name="x">{n(1, 9)}</parameter></function>',
        lambda: (
            '<!DOCTYPE html>\n<html><head><title>get_weather</title></head><body><p class="search">a</p></body></html>'
        ),
        lambda: f'<invoice number="{n(1, 999)}"><parameter name="tax">19</parameter></invoice>',
        lambda: f"<div><search-box limit={n(1, 9)}></search-box><br/></div>",
        lambda: f'<search placeholder="{city(_CITIES)}"></search>',
        lambda: "<result>\n  <get_weather_response>sunny</get_weather_response>\n</result>",
        lambda: f"<note>\n<to>Ann</to>\n<body>Call me, {n(1, 12)} o'clock</body>\n</note>",
        lambda: '<?xml version="1.0"?>\n<methodCall><methodName>stock</methodName><params/></methodCall>',
        lambda: "<Tool />\n<Function.Call arg={x => x.name} />",
        lambda: f"<time datetime='{n(10, 23)}:00'>{n(10, 23)}</time> <function>f</function> <call>g</call>",
        lambda: '<soap:Envelope><soap:Body><m:Invoke name="x"/></soap:Body></soap:Envelope>',
        lambda: '<parameter name="a">1</parameter>',
        lambda: "<arguments>none</arguments> <name>none</name>",
    ]
    for make in made:
        for _ in range(5):
            snippet = make()
            yield snippet
            yield f"```xml\n{snippet}\n```"
            yield f"{_sentence(random)}\n\n{snippet}\n\n{_sentence(random)}"


def _code(random: Random) -> Iterator[str]:
    n = random.randint
    made = [
        ("python", lambda: f"from functools import partial\n\nf = partial(get_weather, city='B')\nprint(f({n(1, 9)}))"),
        ("python", lambda: f"import functools\n\ncache = functools.lru_cache({n(1, 99)})\ntable = [functools]"),
        ("python", lambda: "weather = [get_weather(city) for city in cities]\nassert search(query='a') == []"),
        ("python", lambda: f"def get_weather(city: str) -> dict[str, int]:\n    return {{'t': {n(1, 40)}}}"),
        ("python", lambda: f"PATTERN = re.compile(r'<tool_call>(.*?)</tool_call>', re.DOTALL)\nMOST = {n(1, 9)}"),
        ("javascript", lambda: f"const call = {{ name: 'get_weather', arguments: {{ n: {n(1, 9)} }} }};\nsend(call);"),
        ("jsx", lambda: f"return <Tool name={{tool.name}} args={{{{n: {n(1, 9)}}}}}><Search/></Tool>;"),
        ("sh", lambda: f"curl -s 'https://weather.example/?city=Berlin&n={n(1, 9)}' | jq '.name, .arguments'"),
        ("yaml", lambda: f"tools:\n  - name: get_weather\n    arguments: {{city: Berlin, n: {n(1, 9)}}}"),
        ("sql", lambda: f"SELECT name, arguments FROM calls WHERE id < {n(1, 99)} AND name = 'search';"),
        ("rust", lambda: f"let calls: Vec<ToolCall> = vec![ToolCall::new(\"search\", {n(1, 9)})];"),
        ("c", lambda: f"#include <stdio.h>\nint main(void) {{ return get_time() < {n(1, 9)}; }}"),
        ("diff", lambda: f"--- a/x\n+++ b/x\n@@ -1,{n(1, 9)} +1 @@\n-<tool_call>\n+<call>"),
        ("jinja", lambda: "{%- for call in tool_calls %}<tool_call>{{ call | tojson }}</tool_call>{% endfor %}"),
        ("toml", lambda: f"[tool.search]\nname = \"get_weather\"\nlimit = {n(1, 9)}"),
        ("text", lambda: f">>> get_time()\n'{n(1, 12)}:00'\n>>> config\n{{'name': 'search', 'arguments': {{}}}}"),
    ]  # fmt: skip
    for language, make in made:
        for _ in range(8):
            snippet = make()
            yield f"```{language}\n{snippet}\n```"
            yield f"{_paragraph(random)}\n\n```{language}\n{snippet}\n```\n\n{_paragraph(random)}"
        if language not in ("jinja",):  # unfenced, it holds a call for all that anybody can see
            yield make()


def _lists(random: Random) -> Iterator[str]:
    n = random.randint
    for _ in range(12):
        yield f"[{n(1, 9)}, {n(1, 9)}, {n(1, 9)}]"
        yield f"['{random.choice(_CITIES)}', '{random.choice(_CITIES)}']"
        yield f"[f(x={n(1, 9)}) for x in y]"
        yield f"[sqrt({n(1, 9)}), sin(x)]"
        yield f"[sum(a={n(1, 9)}), mean(b=2)]"
        yield "[get_weather, search, get_time]"
        yield "[get_weather(city) for city in cities]"
        yield f"[{random.choice(_CITIES)}](https://maps.example/?q={n(1, 9)}) is worth a visit."
        yield f"[1]: {_sentence(random)}"
        yield f"[x] done\n[ ] to do: {_sentence(random)}"
        yield f"\\[ f(x) = {n(1, 9)} \\]"
        yield f"{_sentence(random)} [get_weather(city='Berlin')] {_sentence(random)}"
        yield f"[note (n={n(1, 9)})] {_sentence(random)}"
        yield f"[INFO] 12:0{n(1, 9)} search(query='a') took {n(1, 99)} ms"


def _steps(random: Random) -> Iterator[str]:
    for _ in range(25):
        yield f"Thought: {_sentence(random)}\nAction: {_sentence(random)}\nOutcome: {_sentence(random)}"
        yield f"Action: rest\nAction Input: {random.randint(1, 9)} minutes\n"
        yield f"Call to action: {_sentence(random)}\nAction items:\n- {_sentence(random)}"
        yield f"Thought: I know it.\nFinal Answer: {_sentence(random)}"
        yield f"The agent wrote Action: get_weather and Action Input: Berlin. {_sentence(random)}"
        yield f"Question: {_sentence(random)}\nAnswer: {_sentence(random)}\nObservation: none"
        yield f"> Action: get_weather is what the log said.\n\n{_sentence(random)}"


def _odd(random: Random) -> Iterator[str]:
    yield from (
        "",
        " ",
        "\n\n",
        "<",
        "[",
        "{",
        "`",
        "```",
        "<tool",
        "</tool_call>",
        "[/TOOL_CALLS]",
        "{}",
        "[]",
        "()",
        "a" * 9999,
    )
    yield from ("<" * 500, "[" * 500, "{" * 500, "`" * 501, "<｜" * 200, "<|" * 200, "\x00\x1b[0m", "\ufeff", "\ud800")
    for _ in range(200):
        yield "".join(random.choices("<>[]{}()|/\"'`:=, \n｜▁abcname", k=random.randint(5, 200)))
