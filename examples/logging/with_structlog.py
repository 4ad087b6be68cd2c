"""RFC 3339 times in structlog: a processor in the place of its TimeStamper."""

import structlog
from structlog.typing import EventDict, WrappedLogger

import gnomon


def add_timestamp(_logger: WrappedLogger, _method: str, event: EventDict) -> EventDict:
    event["timestamp"] = gnomon.rfc3339(digits=3)
    return event


structlog.configure(
    processors=[
        structlog.contextvars.merge_contextvars,
        structlog.processors.add_log_level,
        add_timestamp,
        structlog.processors.format_exc_info,
        structlog.processors.JSONRenderer(sort_keys=True),
    ]
)

structlog.get_logger().info("sold", count=3)
