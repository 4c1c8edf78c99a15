import { groupBy } from '@cges-fleet/core'
import {
  type Database,
  type Db,
  type DueCall,
  endOrphans,
  eraseEvaluations,
  eraseTexts,
  evaluationsNeedingRound,
  expireEvaluations,
  expireTexts,
  failSilentImports,
  forgetExpired,
  forgetKeptRequests,
  forgetPoolPoints,
  forgetRequests,
  NOTE_SECONDS,
  notePools,
  noteSweep,
  renewTurns,
  reorderedCalls,
  type Retention,
  returnExpiredLeases,
  selectDueCalls,
  selectQueuesWanted,
  takeLostCalls,
} from '@cges-fleet/db'
import type { QueueTrouble } from '@cges-fleet/queue'
import { logger, traceOfTrial } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { CoordinatorMetrics, Requeued } from './metrics/coordinator-metrics.js'
import { Repeating } from './repeating.js'
import type { RoundParts } from './rounds/round.processor.js'
import { tracedId } from './rounds/run-round.js'
import { expiredWords, gatewayWords, missingCallsWords, missingRoundsWords } from './sweep-words.js'

/** What a sweep works with. */
interface SweptParts extends RoundParts {
  readonly housekeeping: Housekeeping
  readonly poolNotes: PoolNotes
  readonly queueWatch: QueueWatch
}

/**
 * The sweep, the safety net under the queue. It is a timer and not a job, since a job would be lost with the queue it
 * repairs. As reaper it returns expired leases, as outbox relay it queues again what its queue lacks; it requests
 * missing rounds, has it noted how the pools stand, and applies retention.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('Sweep')
  readonly #repair: QueueRepair
  readonly #loop: Repeating

  constructor(
    private readonly parts: SweptParts,
    everyMs: number,
  ) {
    this.#repair = new QueueRepair(parts)
    this.#loop = new Repeating(
      () => this.#sweep(),
      everyMs,
      (why) => this.#logger.warn(`sweep failed and will be tried again: ${why}`),
    )
  }

  onApplicationBootstrap(): void {
    this.#loop.start()
  }

  onApplicationShutdown(): Promise<void> {
    return this.#loop.stop()
  }

  async #sweep(): Promise<void> {
    const { db, rounds, calls, failpoint, metrics } = this.parts
    failpoint('sweep.begun')
    const expired = await returnExpiredLeases(db)
    for (const { pool, leases } of expired) this.#logger.warn(expiredWords(pool, leases))
    failpoint('sweep.returned')
    await this.#followPauses()
    const requeued = await this.#repair.repair()
    await renewTurns(db)
    await calls.reorder(await reorderedCalls(db))
    failpoint('sweep.queued')
    const lostRounds = await rounds.reconcile(await evaluationsNeedingRound(db))
    this.#tell(requeued, lostRounds)
    metrics.swept({ expired, requeued, lostRounds })
    await noteSweep(db)
    await this.parts.queueWatch.look()
    await this.parts.poolNotes.take()
    await this.parts.housekeeping.tidy()
  }

  /**
   * Brings each queue into the state that its pool has in the database, before anything is queued. A queue that cannot be
   * paused delivers calls that nobody may claim: the rest of the sweep goes on.
   */
  async #followPauses(): Promise<void> {
    const { db, calls } = this.parts
    for (const { pool, paused } of await selectQueuesWanted(db)) {
      if ((await calls.isPaused(pool)) === paused) continue
      const followed = paused ? calls.pause(pool) : calls.resume(pool)
      await followed.then(
        () => this.#logger.info(`the queue of ${pool} is ${paused ? 'paused' : 'resumed'}`),
        (error: Error) =>
          this.#logger.warn(
            `the queue of ${pool} cannot be ${paused ? 'paused' : 'resumed'} yet; the next sweep tries again: ${error.message}`,
          ),
      )
    }
  }

  #tell(requeued: readonly Requeued[], lostRounds: number): void {
    for (const { pool, lost } of requeued) {
      if (lost > 0) this.#logger.warn(missingCallsWords(pool, lost))
    }
    if (lostRounds > 0) this.#logger.warn(missingRoundsWords(lostRounds))
  }
}

/** Calls compared at once. */
const PAGE = 5000

/** Compares the calls that wait in the database with those in the queues, a page a sweep, and queues what they lack. */
class QueueRepair {
  #after: string | null = null

  constructor(private readonly parts: Pick<RoundParts, 'db' | 'calls' | 'failpoint'>) {}

  async repair(): Promise<readonly Requeued[]> {
    const { db, calls, failpoint } = this.parts
    const due = await selectDueCalls(db, this.#after, PAGE)
    this.#after = due.length < PAGE ? null : (due.at(-1)?.callId ?? null)
    const absent: DueCall[] = []
    for (const [pool, waiting] of groupBy(due, (call) => call.pool))
      absent.push(...(await calls.lacking(pool, waiting)))
    const taken = await takeLostCalls(db, absent)
    failpoint('sweep.taken')
    await calls.restore(taken.map((call) => ({ ...call, traceparent: traceOfTrial(call, tracedId(call)) })))
    return [...groupBy(taken, ({ pool }) => pool)].map(([pool, some]) => {
      const lost = some.filter((call) => call.lost).length
      return { pool, lost, returned: some.length - lost }
    })
  }
}

/** Looks at the queue's store beside the sweep, and tells what an operator must change there: once, until it changes. */
export class QueueWatch {
  readonly #logger = logger('Queue')
  #dueAt = 0
  #reported = ''

  constructor(
    private readonly troubles: () => Promise<readonly QueueTrouble[]>,
    private readonly metrics: CoordinatorMetrics,
    private readonly everyMs: number,
  ) {}

  /** Looks if it is due; called once a sweep. An unavailable store is told elsewhere. */
  async look(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    this.#dueAt = performance.now() + this.everyMs
    const troubles = await this.troubles().catch(() => null)
    if (troubles === null) return
    this.metrics.queueTroubles(troubles)
    const words = troubles.map(({ why }) => why).join('; ')
    if (words !== this.#reported && words !== '') this.#logger.error(words)
    if (words === '' && this.#reported !== '') this.#logger.info('the settings of the queue are right again')
    this.#reported = words
  }
}

const NOTE_MS = NOTE_SECONDS * 1000

/** Records the pools' state, beside the sweep: once in each point's interval, soon after it begins. */
export class PoolNotes {
  #dueAt = 0

  constructor(private readonly db: Db) {}

  /** Takes a note where one is due; asked once a sweep. */
  async take(): Promise<void> {
    if (performance.now() < this.#dueAt) return
    await notePools(this.db)
    this.#dueAt = performance.now() + NOTE_MS - (Date.now() % NOTE_MS)
  }
}

/** Retention is not enforced to the minute. */
const EVERY_MS = 600_000

/** How long one sweep erases what was deleted; a step is not cut short. */
const ERASING_MS = 300

/** Applies retention now and then, beside the sweep. */
export class Housekeeping {
  #dueAt = 0

  constructor(
    private readonly db: Database,
    private readonly kept: Retention,
  ) {}

  /** Erases a portion of what was deleted, and deletes a portion of what is due; called once a sweep. */
  async tidy(): Promise<void> {
    await this.#erase()
    await failSilentImports(this.db)
    const orphans = await endOrphans(this.db)
    if (orphans > 0) logger('Sweep').warn(gatewayWords(orphans))
    await forgetRequests(this.db)
    if (performance.now() < this.#dueAt) return
    const moreExpired = await expireEvaluations(this.db)
    const moreTexts = await expireTexts(this.db)
    const more = await forgetExpired(this.db, this.kept)
    const moreRequests = await forgetKeptRequests(this.db)
    await forgetPoolPoints(this.db)
    this.#dueAt = more || moreExpired || moreTexts || moreRequests ? 0 : performance.now() + EVERY_MS
  }

  /** Goes on for a part of a second, so that large evaluations and texts are gone in minutes and no sweep is held up. */
  async #erase(): Promise<void> {
    const until = performance.now() + ERASING_MS
    while (((await eraseEvaluations(this.db)) || (await eraseTexts(this.db))) && performance.now() < until);
  }
}
