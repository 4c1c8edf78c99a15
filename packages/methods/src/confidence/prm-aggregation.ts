import { type Signal, signalOf } from './signal.js'

/** How a reward model's step scores become one number. */
export const PRM_AGGREGATIONS = ['last', 'product', 'min', 'mean', 'geomean'] as const
export type PrmAggregation = (typeof PRM_AGGREGATIONS)[number]

/**
 * Returns the confidence `rm` of a response from a process reward model's step scores, each in [0, 1], in order. `last`
 * fits the published tables best and is the default; the paper names none. Null without steps. Throws a RangeError if a
 * score is outside [0, 1].
 * Source: arXiv 2501.07301 for the aggregations, arXiv 2511.02603 for the use as a confidence.
 */
export function prmAggregation(steps: readonly number[], how: PrmAggregation = 'last'): Signal | null {
  const wrong = steps.find((score) => !(score >= 0 && score <= 1))
  if (wrong !== undefined) throw new RangeError(`a step score must be in [0, 1], not ${wrong}`)
  const last = steps.at(-1)
  return last === undefined ? null : signalOf(aggregate(steps, last, how))
}

function aggregate(steps: readonly number[], last: number, how: PrmAggregation): number {
  switch (how) {
    case 'last':
      return last
    case 'product':
      return steps.reduce((product, score) => product * score, 1)
    case 'min':
      return Math.min(...steps)
    case 'mean':
      return steps.reduce((sum, score) => sum + score, 0) / steps.length
    case 'geomean':
      return Math.exp(steps.reduce((sum, score) => sum + Math.log(score), 0) / steps.length)
  }
}
