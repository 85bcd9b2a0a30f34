LOOK = "look_around"
_HIDDEN = "hidden"
