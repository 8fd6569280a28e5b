"""YAML within limits, for untrusted files: libyaml's parser and PyYAML's safe constructor."""

from typing import Any, Final

import yaml
from yaml.composer import Composer

from toolwire.wire.errors import YamlError
from toolwire.wire.exact_json import RepeatedKeys
from toolwire.wire.limits import LIMITS

_TOO_DEEP: Final = f"nested deeper than the {LIMITS.depth} levels that are allowed"
_DEPTH_OF_LIBYAML: Final = "exceeded maximum nesting depth"
"""PyYAML's own message for deep nesting.

Since PyYAML 6.0.4 the scanner reads ahead, and may raise this error before the composer counts levels.
"""
_SECOND_DOCUMENT: Final = "but found another document"
"""The end of PyYAML's own message for a second document."""
_TOO_MANY: Final = f"more than the {LIMITS.values} values that are allowed"
_TOO_LARGE: Final = f"more than {LIMITS.event >> 20} MB after each alias is replaced by its value"
_MOST_DIGITS: Final = 3500
"""The largest allowed number of digits in a number.

Python can write a hexadecimal number of this length within its limit of 4,300 digits.
"""
_MOST_NUMBER_KEYS: Final = 1000
"""The largest allowed number of an object's keys that are numbers.

Numbers with the same hash are easy to find. The time to build an object grows with the square of the number of such
keys.
"""
_MOST_TAGS: Final = 100
"""The largest allowed number of lines that begin with ``%TAG``. libyaml compares each ``%TAG`` directive with all
earlier directives.
"""
_TAG_LINE: Final = b"\n%TAG"
_NUMBERS: Final = ("tag:yaml.org,2002:int", "tag:yaml.org,2002:float")
_MERGE: Final = "tag:yaml.org,2002:merge"
_TEXT: Final = "tag:yaml.org,2002:str"


class _Loader(Composer, yaml.CSafeLoader):
    """A YAML loader with limits, made of libyaml's parser and PyYAML's composer and safe constructor.

    libyaml's own composer overflows the stack on deep nesting, and aliases let a small file expand to a huge document.
    This loader raises an error for both. Dates, and strings with Python's tags, are read as text. Equal texts share a
    node, which halves the memory.
    """

    def __init__(self, text: str) -> None:
        yaml.CSafeLoader.__init__(self, text)
        Composer.__init__(self)
        self._depth = 0
        self._count = 0
        self._letters = 0
        self._sizes: dict[int, tuple[int, int]] = {}
        """The number of values and the number of characters in each node with an anchor."""
        self._texts: dict[str, yaml.ScalarNode] = {}

    def compose_node(self, parent: yaml.Node | None, index: Any) -> yaml.Node | None:
        event: Any = self.peek_event()
        self._depth += 1
        count, letters = self._count, self._letters
        if self._depth > LIMITS.depth:
            raise _problem(_TOO_DEEP, event)
        node = super().compose_node(parent, index)
        if isinstance(event, yaml.AliasEvent):
            if id(node) not in self._sizes:
                raise _problem("found an alias inside its own value", event)
            more, longer = self._sizes[id(node)]
            self._count += more
            self._letters += longer
        else:
            self._count += 1
            self._letters += len(node.value) if isinstance(node, yaml.ScalarNode) else 0
            if event.anchor is not None:
                self._sizes[id(node)] = (self._count - count, self._letters - letters)
        if self._count > LIMITS.values:
            raise _problem(_TOO_MANY, event)
        if self._letters > LIMITS.event:
            raise _problem(_TOO_LARGE, event)
        self._depth -= 1
        return node

    def compose_scalar_node(self, anchor: Any) -> yaml.ScalarNode:
        node: yaml.ScalarNode = super().compose_scalar_node(anchor)
        return self._texts.setdefault(node.value, node) if anchor is None and node.tag == _TEXT else node

    def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
        if isinstance(node, yaml.MappingNode):
            self.flatten_mapping(node)  # adds the keys of merged objects
            if (numbers := sum(key.tag in _NUMBERS for key, _ in node.value)) > _MOST_NUMBER_KEYS:
                raise _problem(f"expected at most {_MOST_NUMBER_KEYS} keys that are numbers, got {numbers}", node)
        return super().construct_mapping(node, deep=deep)


def _problem(what: str, event: Any) -> yaml.MarkedYAMLError:
    return yaml.MarkedYAMLError(problem=what, problem_mark=event.start_mark)


def _scalar(loader: yaml.CSafeLoader, node: Any) -> Any:
    return loader.construct_scalar(node)  # raises an error for a node that is not a scalar


def _number(loader: yaml.CSafeLoader, node: Any) -> Any:
    """Construct a number. A text such as 12:30 stays text, although YAML 1.1 reads it as the number 750.

    Raises ``ValueError`` for a number with too many digits.
    """
    text = _scalar(loader, node)
    if ":" in text:
        return text
    if len(text) > _MOST_DIGITS:
        raise ValueError(f"a number is too long: expected at most {_MOST_DIGITS} digits, got {len(text)}")
    return loader.construct_yaml_int(node) if node.tag.endswith("int") else loader.construct_yaml_float(node)


def _mapping(loader: yaml.CSafeLoader, node: Any) -> Any:
    """Construct an object. All values of a repeated key are kept."""
    pairs = node.value if isinstance(node, yaml.MappingNode) else []
    keys = [(key.tag, key.value) for key, _ in pairs if isinstance(key, yaml.ScalarNode) and key.tag != _MERGE]
    value = loader.construct_mapping(node, deep=True)
    if len({*keys}) == len(keys):
        return value
    return RepeatedKeys([(loader.construct_object(key), loader.construct_object(item)) for key, item in node.value])


for _tag in ("int", "float"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _number)
_Loader.add_constructor("tag:yaml.org,2002:map", _mapping)
# Dates stay text: no recording or claim needs a date as a value.
for _tag in ("python/unicode", "python/str", "timestamp"):
    _Loader.add_constructor(f"tag:yaml.org,2002:{_tag}", _scalar)


def loads(data: bytes) -> Any:
    """Return the value of a YAML document in UTF-8. Raises ``YamlError``, and no other exception."""
    if (tags := data.count(_TAG_LINE)) > _MOST_TAGS:
        raise YamlError(f"expected at most {_MOST_TAGS} %TAG directives, got {tags}")
    try:
        return _Loader(data.decode("utf-8-sig")).get_single_data()
    except UnicodeDecodeError as error:
        raise YamlError(f"not UTF-8: byte {error.start + 1}") from None
    except yaml.MarkedYAMLError as error:
        mark = error.problem_mark
        problem = " ".join((error.problem or "not YAML").split())
        if problem == _SECOND_DOCUMENT:
            problem = "expected a single document, got a second document"
        place = f"line {mark.line + 1} column {mark.column + 1}" if mark else ""
        raise YamlError(_TOO_DEEP if problem == _DEPTH_OF_LIBYAML else problem, place) from None
    except yaml.YAMLError as error:
        raise YamlError(f"not YAML: {str(error).splitlines()[0]}") from None
    except RecursionError:
        raise YamlError("nested too deep") from None
    except Exception as error:  # PyYAML raises errors of any type for a value that does not fit its tag
        raise YamlError(f"a value cannot be read: {error}") from None
