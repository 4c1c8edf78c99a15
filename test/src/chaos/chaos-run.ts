import { setTimeout as sleep } from 'node:timers/promises'
import type { ChaosOptions, ChaosResult } from './chaos-options.js'
import type { EventLog } from './event-log.js'
import type { ChaosFleet } from './fleet/chaos-fleet.js'
import { Judge } from './judge/judge.js'
import type { Violation } from './judge/violation.js'
import { WindowSampler } from './judge/window-sampler.js'
import type { FakeModel } from './model/fake-model.js'
import { Nemesis } from './nemesis/nemesis.js'
import { scheduleOf } from './nemesis/schedule.js'
import { failuresOf } from './report.js'
import type { ChaosStores } from './stores/chaos-stores.js'
import { Workload } from './workload/workload.js'
import { writeReport } from './write-report.js'

/** One evaluation in ten is cancelled. */
const CANCELLED = 0.1
/** After this long, what still runs once the faults are over is stuck. */
const GIVE_UP_MS = 120_000
/** A fleet that hangs is not waited for to take the least of evaluations. */
const BUSY_MS = 60_000
export const CONCURRENCY = 4
export const CALM = { latencyMs: [0, 5], redrawable: 0, unclear: 0 } as const

export interface RunParts {
  readonly log: EventLog
  readonly stores: ChaosStores
  readonly model: FakeModel
  readonly fleet: ChaosFleet
}

/** One run: undisturbed first, then under faults until they are over, then judged. */
export class ChaosRun {
  readonly #judge: Judge
  readonly #workload: Workload
  readonly #nemesis: Nemesis
  readonly #digests: (string | null)[] = []
  #over = false

  constructor(
    private readonly options: ChaosOptions,
    private readonly parts: RunParts,
  ) {
    const { log, stores, fleet } = parts
    this.#judge = new Judge(stores.db)
    this.#workload = new Workload({
      seed: options.seed,
      cancelled: options.cancelled ?? CANCELLED,
      log,
      apiUrl: () => fleet.apiUrl,
    })
    this.#nemesis = new Nemesis({ fleet, stores, log, gapMs: options.gapMs, injectMs: options.injectMs ?? Infinity })
  }

  async run(): Promise<ChaosResult> {
    const { fleet, stores, model, log } = this.parts
    const { options } = this
    await fleet.started()
    await this.#workload.importBenchmark()
    const works = await this.#undisturbed()
    const startedAt = performance.now()
    model.plan = { seed: options.seed, ...options.model }
    const sampler = new WindowSampler(stores.db, 2 * (options.concurrency ?? CONCURRENCY))
    const submitting = works ? this.#keepBusy() : Promise.resolve()
    const hasRedis = options.backend === 'redis'
    const faults = works ? scheduleOf(options.seed, options.faults, { leaseMs: options.leaseMs, hasRedis }) : []
    await this.#nemesis.run(faults, () => this.#tell(faults.length, startedAt))
    this.#over = true
    await submitting
    const endedAt = await this.#ended(works ? (options.giveUpMs ?? GIVE_UP_MS) : 0)
    await sampler.stop()
    const secondsAfterLastFault = Math.max(0, Math.round(endedAt - this.#nemesis.lastFaultAt) / 1000)
    await this.#settled()
    const violations = [...sampler.violations, ...(await this.#judged())]
    const seconds = Math.round((performance.now() - startedAt) / 100) / 10
    const report = await writeReport({
      options,
      violations,
      sampler,
      secondsAfterLastFault,
      seconds,
      nemesis: this.#nemesis,
      workload: this.#workload,
      parts: this.parts,
    })
    const failures = failuresOf(report, violations, {
      endSeconds: options.endSeconds,
      needsFence: options.faults.pauses >= 10,
    })
    return { report, violations, failures, events: log.latest }
  }

  /** Each shape once without any fault: what every disturbed run must reproduce. False where even that does not end. */
  async #undisturbed(): Promise<boolean> {
    await Promise.all(this.#workload.shapes.map((_, shape) => this.#workload.submit(shape)))
    const end = performance.now() + (this.options.undisturbedMs ?? 120_000)
    while ((await this.#judge.running()).length > 0) {
      if (performance.now() > end) return false
      await sleep(50)
    }
    for (const { id, shape } of this.#workload.submitted) this.#digests[shape] = (await this.#judge.statusOf(id)).digest
    return true
  }

  /** Keeps so many evaluations running until the faults are over. */
  async #keepBusy(): Promise<void> {
    const { evaluations, atLeast = 0 } = this.options
    const early = this.#workload.submitted.length
    const end = performance.now() + BUSY_MS
    while (!this.#over || (this.#workload.submitted.length - early < atLeast && performance.now() < end)) {
      const running = await this.#judge.running().catch(() => null)
      if (running !== null && running.length < evaluations) await this.#workload.submit()
      await this.#judge.noteDone().catch(() => undefined)
      await sleep(100)
    }
  }

  async #ended(withinMs: number): Promise<number> {
    const end = performance.now() + withinMs
    while (performance.now() < end && (await this.#judge.running()).length > 0) await sleep(25)
    return performance.now()
  }

  /** Gives what landed in cancelled evaluations the time to be read. */
  async #settled(): Promise<void> {
    const { db } = this.parts.stores
    const end = performance.now() + 2 * this.options.leaseMs + 3000
    const open = `SELECT 1 FROM sample WHERE state = 'landed' OR state = 'leased' LIMIT 1`
    while (performance.now() < end && (await db.query<unknown[]>(open)).length > 0) await sleep(50)
  }

  async #judged(): Promise<Violation[]> {
    const violations: Violation[] = []
    for (const submitted of this.#workload.submitted) {
      violations.push(...(await this.#judge.check(submitted, this.#digests[submitted.shape] ?? null)))
    }
    violations.push(...(await this.#judge.checkCalls(this.parts.model.calls)))
    violations.push(...(await this.#judge.checkLeases(this.options.leaseMs)))
    for (const broken of this.#workload.broken) {
      violations.push({ invariant: 'submission', what: broken, rows: [broken] })
    }
    return violations
  }

  #tell(total: number, startedAt: number): void {
    const done = Object.values(this.#nemesis.done).reduce((sum, times) => sum + times, 0)
    if (done % 25 !== 0 && done !== total) return
    const seconds = Math.round((performance.now() - startedAt) / 1000)
    const { submitted } = this.#workload
    this.options.progress?.(
      `${seconds} s  ${done} of ${total} faults, ${submitted.length} evaluations, ${this.parts.model.calls.length} calls`,
    )
  }
}
