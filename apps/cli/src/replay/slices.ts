import { counted } from '@cges-fleet/core'
import { partsOf, type Recording } from '@cges-fleet/replay'
import { InvalidArgumentError } from 'commander'
import { UsageError } from '../errors.js'

/** The questions that `tune` chooses on, as it draws its slice. */
export interface Slice {
  readonly slice: number
  readonly seed: number
}

/** Which questions are replayed: those of a slice, all others, or all. */
export interface SliceFlags {
  readonly slice?: Slice
  readonly withoutSlice?: Slice
}

/** Reads the options: a number of questions, perhaps with a seed. */
export function parseSlice(text: string): Slice {
  const [slice = Number.NaN, seed = 0, ...more] = text.split('/').map(Number)
  if (more.length === 0 && isWhole(slice, 1) && isWhole(seed, 0)) return { slice, seed }
  throw new InvalidArgumentError('must be a number of questions, or with the seed of tune as in 100/3')
}

function isWhole(value: number, least: number): boolean {
  return Number.isSafeInteger(value) && value >= least
}

/** Chooses the questions to replay, beside those that `tune` chooses on, if they are left out. */
export function sliced(
  recordings: readonly Recording[],
  { slice: only, withoutSlice: without }: SliceFlags,
): { readonly kept: readonly Recording[]; readonly leftOut?: readonly Recording[] } {
  if (only !== undefined && without !== undefined) throw new UsageError('give --slice or --without-slice, not both')
  const named = only ?? without
  if (named === undefined) return { kept: recordings }
  const { slice, rest } = partsOf(recordings, named)
  if (rest.length > 0) return only === undefined ? { kept: rest, leftOut: slice } : { kept: slice }
  const option = only === undefined ? '--without-slice' : '--slice'
  throw new UsageError(`${option} ${named.slice} leaves none of ${counted(recordings.length, 'question')} to judge on`)
}

/** Names the questions that are replayed, if they are not all. */
export function sliceLines({ slice: only, withoutSlice: without }: SliceFlags): string[] {
  const named = only ?? without
  if (named === undefined) return []
  const { slice, seed } = named
  const which = only === undefined ? 'without' : 'only'
  return [`${which} the ${counted(slice, 'question')} that cges tune --slice ${slice} --seed ${seed} chooses on`]
}
