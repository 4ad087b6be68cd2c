"""RFC 3339 times in python-json-logger: its formatter, with another asctime."""

import logging

from pythonjsonlogger.json import JsonFormatter

from gnomon.logging import timestamp


class Formatter(JsonFormatter):
    def formatTime(self, record: logging.LogRecord, datefmt: str | None = None) -> str:
        return timestamp(record)


handler = logging.StreamHandler()
handler.setFormatter(
    Formatter(
        "{asctime}{levelname}{message}",
        style="{",
        rename_fields={"asctime": "timestamp", "levelname": "level"},
    )
)
logging.basicConfig(level=logging.INFO, handlers=[handler])

logging.getLogger("shop").info("sold", extra={"count": 3})
