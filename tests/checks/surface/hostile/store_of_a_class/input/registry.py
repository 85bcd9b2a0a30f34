class Shared:
    registered = []
