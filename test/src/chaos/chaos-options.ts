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
  /** Samples a worker draws at once. */
  readonly concurrency?: number
  /** Evaluations running at once. */
  readonly evaluations: number
  readonly leaseMs: number
  readonly gapMs: number
  readonly model: Pick<ModelPlan, 'latencyMs' | 'redrawable' | 'unclear'>
  /** Other compiled processes than this checkout's, ending in a slash. */
  readonly root?: string
  /** Evaluations submitted at the least, however soon the faults are over. */
  readonly atLeast?: number
  /** Share of the evaluations that are cancelled while they run. */
  readonly cancelled?: number
  /** How long it may take after the last fault, before what is stuck is called so. */
  readonly giveUpMs?: number
  /** How soon after the last fault it must have ended: 10 s unless set, which takes a machine with nothing else to do. */
  readonly endSeconds?: number
  /** How long the run without faults may take. */
  readonly undisturbedMs?: number
  /** Every wait's limit instead of its own: to try what happens when it is over. */
  readonly limitMs?: number
  /** Kills and pauses that have not come about by then are left out; outages never are. */
  readonly injectMs?: number
  /** More settings for the processes of a role. */
  readonly variables?: Partial<Record<Role, Readonly<Record<string, string>>>>
  /** Steps at which the first processes of a role fail, as `FAILPOINT` names them. */
  readonly failpoints?: Partial<Record<Role, string>>
  /** Changes the database before anything runs. */
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
  /** Why this machine is too slow to tell more; null if it is not. */
  readonly starved: string | null
  readonly events: readonly string[]
}
