"""The build's side: surface, rules, reports, command line, pytest plugin."""
