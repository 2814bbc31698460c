"""The command line: ``chatuchak``, or ``python -m chatuchak_cli``."""

import sys


def main() -> None:
    """Run the command line; Ctrl-C during its imports ends it without a traceback."""
    try:
        from chatuchak_cli.main import main as run
    except KeyboardInterrupt:
        sys.exit(130)
    run()


if __name__ == "__main__":
    main()
