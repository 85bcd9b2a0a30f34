class action:
    every = []

    def __init__(self, fn):
        self.fn = fn

    def __set_name__(self, owner, name):
        action.every.append((name, self.fn))
