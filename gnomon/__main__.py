"""`python -m gnomon`: the command line."""

import sys

from gnomon._cli import main

if __name__ == "__main__":
    sys.exit(main(prog="python -m gnomon"))
