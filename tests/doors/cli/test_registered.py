"""Tests of an installed package that registers a text format, a dialect and data."""

import json
import subprocess
import sys
import tomllib
from base64 import urlsafe_b64encode
from hashlib import sha256
from os import environ
from pathlib import Path
from zipfile import ZipFile

import pytest

WIRE = '{"choices": [{"message": {"role": "assistant", "content": "a"}, "finish_reason": "stop"}]}'
PLUGIN = Path(__file__).parents[3] / "examples" / "plugin"


@pytest.fixture(scope="module")
def installed(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Install the example with pip. Its wheel is made here, because pip would download a build backend."""
    folder = tmp_path_factory.mktemp("wheel")
    project = tomllib.loads((PLUGIN / "pyproject.toml").read_text())["project"]
    stem = f"{project['name'].replace('-', '_')}-{project['version']}"
    points = "".join(
        f"[{group}]\n" + "".join(f"{name} = {value}\n" for name, value in names.items())
        for group, names in project["entry-points"].items()
    )
    files = {str(path.relative_to(PLUGIN)): path.read_bytes() for path in PLUGIN.rglob("acme_conformance/**/*.*")}
    files = {name: held for name, held in files.items() if "__pycache__" not in name}
    about = f"{stem}.dist-info"
    files[f"{about}/entry_points.txt"] = points.encode()
    files[f"{about}/METADATA"] = (
        f"Metadata-Version: 2.1\nName: {project['name']}\nVersion: {project['version']}\n".encode()
    )
    files[f"{about}/WHEEL"] = b"Wheel-Version: 1.0\nGenerator: us\nRoot-Is-Purelib: true\nTag: py3-none-any\n"
    record = "".join(
        f"{name},sha256={urlsafe_b64encode(sha256(held).digest()).rstrip(b'=').decode()},{len(held)}\n"
        for name, held in files.items()
    )
    wheel = folder / f"{stem}-py3-none-any.whl"
    with ZipFile(wheel, "w") as archive:
        for name, held in {**files, f"{about}/RECORD": f"{record}{about}/RECORD,,\n".encode()}.items():
            archive.writestr(name, held)
    target = folder / "site"
    command = [sys.executable, "-m", "pip", "install", "-q", "--no-index", "--no-deps", "--target", target, wheel]
    subprocess.run(command, check=True, capture_output=True)
    return target


def conformance(site: Path, *arguments: str, stdin: str = "") -> subprocess.CompletedProcess[str]:
    return subprocess.run(
        [sys.executable, "-m", "conformance", *arguments],
        env={**environ, "PYTHONPATH": str(site)}, input=stdin, capture_output=True, text=True, check=False,
    )  # fmt: skip


def test_a_text_format_is_read_and_recognised(installed: Path, tmp_path: Path) -> None:
    tool = {"name": "stock", "parameters": {"type": "object", "properties": {"sku": {"type": "string"}}}}
    record = {
        "raw_output": 'Well. <acme:call name="stock">{"sku": "A-7"}</acme:call>',
        "tools": [tool],
        "family": "acme",
        "expected": {"content": "Well. ", "tool_calls": [{"name": "stock", "arguments": {"sku": "A-7"}}]},
    }
    file = tmp_path / "outputs.jsonl"
    file.write_text(json.dumps(record))
    for named in ("auto", "acme_call", "acme"):
        result = conformance(installed, "check", str(file), "--format", "json", "--text-format", named)
        assert (result.returncode, result.stderr) == (0, "")
        assert json.loads(result.stdout)["by_family"]["acme"]["recognised"] == {"acme_call": 1}


def test_data_are_laid_over_ours_by_name(installed: Path) -> None:
    result = conformance(installed, "lint", "--data", "acme-data")
    assert result.returncode == 0, result.stdout
    refused = conformance(installed, "lint", "--data", "acme")
    assert refused.returncode == 2
    assert "there is no folder acme; packages register acme-data" in refused.stderr


def test_commands_find_them_by_any_name(installed: Path) -> None:
    for arguments, shown in (
        (("decode", "--dialect", "Acme-Wire"), "stop"),
        (("explain", "Acme"), "text format acme_call"),
        (("explain", "acme-cloud", "--data", "acme-data"), "provider acme"),
    ):
        result = conformance(installed, *arguments, stdin=WIRE)
        assert (result.returncode, shown in result.stdout) == (0, True), result
    refused = conformance(installed, "serve", "--provider", "Acme-Cloud")
    assert refused.returncode == 2
    assert (
        "unknown provider: 'Acme-Cloud'; an installed package has this provider: add --data acme-data" in refused.stderr
    )


def test_the_library_finds_them(installed: Path) -> None:
    script = (
        "from toolwire import registry as r\n"
        "print(r.dialects()[-1], r.dialect('acme_wire').__name__, r.provider('Acme-Cloud').title)\n"
        "print(r.speaker('acme'), r.speaker('acme_wire').dialect)\n"
    )
    result = subprocess.run(
        [sys.executable, "-c", script],
        env={**environ, "PYTHONPATH": str(installed)}, capture_output=True, text=True, check=True,
    )  # fmt: skip
    first, second = result.stdout.splitlines()
    assert first == "acme_wire acme_conformance.wire Acme"
    assert second.startswith("Speaker(name='acme', dialect='openai_chat', known=True")
    assert second.endswith(" acme_wire")
