"""The reference adapter with a change in its code.

The modules of the reference are loaded a second time, under the name ``changed_reference``. The suite, the stand-ins
and the expected requests use the unchanged modules.
"""

import ast
import sys
from collections.abc import Sequence
from importlib.abc import Loader, MetaPathFinder
from importlib.machinery import ModuleSpec
from importlib.util import find_spec, module_from_spec, spec_from_loader
from pathlib import Path
from types import ModuleType
from typing import Any, Final

_CODE: Final = "toolwire.dialects"
_CHANGED: Final = "changed_reference"
_ADAPTER: Final = "conformance.adapters.reference"


class _Finder(MetaPathFinder, Loader):
    """A finder and loader of the modules of the changed reference."""

    def __init__(self, module: str, tree: ast.Module) -> None:
        self._module, self._tree = module, tree

    def find_spec(self, name: str, path: Sequence[str] | None, target: ModuleType | None = None) -> ModuleSpec | None:
        if not name.startswith(_CHANGED):
            return None
        return spec_from_loader(name, self, is_package=_original(name).submodule_search_locations is not None)

    def exec_module(self, module: ModuleType) -> None:
        spec = _original(module.__name__)
        assert spec.origin is not None
        is_it = spec.name == self._module
        source = ast.unparse(self._tree) if is_it else Path(spec.origin).read_text(encoding="utf-8")
        exec(compile(source.replace(_CODE, f"{_CHANGED}.dialects"), spec.origin, "exec"), module.__dict__)


def _original(name: str) -> ModuleSpec:
    """Return the spec of the unchanged module that corresponds to a module of the changed reference."""
    behind = name.removeprefix(_CHANGED)
    spec = find_spec(_ADAPTER if not behind else _CODE + behind.removeprefix(".dialects"))
    assert spec is not None
    return spec


def changed_reference(module: str, tree: ast.Module) -> Any:
    """Return a reference adapter with ``tree`` as the code of a module, such as ``toolwire.dialects.cohere_v2.stream``.

    A process can call this function only once.
    """
    finder = _Finder(module, tree)
    sys.meta_path.insert(0, finder)
    spec = spec_from_loader(_CHANGED, finder, is_package=True)
    assert spec is not None
    adapter = module_from_spec(spec)
    sys.modules[_CHANGED] = adapter
    finder.exec_module(adapter)
    return adapter.ReferenceAdapter()
