import type { Invariant, Violation } from './judge/violation.js'

/** What a run did and found; the first nine are the ones a run is judged by. */
export interface ChaosReport {
  readonly kills: number
  readonly pauses: number
  /** Late answers refused by their fence. */
  readonly fenced: number
  readonly lost: number
  readonly duplicated: number
  readonly overBudget: number
  readonly unledgered: number
  readonly digestEqual: boolean
  readonly secondsAfterLastFault: number
  readonly [more: string]: unknown
}

/** How long a run may take to end after its last fault. */
const END_SECONDS = 10

/** How many promises of a kind were broken. */
export function countOf(violations: readonly Violation[], invariant: Invariant): number {
  return violations
    .filter((violation) => violation.invariant === invariant)
    .reduce((sum, { rows }) => sum + rows.length, 0)
}

/** Says why a run did not pass; nothing where it did. */
export function failuresOf(
  report: ChaosReport,
  violations: readonly Violation[],
  { endSeconds = END_SECONDS, needsFence }: { endSeconds?: number | undefined; needsFence: boolean },
): string[] {
  return [
    // What hangs tells least of why.
    ...new Set(
      violations
        .toSorted((a, b) => Number(a.invariant === 'end') - Number(b.invariant === 'end'))
        .map(({ what }) => what),
    ),
    ...(report.secondsAfterLastFault > endSeconds
      ? [`it took ${report.secondsAfterLastFault} s after the last fault to end, and ${endSeconds} s are allowed`]
      : []),
    ...(needsFence && report.fenced === 0
      ? ['no late answer was ever fenced: the run shows nothing of the fence']
      : []),
  ]
}

/** Says what a clean run of so many kills proves, and what not: with no failure in n, at most 3/n at 95 % confidence. */
export function whatItProves(kills: number): string {
  if (kills === 0) return 'no process was killed: nothing is proven about kills'
  const bound = ((3 / kills) * 100).toPrecision(2)
  return `${kills} kills without a failure: at 95 % confidence fewer than ${bound} % of kills lose or double anything (3/n)`
}
