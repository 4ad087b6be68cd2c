"""The command line of the servers here that have none of their own."""

import argparse


def arguments() -> tuple[int, bool]:
    """The port, and whether to serve without gnomon."""
    parser = argparse.ArgumentParser()
    parser.add_argument("port", type=int, nargs="?", default=8000)
    parser.add_argument("--plain", action="store_true", help="without gnomon")
    options = parser.parse_args()
    return options.port, options.plain
