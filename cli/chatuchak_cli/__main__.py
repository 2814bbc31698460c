"""``python -m chatuchak_cli``: the command line."""

from chatuchak_cli.main import main

if __name__ == "__main__":
    main()
