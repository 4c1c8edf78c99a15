import { type Db, query } from './query.js'

/** What a round found spent. */
export interface Spent {
  readonly calls: number
  readonly tokens: number
}

/** What an evaluation may still plan under its caps. */
export interface Headroom {
  /** How many samples, at most. */
  readonly samples: number
  /** How many samples returned by a retry, which were paid for before. */
  readonly retries: number
  readonly callsPerSample: number
  /** How many calls in all. */
  readonly calls: number
  /** The cap that leaves least; null where there is none. */
  readonly cap: { readonly amount: number; readonly of: 'calls' | 'tokens' } | null
  /** No sample that was claimed before may be claimed again. */
  readonly redeliveriesUsedUp: boolean
}

/** Reads what the caps leave, with everything reserved that is planned and not read. The evaluation must be locked. */
export async function readHeadroom(tx: Db, evaluationId: string, spent: Spent): Promise<Headroom> {
  const rows = await query<HeadroomRow>(tx, HEADROOM, [evaluationId, spent.calls, spent.tokens])
  const row = rows[0] ?? UNCAPPED
  const { callsPerSample, usedUp } = row
  const byTokens = row.tokensLeft === null ? Infinity : floor(row.tokensLeft / row.tokensPerCall)
  const calls = Math.min(row.callsLeft ?? Infinity, byTokens)
  return {
    samples: floor(calls / callsPerSample),
    retries: callsPerSample === 1 ? byTokens : floor(calls / callsPerSample),
    callsPerSample,
    calls: Math.max(0, calls),
    cap: capOf(row, byTokens),
    redeliveriesUsedUp: usedUp,
  }
}

function capOf({ callCap, tokenCap, callsLeft }: HeadroomRow, byTokens: number): Headroom['cap'] {
  if (callCap !== null && (callsLeft ?? Infinity) <= byTokens) return { amount: callCap, of: 'calls' }
  return tokenCap === null ? null : { amount: tokenCap, of: 'tokens' }
}

interface HeadroomRow {
  readonly callCap: number | null
  readonly tokenCap: number | null
  readonly callsLeft: number | null
  readonly tokensLeft: number | null
  readonly callsPerSample: number
  readonly tokensPerCall: number
  readonly usedUp: boolean
}

const UNCAPPED: HeadroomRow = {
  callCap: null,
  tokenCap: null,
  callsLeft: null,
  tokensLeft: null,
  callsPerSample: 1,
  tokensPerCall: 1,
  usedUp: false,
}

function floor(value: number): number {
  return Math.max(0, Math.floor(value))
}

/** Writes the SQL of the calls that an evaluation has reserved: planned and not read. */
export function reservedOf(evaluation: string): string {
  return `
SELECT live.n * p.calls_per_sample + ranks.n AS calls, live.n * p.calls_per_sample + ranks.questions AS long_calls
FROM (SELECT count(*)::int AS n FROM sample WHERE evaluation_id = ${evaluation} AND state <> 'read') live,
     (SELECT count(*)::int AS n, coalesce(sum(cardinality(positions)), 0)::int AS questions
      FROM ranking WHERE evaluation_id = ${evaluation} AND reserved) ranks`
}

/** A sample may need as many tokens as its budget of tokens and its prompt's bytes; a ranking, those of all its questions. */
const HEADROOM = `
SELECT p.call_cap AS "callCap", p.token_cap::float8 AS "tokenCap", p.call_cap - p.calls - $2::int - r.calls AS "callsLeft",
       (p.token_cap - p.tokens - $3::bigint - r.long_calls * p.tokens_per_call)::float8 AS "tokensLeft",
       p.calls_per_sample AS "callsPerSample", p.tokens_per_call::float8 AS "tokensPerCall",
       coalesce(p.redelivered + p.calls_per_sample > p.redeliveries, false) AND EXISTS (
         SELECT 1 FROM sample WHERE evaluation_id = $1 AND state = 'pending' AND fence > 0) AS "usedUp"
FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1`

/** Books what a round found spent and what is reserved now. */
export async function writeSpending(tx: Db, evaluationId: string, spent: Spent): Promise<void> {
  await query(
    tx,
    `UPDATE spending p SET calls = p.calls + $2, tokens = p.tokens + $3, calls_reserved = r.calls
     FROM (SELECT r.calls FROM spending p, LATERAL (${reservedOf('$1')}) r WHERE p.evaluation_id = $1) r
     WHERE p.evaluation_id = $1`,
    [evaluationId, spent.calls, spent.tokens],
  )
}
