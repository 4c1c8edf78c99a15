import type { NamedComparison } from '../compare/named-comparison'

/** Names the benchmarks for which the table has no differences, and why. */
export function whyNotCompared({ evaluations, pairs }: NamedComparison): string[] {
  return evaluations.flatMap(({ evaluation: { id, benchmark } }) => {
    const whys = pairs.flatMap(({ pair }) => (pair.evaluation === id && pair.paired === null ? [pair.why ?? ''] : []))
    return [...new Set(whys)]
      .filter((why) => why !== '')
      .map((why) => `No difference is told of ${benchmark.title}: ${why}.`)
  })
}
