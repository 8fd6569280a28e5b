"""Tests of the loading of adapters by every kind of name, and of the messages about wrong names."""

import sys
from pathlib import Path
from typing import Final

import pytest

from conformance.adapters.adapter import name_of, reads_text_alone, speaks, talks_http
from conformance.adapters.loading import AdapterNotFound, load_adapter
from conformance.adapters.process import Ended, NotStarted
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.text import text_formats_of
from conformance.standins.text_formats import written

HERE: Final = "adapters_to_load"
MODULE: Final = """
from conformance.adapters.reference import ReferenceAdapter
from conformance.adapters.reference_client import ReferenceClient
from conformance.adapters.wire import Hello


def makes_one():
    return ReferenceClient()


class TakesArguments(ReferenceAdapter):
    def __init__(self, key):
        pass


class TakesDefaults(ReferenceAdapter):
    name = "takes-defaults"

    def __init__(self, key=""):
        pass


class NoHello:
    def converse(self, task):
        yield


class NoModes(ReferenceClient):
    hello = Hello(name="no-modes", version="1", language="python", dialects=("openai_chat",), modes=())


class WrongHello(ReferenceClient):
    hello = Hello(name="wrong", version=1, language="python", dialects=("openai_chat",))


class SomeOfACodec:
    def encode(self, *_):
        pass


class ReadsText:
    def read_text(self, *_):
        pass


class ReadsUnnamed(ReadsText):
    hello = None


class Aliased(ReferenceAdapter):
    text_formats = ("hermes", "qwen3", "gpt-oss")


class Unknown(ReferenceAdapter):
    text_formats = ("qwen3", "nope", "auto")


class Misspelled(ReferenceAdapter):
    exposes = ("id", "ids")


class Claims(ReferenceAdapter):
    capabilities = ("cut-call",)


class ExposesText(ReferenceAdapter):
    exposes = "id"


class Nameless(ReferenceAdapter):
    name = None


class Speaks(ReferenceClient):
    hello = Hello(name="speaks", version="1", language="python", dialects=("openai_chat", "anthropic_message"))


class Breaks(ReferenceAdapter):
    def __init__(self):
        raise TypeError("of its own")


number = 3
"""


@pytest.fixture(autouse=True)
def module(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    (tmp_path / "client_to_find.py").write_text(f"from {HERE} import ReadsText\nclass Client(ReadsText): ...\n")
    (tmp_path / "adapter.mjs").write_text("")
    (tmp_path / "built").write_text("")
    (tmp_path / "built").chmod(0o755)
    (tmp_path / f"{HERE}.py").write_text(MODULE)
    (tmp_path / "adapter_that_misses.py").write_text("import no_such_library\n")
    (tmp_path / "adapter_without_class.py").write_text("number = 3\n")
    (tmp_path / "some-1.0.dist-info").mkdir()
    (tmp_path / "some-1.0.dist-info" / "METADATA").write_text("Metadata-Version: 2.1\nName: some\nVersion: 1.0\n")
    (tmp_path / "some-1.0.dist-info" / "entry_points.txt").write_text(
        f"[conformance.adapters]\nsome-client = {HERE}:makes_one\n"
    )
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.delitem(sys.modules, HERE, raising=False)


@pytest.mark.parametrize(
    ("name", "called"),
    [
        ("reference", "reference"),
        (f"{HERE}:TakesDefaults", "takes-defaults"),
        (f"{HERE}:makes_one", "reference-client"),
        ("some-client", "reference-client"),
        (f"command:{sys.executable} -m conformance.adapters.answering reference", "reference"),
        (f"command:'{sys.executable}' -m conformance.adapters.answering {HERE}:makes_one", "reference-client"),
    ],
)
def test_names_that_stand_for_one(name: str, called: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    adapter = load_adapter(name)
    assert name_of(adapter) == called
    assert talks_http(adapter) == (called == "reference-client")
    assert speaks(adapter, "openai_chat")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("nope", "give 'reference', 'some-client', 'package.module:Class' or 'command:program"),
        ("", "unknown adapter"),
        ("client_to_find", "'some-client', 'client_to_find:Client' for client_to_find or 'command:program"),
        ("client_to_find.py", "'some-client', 'client_to_find:Client' for client_to_find.py or 'command:program"),
        ("adapter_that_misses", "'package.module:Class' or 'command:program"),
        (
            f"{sys.executable} -m some",
            f"give --command '{sys.executable} -m some', or put 'command:' before the command",
        ),
        ("adapter.mjs", "give --command 'PROGRAM adapter.mjs', or put 'command:' before the command"),
        ("built", "give --command ./built, or put 'command:' before the command"),
        ("./built", "give --command ./built, or put 'command:' before the command"),
        ("some/client.py", "give 'reference', 'some-client', 'client:Class' for some/client.py or 'command:program"),
        ("some/client.py:Client", "'some-client', 'client:Client' for some/client.py:Client or 'command:program"),
        (f"{HERE}.py:Class", f"'some-client', '{HERE}:Class' for {HERE}.py:Class or 'command:program"),
        ("package.client.Client", "'package.client:Client' for package.client.Client or 'command:program"),
        (":", "unknown adapter"),
        ("some module:Class", "unknown adapter"),
        (".module:Class", "unknown adapter"),
        ("no_such_module:Class", "cannot be loaded: No module named 'no_such_module'; expected no_such_module.py in /"),
        (f"{HERE}.inside:Class", f"cannot be loaded: No module named '{HERE}.inside'; '{HERE}' is not a package"),
        (f"{HERE}:Nope", f"cannot be loaded: {HERE} has no Nope; expected one of: "),
        (f"{HERE}:TakeDefaults", f"{HERE} has no TakeDefaults; did you mean TakesDefaults?"),
        (
            "adapter_without_class:Nope",
            "adapter_without_class has no Nope; it has no class or function that can",
        ),
        (f"{HERE}:number", "expected a class or a function without required arguments (3 is not a callable object)"),
        (f"{HERE}:TakesArguments", "without required arguments (missing a required argument: 'key'"),
        (f"{HERE}:NoHello", "it lacks hello; write `from conformance.adapters.wire import Hello` above the class"),
        (
            f"{HERE}:NoHello",
            'version="1.0", language="python", dialects=("openai_chat",))`',
        ),
        (f"{HERE}:Hello", "expected a class or a function without required arguments"),
        (
            f"{HERE}:SomeOfACodec",
            "it lacks decode, decode_request, encode_response, name; 'python -m pydoc conformance.adapters.codec' desc",
        ),
        (
            f"{HERE}:ReadsUnnamed",
            "its hello is not a valid Hello: expected Hello, got None; write `from",
        ),
        (f"{HERE}:ReadsUnnamed", 'language="python", dialects=())`'),
        (
            f"{HERE}:Aliased",
            "expected 'harmony', the suite's name of the format, got 'gpt-oss'; expected 'hermes', the suite's name",
        ),
        (
            f"{HERE}:Unknown",
            "expected 'hermes', the suite's name of the format, got 'qwen3'; unknown text format: 'auto' or 'nope';",
        ),
        (
            f"{HERE}:Misspelled",
            "its exposes: expected names among id, model, usage, error, reasoning, got 'ids'",
        ),
        (f"{HERE}:Claims", "got 'cut-call'"),
        (f"{HERE}:Nameless", "its name: expected a text, got None"),
        (f"{HERE}:Speaks", "got 'anthropic_message'"),
        (f"{HERE}:ExposesText", "its exposes: expected a tuple or a list of names, got 'id'"),
        ("collections:ChainMap", "(for an adapter that reads calls in text); 'python -m pydoc conformance.adapters.M"),
        (f"{HERE}:WrongHello", "its hello is not a valid Hello: /version: expected str, got 1"),
        (f"{HERE}:NoModes", "its hello is not a valid Hello: Expected `array` of length >= 1 - at `$.modes`; write"),
        ("command:", "names no program"),
        ("command:node 'adapter.mjs", "cannot be read as a command: No closing quotation"),
    ],
)
def test_names_that_stand_for_none(name: str, message: str) -> None:
    with pytest.raises(AdapterNotFound) as raised:
        load_adapter(name)
    assert repr(name) in str(raised.value)
    assert message in str(raised.value)


def test_what_is_there_and_breaks_is_no_matter_of_its_name() -> None:
    with pytest.raises(ModuleNotFoundError, match="no_such_library"):
        load_adapter("adapter_that_misses:Adapter")
    with pytest.raises(TypeError, match="of its own"):
        load_adapter(f"{HERE}:Breaks")
    with pytest.raises(Ended, match="exit code 2; stderr: unknown adapter 'nope'"):
        load_adapter(f"command:{sys.executable} -m conformance.adapters.answering nope")


@pytest.mark.parametrize(
    ("name", "message"),
    [
        ("command:no-such-program --with arguments", "No such file or directory (no-such-program)"),
        ("command:/", "Permission denied (/)"),
    ],
)
def test_programs_that_the_system_cannot_start(name: str, message: str) -> None:
    with pytest.raises(NotStarted) as raised:
        load_adapter(name)
    assert str(raised.value) == message


def test_prints_of_an_adapter_in_python_are_no_answers(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PYTHONPATH", str(tmp_path))
    (tmp_path / "adapter_that_prints.py").write_text(
        "import os\nfrom conformance.adapters.reference import ReferenceAdapter\nprint('imported')\n\n\n"
        "class Prints(ReferenceAdapter):\n"
        "    def __init__(self):\n        print('made')\n        os.system('echo made')\n"
    )
    name = "adapter_that_prints:Prints"
    adapter = load_adapter(f"command:{sys.executable} -m conformance.adapters.answering {name}")
    assert name_of(adapter) == ReferenceAdapter.name


def test_who_does_not_say_what_it_speaks_is_asked_for_everything() -> None:
    assert speaks(ReferenceAdapter(), "klingon")
    assert not speaks(ReferenceClient(), "klingon")


def test_a_class_with_read_text_alone_reads_every_format_under_its_own_name() -> None:
    adapter = load_adapter(f"{HERE}:ReadsText")
    assert reads_text_alone(adapter)
    assert name_of(adapter) == "ReadsText"
    assert {*text_formats_of(adapter)} == written().keys()
    assert not speaks(adapter, "openai_chat")
