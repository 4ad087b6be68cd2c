"""RFC 3339 times in the logs of the standard library, configured by a dict."""

import logging.config

logging.config.dictConfig(
    {
        "version": 1,
        "formatters": {
            "utc": {
                "()": "gnomon.logging.Formatter",
                "format": "%(asctime)s %(levelname)s %(name)s: %(message)s",
                "digits": 3,
            }
        },
        "handlers": {"console": {"class": "logging.StreamHandler", "formatter": "utc"}},
        "root": {"level": "INFO", "handlers": ["console"]},
    }
)

logging.getLogger("shop").info("sold %d", 3)
