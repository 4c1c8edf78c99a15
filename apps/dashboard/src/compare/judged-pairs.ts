import type { ComparedDifference, ComparisonStatistics, PairedCounts } from '@cges-fleet/core'
import type { NamedPair } from './named-comparison'

/** A pair with counts, and the judgement of its difference once that is known. */
export interface JudgedPair extends NamedPair {
  readonly counts: PairedCounts
  readonly difference: ComparedDifference | null
}

/** The pairs that share questions, each with its judgement. */
export function judgedPairs(pairs: readonly NamedPair[], statistics: ComparisonStatistics | null): JudgedPair[] {
  return pairs.flatMap((named) => {
    const { pair } = named
    if (pair.paired === null) return []
    const difference = statistics?.pairs.find(
      ({ evaluation, method, base, baseMethod }) =>
        evaluation === pair.evaluation &&
        method === pair.method &&
        base === pair.base &&
        baseMethod === pair.baseMethod,
    )
    return [{ ...named, counts: pair.paired, difference: difference ?? null }]
  })
}

/**
 * How many more tokens a question the first takes. Each side's tokens are over its own trials: they are compared only
 * if both sides have the same trials.
 */
export function tokensMore({ own, base, counts: { trials } }: JudgedPair): number | null {
  const [more, less] = [own.report, base.report].map((report) =>
    report === null || report.resolved !== trials ? null : report.tokens,
  )
  return more == null || less == null ? null : more - less
}
