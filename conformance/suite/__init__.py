"""The conformance suite: cases, their replay, and the parametrised tests that ship with the package."""
