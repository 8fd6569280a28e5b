"""The gate: what results amount to for whoever has to keep an adapter right."""
