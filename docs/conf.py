"""Settings of the documentation site, built by ``make docs``."""

from __future__ import annotations

import gc
import sys
from pathlib import Path

# Garbage collection would take a quarter of the time; most objects live until the end.
gc.disable()

ROOT = Path(__file__).parents[1]
sys.path.insert(0, str(ROOT))  # for the extensions in this folder

from chatuchak_solver._version import __version__  # noqa: E402

project = "chatuchak-solver"
author = "The chatuchak-solver authors"
copyright = "the chatuchak-solver authors"
version = release = __version__

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.napoleon",
    "docs.extensions.accessible_pages",
    "docs.extensions.command_pages",
    "docs.extensions.library_pages",
    "docs.extensions.playable_page",
    "docs.extensions.results_page",
]
exclude_patterns = ["extensions", "examples", "style"]
html_extra_path: list[str] = []

# Links may refer to headings (`page.md#heading`). A broken link is a warning and ends the build.
myst_heading_anchors = 3
myst_enable_extensions = ["deflist", "colon_fence"]
suppress_warnings = ["myst.xref_ambiguous"]

autodoc_typehints = "description"
autodoc_typehints_description_target = "documented"
autodoc_member_order = "bysource"
autodoc_preserve_defaults = True
napoleon_google_docstring = False
napoleon_use_rtype = False
napoleon_attr_annotations = False
add_module_names = False

html_theme = "furo"
html_title = "chatuchak-solver"
html_static_path = ["pictures", "style"]
html_css_files = ["site.css"]
html_show_sourcelink = False
html_search_scorer = str(ROOT / "docs/style/search.js")
pygments_style = "a11y-high-contrast-light"
pygments_dark_style = "a11y-high-contrast-dark"
html_theme_options = {
    "footer_icons": [],
    "light_css_variables": {"color-brand-primary": "#8a3b12", "color-brand-content": "#8a3b12"},
    "dark_css_variables": {"color-brand-primary": "#f3a76b", "color-brand-content": "#f3a76b"},
}
