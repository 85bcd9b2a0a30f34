class Plugin:
    plugins = []

    def __init_subclass__(cls, **kw):
        super().__init_subclass__(**kw)
        Plugin.plugins.append(cls)
