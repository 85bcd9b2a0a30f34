"""Connect: a construction company's assistant, with some sixty tools that six agents may call.

The application is in memory and complete: every tool does what its description says. `connect.toolbox` calls any of
them.
"""
