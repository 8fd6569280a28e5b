"""The interfaces (doors) through which the suite calls adapters, and the adapters that ship with the suite."""
