import queue

waiting = queue.Queue()
