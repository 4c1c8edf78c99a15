import type { DataSource } from '@cges-fleet/db'
import type { ModelCall } from './model/fake-model.js'
import { ATTEMPTS, PLANNED_SAMPLES } from '../support/evaluation-rows.js'

interface Witnessed {
  readonly calls: readonly ModelCall[]
  readonly redisBackAt: readonly Date[]
}

interface Measured {
  readonly fenced: number
  readonly [more: string]: unknown
}

/** Measures how often a run repeated calls and how soon it recovered. */
export async function measure(db: DataSource, { calls, redisBackAt }: Witnessed): Promise<Measured> {
  const states = await db.query<{ state: string; calls: number }[]>(
    `SELECT state, count(*)::int AS calls FROM ${ATTEMPTS} l WHERE kind = 'draw' GROUP BY 1`,
  )
  const ledger = Object.fromEntries(states.map(({ state, calls }) => [state, calls]))
  const claims = states.reduce((sum, { calls }) => sum + calls, 0)
  const [counted] = await db.query<{ samples: number; redrawn: number }[]>(
    `SELECT count(*)::int AS samples, count(*) FILTER (WHERE fence > 1)::int AS redrawn
     FROM ${PLANNED_SAMPLES} s WHERE state = 'read'`,
  )
  const { samples = 0, redrawn = 0 } = counted ?? {}
  return {
    fenced: ledger['discarded'] ?? 0,
    samples,
    redrawn,
    calls: calls.length,
    ledger,
    overhead: samples === 0 ? 0 : Math.round((claims / samples - 1) * 1000) / 1000,
    ahead: (await db.query<unknown[]>(AHEAD))[0],
    claimedAgainAfterSeconds: quantiles(await claimedAgainAfter(db, calls)),
    claimsAfterRedisSeconds: quantiles(await claimsAfter(db, redisBackAt)),
  }
}

/** Of the evaluations that draw ahead of need and are done: samples that methods read, all samples, and draws that were aborted. */
const AHEAD = `
SELECT count(DISTINCT e.id)::int AS evaluations, coalesce(sum(c.needed), 0)::int AS needed,
       coalesce(sum(c.drawn), 0)::int AS drawn, coalesce(sum(c.abandoned), 0)::int AS abandoned
FROM evaluation e JOIN trial t ON t.evaluation_id = e.id CROSS JOIN LATERAL (
  SELECT (SELECT max(calls) FROM verdict WHERE trial_id = t.id) AS needed,
         (SELECT count(*) FROM sample WHERE trial_id = t.id) AS drawn,
         (SELECT count(*) FROM call k JOIN call_ledger l ON l.call_id = k.id
          WHERE k.trial_id = t.id AND l.state = 'abandoned') AS abandoned
) c
WHERE e.status = 'done' AND e.spec ? 'lookahead'`

/** From the moment the model saw a caller die to the next claim of the same sample. */
async function claimedAgainAfter(db: DataSource, calls: readonly ModelCall[]): Promise<number[]> {
  const gone = calls.filter(({ end, endedAt }) => end === 'gone' && endedAt !== null)
  const rows = await db.query<{ id: string; again: Date }[]>(
    `SELECT coalesce(l.trial_id, l.ranking_id) || '/' || l.index || '/' || l.fence AS id, n.started_at AS again
     FROM ${ATTEMPTS} l JOIN ${ATTEMPTS} n ON n.call_id = l.call_id AND n.fence = l.fence + 1
     WHERE l.state = 'lost'`,
  )
  const again = new Map(rows.map((row) => [row.id, row.again.getTime()]))
  return gone.flatMap(({ id, endedAt }) => {
    const at = again.get(id)
    return at === undefined || endedAt === null ? [] : [(at - endedAt.getTime()) / 1000]
  })
}

async function claimsAfter(db: DataSource, moments: readonly Date[]): Promise<number[]> {
  const seconds: number[] = []
  for (const moment of moments) {
    const [row] = await db.query<{ at: Date | null }[]>(
      `SELECT min(started_at) AS at FROM ${ATTEMPTS} l WHERE started_at > $1`,
      [moment],
    )
    if (row?.at != null) seconds.push((row.at.getTime() - moment.getTime()) / 1000)
  }
  return seconds
}

function quantiles(values: readonly number[]): Record<string, number> | null {
  if (values.length === 0) return null
  const sorted = values.toSorted((a, b) => a - b)
  const at = (share: number) =>
    Math.round((sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0) * 1000) / 1000
  return { n: sorted.length, p50: at(0.5), p99: at(0.99), max: at(1) }
}
