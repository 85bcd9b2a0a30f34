from impl import publish as pub
