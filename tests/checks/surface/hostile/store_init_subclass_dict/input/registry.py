class Plugin:
    plugins = {}

    def __init_subclass__(cls, **kw):
        cls.plugins[cls.__name__.lower()] = cls
