import { evaluationsNeedingRound, reorderedCalls, returnExpiredLeases, takeCallsToQueue } from '@cges-fleet/db'
import { logger, traceOfTrial } from '@cges-fleet/telemetry'
import { Injectable, type OnApplicationBootstrap, type OnApplicationShutdown } from '@nestjs/common'
import type { Housekeeping } from './housekeeping.js'
import type { RoundParts } from './rounds/round.processor.js'
import { tracedId } from './rounds/traced-id.js'

/**
 * The safety net under the queue, as a timer and not a job, since a job would be lost with the queue it mends: it
 * returns expired leases, queues again what was not claimed, asks for rounds nobody asked for, and has what was kept for
 * its time deleted.
 */
@Injectable()
export class Sweep implements OnApplicationBootstrap, OnApplicationShutdown {
  readonly #logger = logger('Sweep')
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly parts: RoundParts & { readonly housekeeping: Housekeeping },
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
    const lost = await returnExpiredLeases(db)
    if (lost > 0) this.#logger.warn(`${lost} leases had run out: what they held will be asked for again`)
    failpoint('sweep.returned')
    const overdue = await takeCallsToQueue(db)
    failpoint('sweep.taken')
    await calls.add(overdue.map((call) => ({ ...call, traceparent: traceOfTrial(call, tracedId(call)) })))
    await calls.reorder(await reorderedCalls(db))
    failpoint('sweep.queued')
    for (const evaluationId of await evaluationsNeedingRound(db)) await rounds.ask(evaluationId)
    metrics.swept({ leasesExpired: lost, requeued: overdue.length })
    await this.parts.housekeeping.tidy()
  }
}
