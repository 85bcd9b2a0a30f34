class Signal:
    def __init__(self):
        self.receivers = []

    def connect(self, fn):
        self.receivers.append(fn)
        return fn

    def send(self, **kw):
        return [fn(**kw) for fn in self.receivers]


starting = Signal()
