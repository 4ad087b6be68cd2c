"""The jobs, one a file, each with its peers."""

from jobs import (
    date_now,
    format_moment,
    log_line,
    parse_rfc3339,
    print_rfc3339,
    refuse,
)
from jobs.middleware import ASGI, WSGI
from jobs.parse_http_date import ASCTIME, IMF, RFC850

JOBS = (
    date_now.JOB,
    format_moment.JOB,
    IMF,
    RFC850,
    ASCTIME,
    refuse.JOB,
    print_rfc3339.JOB,
    parse_rfc3339.JOB,
    log_line.JOB,
    ASGI,
    WSGI,
)
