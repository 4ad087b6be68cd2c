# cython: language_level=3, freethreading_compatible=True
"""gnomon's C API from Cython, through gnomon/__init__.pxd alone."""

from libc.stdint cimport int64_t, uint32_t
from gnomon cimport (
    GNOMON_DATE_SIZE, GNOMON_DIGITS_AUTO, GNOMON_OK, GNOMON_RFC3339_SIZE,
    gnomon_date, gnomon_format, gnomon_import, gnomon_now, gnomon_parse,
    gnomon_parse_rfc3339, gnomon_rfc3339, gnomon_status,
)

gnomon_import()


def date():
    cdef char out[GNOMON_DATE_SIZE]
    with nogil:
        gnomon_date(out)
    return out[:GNOMON_DATE_SIZE]


def format_and_parse(int64_t seconds):
    cdef char out[GNOMON_DATE_SIZE]
    cdef int64_t back = 0
    cdef gnomon_status status
    with nogil:
        status = gnomon_format(out, seconds)
        if status == GNOMON_OK:
            status = gnomon_parse(out, GNOMON_DATE_SIZE, &back)
    if status != GNOMON_OK:
        return None
    return out[:GNOMON_DATE_SIZE], back


def timestamp_and_back():
    cdef char out[GNOMON_RFC3339_SIZE]
    cdef size_t size = 0
    cdef int64_t seconds = 0
    cdef uint32_t nanos = 0
    with nogil:
        gnomon_now(&seconds, &nanos)
        gnomon_rfc3339(out, &size, seconds, nanos, GNOMON_DIGITS_AUTO)
        gnomon_parse_rfc3339(out, size, &seconds, &nanos)
    return out[:size], seconds, nanos
