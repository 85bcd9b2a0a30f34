class Container:
    def __init__(self):
        self._providers = {}

    def provide(self, key):
        def deco(fn):
            self._providers[key] = fn
            return fn

        return deco

    def __getitem__(self, key):
        return self._providers[key]()


container = Container()
