import { groupBy, PROMPT_TOKENS_PER_WORK } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { ChatWorkFigures } from '../schema/chat.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { bookSpent, bothUsed, lockTurns, NOTHING_USED, type Used } from '../rounds/room.js'
import { keepFigures, type KeptFigures, type Taken } from './kept-requests.js'

/** A request that ends, and what its team may keep of it. */
export interface EndingRequest {
  readonly id: string
  readonly kept: KeptFigures
}

/**
 * Ends requests of one team for good: draws under way are abandoned, those that nobody claimed withdrawn, and what was
 * drawn is booked to the team, all in one transaction, so that nothing is booked twice whoever ends them. Their texts are
 * gone with it. Their figures are kept in the same transaction if the team keeps any.
 */
export function endRequests(db: Database, teamId: string, requests: readonly EndingRequest[]): Promise<void> {
  return transaction(db, async (tx) => {
    // What a crash of the database undoes, a sweep ends again.
    await lockTurns(tx, teamId, { outlivesCrash: false })
    const ids = requests.map(({ id }) => id)
    const ended = await query<{ id: string; isKept: boolean }>(tx, END, [ids, 'its request was finished'])
    const keeps = requests.flatMap(({ id, kept }) =>
      ended.some((one) => one.id === id && one.isKept) ? [{ id, ...kept }] : [],
    )
    // A statement of its own: a reply that landed while the one before waited for its call is seen now.
    const used = await query<Taken>(tx, TAKE, [ids, JSON.stringify(keeps.map(({ id, landed }) => ({ id, landed })))])
    for (const [pool, all] of groupBy(used, (one) => one.pool))
      await bookSpent(tx, { id: null, teamId, pool }, all.reduce<Used>(bothTaken, NOTHING_USED))
    if (keeps.length > 0) await keepFigures(tx, teamId, keeps, used)
  })
}

function bothTaken(sum: Used, { calls, tokens, promptTokens, work, gpuMs }: Taken): Used {
  return bothUsed(sum, { calls, tokens, promptTokens, work, gpuMs, bytes: 0 })
}

const END = `
WITH ending AS MATERIALIZED (
  SELECT id FROM chat_request WHERE id = ANY ($1::uuid[]) ORDER BY id FOR UPDATE
), live AS MATERIALIZED (
  SELECT k.* FROM call k JOIN ending e ON k.request_id = e.id WHERE k.live ORDER BY k.id FOR UPDATE OF k
), withdrawn AS (
  DELETE FROM call k USING live l WHERE k.id = l.id AND l.fence = 0
), ended AS (
  UPDATE call k SET state = 'ended', lease_until = NULL FROM live l WHERE k.id = l.id AND l.fence > 0
), written AS (
  INSERT INTO call_ledger (call_id, fence, team_id, worker_id, claim, state, reason, started_at)
  SELECT id, fence, team_id, worker_id, claim, 'abandoned', $2, claimed_at FROM live WHERE state = 'leased'
)
UPDATE chat_request r SET ended_at = now(), body = NULL FROM ending e WHERE r.id = e.id AND r.ended_at IS NULL
RETURNING r.id, (SELECT t.keep_requests_days IS NOT NULL FROM team t WHERE t.id = r.team_id) AS "isKept"`

const TAKE = `
WITH taken AS (
  DELETE FROM chat_reply a USING chat_request r WHERE r.id = a.request_id AND r.id = ANY ($1::uuid[])
  RETURNING r.id, r.pool, a.index, a.outcome NOT IN ('invalid_request', 'infra_error') AS charged, a.gpu_ms,
            coalesce(a.prompt_tokens, 0)::bigint AS prompt, coalesce(a.completion_tokens, 0) AS completion
)
SELECT t.id, t.pool, coalesce(t.index <> ALL (k.landed), false) AS "isAudit", count(*)::int AS calls,
       coalesce(sum(prompt + completion), 0)::float8 AS tokens,
       coalesce(sum(prompt), 0)::float8 AS "promptTokens",
       coalesce(sum(completion + prompt / ${PROMPT_TOKENS_PER_WORK}::float8), 0)::float8 AS work,
       coalesce(sum(gpu_ms), 0)::float8 AS "gpuMs"
FROM taken t LEFT JOIN jsonb_to_recordset($2::jsonb) AS k(id uuid, landed int[]) ON k.id = t.id
WHERE charged GROUP BY 1, 2, 3`

/** A gateway that has not been heard of for this long is dead. */
const SEEN = `interval '20 seconds'`

/** How long an ended request's attempts are kept: the late end of an abandoned one still gets its tokens written. */
const KEPT = `interval '1 hour'`

/** Requests that one sweep ends or forgets at most. */
const AT_ONCE = 500

interface Orphan extends Pick<KeptFigures, 'planned' | 'seconds'> {
  readonly id: string
  readonly teamId: string
  readonly work: ChatWorkFigures
}

/** Ends the requests of gateways that died. Returns how many those were. */
export async function endOrphans(db: Database): Promise<number> {
  const orphans = await query<Orphan>(db, ORPHANS, [AT_ONCE])
  for (const [teamId, some] of groupBy(orphans, (one) => one.teamId))
    await endRequests(db, teamId, some.map(lostRequest))
  return orphans.length
}

function lostRequest({ id, work, planned, seconds }: Orphan): EndingRequest {
  const nothing = { agreement: null, score: null, digest: null, audit: null, landed: null }
  return { id, kept: { ...work, ...nothing, stoppedBy: 'gateway_lost', planned, seconds } }
}

const ORPHANS = `
SELECT o.id, o.team_id AS "teamId", o.work, greatest(0, extract(epoch FROM o.seen_at - o.created_at))::float8 AS seconds,
       (SELECT greatest(1, count(*))::int FROM call k WHERE k.request_id = o.id) AS planned
FROM chat_request o WHERE o.ended_at IS NULL AND o.seen_at < now() - ${SEEN} LIMIT $1`

/** Forgets requests that ended long ago, with their calls. */
export async function forgetRequests(db: Db): Promise<void> {
  await query(db, 'SELECT forget_requests($1)', [AT_ONCE])
}

/** Only what a request's own attempts wrote is deleted of the ledger, and that an hour later. */
export const FORGET_REQUESTS: DatabaseFunction = {
  name: 'forget_requests',
  takes: '_most integer',
  returns: 'TABLE (forgotten integer)',
  does: `
RETURN QUERY
WITH old AS MATERIALIZED (
  SELECT id FROM chat_request WHERE ended_at < now() - ${KEPT} ORDER BY ended_at LIMIT _most FOR UPDATE SKIP LOCKED
), calls AS MATERIALIZED (
  SELECT k.id FROM call k WHERE k.request_id = ANY (ARRAY(SELECT o.id FROM old o))
), ledger AS (
  DELETE FROM call_ledger WHERE call_id = ANY (ARRAY(SELECT c.id FROM calls c))
), called AS (
  DELETE FROM call WHERE id = ANY (ARRAY(SELECT c.id FROM calls c))
), gone AS (
  DELETE FROM chat_request r USING old o WHERE r.id = o.id RETURNING 1
)
SELECT count(*)::int FROM gone;`,
}
