"""``python -m chatuchak_cli``: the command line without an installed script."""

from chatuchak_cli.main import main

if __name__ == "__main__":
    main()
