import { type Command, InvalidArgumentError } from 'commander'

/** Adds the options that choose what is measured of every method beside its accuracy and calls. */
export function withMeasures(command: Command): Command {
  return command
    .option('--gamma-grid', 'sweep gamma for every CGES method, and name the efficient one')
    .option('--sweep', 'run every method at every value of its own threshold, and compare what they can give')
    .option(
      '--coverage [alpha/delta]',
      'tell accuracy where the least sure answers are withheld; with 0.05/0.1, which to withhold so that at most 5 % of the others are wrong, with probability 90 %',
      promiseOption,
    )
}

const isShare = (value: number): boolean => value > 0 && value < 1

/** Reads a promise α/δ, two shares strictly between 0 and 1. */
function promiseOption(text: string): { alpha: number; delta: number } {
  const [alpha = Number.NaN, delta = Number.NaN, ...more] = text.split('/').map(Number)
  if (more.length === 0 && isShare(alpha) && isShare(delta)) return { alpha, delta }
  throw new InvalidArgumentError('must be two shares α/δ strictly between 0 and 1, such as 0.05/0.1')
}
