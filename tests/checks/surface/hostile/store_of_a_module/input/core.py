functions = []
