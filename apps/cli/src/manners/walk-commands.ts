import type { Command } from 'commander'

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
