"""The command line. Each command is a module, loaded when the command line starts; what it works with, when it runs."""

from conformance.cli.app import main

__all__ = ["main"]
