import type { Command } from 'commander'

/** Gives a command the one `--json`: the same content as its text, on stdout in place of it. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON in place of text')
}

/** Gives a command that prints text the one `--json-file`: the same as `--json`, in a file beside the text. */
export function withJsonFile(command: Command): Command {
  return command.option('--json-file <file>', 'write what --json prints into a file')
}
