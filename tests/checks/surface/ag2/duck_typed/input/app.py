import autogen


def cancel(x: int) -> int:
    return x


def wire(agent, executor):
    register = getattr(agent, "register_for_llm", None)
    if register:
        register(name="cancel_order", description="Cancel.")(cancel)
    autogen.register_function(cancel, caller=agent, executor=executor, description="x")


def wire2(agent):
    register = getattr(agent, "register_for_llm")
    register(name="cancel_two", description="Cancel.")(cancel)
