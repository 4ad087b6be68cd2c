# gnomon's C API for Cython: `from gnomon cimport gnomon_import, gnomon_date`.
# What each function takes, gives and costs is in include/gnomon.h. Call
# gnomon_import() at the top of each module that uses them.
from libc.stdint cimport int64_t, uint32_t


cdef extern from "gnomon.h":
    int gnomon_import() except -1


cdef extern from "gnomon.h" nogil:
    enum:
        GNOMON_DATE_SIZE
        GNOMON_RFC3339_SIZE
        GNOMON_DIGITS_AUTO

    ctypedef enum gnomon_status:
        GNOMON_OK
        GNOMON_INVALID
        GNOMON_RANGE

    void gnomon_date(char *out)
    gnomon_status gnomon_format(char *out, int64_t seconds)
    gnomon_status gnomon_parse(const char *text, size_t size, int64_t *seconds)
    void gnomon_now(int64_t *seconds, uint32_t *nanos)
    gnomon_status gnomon_rfc3339(char *out, size_t *size, int64_t seconds,
                                 uint32_t nanos, int digits)
    gnomon_status gnomon_parse_rfc3339(const char *text, size_t size,
                                       int64_t *seconds, uint32_t *nanos)
