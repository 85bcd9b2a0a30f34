import core


class Other:
    def on(self, event):
        return core.server.name

    def publish(self):
        return core.server.name

    def register(self, event):
        return event


def chained():
    return 3
