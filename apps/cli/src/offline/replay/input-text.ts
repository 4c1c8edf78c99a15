import { counted } from '@cges-fleet/core'
import type { InputCheck } from '@cges-fleet/replay'
import { percentOf } from '../../logs/percent-of.js'

/** Formats what the samples are and whether one may stand for another; nothing where there is nothing to know. */
export function inputLines({ completed, truncated, ...found }: InputCheck): string[] {
  const { accuracy, completion, isExchangeable, first, most } = found
  const known = completed + truncated
  const status =
    truncated === 0
      ? []
      : [`${counted(known, 'sample')} with a known end: ${percentOf(truncated, known)} cut at a limit`]
  const shifts = [
    ...(accuracy === null ? [] : [`right ${pair(accuracy)}`]),
    ...(completion === null || truncated === 0 ? [] : [`completed ${pair(completion)}`]),
  ]
  if (isExchangeable || shifts.length === 0) return status
  const hint = most > 2 * first ? ` Use --first ${first} to compare rules on those alone.` : ''
  return [
    ...status,
    `warning: the samples are not exchangeable. The first ${first} of each question against the rest: ${shifts.join(', ')}`,
    `  A permutation mixes samples that were not drawn alike, so do not compare rules on it.${hint}`,
  ]
}

function pair({ first, rest }: NonNullable<InputCheck['accuracy']>): string {
  return `${(100 * first).toFixed(1)} % against ${(100 * rest).toFixed(1)} %`
}
