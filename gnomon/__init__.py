"""HTTP dates and RFC 3339 timestamps for about the price of a function call.

    date()                     the current HTTP date
    format(when)               the HTTP date of any moment
    parse(text)                an HTTP date back, in any of its three forms
    rfc3339(seconds, nanos)    a timestamp with 0, 3, 6 or 9 digits
    parse_rfc3339(text)        a timestamp back
    pack(when), unpack(word)   a moment in 43 bits
    clock                      what keeps date() current, and freezes it

Each function's docstring gives its types, ranges and errors.
"""

try:
    from . import clock
except ModuleNotFoundError as _error:
    raise ImportError(
        f"gnomon in {__path__[0]} is not built for this Python: "
        "run `make build` there, or start Python in another folder"
    ) from _error
from ._core import (
    _C_API,  # noqa: F401  # pyright: ignore -- include/gnomon.h looks for it here
    date,
    date_bytes,
    format,
    format_bytes,
    pack,
    parse,
    parse_datetime,
    parse_rfc3339,
    parse_rfc3339_datetime,
    parse_rfc3339_ns,
    rfc3339,
    rfc3339_ns,
    unpack,
)

TYPE_CHECKING = False
if TYPE_CHECKING:
    from ._fields import Fields

__version__ = "0.1.0"

__all__ = [
    "Fields",
    "__version__",
    "clock",
    "date",
    "date_bytes",
    "format",
    "format_bytes",
    "get_include",
    "pack",
    "parse",
    "parse_datetime",
    "parse_rfc3339",
    "parse_rfc3339_datetime",
    "parse_rfc3339_ns",
    "rfc3339",
    "rfc3339_ns",
    "unpack",
]


def get_include() -> str:
    """Return the folder of gnomon.h, for the include path of a C compiler.

    A str, the path of a folder in the installed package. Raises nothing. The
    header is the manual of the C API; Cython needs the folder too.

        >>> gnomon.get_include()  # doctest: +ELLIPSIS
        '...include'

    Source: this library's csrc/include/gnomon.h.
    """
    from pathlib import Path

    return str(Path(__file__).with_name("include"))


if not TYPE_CHECKING:  # to whom a name that is misspelt would be an object

    def __getattr__(name):
        """Load what few need when they ask for it (PEP 562)."""
        if name == "Fields":
            from ._fields import Fields

            globals()[name] = Fields
            return Fields
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
