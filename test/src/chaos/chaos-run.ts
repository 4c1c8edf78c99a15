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
import { type Cut, cutOf } from './patience/cut.js'
import { type Patience, WaitFailed } from './patience/patience.js'
import { verdictOf } from './report.js'
import type { ChaosStores } from './stores/chaos-stores.js'
import { Workload } from './workload/workload.js'
import { writeReport } from './write-report.js'

/** One evaluation in ten is cancelled. */
const CANCELLED = 0.1
const UNDISTURBED_MS = 120_000
/** An evaluation that still runs this long after the faults is stuck. */
const GIVE_UP_MS = 120_000
/** A hanging fleet is not waited for until it has taken the least number of evaluations. */
const BUSY_MS = 60_000
export const CONCURRENCY = 4
export const CALM = { latencyMs: [0, 5], redrawable: 0, unclear: 0 } as const

export interface RunParts {
  readonly log: EventLog
  readonly patience: Patience
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
  #sampler: WindowSampler | undefined
  #startedAt = performance.now()
  #over = false

  constructor(
    private readonly options: ChaosOptions,
    private readonly parts: RunParts,
  ) {
    this.#judge = new Judge(parts.stores.db)
    this.#workload = new Workload({
      ...parts,
      seed: options.seed,
      cancelled: options.cancelled ?? CANCELLED,
      apiUrl: () => parts.fleet.apiUrl,
    })
    this.#nemesis = new Nemesis({ ...parts, gapMs: options.gapMs, injectMs: options.injectMs ?? Infinity })
  }

  async run(): Promise<ChaosResult> {
    const { options, parts } = this
    const { cut, endSeconds } = await this.#through().then(
      (seconds) => ({ cut: null, endSeconds: seconds }),
      (error: unknown) => ({ cut: cutOf(error, parts.patience), endSeconds: null }),
    )
    await this.#sampler?.stop()
    // What is judged must not change meanwhile.
    if (cut !== null) await parts.fleet.stop()
    const { violations, unjudged } = await this.#found(cut)
    const report = await writeReport({
      options,
      violations,
      sampler: this.#sampler,
      secondsAfterLastFault: endSeconds,
      seconds: Math.round((performance.now() - this.#startedAt) / 100) / 10,
      nemesis: this.#nemesis,
      workload: this.#workload,
      parts,
    })
    const { failures, starved } = verdictOf({ report, violations, cut: cut ?? unjudged, options })
    return { report: { ...report, starved: starved !== null }, violations, failures, starved, events: parts.log.latest }
  }

  /** Performs the whole run, and returns how many seconds it took to end after the last fault. */
  async #through(): Promise<number> {
    const { fleet, stores, model } = this.parts
    const { options } = this
    await fleet.started()
    await this.#workload.importBenchmark()
    await this.#undisturbed()
    this.#startedAt = performance.now()
    model.plan = { seed: options.seed, ...options.model }
    this.#sampler = new WindowSampler(stores.db, 2 * (options.concurrency ?? CONCURRENCY))
    await this.#disturbed()
    await this.#ended(options.giveUpMs ?? GIVE_UP_MS)
    const seconds = Math.max(0, Math.round(performance.now() - this.#nemesis.lastFaultAt) / 1000)
    await this.#settled()
    // Every process that was hurt is back, and not stuck starting.
    await fleet.started()
    return seconds
  }

  /** Each shape once without any fault: every disturbed run must reproduce it. */
  async #undisturbed(): Promise<void> {
    await Promise.all(this.#workload.shapes.map((_, shape) => this.#workload.submit(shape)))
    await this.#ended(this.options.undisturbedMs ?? UNDISTURBED_MS)
    for (const { id, shape } of this.#workload.submitted) this.#digests[shape] = (await this.#judge.statusOf(id)).digest
  }

  /** Injects faults while evaluations run; if one of the two cannot continue, both stop. */
  async #disturbed(): Promise<void> {
    const { seed, faults: counts, leaseMs, backend } = this.options
    const faults = scheduleOf(seed, counts, { leaseMs, hasRedis: backend === 'redis' })
    const busy = this.#keepBusy()
    const hurt = this.#nemesis.run(faults, () => this.#tell(faults.length)).finally(() => (this.#over = true))
    try {
      await Promise.all([busy, hurt])
    } catch (error) {
      this.#over = true
      this.parts.patience.end()
      await Promise.allSettled([busy, hurt])
      throw error
    }
  }

  /** Keeps that many evaluations running until the faults are over. */
  async #keepBusy(): Promise<void> {
    const { evaluations, atLeast = 0 } = this.options
    const early = this.#workload.submitted.length
    const isTooFew = () => {
      const isHanging = performance.now() - this.#startedAt > this.parts.patience.stretched(BUSY_MS)
      return !isHanging && this.#workload.submitted.length - early < atLeast
    }
    while (!this.parts.patience.ended && (!this.#over || isTooFew())) {
      const running = await this.#judge.running().catch(() => null)
      if (running !== null && running.length < evaluations) await this.#workload.submit()
      await this.#judge.noteDone().catch(() => undefined)
      await sleep(100)
    }
  }

  async #ended(withinMs: number): Promise<void> {
    let running: readonly string[] = []
    await this.parts.patience.until(
      async () => {
        running = await this.#judge.running()
        return running.length === 0
      },
      { withinMs, why: () => `${running.length} evaluations did not end` },
    )
  }

  /** Gives what landed in cancelled evaluations time to be read. */
  async #settled(): Promise<void> {
    const { patience, stores } = this.parts
    const open = `SELECT 1 FROM sample WHERE state = 'landed' UNION ALL SELECT 1 FROM call WHERE state = 'leased' LIMIT 1`
    const isSettled = async () => (await stores.db.query<unknown[]>(open)).length === 0
    const withinMs = 2 * this.options.leaseMs + 3000
    await patience
      .until(isSettled, { withinMs, everyMs: 50, why: () => 'what had landed was not read' })
      .catch((error: unknown) => {
        // Otherwise the judge reports what is wrong.
        if (!(error instanceof WaitFailed) || error.starved) throw error
      })
  }

  /** The violations in what was seen. A run cut short because the machine is slow shows less than a whole one. */
  async #found(cut: Cut | null): Promise<{ violations: readonly Violation[]; unjudged: Cut | null }> {
    const seen = this.#sampler?.violations ?? []
    const mayBeLate = cut?.starved === true
    try {
      const violations = [...seen, ...(await this.#judged())]
      return { violations: violations.filter((each) => !mayBeLate || each.mayBeLate !== true), unjudged: null }
    } catch (error) {
      return { violations: seen, unjudged: cutOf(error, this.parts.patience) }
    }
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

  #tell(total: number): void {
    const done = Object.values(this.#nemesis.done).reduce((sum, times) => sum + times, 0)
    if (done % 25 !== 0 && done !== total) return
    const seconds = Math.round((performance.now() - this.#startedAt) / 1000)
    const { submitted } = this.#workload
    const calls = this.parts.model.calls.length
    this.options.progress?.(
      `${seconds} s  ${done} of ${total} faults, ${submitted.length} evaluations, ${calls} calls, everything takes ${this.parts.patience.slowdown().toFixed(1)} times as long as it should`,
    )
  }
}
