"""Takes the screens of the documentation: what commands print on a terminal.

Usage: tools/screens.py FOLDER
"""

import io
import re
import shlex
import sys
from pathlib import Path

from rich.console import Console
from rich.terminal_theme import MONOKAI
from rich.text import Text

sys.path.insert(0, str(Path(__file__).resolve().parent.parent / "tests"))
from command_line import PROG, on_a_terminal

COLUMNS = 80
SCREENS = {
    "help": ["--help"],
    "formats": [
        "format 784111777 1994-11-06T09:49:38+01:00",
        "parse 'Sun, 06 Nov 1994 08:49:37 GMT'",
        "rfc3339 63108020 21000000",
        "parse-rfc3339 1972-01-01T10:00:20.021Z",
    ],
    "clock": ["clock --seconds 3"],
    "pack": ["pack 784111777"],
    "demo": ["demo"],
}
# The fonts that rich names would be fetched from a server.
FONT = re.compile(r"@font-face \{.*?\}\s*", re.DOTALL)
# What the demo shows is where this gnomon was built.
FOLDER = re.compile(r"'[^']*(?=/gnomon/include')")


def take(commands: list[str]) -> str:
    """Run the commands one after another; return the picture of the screen."""
    console = Console(
        record=True, file=io.StringIO(), width=COLUMNS, force_terminal=True
    )
    for number, command in enumerate(commands):
        prompt = Text("\n" * bool(number) + "$ ", "bold")
        console.print(prompt.append(f"{PROG} {command}"), highlight=False)
        # A terminal ends lines with both; a bare one returns to draw a line anew.
        shown = on_a_terminal(*shlex.split(command)).replace("\r\n", "\n")
        shown = FOLDER.sub("'.../site-packages", shown)
        console.print(Text.from_ansi(shown.rstrip()), highlight=False)
    return FONT.sub("", console.export_svg(title="gnomon", theme=MONOKAI))


def main() -> None:
    folder = Path(sys.argv[1])
    folder.mkdir(parents=True, exist_ok=True)
    for name, commands in SCREENS.items():
        print(f"screens: {name}", flush=True)
        (folder / f"screen-{name}.svg").write_text(take(commands), encoding="utf-8")


if __name__ == "__main__":
    main()
