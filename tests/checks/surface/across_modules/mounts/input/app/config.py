SPACES = {"users": "people"}
