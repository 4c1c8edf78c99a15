import type { Graded } from '../graded.js'
import { binOf, type ReliabilityBin } from '../reliability-bins.js'

/**
 * Returns the points of a reliability diagram over up to `bins` bins of about equally many responses; equal confidences
 * stay in one bin, so that no order among them matters. Source: Nguyen and O'Connor, Posterior calibration and
 * exploratory analysis for natural language processing models (2015).
 */
export function massBins(responses: readonly Graded[], bins: number): ReliabilityBin[] {
  const sorted = responses.toSorted((a, b) => a.confidence - b.confidence)
  const found: ReliabilityBin[] = []
  for (let from = 0; from < sorted.length;) {
    const wanted = Math.ceil((sorted.length * (found.length + 1)) / bins)
    let to = Math.max(from + 1, Math.min(sorted.length, wanted))
    while (to < sorted.length && sorted[to]?.confidence === sorted[to - 1]?.confidence) to += 1
    const part = sorted.slice(from, to)
    found.push(binOf(part, [part[0]?.confidence ?? 0, part.at(-1)?.confidence ?? 1]))
    from = to
  }
  return found
}
