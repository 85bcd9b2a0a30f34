"""Somewhere else in the repository: it hides nothing."""
NOTHING = True
