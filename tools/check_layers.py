"""Fails when a layer reaches for what it must not know (ARCHITECTURE.md).

csrc/core knows no Python and takes no memory; csrc/python does no date
arithmetic of its own; what `import gnomon` runs imports nothing but gnomon, and
nothing in gnomon what only those import who want it.
"""

import ast
import re
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parent.parent
INCLUDE = re.compile(r'^\s*#\s*include\s+([<"])([^>"]+)[>"]', re.MULTILINE)
COMMENT = re.compile(r"/\*.*?\*/", re.DOTALL)

# Calls that a layer never makes, and why.
NEVER = {
    "csrc/core": {
        r"\b(m|c|re)alloc\s*\(": "the core takes no memory",
        r"\bfree\s*\(": "the core takes no memory",
        r"\b(str\w+|sprintf|gmtime\w*|localtime\w*|a?s?ctime\w*|mktime|timegm|setlocale)\s*\(":
            "no terminators, no locale, no date function of libc",
        r"\bPy[A-Z_]\w*": "the core does not know Python",
    },
    "csrc/python": {
        r"\b(strftime|strptime|gmtime\w*|localtime\w*|mktime|timegm|setlocale)\s*\(":
            "dates are the core's",
        r"\b(146097|1461|719468|86400|3600)\b":
            "dates are the core's",
    },
}  # fmt: skip

# Where the quoted includes of a layer may lead.
MAY_INCLUDE = {
    "csrc/core": ["csrc/core"],
    "csrc/include": [],
    "csrc/python": ["csrc/python", "csrc/core", "csrc/include"],
    "csrc/tests": ["csrc/tests", "csrc/core"],
    "csrc/fuzz": ["csrc/fuzz", "csrc/tests", "csrc/core"],
}
INCLUDE_PATH = {
    "csrc/tests": ["csrc/core"],
    "csrc/fuzz": ["csrc/core", "csrc/tests"],
}
KNOW_PYTHON = {"csrc/include", "csrc/python"}


# What people import by itself, and nothing else in the package does.
OPTIONAL = {"asgi", "logging", "protobuf", "testing", "wsgi"}


def resolve(source: Path, name: str, layer: str) -> Path | None:
    for folder in [source.parent, *(ROOT / p for p in INCLUDE_PATH.get(layer, []))]:
        found = (folder / name).resolve()
        if found.exists():
            return found
    return None


def faults_of(source: Path, layer: str) -> list[str]:
    text = COMMENT.sub("", source.read_text())
    where = source.relative_to(ROOT)
    faults = []
    for kind, name in INCLUDE.findall(text):
        if kind == "<":
            if layer not in KNOW_PYTHON and name == "Python.h":
                faults.append(f"{where}: includes {name}")
            continue
        target = resolve(source, name, layer)
        allowed = [ROOT / folder for folder in MAY_INCLUDE[layer]]
        if target is None or target.parent not in allowed:
            faults.append(f"{where}: includes {name}, which is not below it")
    for pattern, reason in NEVER.get(layer, {}).items():
        found = re.search(pattern, text)
        if found:
            faults.append(f"{where}: {found.group().strip()!r}: {reason}")
    return faults


def imports_of(source: Path) -> list[str]:
    """The modules outside the package that running this file imports."""
    names: list[str] = []
    for node in ast.parse(source.read_text()).body:
        if isinstance(node, ast.Import):
            names += [alias.name for alias in node.names]
        elif isinstance(node, ast.ImportFrom) and node.level == 0:
            names.append(str(node.module))
    return [f"{source.relative_to(ROOT)}: imports {name}" for name in names]


def members_imported(node: ast.AST, source: Path) -> set[str]:
    """The names below gnomon that this statement may import."""
    if isinstance(node, ast.Import):
        paths = [alias.name.split(".") for alias in node.names]
        return {path[1] for path in paths if path[0] == "gnomon" and len(path) > 1}
    if not isinstance(node, ast.ImportFrom):
        return set()
    package = list(source.relative_to(ROOT).parent.parts)
    base = package[: len(package) - node.level + 1] if node.level else []
    base += node.module.split(".") if node.module else []
    paths = [[*base, alias.name] for alias in node.names]
    return {path[1] for path in paths if path[0] == "gnomon" and len(path) > 1}


def optional_imports_of(source: Path) -> list[str]:
    own = source.relative_to(ROOT / "gnomon").parts[0].removesuffix(".py")
    names: set[str] = set()
    for node in ast.walk(ast.parse(source.read_text())):
        names |= members_imported(node, source)
    where = source.relative_to(ROOT)
    return [f"{where}: imports {name}" for name in (names & OPTIONAL) - {own}]


def main() -> int:
    faults: list[str] = []
    count = 0
    for layer in MAY_INCLUDE:
        for source in sorted((ROOT / layer).glob("*.[ch]")):
            faults += faults_of(source, layer)
            count += 1
    for name in ("__init__.py", "clock.py"):
        faults += imports_of(ROOT / "gnomon" / name)
    for source in sorted((ROOT / "gnomon").rglob("*.py")):
        faults += optional_imports_of(source)
        count += 1
    for fault in faults:
        print(fault, file=sys.stderr)
    print(f"layers: {count} files, {len(faults)} faults")
    return 1 if faults else 0


if __name__ == "__main__":
    sys.exit(main())
