import type { Role } from './fleet/member.js'
import type { Violation } from './judge/violation.js'
import type { ModelPlan } from './model/fake-model.js'
import type { FaultCounts } from './nemesis/schedule.js'
import type { ChaosReport } from './report.js'

export interface ChaosOptions {
  readonly seed: number
  readonly backend: 'redis' | 'postgres'
  readonly faults: FaultCounts
  readonly workers: number
  readonly coordinators: number
  /** Samples a worker draws concurrently. */
  readonly concurrency?: number
  /** Evaluations running at once. */
  readonly evaluations: number
  readonly leaseMs: number
  readonly gapMs: number
  readonly model: Pick<ModelPlan, 'latencyMs' | 'redrawable' | 'unclear'>
  /** The root of other compiled processes than this checkout's, ending in a slash. */
  readonly root?: string
  /** The least number of evaluations to submit, however soon the faults are over. */
  readonly atLeast?: number
  /** Share of the evaluations that are cancelled while they run. */
  readonly cancelled?: number
  /** How long after the last fault something may still run before it counts as stuck. */
  readonly giveUpMs?: number
  /**
   * How soon after the last fault the run must have ended: 10 s by default, which requires an otherwise idle machine.
   */
  readonly endSeconds?: number
  /** How long the run without faults may take. */
  readonly undisturbedMs?: number
  /** Replaces the limit of every wait: to test what happens when it expires. */
  readonly limitMs?: number
  /** Kills and pauses not injected by then are skipped; outages never are. */
  readonly injectMs?: number
  /** Further settings for the processes of a role. */
  readonly variables?: Partial<Record<Role, Readonly<Record<string, string>>>>
  /** Steps at which the first processes of a role fail, in the form of `FAILPOINT`. */
  readonly failpoints?: Partial<Record<Role, string>>
  /** SQL that changes the database before anything runs. */
  readonly sql?: string
  /** Node's own flags for every process. */
  readonly execArgv?: readonly string[]
  readonly progress?: (line: string) => void
  readonly event?: (line: string) => void
}

export interface ChaosResult {
  readonly report: ChaosReport
  readonly violations: readonly Violation[]
  /** Why it did not pass; empty if it did. */
  readonly failures: readonly string[]
  /** Why this machine is too slow for a verdict; null if it is not. */
  readonly starved: string | null
  readonly events: readonly string[]
}
