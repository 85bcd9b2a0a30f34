from collections import defaultdict


class Registry:
    _one = None

    def __init__(self):
        self.by_topic = defaultdict(list)

    @classmethod
    def get(cls):
        if cls._one is None:
            cls._one = cls()
        return cls._one

    def plugin(self, topic):
        def deco(fn):
            self.by_topic[topic].append(fn)
            return fn

        return deco
