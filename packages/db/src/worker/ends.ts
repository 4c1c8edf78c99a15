import { LONGEST_LEASE_MS, LONGEST_REASON, MOST_HAND_BACKS } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import type { Attempt } from '../call-kinds.js'
import type { RegisteredWorker } from './claims.js'

/** The resources an attempt consumed, as far as known. */
interface Took {
  readonly gpuMs?: number | undefined
  readonly promptTokens?: number | null
  readonly completionTokens?: number | null
}

/**
 * How an attempt that stores nothing ended.
 *
 * - `settled`: it was made, and is charged.
 * - `failed`: it broke; with `backOffMs` the call is retried after that long, without it the call ends.
 * - `handed_back`: it was not made; the call is retried, and this delivery does not count.
 * - `abandoned`: nobody needed it any more, and its request was aborted; else as `handed_back`.
 */
export type CallEnd = Took &
  (
    | { readonly state: 'settled' }
    | {
        readonly state: 'failed'
        readonly reason: string
        /** The fault came after the first byte, so it may depend on the text being generated. */
        readonly unclear?: boolean
        readonly backOffMs?: number
      }
    | { readonly state: 'handed_back' | 'abandoned'; readonly reason: string }
  )

/**
 * Whether an attempt's own end took effect: `late` if the call had passed to another attempt, which is recorded as
 * discarded.
 */
export type Ended = 'now' | 'before' | 'late'

/**
 * Ends an attempt that stores nothing, if it still holds its call. Returns whether that took effect, also if an earlier
 * try was committed and only its answer lost.
 */
export async function endCall(db: Db, attempt: Attempt, end: CallEnd): Promise<boolean> {
  const { callId, fence, claim } = attempt
  const [row] = await query<{ ended: Ended }>(db, `SELECT ended FROM end_calls($1)`, [
    JSON.stringify([{ ...end, callId, fence, claim, again: isMadeAgain(end) }]),
  ])
  return row !== undefined && row.ended !== 'late'
}

function isMadeAgain(end: CallEnd): boolean {
  switch (end.state) {
    case 'settled':
      return false
    case 'failed':
      return end.backOffMs !== undefined
    case 'handed_back':
    case 'abandoned':
      return true
  }
}

/**
 * Ends attempts: writes their ledger entries, and ends their calls unless they will be retried. An attempt is named by
 * its fence and by the key of its claim, which its worker alone knows. Returns `now` if the attempt held its call,
 * `before` if an earlier try at this end was committed, and `late` if the call's fence has moved on: then nothing
 * changes except in the ledger: a lost attempt becomes discarded, and an abandoned one gets the tokens it had. A delivery
 * that is handed back does not count, unless
 * the call has been handed back so often that this would have no end: what was claimed and not counted is fence less
 * deliveries.
 */
export const END_CALLS: DatabaseFunction = {
  name: 'end_calls',
  takes: '_ends jsonb',
  returns: 'TABLE ("callId" uuid, fence integer, ended text)',
  does: `
DECLARE
  _ended integer;
BEGIN
WITH ends AS MATERIALIZED (
  SELECT * FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int, claim uuid, state text, again boolean,
    unclear boolean, "backOffMs" float8, reason text, "promptTokens" int, "completionTokens" int, "gpuMs" real)
), own AS MATERIALIZED (
  SELECT k.id FROM call k
  WHERE k.id = ANY (ARRAY(SELECT h."callId" FROM ends h)) AND k.state = 'leased'
    AND (k.id, k.fence, k.claim) IN (SELECT h."callId", h.fence, h.claim FROM ends h)
  ORDER BY k.id FOR UPDATE OF k
), held AS (
  UPDATE call k
  SET state = CASE WHEN h.again THEN 'pending' ELSE 'ended' END, lease_until = NULL,
      queued_at = NULL, deliveries = k.deliveries
        - (h.state IN ('handed_back', 'abandoned') AND k.fence - k.deliveries < ${MOST_HAND_BACKS})::int,
      unclear_faults = k.unclear_faults + coalesce(h.unclear, false)::int,
      queue_at = CASE WHEN k.queue_at = 'infinity' THEN k.queue_at
                      ELSE now() + least(greatest(h."backOffMs", 0), ${LONGEST_LEASE_MS}) * interval '1 ms' END
  FROM own o JOIN ends h ON h."callId" = o.id
  WHERE k.id = o.id AND k.state = 'leased' AND k.fence = h.fence
  RETURNING k.*
)
INSERT INTO call_ledger (call_id, fence, team_id, evaluation_id, worker_id, state, reason, prompt_tokens,
                         completion_tokens, gpu_ms, started_at)
SELECT k.id, k.fence, k.team_id, k.evaluation_id, k.worker_id, h.state, left(h.reason, 1000), h."promptTokens",
       h."completionTokens", h."gpuMs", k.claimed_at
FROM held k JOIN ends h ON h."callId" = k.id AND h.fence = k.fence;
GET DIAGNOSTICS _ended = ROW_COUNT;
IF _ended = jsonb_array_length(_ends) THEN
  RETURN QUERY
  SELECT h."callId", h.fence, 'now' FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int);
ELSE
  UPDATE call_ledger l
  SET state = CASE l.state WHEN 'lost' THEN 'discarded' ELSE l.state END,
      reason = CASE l.state WHEN 'lost' THEN left(h.reason, 1000) ELSE l.reason END, ended_at = now(), claim = NULL,
      prompt_tokens = h."promptTokens",
      completion_tokens = h."completionTokens", gpu_ms = h."gpuMs"
  FROM jsonb_to_recordset(_ends) AS h(
    "callId" uuid, fence int, claim uuid, reason text, "promptTokens" int, "completionTokens" int, "gpuMs" real)
  WHERE l.call_id = h."callId" AND l.fence = h.fence AND l.claim = h.claim AND l.state IN ('lost', 'abandoned');
  RETURN QUERY
  SELECT h."callId", h.fence,
         CASE WHEN l.call_id IS NULL THEN 'late' WHEN l.ended_at = now() THEN 'now' ELSE 'before' END
  FROM jsonb_to_recordset(_ends) AS h("callId" uuid, fence int, state text)
  LEFT JOIN call_ledger l ON l.call_id = h."callId" AND l.fence = h.fence AND l.state = h.state;
END IF;
END;`,
}

/**
 * Gives up a pending call of the worker's pool that has been delivered as often as the worker registered. Returns its
 * evaluation, null for a reply; null in all if there was nothing to give up.
 */
export async function giveUpCall(
  db: Db,
  callId: string,
  worker: RegisteredWorker,
): Promise<{ readonly evaluationId: string | null } | null> {
  const [given] = await query<{ evaluationId: string | null }>(db, `SELECT * FROM give_up_call($1, $2, $3)`, [
    callId,
    worker.id,
    worker.secret,
  ])
  return given ?? null
}

/** SQL of why a call `given` was given up. */
const WHY = `left('given up after ' || deliveries || ' deliveries' || coalesce(': ' || (
           SELECT reason FROM call_ledger l WHERE l.call_id = given.id AND reason IS NOT NULL ORDER BY l.fence DESC LIMIT 1
         ), ''), ${LONGEST_REASON})`

/**
 * Dead-letters a pending call of a worker's pool that was delivered as often as the worker registered: its sample or
 * reply becomes one that could not be drawn, its ranking counts for nothing.
 */
export const GIVE_UP_CALL: DatabaseFunction = {
  name: 'give_up_call',
  takes: '_call uuid, _worker uuid, _secret uuid',
  returns: 'TABLE ("evaluationId" uuid)',
  does: `
RETURN QUERY
WITH given AS (
  UPDATE call k SET state = 'ended' FROM worker w
  WHERE w.id = _worker AND w.secret = _secret AND k.pool = w.pool
    AND k.id = _call AND k.state = 'pending' AND k.deliveries >= w.max_deliveries
    AND (k.evaluation_id IS NULL OR EXISTS (SELECT FROM evaluation e WHERE e.id = k.evaluation_id AND e.status = 'running'))
  RETURNING k.*
), samples AS (
  INSERT INTO sample (trial_id, index, team_id, evaluation_id, state, seed, unclear_faults, outcome, error, landed_at)
  SELECT trial_id, index, team_id, evaluation_id, 'landed', seed, unclear_faults, 'infra_error',
         ${WHY}, now()
  FROM given WHERE kind = 'draw'
), replies AS (
  INSERT INTO chat_reply (request_id, index, team_id, outcome, drawn)
  SELECT request_id, index, team_id, 'infra_error', jsonb_build_object('outcome', 'infra_error', 'error', ${WHY})
  FROM given WHERE kind = 'chat'
), rankings AS (
  UPDATE ranking r SET state = 'landed' FROM given k WHERE r.id = k.ranking_id
)
SELECT evaluation_id FROM given;`,
}
