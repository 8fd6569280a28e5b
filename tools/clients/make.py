"""Run the released packages of agents against a server on loopback, and keep the requests that the agents send.

python tools/clients/make.py [NAME ...]

The tool installs each package in ``.clients/`` with npm or uv, and runs its command from ``clients.yaml``. It writes
the first request with tools to ``conformance/clients/requests/NAME.json``. Names, types, options and their order stay
as the agent sent them. Our own texts replace the agent's texts, such as system prompts, and a fixed id replaces each
id. The server answers each request with a short text, so no key is needed. The exit code is 1 if an agent sent no
request with tools.
"""

import re
import subprocess
import sys
import tempfile
from datetime import UTC, datetime
from pathlib import Path
from typing import Any, Final
from urllib.parse import urlsplit

import yaml

from conformance.adapters.reference import ReferenceAdapter
from conformance.clients.offered_tools import offered_tools
from conformance.recording.loopback import serving
from conformance.report.canonical import indented
from conformance.standins import Answer, Chunk
from toolwire.model import Finish, Json, Response, Text
from toolwire.wire import exact_json
from toolwire.wire.exchange import WireRequest

HERE: Final = Path(__file__).resolve().parent
ROOT: Final = HERE.parent.parent
MADE: Final = ROOT / ".clients"
KEPT: Final = ROOT / "conformance" / "clients" / "requests"
DIALECTS: Final = {
    "/chat/completions": "openai_chat",
    "/responses": "openai_responses",
    "/messages": "anthropic_messages",
}
"""The ends of the paths of requests, each with the dialect of these requests."""
SECONDS: Final = 120
_UUID: Final = re.compile(r"[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}")
_NO_ID: Final = "00000000-0000-4000-8000-000000000000"
_PROSE: Final = ("description", "instructions", "content", "text")
"""The keys whose values are texts for the model."""
_GRAMMAR: Final = ("definition",)


def installed(name: str, client: dict[str, Any]) -> Path:
    """Install a client in its own environment, and return the folder of the environment."""
    made = MADE / name
    made.mkdir(parents=True, exist_ok=True)
    if "npm" in client:
        (made / "package.json").write_text('{"type": "module"}', encoding="utf-8")
        subprocess.run(["npm", "install", "--no-audit", "--no-fund", "--silent", *client["npm"]], cwd=made, check=True)
        for script in made.glob("node_modules/opencode-ai/postinstall.mjs"):
            subprocess.run(["node", script], cwd=script.parent, check=True)
        (made / "ai_sdk.mjs").write_bytes((HERE / "ai_sdk.mjs").read_bytes())
    else:
        subprocess.run(["uv", "venv", "--quiet", "--clear", made], check=True)
        subprocess.run(
            ["uv", "pip", "install", "--quiet", "--python", made / "bin" / "python", *client["pypi"]], check=True
        )
    return made


def asked(client: dict[str, Any], made: Path) -> list[WireRequest]:
    """Run a client in its environment ``made``, and return the requests that it sends."""
    kept: list[WireRequest] = []

    def answer(request: WireRequest) -> Answer:
        dialect = _dialect(request)
        if dialect is None or not request.body:
            return Answer(status=404, headers={}, chunks=(Chunk(0, b"{}"),), expected=None)
        kept.append(request)
        body = exact_json.loads(request.body)
        stream = bool(body.get("stream"))
        response = Response(id="1", model=body.get("model"), parts=(Text(text="Done."),), finish=Finish(reason="stop"))
        data = ReferenceAdapter().encode_response(dialect, response, stream=stream)
        headers = {"content-type": "text/event-stream" if stream else "application/json"}
        return Answer(status=200, headers=headers, chunks=(Chunk(0, data),), expected=None)

    with serving(answer) as address, tempfile.TemporaryDirectory() as home:
        places = {"address": address, "home": home, "made": str(made), "here": str(HERE)}
        command = [part.format(**places) for part in client["command"]]
        subprocess.run(command, check=False, timeout=SECONDS, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    return kept


def _dialect(request: WireRequest) -> str | None:
    path = urlsplit(request.url).path
    return next((name for end, name in DIALECTS.items() if path.endswith(end)), None)


def ours(value: Json, about: str = "", key: str = "") -> Json:
    """Return a document with our texts in place of the agent's texts.

    ``about``: the name of the tool or key that the text describes. ``key``: the key whose value is ``value``.
    """
    match value:
        case dict():
            name = value.get("name")
            about = name if isinstance(name, str) else about
            return {
                inner: ours(item, _about(key, inner, about), inner) if not _is_data(key, inner) else item
                for inner, item in value.items()
            }
        case list():
            return [ours(item, about, key) for item in value]
        case str() if key in _PROSE:
            return _sentence(key, about) if value else value
        case str() if key in _GRAMMAR:
            return 'start: "*** Begin" LF line+ "*** End" LF?\nline: /(.*)/ LF\n%import common.LF\n'
        case str():
            return _UUID.sub(_NO_ID, value)
    return value


def _about(key: str, inner: str, about: str) -> str:
    return inner if key == "properties" else about


def _is_data(key: str, inner: str) -> bool:
    """Return whether the key ``inner`` is a keyword of JSON Schema whose value is data, such as ``enum``. Such data
    contains no texts for the model.

    ``key``: the key of the object that contains ``inner``. Inside ``properties``, ``inner`` is a parameter's name and
    not a keyword.
    """
    return key != "properties" and inner in ("enum", "required", "const", "default")


def _sentence(key: str, about: str) -> str:
    if key == "description":
        return f"Words of ours about {about}." if about else "Words of ours."
    return "Answer briefly, and use the tools where they help." if key == "instructions" else "The weather in Oslo?"


def main() -> int:
    """Keep a request of each client that the command line names, or of all clients. Return the exit code."""
    clients: dict[str, dict[str, Any]] = yaml.safe_load((HERE / "clients.yaml").read_text(encoding="utf-8"))
    failed = 0
    for name in sys.argv[1:] or clients:
        requests = asked(clients[name], installed(name, clients[name]))
        request = next((each for each in requests if [*offered_tools(exact_json.loads(each.body))]), None)
        if request is None:
            print(f"{name}: expected a request with tools, got {len(requests)} requests without tools", file=sys.stderr)
            failed += 1
            continue
        registry = "npm" if "npm" in clients[name] else "PyPI"
        document = {
            "name": name,
            "package": clients[name][registry.lower()][0],
            "registry": registry,
            "dialect": _dialect(request),
            "captured": datetime.now(UTC).date().isoformat(),
            "body": ours(exact_json.loads(request.body)),
        }
        KEPT.mkdir(parents=True, exist_ok=True)
        (KEPT / f"{name}.json").write_text(indented(document), encoding="utf-8")
        print(f"{name}: {len([*offered_tools(document['body'])])} tools")
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
