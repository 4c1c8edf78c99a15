import type { Command } from 'commander'
import { hideProgress } from '../report/start-progress.js'
import { EXAMPLES } from './examples.js'
import { GROUPS } from './groups.js'
import { EXIT_CODES } from './exit-codes.js'
import { printable } from './printable.js'
import { suggestChoices } from './suggest-choices.js'
import { walkCommands } from './walk-commands.js'

/** Groups the list of commands, ends the help of each with examples, and that of all with what the exit codes mean. */
export function withManners(root: Command): Command {
  root.hook('preAction', (_root, action) => {
    if (action.opts<{ json?: true }>().json === true) hideProgress()
  })
  for (const { path, command } of [{ path: '', command: root }, ...walkCommands(root)]) {
    suggestChoices(command)
    // What was typed wrong is repeated in the error, and may come from elsewhere.
    command.configureOutput({ writeErr: (text) => process.stderr.write(printable(text)) })
    const examples = EXAMPLES[path] ?? []
    if (examples.length > 0)
      command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`)
  }
  for (const [heading, names] of Object.entries(GROUPS)) {
    for (const command of root.commands) if (names.includes(command.name())) command.helpGroup(heading)
  }
  const order = Object.values(GROUPS).flat()
  const help = root.createHelp()
  const rank = (command: Command) => (order.includes(command.name()) ? order.indexOf(command.name()) : order.length)
  root.configureHelp({
    visibleCommands: (command) => help.visibleCommands(command).toSorted((a, b) => rank(a) - rank(b)),
  })
  const codes = EXIT_CODES.map(([status, meaning]) => `  ${status.padEnd(4)} ${meaning.replaceAll('`', '')}`)
  return root.addHelpText('after', `\nExit codes:\n${codes.join('\n')}`)
}
