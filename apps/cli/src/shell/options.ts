import { PoolName } from '@cges-fleet/core'
import { IDENTITY, parseValueMap, type ValueMap } from '@cges-fleet/replay'
import { type Command, InvalidArgumentError, Option } from 'commander'

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
    if (text.trim() === '' || !Number.isInteger(value) || value < least)
      throw new InvalidArgumentError(`must be a whole number from ${least}`)
    return value
  }
}

/** Parses an option's value as a port; 0 takes a free one. */
export function portFrom(least: 0 | 1): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isInteger(value) || value < least || value > 65_535)
      throw new InvalidArgumentError(`must be a port, from ${least} to 65535`)
    return value
  }
}

/** Parses an option's value as a number. */
export function numberFrom(least: number): (text: string) => number {
  return (text) => {
    const value = Number(text)
    if (text.trim() === '' || !Number.isFinite(value) || value < least)
      throw new InvalidArgumentError(`must be a number from ${least}`)
    return value
  }
}

/** Parses an argument as the name of a pool. */
export function poolName(text: string): string {
  const parsed = PoolName.safeParse(text)
  if (!parsed.success) throw new InvalidArgumentError(parsed.error.issues[0]?.message ?? 'not a pool name')
  return parsed.data
}

/** Parses an option's value as an instant; without a zone it is this machine's time. */
export function instant(text: string): string {
  const at = Date.parse(text)
  if (Number.isNaN(at)) throw new InvalidArgumentError('must be an instant, such as 2026-01-31 or 2026-01-31T09:00:00Z')
  return new Date(at).toISOString()
}

/** Makes the option that maps a file's confidences or rewards to confidences. */
export function mapOption(of: 'confidence' | 'reward'): Option {
  return new Option(
    `--${of}-map <map>`,
    `turns a ${of} outside [0, 1] into a confidence: logistic:C,S makes C 0.5 and C + 3 × S 0.95, such as logistic:0,1`,
  )
    .argParser(readValueMap)
    .default(IDENTITY, 'identity')
}

function readValueMap(text: string): ValueMap {
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
