import { wallClock } from '@cges-fleet/statistics'
import type { PaperBenchmark } from '../profile/paper-benchmark.js'
import { type Published, publishedCell } from '../published.js'

/**
 * Gives seconds a question at B = 16 from calls, at the prices the paper's own table implies: one answer is SC's seconds / 16;
 * a signal's price is what is left of its row, and so is DSC's ranking. Null if the paper has no such row.
 */
export function paperSeconds(
  published: Published,
  [row, benchmark]: readonly [string, PaperBenchmark],
  calls: number,
): { readonly seconds: number; readonly published: number } | null {
  const printed = published.seconds[row]?.[benchmark]
  const sc = published.seconds['sc']?.[benchmark]
  const cell = publishedCell(published, 16, [row, benchmark])
  if (printed === undefined || sc === undefined || cell === null) return null
  const answerSeconds = sc / 16
  const rest = Math.max(0, printed - cell.calls * answerSeconds)
  const costs =
    row === 'dsc'
      ? { answerSeconds, rankingCalls: 1, rankingSeconds: rest }
      : { answerSeconds, confidenceSeconds: row.startsWith('cges-') ? rest / cell.calls : 0 }
  return { seconds: wallClock(calls, costs), published: printed }
}
