import { digestLine } from '@cges-fleet/core'
import { isCertified, methodKey, type MethodSpec } from '@cges-fleet/methods'
import {
  calibrationOf,
  certifiedStops,
  orderRefusal,
  ordersFor,
  type Recording,
  type ReplayOptions,
  stopsOn,
  votesFor,
} from '@cges-fleet/replay'
import { startProgress } from '../../report/start-progress.js'
import { UsageError } from '../../usage-error.js'

export type VerdictOptions = Pick<ReplayOptions, 'maps' | 'dscRanking' | 'drawnFor' | 'evaluationSeed'>

/**
 * Decides methods on samples in the order of the file and returns the verdicts as digest lines, so that a fleet's
 * decisions can be checked against its stored samples. Throws a `UsageError` for a method the file does not support; a
 * question that could not be drawn for a method has no line for it, as it has no verdict.
 */
export function replayVerdicts(
  specs: readonly MethodSpec[],
  recordings: readonly Recording[],
  { maps, dscRanking, drawnFor, evaluationSeed = 0 }: VerdictOptions,
): string[] {
  const bar = startProgress('deciding')
  const lines = specs.flatMap((spec, done) => {
    bar.show({ done, total: specs.length, what: 'methods' })
    const key = methodKey(spec)
    const asDrawn = drawnFor?.has(key) === true
    const found = votesFor(spec, recordings, { ...maps, asDrawn })
    const refusal = spec.method === 'dsc' ? orderRefusal(dscRanking, recordings, { budget: spec.budget, key }) : null
    if (!found.ok || refusal !== null) {
      throw new UsageError(`${key} is not runnable: ${found.ok ? refusal : found.reason}`)
    }
    const { pools } = found
    const stops = isCertified(spec)
      ? certifiedStops(spec, pools, calibrationOf(spec, recordings, evaluationSeed)).stops
      : stopsOn(spec, pools, ordersFor(spec, recordings, pools, dscRanking))
    return recordings.flatMap(({ id: questionId, replicate }, question) => {
      const stop = stops[question] ?? null
      if (stop === null && !asDrawn) throw new Error(`${questionId} is undecided with all its samples read`)
      if (stop === null) return []
      const { calls, answer: answerKey, reason } = stop
      return [digestLine({ questionId, replicate, methodKey: key, calls, answerKey, reason })]
    })
  })
  bar.clear()
  return lines.toSorted((a, b) => Buffer.compare(Buffer.from(a), Buffer.from(b)))
}
