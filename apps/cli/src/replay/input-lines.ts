import { counted } from '@cges-fleet/core'
import type { InputCheck, ReplayReport } from '@cges-fleet/replay'

/** Formats how many of a question's samples the methods may use, if not all. */
export function budgetLines({ budget, input, methods }: Pick<ReplayReport, 'budget' | 'input' | 'methods'>): string[] {
  const { fewest, most } = input
  const used = Math.max(0, ...methods.map((method) => method.budget))
  if (used === 0 || used >= most) return []
  if (used >= fewest)
    return [`methods use ${counted(used, 'sample')} a question, since some have no more; others have up to ${most}`]
  const rest = fewest === most ? 'uses all' : 'is the most'
  const all = used === budget ? `--budget ${fewest} ${rest}` : 'the methods name that budget'
  return [`methods use ${used} of ${most} samples a question; ${all}`]
}

/** Warns if a question's first samples are unlike its others. */
export function inputWarnings({ truncated, ...found }: InputCheck): string[] {
  const { accuracy, completion, isExchangeable, first, alike } = found
  const shifts = [
    ...(accuracy === null ? [] : [`${pair(accuracy)} right`]),
    ...(completion === null || truncated === 0 ? [] : [`${pair(completion)} completed`]),
  ]
  if (isExchangeable || shifts.length === 0) return []
  const hint =
    alike !== null
      ? `--first ${alike} compares rules on the first ${alike}, which show no such difference.`
      : 'If several models or settings made this log, replay each by itself.'
  return [
    `warning: the first ${first} samples of each question are unlike the rest: ${shifts.join(', ')}`,
    `  Replaying shuffles them as if they were alike, so do not compare rules on these figures. ${hint}`,
  ]
}

/** From this share of a question's samples on, that they resemble each other changes nothing. */
const ALL_BUT = 0.95

/** Formats what the samples are; nothing where there is nothing to know. */
export function inputLines({ sampling, most }: Pick<InputCheck, 'sampling' | 'most'>): string[] {
  if (sampling === null) return []
  const { benchmark, generalised, correlation, effective } = sampling
  const range = ({ low, high }: typeof benchmark) => `${(100 * low).toFixed(1)}–${(100 * high).toFixed(1)}`
  const worth =
    effective === null || effective > ALL_BUT * most
      ? []
      : [
          `for the model’s accuracy, ${most} samples of one question tell as much as ${effective.toFixed(1)} of different questions: add questions, not samples`,
        ]
  const alike = `no interval: ${benchmark.value === 0 ? 'no' : 'every'} sample is right`
  const others = `${range(generalised)} for others like them`
  const hasSpread = benchmark.high > benchmark.low
  const interval = `95 % interval: ${hasSpread ? `${range(benchmark)} for these questions, ` : ''}${others}`
  return [
    `accuracy of a single sample: ${(100 * benchmark.value).toFixed(1)} % (${correlation === null ? alike : interval})`,
    ...worth,
  ]
}

function pair({ first, rest }: NonNullable<InputCheck['accuracy']>): string {
  return `${(100 * first).toFixed(1)} % against ${(100 * rest).toFixed(1)} %`
}
