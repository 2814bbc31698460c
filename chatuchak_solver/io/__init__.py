"""Files, package data, untrusted text, and optional packages."""
