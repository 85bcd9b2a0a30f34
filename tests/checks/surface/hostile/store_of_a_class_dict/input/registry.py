class Shared:
    by_name = {}
