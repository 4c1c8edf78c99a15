import type { ChaosOptions } from './chaos-options.js'
import type { RunParts } from './chaos-run.js'
import type { Violation } from './judge/violation.js'
import type { WindowSampler } from './judge/window-sampler.js'
import { measure } from './measure.js'
import type { Nemesis } from './nemesis/nemesis.js'
import { type ChaosReport, countOf } from './report.js'
import type { Workload } from './workload/workload.js'

interface Finished {
  readonly options: ChaosOptions
  readonly violations: readonly Violation[]
  /** Undefined if the run did not come as far. */
  readonly sampler: WindowSampler | undefined
  readonly secondsAfterLastFault: number | null
  readonly seconds: number
  readonly nemesis: Nemesis
  readonly workload: Workload
  readonly parts: RunParts
}

/** Puts what was done, found and measured into the report of a run. */
export async function writeReport(run: Finished): Promise<ChaosReport> {
  const { options, violations, sampler, nemesis, workload, parts } = run
  const { done, killed, redisBackAt } = nemesis
  const { db } = parts.stores
  const witnessed = { calls: parts.model.calls, redisBackAt }
  // A run that was cut short may have left no database to read.
  const { fenced, ...more } = await measure(db, witnessed).catch(() => ({ fenced: 0 }))
  return {
    kills: done.kill ?? 0,
    pauses: done.pause ?? 0,
    fenced,
    lost: countOf(violations, 'lost') + countOf(violations, 'end'),
    duplicated: countOf(violations, 'duplicated') + countOf(violations, 'totals'),
    overBudget: countOf(violations, 'overBudget'),
    unledgered: countOf(violations, 'unledgered'),
    digestEqual: countOf(violations, 'digest') === 0,
    secondsAfterLastFault: run.secondsAfterLastFault,
    slowdown: Math.round(parts.patience.slowdown() * 10) / 10,
    wrongVerdicts: countOf(violations, 'verdict'),
    changed: countOf(violations, 'changed'),
    contentRedraws: countOf(violations, 'contentRedraw'),
    leasesBroken: countOf(violations, 'leaseBroken'),
    afterCancel: countOf(violations, 'afterCancel'),
    submittedTwice: countOf(violations, 'submission'),
    seed: options.seed,
    backend: options.backend,
    seconds: run.seconds,
    evaluations: workload.submitted.length,
    killed,
    faults: done,
    commitsCut: parts.stores.proxyOf('postgres')?.cuts ?? 0,
    submissionRetries: workload.retries,
    windowLooks: sampler?.looks ?? 0,
    ...more,
    crashes: parts.fleet.members.flatMap(({ crashes }) => crashes).length,
  }
}
