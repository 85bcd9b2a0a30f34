class Meta(type):
    found = []

    def __init__(cls, name, bases, ns):
        super().__init__(name, bases, ns)
        if bases:
            Meta.found.append(cls)


class Plugin(metaclass=Meta):
    pass
