import { RELEASE } from '@cges-fleet/core'
import { Command } from 'commander'
import { loadCommands } from './load-commands.js'
import { completionCommand } from './manners/completion-command.js'
import { withManners } from './manners/with-manners.js'

/** The command line `cges`, with only what a call that begins with `word` needs; without a word, all of it. */
export async function program(word?: string): Promise<Command> {
  const cges = new Command('cges').description('Evaluations of early-stopping self-consistency on a shared GPU pool.')
  cges.version(RELEASE, '--version', 'print the version')
  for (const command of await loadCommands(word)) cges.addCommand(command)
  return withManners(cges.addCommand(completionCommand()))
}
