import { groupBy } from '@cges-fleet/core'
import { type DueCall, selectDueCalls, takeLostCalls } from '@cges-fleet/db'
import { traceOfTrial } from '@cges-fleet/telemetry'
import type { RoundParts } from './rounds/round.processor.js'
import { tracedId } from './rounds/traced-id.js'

/** The calls of a pool that were queued again. */
export interface Requeued {
  readonly pool: string
  /** Their queue had lost them. */
  readonly lost: number
  /** They had been handed back, or their lease had run out: nobody had queued them since. */
  readonly returned: number
}

/** Calls compared at once. */
const PAGE = 5000

/** Compares the calls that wait in the database with those in the queues, a page a sweep, and queues what they lack. */
export class QueueRepair {
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
