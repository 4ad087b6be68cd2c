"""The versions that a figure belongs to."""

from __future__ import annotations

import re
import shutil
import subprocess
import tomllib

from .programs import HERE, compiler


def _first_line(*command: str) -> str | None:
    if shutil.which(command[0]) is None:
        return None
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    return (done.stdout or done.stderr).partition("\n")[0].strip()


def _crates() -> dict[str, str]:
    cargo = tomllib.loads((HERE / "rust" / "Cargo.toml").read_text(encoding="utf-8"))
    wanted = cargo["dependencies"]
    return {
        "httpdate": wanted["httpdate"].removeprefix("="),
        "jiff": wanted["jiff"]["version"].removeprefix("="),
    }


def _netty() -> str:
    pom = (HERE / "java" / "pom.xml").read_text(encoding="utf-8")
    found = re.search(r"<netty.version>(.+?)<", pom)
    return found[1] if found else "unknown"


def versions() -> dict[str, str]:
    """Of compilers and of the peers built with them; those that are there."""
    rust = _first_line("rustc", "--version")
    java = _first_line("java", "-version")
    found = {
        "C compiler": _first_line(*compiler(), "--version"),
        "Rust": rust,
        **(_crates() if rust else {}),
        "Go": _first_line("go", "version"),
        "Java": java,
        "Netty": _netty() if java else None,
    }
    return {name: text for name, text in found.items() if text}
