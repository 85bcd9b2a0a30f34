def load(server):
    pass
