"""How Sphinx builds these pages: `make docs`."""

from __future__ import annotations

import inspect
import re
import textwrap
from typing import TYPE_CHECKING

import gnomon

if TYPE_CHECKING:
    from sphinx.application import Sphinx

project = "gnomon"
author = "the gnomon authors"
copyright = "the gnomon authors. Apache-2.0"
version = release = gnomon.__version__

extensions = ["myst_parser", "sphinx.ext.autodoc", "sphinx_copybutton"]
myst_enable_extensions = ["colon_fence", "deflist", "attrs_inline", "attrs_block"]
myst_heading_anchors = 3
default_role = "code"
nitpicky = True
python_use_unqualified_type_names = True
add_module_names = True
toc_object_entries_show_parents = "hide"
copybutton_exclude = ".linenos, .gp, .go"  # copy what is typed, not what is printed

html_theme = "furo"
html_title = f"gnomon {release}"
html_static_path = ["static"]
html_css_files = ["gnomon.css"]
html_logo = "static/gnomon.svg"
html_favicon = "static/gnomon.svg"
html_theme_options = {
    "light_css_variables": {
        "color-brand-primary": "#8a5a00",
        "color-brand-content": "#8a5a00",
    },
    "dark_css_variables": {
        "color-brand-primary": "#f2b544",
        "color-brand-content": "#f2b544",
    },
}
html_show_sphinx = False
smartquotes = False  # which would make a dash of the two of --option

PARAMETER = re.compile(r"(\w+(?:(?:, | and )\w+)*): (?=\S)")

SECTION = re.compile(r"RFC (\d+),? sections? (\d+(?:\.\d+)*)")


def mark_up(
    app: Sphinx, what: str, name: str, obj: object, options: object, lines: list[str]
) -> None:
    """Make fields of `when: ...` in a docstring, which is plain text."""
    parameters = {*inspect.signature(obj).parameters} if callable(obj) else set()
    paragraphs = SECTION.sub(r":rfc:`\1#section-\2`", "\n".join(lines)).split("\n\n")
    lines[:] = "\n\n".join(fields(each, parameters) for each in paragraphs).split("\n")


def fields(paragraph: str, parameters: set[str]) -> str:
    """Return a paragraph with its parameters and its source marked as fields, and an
    example without indent."""
    if paragraph.startswith("    >>>"):
        return textwrap.dedent(paragraph)
    marked = []
    for line in paragraph.splitlines():
        found = PARAMETER.match(line)
        names = set(re.split(", | and ", found[1])) if found else set()
        if found and (names <= parameters or names == {"Source"}):
            label = f"param {found[1]}" if found[1] in parameters else found[1]
            line = f":{label}: {line[found.end() :]}"
        elif marked and marked[0].startswith(":"):
            line = f"    {line}"
        marked.append(line)
    return "\n".join(marked)


def write_default(
    app: Sphinx,
    what: str,
    name: str,
    obj: object,
    options: object,
    signature: str | None,
    returns: str | None,
) -> tuple[str | None, str | None]:
    """Write `default=...`, as in the types, for "raise" or "now"."""
    return signature and signature.replace("=Ellipsis", "=..."), returns


def setup(app: Sphinx) -> None:
    app.connect("autodoc-process-docstring", mark_up)
    app.connect("autodoc-process-signature", write_default)
