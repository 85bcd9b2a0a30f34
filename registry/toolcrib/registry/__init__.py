"""What the runtime asks: allowlists derived from the manifest. Light: no libcst, no rendering."""
