import { counted } from '@cges-fleet/core'
import { partsOf, type Recording } from '@cges-fleet/replay'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.js'

/** Questions to leave out, as `tune` draws its slice. */
export interface LeftSlice {
  readonly slice: number
  readonly seed: number
}

/** Reads the option: a number of questions, perhaps with a seed. */
export function leftSlice(text: string): LeftSlice {
  const [slice = Number.NaN, seed = 0, ...more] = text.split('/').map(Number)
  if (more.length === 0 && isWhole(slice, 1) && isWhole(seed, 0)) return { slice, seed }
  throw new InvalidArgumentError('must be a number of questions, or with the seed of tune as in 100/3')
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}

/** The questions to judge on, and those that `tune` chooses on, if they are to be left out. */
export function leaveOut(
  recordings: readonly Recording[],
  left: LeftSlice | undefined,
): { readonly kept: readonly Recording[]; readonly leftOut?: readonly Recording[] } {
  if (left === undefined) return { kept: recordings }
  const { slice, rest } = partsOf(recordings, left)
  if (rest.length > 0) return { kept: rest, leftOut: slice }
  throw new UsageError(`--without-slice ${left.slice} leaves none of ${counted(recordings.length, 'question')}`)
}

/** Names the questions that were left out; nothing if none were. */
export function leftOutLines(left: LeftSlice | undefined): string[] {
  if (left === undefined) return []
  const { slice, seed } = left
  return [`without the ${counted(slice, 'question')} that cges tune --slice ${slice} --seed ${seed} chooses on`]
}
