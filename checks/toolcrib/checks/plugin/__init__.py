"""What the pytest plugin does once a manifest is configured, and the assertion for people's own tests.

Room: checks, edge. Loaded by `toolcrib.checks.pytest_plugin` when there is something to do; imports nothing by itself.
"""
