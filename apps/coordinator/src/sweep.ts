import { groupBy } from '@cges-fleet/core'
import { evaluationsNeedingRound, reorderedCalls, returnExpiredLeases, takeCallsToQueue } from '@cges-fleet/db'
import { logger, traceOfTrial } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { Housekeeping } from './housekeeping.js'
import { missingJobs } from './missing-jobs.js'
import type { PoolNotes } from './pool-notes.js'
import type { RoundParts } from './rounds/round.processor.js'
import { tracedId } from './rounds/traced-id.js'

/**
 * The sweep, the safety net under the queue. It is a timer and not a job, since a job would be lost with the queue it
 * repairs. As reaper it returns expired leases, as outbox relay it queues again what was not claimed; it requests
 * missing rounds, has it noted how the pools stand, and applies retention.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('Sweep')
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: RoundParts & { readonly housekeeping: Housekeeping; readonly poolNotes: PoolNotes },
    private readonly everyMs: number,
  ) {}

  onApplicationBootstrap(): void {
    this.#schedule()
  }

  async onApplicationShutdown(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
  }

  #schedule(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.#sweep()
        .catch((error: Error) => this.#logger.warn(`sweep failed and will be tried again: ${error.message}`))
        .then(() => {
          if (this.#timer !== undefined) this.#schedule()
        })
    }, this.everyMs)
  }

  async #sweep(): Promise<void> {
    const { db, rounds, calls, failpoint, metrics } = this.parts
    failpoint('sweep.begun')
    const expired = await returnExpiredLeases(db)
    for (const { pool, leases } of expired) {
      this.#logger.warn(`${leases} leases of ${pool} had run out: what they held will be asked for again`)
    }
    failpoint('sweep.returned')
    const missing = await missingJobs(db, calls)
    const overdue = await takeCallsToQueue(db, [...missing.keys()])
    failpoint('sweep.taken')
    await calls.add(overdue.map((call) => ({ ...call, traceparent: traceOfTrial(call, tracedId(call)) })))
    await calls.reorder(await reorderedCalls(db))
    failpoint('sweep.queued')
    for (const evaluationId of await evaluationsNeedingRound(db)) await rounds.ask(evaluationId)
    const requeued = [...groupBy(overdue, ({ pool }) => pool)].map(([pool, { length }]) => {
      const lost = Math.min(missing.get(pool) ?? 0, length)
      return { pool, lost, refreshed: length - lost }
    })
    metrics.swept({ expired, requeued })
    await this.parts.poolNotes.take()
    await this.parts.housekeeping.tidy()
  }
}
