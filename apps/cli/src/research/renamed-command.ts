import { Command } from 'commander'
import { UsageError } from '../errors.js'

/** What commands were called before they were of `cges research`. */
export const RENAMED: readonly string[] = ['reproduce', 'guarantees', 'fit-profiles']

/** Says the new name of a command that has one, and ends with 2. */
export function renamedCommand(name: string): Command {
  return new Command(name)
    .allowUnknownOption()
    .helpOption(false)
    .argument('[options...]')
    .action(() => {
      process.exitCode = 2
      throw new UsageError(`The command is now \`cges research ${name}\`, with the same options`)
    })
}
