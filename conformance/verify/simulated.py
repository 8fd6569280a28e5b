"""Simulated endpoints: stand-ins on loopback with random answers, and with faults at given rates.

``python -m conformance.verify.simulated`` serves three endpoints, and writes ``study.yaml``. With this
file, ``conformance verify`` compares the endpoints.
"""

import hashlib
import json
import random
import re
import sys
import threading
from collections import Counter
from contextlib import ExitStack, suppress
from pathlib import Path
from typing import Any, Final, Literal, TypeAlias, get_args

import msgspec

from conformance.recording.loopback import serving
from conformance.standins import Answer, Chunk, Ids, Turn, TurnCall, stand_in
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

Kind: TypeAlias = Literal[
    "failed", "rejected", "leaked-call", "finish-mismatch", "reasoning-only", "empty", "refused", "cut",
    "unknown-name", "invalid-json", "schema-mismatch", "no-id", "no-end",
]  # fmt: skip
KINDS: Final[tuple[Kind, ...]] = get_args(Kind)
_DIALECT: Final = "openai_chat"


class Behaviour(msgspec.Struct, frozen=True, kw_only=True):
    """The behaviour of a simulated endpoint."""

    seed: int
    faults: dict[Kind, float] = {}
    """For each fault: its share of the answers that could show it."""
    shift: float = 0.0
    """A number that is added to the chance that the answer to a case has a call."""
    certain: bool = False
    """True if the same request always gets the same answer."""


class Simulated:
    """A simulated endpoint.

    Each case has a probability that its answer has a call. The probability is the same at all endpoints, except that
    ``shift`` is added at this endpoint.
    """

    def __init__(self, behaviour: Behaviour) -> None:
        self._behaviour = behaviour
        self._asked: Counter[bytes] = Counter()
        self._lock = threading.Lock()

    def __call__(self, request: WireRequest) -> Answer:
        """Answer a request at random: with a call, with a text, or with a fault of this endpoint."""
        body = exact_json.loads(request.body)
        case = hashlib.sha256(exact_json.encode([body.get("messages"), body.get("tools")])).digest()
        with self._lock:
            self._asked[request.body] += 1
            number = 0 if self._behaviour.certain else self._asked[request.body]
        drawn = random.Random(f"{self._behaviour.seed}/{request.body.hex()}/{number}")
        chance = min(max(random.Random(case).betavariate(0.6, 0.4) + self._behaviour.shift, 0.0), 1.0)
        calls = bool(body.get("tools")) and (drawn.random() < chance or _forced(body)) and not _forbidden(body)
        return _answered(request, body, self._fault(drawn, calls=calls, stream=bool(body.get("stream"))), calls, drawn)

    def _fault(self, drawn: random.Random, *, calls: bool, stream: bool) -> Kind | None:
        needs_call = ("leaked-call", "finish-mismatch", "unknown-name", "invalid-json", "schema-mismatch", "no-id")
        for kind, share in self._behaviour.faults.items():
            if drawn.random() < share and (calls or kind not in needs_call) and (stream or kind != "no-end"):
                return kind
        return None


def _forced(body: dict[str, Any]) -> bool:
    return isinstance(body.get("tool_choice"), dict) or body.get("tool_choice") == "required"


def _forbidden(body: dict[str, Any]) -> bool:
    return body.get("tool_choice") == "none"


def _answered(
    request: WireRequest, body: dict[str, Any], fault: Kind | None, calls: bool, drawn: random.Random
) -> Answer:
    ids = Ids(str(drawn.random()))
    if fault in ("failed", "rejected"):
        status = 500 if fault == "failed" else 400
        error = {"message": "The request cannot be served.", "type": "server_error", "param": None, "code": None}
        data = exact_json.encode({"error": error})
        return Answer(
            status=status, headers={"content-type": "application/json"}, chunks=(Chunk(0, data),), expected=None
        )
    turn = _turn(body, fault, calls)
    return _broken(stand_in(_DIALECT).answer(request, turn, ids), fault)


def _turn(body: dict[str, Any], fault: Kind | None, calls: bool) -> Turn:
    if fault in ("empty", "reasoning-only"):
        return Turn.usual()
    if fault == "refused":
        return msgspec.structs.replace(Turn.usual(text="I"), early="content_filter")
    if fault == "cut":
        return msgspec.structs.replace(Turn.usual(text="It is the"), early="length")
    if not calls:
        return Turn.usual(text="There is nothing to call for that.")
    tools = [tool for tool in body["tools"] if tool.get("type") == "function"]
    if not tools:
        return Turn.usual(text="There is nothing to call for that.")
    choice = body.get("tool_choice")
    named = _chosen(choice) if isinstance(choice, dict) else None
    tool = next((each for each in tools if each["function"]["name"] == named), tools[0])["function"]
    arguments = json.dumps(_value(tool.get("parameters") or {}))
    match fault:
        case "unknown-name":
            return Turn.usual(calls=(TurnCall(name="no_such_tool", arguments=arguments),))
        case "invalid-json":
            return Turn.usual(calls=(TurnCall(name=tool["name"], arguments=arguments[:-1] + ","),))
        case "schema-mismatch":
            return Turn.usual(calls=(TurnCall(name=tool["name"], arguments='{"no_such_argument": [1]}'),))
        case "leaked-call":
            call = json.dumps({"name": tool["name"], "arguments": json.loads(arguments)})
            return Turn.usual(text=f"<tool_call>\n{call}\n</tool_call>")
    return Turn.usual(calls=(TurnCall(name=tool["name"], arguments=arguments),))


def _chosen(choice: dict[str, Any]) -> str | None:
    """Return the tool that a choice names, or the first tool that it allows. Return None if the tool is no function."""
    allowed = choice.get("allowed_tools", {}).get("tools") or [choice]
    name: str | None = allowed[0].get("function", {}).get("name")
    return name


def _value(schema: Any) -> Any:
    """Return a value for a schema: the first value of ``enum``, or else a fixed value of the schema's type. An object
    has only the required members.
    """
    if not isinstance(schema, dict):
        return {}
    if schema.get("enum"):
        return schema["enum"][0]
    kind = schema.get("type", "object")
    kind = kind[0] if isinstance(kind, list) else kind
    if kind == "object":
        required = schema.get("required", ())
        return {name: _value(inner) for name, inner in schema.get("properties", {}).items() if name in required}
    return {"string": "Berlin", "integer": 7, "number": 1.5, "boolean": True, "array": [], "null": None}[kind]


def _broken(answer: Answer, fault: Kind | None) -> Answer:
    body = answer.body
    match fault:
        case "finish-mismatch":
            changed = body.replace(b'"tool_calls"}', b'"stop"}').replace(
                b'"finish_reason": "tool_calls"', b'"finish_reason": "stop"'
            ).replace(b'"finish_reason":"tool_calls"', b'"finish_reason":"stop"')  # fmt: skip
        case "reasoning-only":
            thought = b'"reasoning_content":"Let me see.","content":'
            changed = body.replace(b'"content": ', thought, 1) if b'"content": ' in body else body.replace(
                b'"content":', thought, 1
            )  # fmt: skip
        case "no-id":
            changed = _without_ids(body)
        case "no-end":
            changed = body[: body.rindex(b"data: ", 0, body.rindex(b"data: [DONE]"))]
        case _:
            return answer
    return msgspec.structs.replace(answer, chunks=(Chunk(0, changed),))


def _without_ids(body: bytes) -> bytes:
    return re.sub(rb'("id":\s?)"call_[A-Za-z0-9]+"', rb'\1""', body)


def study(addresses: dict[str, str], **more: Any) -> dict[str, Any]:
    """Return the study of simulated endpoints, as the content of ``study.yaml``. The first endpoint is the reference.

    ``addresses``: the address of each endpoint, by name. ``more``: other settings of the study.
    """
    endpoints = {
        name: {"base_url": f"{url}/v1", "model": "simulated-1", **({"reference": True} if n == 0 else {})}
        for n, (name, url) in enumerate(addresses.items())
    }
    return {"model": "simulated-1", "repeats": 5, **more, "endpoints": endpoints}


def main() -> None:
    """Serve three endpoints until the program is interrupted: a reference, an endpoint that differs from it only by
    chance, and an endpoint with faults. Also write the study that compares them.
    """
    import yaml

    behaviours = {
        "official": Behaviour(seed=1),
        "good": Behaviour(seed=2),
        "bad": Behaviour(seed=3, shift=-0.25, faults={"invalid-json": 0.1, "leaked-call": 0.1, "no-id": 0.05}),
    }
    path = Path(sys.argv[1] if len(sys.argv) > 1 else "study.yaml")
    with ExitStack() as stack:
        addresses = {name: stack.enter_context(serving(Simulated(each))) for name, each in behaviours.items()}
        path.write_text(yaml.safe_dump(study(addresses), sort_keys=False), encoding="utf-8")
        sys.stdout.write(f"{path} is a study of {', '.join(addresses)}; press Ctrl-C to stop these endpoints\n")
        sys.stdout.flush()
        with suppress(KeyboardInterrupt):
            threading.Event().wait()


if __name__ == "__main__":
    main()
