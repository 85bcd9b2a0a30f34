from collections import ChainMap

base, extra = {}, {}
every = ChainMap(extra, base)
