NAMES = ("forecast", "history")
