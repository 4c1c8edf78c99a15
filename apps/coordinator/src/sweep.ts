import { counted } from '@cges-fleet/core'
import { evaluationsNeedingRound, reorderedCalls, returnExpiredLeases } from '@cges-fleet/db'
import { logger } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { Housekeeping } from './housekeeping.js'
import type { PoolNotes } from './pool-notes.js'
import { QueueRepair, type Requeued } from './queue-repair.js'
import type { QueueWatch } from './queue-watch.js'
import type { RoundParts } from './rounds/round.processor.js'

/** What a sweep works with. */
export interface SweptParts extends RoundParts {
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
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: SweptParts,
    private readonly everyMs: number,
  ) {
    this.#repair = new QueueRepair(parts)
  }

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
    const requeued = await this.#repair.repair()
    await calls.reorder(await reorderedCalls(db))
    failpoint('sweep.queued')
    const lostRounds = await rounds.reconcile(await evaluationsNeedingRound(db))
    this.#tell(requeued, lostRounds)
    metrics.swept({ expired, requeued, lostRounds })
    await this.parts.queueWatch.look()
    await this.parts.poolNotes.take()
    await this.parts.housekeeping.tidy()
  }

  #tell(requeued: readonly Requeued[], lostRounds: number): void {
    for (const { pool, lost } of requeued) {
      if (lost > 0) this.#logger.warn(`the queue of ${pool} had lost ${counted(lost, 'call')}: queued again`)
    }
    if (lostRounds > 0) this.#logger.warn(`the queue had lost ${counted(lostRounds, 'round')}: requested again`)
  }
}
