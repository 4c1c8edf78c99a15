import { didYouMean } from '@cges-fleet/methods'
import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander'
import { EXAMPLES } from './examples.js'
import { EXIT_CODES } from './exit-codes.js'
import { narrowed } from './format.js'
import { printable } from './printing.js'
import { hideProgress } from './progress.js'

/** Groups the list of commands, ends the help of each with examples, and that of all with what the exit codes mean. */
export function describeProgram(root: Command): Command {
  root.hook('preAction', (_root, action) => {
    if (action.opts<{ json?: true }>().json === true) hideProgress()
  })
  for (const { path, command } of [{ path: '', command: root }, ...walkCommands(root)]) {
    suggestChoices(command)
    // What was typed wrong is repeated in the error, and may come from elsewhere.
    command.showHelpAfterError(`cges ${path === '' ? '' : `${path} `}--help shows how it is called.`)
    command.configureOutput({
      writeOut: (text) => process.stdout.write(narrowed(text)),
      writeErr: (text) => process.stderr.write(printable(text)),
    })
    const examples = EXAMPLES[path] ?? []
    if (examples.length > 0)
      command.addHelpText('after', `\nExamples:\n${examples.map((line) => `  ${line}`).join('\n')}`)
  }
  for (const [heading, names] of Object.entries(GROUPS))
    for (const command of root.commands) if (names.includes(command.name())) command.helpGroup(heading)
  const order = Object.values(GROUPS).flat()
  const help = root.createHelp()
  const rank = (command: Command) => (order.includes(command.name()) ? order.indexOf(command.name()) : order.length)
  root.configureHelp({
    visibleCommands: (command) => help.visibleCommands(command).toSorted((a, b) => rank(a) - rank(b)),
  })
  const codes = EXIT_CODES.flatMap(([status, meaning]) =>
    meaning
      .replaceAll('`', '')
      .split('; ')
      .map((part, at) => `  ${(at === 0 ? status : '').padEnd(6)} ${part}`),
  )
  return root.addHelpText('after', `\nExit codes:\n${codes.join('\n')}`)
}

/** The headings of the list of commands, each with its commands in the order in which a reader needs them. */
export const GROUPS: Readonly<Record<string, readonly string[]>> = {
  'On existing samples and logs; no model needed:': [
    'replay',
    'tune',
    'prior',
    'gate',
    'decide',
    'grade',
    'confidence',
    'calibration',
    'research',
    'list',
    'completion',
  ],
  'Evaluations on a fleet:': [
    'evaluate',
    'forecast',
    'evaluations',
    'watch',
    'report',
    'share',
    'compare',
    'check',
    'events',
    'pause',
    'resume',
    'cancel',
    'retry',
    'priority',
    'extend',
    'rerun',
    'rename',
    'archive',
    'unarchive',
    'delete',
    'regrade',
    'verdicts',
    'tag',
    'note',
    'benchmark',
    'import',
    'export',
    'accounts',
    'traffic',
  ],
  'Run a fleet:': [
    'up',
    'api',
    'coordinator',
    'dashboard',
    'worker',
    'gateway',
    'probe',
    'slurm',
    'sim',
    'migrate',
    'backup',
    'restore',
    'status',
    'pool',
    'team',
    'key',
    'person',
    'group',
    'webhook',
    'audit',
  ],
}

/** Makes a command whose options or arguments have fixed choices suggest the nearest one when given an unknown word. */
function suggestChoices(command: Command): void {
  for (const choice of [...command.options, ...command.registeredArguments]) suggest(choice)
}

function suggest(choice: Option | Argument): void {
  const { argChoices: choices, parseArg: parse } = choice
  if (choices === undefined || parse === undefined) return
  choice.argParser((word: string, earlier: unknown) => {
    try {
      return parse.call(choice, word, earlier)
    } catch (error) {
      if (!(error instanceof InvalidArgumentError)) throw error
      throw new InvalidArgumentError(`${error.message.replace(/\.$/u, '')}${didYouMean(word, choices) || '.'}`)
    }
  })
}

/** A command with the words that lead to it, `benchmark import`. */
export interface Named {
  readonly path: string
  readonly command: Command
}

/** Lists every command below one, groups before what is in them. */
export function walkCommands(command: Command, above = ''): Named[] {
  return command.commands.flatMap((each) => {
    const path = above === '' ? each.name() : `${above} ${each.name()}`
    return [{ path, command: each }, ...walkCommands(each, path)]
  })
}
