from starred import *
