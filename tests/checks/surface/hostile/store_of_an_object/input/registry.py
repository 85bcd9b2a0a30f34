class Shared:
    def __init__(self):
        self.functions = []


shared = Shared()
