import { parseValueMap, type ValueMap } from '@cges-fleet/replay'
import { type Command, InvalidArgumentError } from 'commander'

/** Gives a command the one `--json`: the same content as its text, on stdout in place of it. */
export function withJson(command: Command): Command {
  return command.option('--json', 'print JSON in place of text')
}

/** Gives a command that prints text the one `--json-file`: the same as `--json`, in a file beside the text. */
export function withJsonFile(command: Command): Command {
  return command.option('--json-file <file>', 'write what --json prints into a file')
}

/** Gives a command that asks a fleet the one `--api`. */
export function withApi(command: Command): Command {
  return command.option('--api <url>', 'address of the API; the fleet started in this checkout unless given')
}

/** Parses an option's value as a whole number. */
export function wholeFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`must be a whole number from ${least}`)
    return value
  }
}

/** Parses an option's value as a number. */
export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (!Number.isFinite(value) || value < least) throw new InvalidArgumentError(`must be a number from ${least}`)
    return value
  }
}

/** Parses the value of an option that maps numbers of a file to confidences. */
export function valueMapOption(text: string): ValueMap {
  try {
    return parseValueMap(text)
  } catch (error) {
    throw new InvalidArgumentError(error instanceof Error ? error.message : String(error))
  }
}

/** Gathers the values of an option that may be given again. */
export function collect(text: string, earlier: string[] = []): string[] {
  return [...earlier, text]
}
