import { PROMPT_TOKENS_PER_WORK } from '@cges-fleet/core'
import { type Database, type Db, query, transaction } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import { bookSpent, lockTurns, NOTHING_USED, type Used } from '../rounds/room.js'

/**
 * Ends requests of one team for good: draws under way are abandoned, those that nobody claimed withdrawn, and what was
 * drawn is booked to the team, all in one transaction, so that nothing is booked twice whoever ends them. Their texts are
 * gone with it.
 */
export function endRequests(db: Database, teamId: string, requests: readonly string[]): Promise<void> {
  return transaction(db, async (tx) => {
    await lockTurns(tx, teamId)
    await query(tx, END, [requests, 'its request was finished'])
    // A statement of its own: a reply that landed while the one before waited for its call is seen now.
    const used = await query<Booked>(tx, TAKE, [requests])
    for (const { pool, ...spent } of used)
      await bookSpent(tx, { id: null, teamId, pool }, { ...NOTHING_USED, ...spent })
  })
}

type Booked = Omit<Used, 'bytes'> & { readonly pool: string }

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
UPDATE chat_request r SET ended_at = now(), body = NULL FROM ending e WHERE r.id = e.id AND r.ended_at IS NULL`

const TAKE = `
WITH taken AS (
  DELETE FROM chat_reply a USING chat_request r WHERE r.id = a.request_id AND r.id = ANY ($1::uuid[])
  RETURNING r.pool, a.outcome NOT IN ('invalid_request', 'infra_error') AS charged, a.gpu_ms,
            coalesce(a.prompt_tokens, 0)::bigint AS prompt, coalesce(a.completion_tokens, 0) AS completion
)
SELECT pool, count(*)::int AS calls, coalesce(sum(prompt + completion), 0)::float8 AS tokens,
       coalesce(sum(prompt), 0)::float8 AS "promptTokens",
       coalesce(sum(completion + prompt / ${PROMPT_TOKENS_PER_WORK}::float8), 0)::float8 AS work,
       coalesce(sum(gpu_ms), 0)::float8 AS "gpuMs"
FROM taken WHERE charged GROUP BY pool`

/** A gateway that has not been heard of for this long is dead. */
const SEEN = `interval '20 seconds'`

/** How long an ended request's attempts are kept: the late end of an abandoned one still gets its tokens written. */
const KEPT = `interval '1 hour'`

/** Requests that one sweep ends or forgets at most. */
const AT_ONCE = 500

/** Ends the requests of gateways that died. Returns how many those were. */
export async function endOrphans(db: Database): Promise<number> {
  const orphans = await query<{ teamId: string; requests: string[] }>(db, ORPHANS, [AT_ONCE])
  for (const { teamId, requests } of orphans) await endRequests(db, teamId, requests)
  return orphans.reduce((sum, { requests }) => sum + requests.length, 0)
}

const ORPHANS = `
SELECT o.team_id AS "teamId", array_agg(o.id) AS requests FROM (
  SELECT id, team_id FROM chat_request WHERE ended_at IS NULL AND seen_at < now() - ${SEEN} LIMIT $1
) o GROUP BY 1`

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
