class toolkit:
    pending = {}
    count = 0

    def __init__(self, group):
        self.group = group

    def __call__(self, fn):
        type(self).count += 1
        type(self).pending[f"{self.group}.{fn.__name__}".replace(".", "_")] = fn
        return fn

    @classmethod
    def install(cls, server):
        while cls.pending:
            name, fn = cls.pending.popitem()
            server.tool(fn, name=name)
