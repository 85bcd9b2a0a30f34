FEATURES = frozenset({"billing.read"})
