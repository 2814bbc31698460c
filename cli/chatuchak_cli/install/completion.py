"""``completion``: the script that completes commands in a shell."""

import click
from click.shell_completion import get_completion_class


@click.command(name="completion")
@click.argument("shell", type=click.Choice(["bash", "zsh", "fish"]))
@click.pass_context
def command(ctx: click.Context, *, shell: str) -> None:
    r"""Print the script that completes commands, options and tiles in a shell.

    \b
    Install it, once:
      bash   chatuchak completion bash >> ~/.bashrc
      zsh    chatuchak completion zsh >> ~/.zshrc
      fish   chatuchak completion fish > ~/.config/fish/completions/chatuchak.fish
    """
    found = get_completion_class(shell)
    assert found is not None
    click.echo(found(ctx.find_root().command, {}, "chatuchak", "_CHATUCHAK_COMPLETE").source())
