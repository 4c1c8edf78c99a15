import { counted } from '@cges-fleet/core/counted'
import type { EvaluationView } from '@cges-fleet/core'
import { intervalSeconds } from '../charts/throughput-geometry'
import { formatCount } from '../format/format-count'
import { formatDuration } from '../format/format-duration'

/** Describes how fast samples came in, and the fastest rate. */
export function throughputFinding({ throughput, samples }: EvaluationView): string {
  if (throughput.length === 0) return 'No sample has been read yet.'
  const step = intervalSeconds(throughput)
  const peak = Math.max(...throughput.map((interval) => interval.samples))
  const per = step === null ? 'in one interval' : `in ${formatDuration(step)}`
  return `${counted(samples.drawn, 'sample')} in ${formatDuration(samples.elapsedSeconds)}; at most ${formatCount(peak)} ${per}.`
}
