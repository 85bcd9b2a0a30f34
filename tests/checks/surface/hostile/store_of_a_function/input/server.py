import orders
from core import install

install()
