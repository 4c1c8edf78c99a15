import type { ChaosOptions } from './chaos-options.js'
import type { Invariant, Violation } from './judge/violation.js'
import type { Cut } from './patience/cut.js'
import { LONGEST } from './patience/patience.js'
import { STARVED } from './patience/witness.js'

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
  /** Null if it did not come to an end. */
  readonly secondsAfterLastFault: number | null
  /** How many times as long as it should anything took on this machine. */
  readonly slowdown: number
  readonly [more: string]: unknown
}

/** How long a run may take to end after its last fault, on a machine that is not slow. */
const END_SECONDS = 10

/** How many promises of a kind were broken. */
export function countOf(violations: readonly Violation[], invariant: Invariant): number {
  return violations
    .filter((violation) => violation.invariant === invariant)
    .reduce((sum, { rows }) => sum + rows.length, 0)
}

export interface Verdict {
  /** Why the run did not pass; empty if it did, as far as it went. */
  readonly failures: readonly string[]
  /** Why this machine is too slow to tell more; null if it is not. */
  readonly starved: string | null
}

/** Judges a run by what was seen of it: what was lost is never excused by a slow machine, what only came late is. */
export function verdictOf(run: {
  readonly report: ChaosReport
  readonly violations: readonly Violation[]
  readonly cut: Cut | null
  readonly options: Pick<ChaosOptions, 'endSeconds' | 'faults'>
}): Verdict {
  const { report, cut, options } = run
  const end = cut ?? lateEnd(report, options.endSeconds ?? END_SECONDS)
  const needsFence = cut === null && options.faults.pauses >= 10
  return {
    failures: [
      // What hangs tells least of why.
      ...new Set(
        run.violations
          .toSorted((a, b) => Number(a.invariant === 'end') - Number(b.invariant === 'end'))
          .map(({ what }) => what),
      ),
      ...(end !== null && !end.starved ? [end.sentence] : []),
      ...(needsFence && report.fenced === 0
        ? ['no late answer was ever fenced: the run shows nothing of the fence']
        : []),
    ],
    starved: end?.starved === true ? end.sentence : null,
  }
}

function lateEnd({ secondsAfterLastFault: seconds, slowdown }: ChaosReport, endSeconds: number): Cut | null {
  const allowed = endSeconds * Math.min(LONGEST, slowdown)
  if (seconds === null || seconds <= allowed) return null
  const sentence = `it took ${seconds} s after the last fault to end, and ${allowed} s are allowed`
  if (slowdown < STARVED) return { sentence, starved: false }
  return {
    sentence: `${sentence}: this machine was too slow, everything took ${slowdown} times as long`,
    starved: true,
  }
}

/** What the program of a run exits with: 1 where a promise was broken, 2 where the machine was too slow to tell. */
export function exitStatusOf({ failures, starved }: Verdict): 0 | 1 | 2 {
  if (failures.length > 0) return 1
  return starved === null ? 0 : 2
}

/** Says what a clean run of so many kills proves, and what not: with no failure in n, at most 3/n at 95 % confidence. */
export function whatItProves(kills: number): string {
  if (kills === 0) return 'no process was killed: nothing is proven about kills'
  const bound = ((3 / kills) * 100).toPrecision(2)
  return `${kills} kills without a failure: at 95 % confidence fewer than ${bound} % of kills lose or double anything (3/n)`
}
