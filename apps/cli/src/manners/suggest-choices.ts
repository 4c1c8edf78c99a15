import { type Argument, type Command, InvalidArgumentError, type Option } from 'commander'
import { didYouMean } from '@cges-fleet/methods'

/** Makes a command whose options or arguments have fixed choices suggest the nearest one when given an unknown word. */
export function suggestChoices(command: Command): void {
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
