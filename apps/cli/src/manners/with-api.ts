import type { Command } from 'commander'

/** Gives a command that asks a fleet the one `--api`. */
export function withApi(command: Command): Command {
  return command.option('--api <url>', 'where the API listens; the fleet started in this checkout unless given')
}
