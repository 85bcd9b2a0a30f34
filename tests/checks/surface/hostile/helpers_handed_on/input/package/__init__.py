import impl as api

from package import inner
