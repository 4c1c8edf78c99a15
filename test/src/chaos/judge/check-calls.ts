import type { DataSource } from '@cges-fleet/db'
import type { ModelCall } from '../model/fake-model.js'
import { type Violation, violationOf } from './violation.js'
import { ATTEMPTS } from '../../support/evaluation-rows.js'

/**
 * How much earlier than its own insert a ledger row may claim to have been written: both use the same machine's clock.
 */
const CLOCK_MS = 5

interface LedgerRow {
  readonly id: string
  readonly state: string
  readonly startedAt: Date
  /** No later attempt at its sample followed: it was not drawn again. */
  readonly last: boolean
}

/** Asked before a worker draws, to see what its server can do: not of any call. */
const isPreflight = (id: string) => id.startsWith('preflight/')

/**
 * Compares what the model saw with the ledger: every call was recorded before it was made, made once, and none drawn
 * again that had been answered.
 */
export async function checkCalls(db: DataSource, calls: readonly ModelCall[]): Promise<Violation[]> {
  const rows = await db.query<LedgerRow[]>(
    `SELECT coalesce(l.trial_id, l.ranking_id) || '/' || l.index || '/' || l.fence AS id, l.state,
            l.started_at AS "startedAt", l.fence = k.fence AS last
     FROM ${ATTEMPTS} l JOIN call k ON k.id = l.call_id WHERE l.kind IN ('draw', 'rank')`,
  )
  const ledger = new Map(rows.map((row) => [row.id, row]))
  const seen = new Set<string>()
  const unwritten: unknown[] = []
  const late: unknown[] = []
  const twice: unknown[] = []
  const redrawn: unknown[] = []
  for (const call of calls.filter(({ id }) => !isPreflight(id))) {
    const row = ledger.get(call.id)
    if (row === undefined) unwritten.push(call)
    else if (row.startedAt.getTime() > call.at.getTime() + CLOCK_MS) late.push({ ...call, writtenAt: row.startedAt })
    if (seen.has(call.id)) twice.push(call)
    seen.add(call.id)
    if (row?.state === 'failed' && call.end === 'answered' && !row.last) redrawn.push(call)
  }
  return [
    ...violationOf('unledgered', `the model was called ${unwritten.length} times without a ledger row`, unwritten),
    ...violationOf('unledgered', 'a ledger row was written after its call', late),
    ...violationOf('unledgered', 'the model was called twice on one ledger row', twice),
    ...violationOf('contentRedraw', 'an answered call was drawn again as a fault', redrawn),
  ]
}
