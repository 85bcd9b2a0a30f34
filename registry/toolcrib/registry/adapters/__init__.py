"""Hold a framework's own list and dispatch to a session: one module a framework, each an extra of its own.

Room: registry, edge. Nothing is imported here: `import toolcrib.registry` stays light, and each module is asked for by
its name. None of them decides: the session does, when tools are offered and again when one is called.
"""
