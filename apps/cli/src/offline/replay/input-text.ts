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
  const lines = [...status, ...samplingLines(found)]
  if (isExchangeable || shifts.length === 0) return lines
  const hint = most > 2 * first ? ` Use --first ${first} to compare rules on those alone.` : ''
  return [
    ...lines,
    `warning: the samples are not exchangeable. The first ${first} of each question against the rest: ${shifts.join(', ')}`,
    `  A permutation mixes samples that were not drawn alike, so do not compare rules on it.${hint}`,
  ]
}

function samplingLines({ sampling, most }: Pick<InputCheck, 'sampling' | 'most'>): string[] {
  if (sampling === null) return []
  const { benchmark, generalised, effective } = sampling
  const range = ({ low, high }: typeof benchmark) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`
  const worth =
    effective === null
      ? ''
      : `; the ${most} samples of a question tell as much as ${effective.toFixed(1)} of different questions`
  return [
    `one sample is right in ${(100 * benchmark.value).toFixed(1)} %: ${range(benchmark)} on these questions, ${range(generalised)} on others like them${worth}`,
  ]
}

function pair({ first, rest }: NonNullable<InputCheck['accuracy']>): string {
  return `${(100 * first).toFixed(1)} % against ${(100 * rest).toFixed(1)} %`
}
