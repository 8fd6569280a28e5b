"""The doors through which adapters are asked, and the adapters that come with us."""
