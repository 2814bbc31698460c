"""The command line: ``chatuchak``, or ``python -m chatuchak_cli``."""

import signal


def main() -> None:
    """Run the command line; Ctrl-C during its imports ends the process without a traceback."""
    handler = signal.getsignal(signal.SIGINT)
    if handler is signal.default_int_handler:  # not ignored, as in a script's background jobs
        signal.signal(signal.SIGINT, signal.SIG_DFL)
    from chatuchak_cli.main import main as run

    signal.signal(signal.SIGINT, handler)
    run()


if __name__ == "__main__":
    main()
