import { InvalidArgumentError } from 'commander'

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
