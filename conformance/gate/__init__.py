"""The gate: what results amount to for anybody who has to keep an adapter right."""
