import { PROMPT_TOKENS_PER_WORK } from '@cges-fleet/core'
import { type Db, query } from '../connection/query.js'
import { NOTHING_USED, type Used } from './room.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/** Samples read per round. */
const SAMPLES_PER_ROUND = 2000

export interface TakenSamples {
  /** Trials that got at least one sample. */
  readonly trialIds: readonly string[]
  readonly taken: number
  readonly more: boolean
  /** A sample counts as one call whatever its outcome, and as one more if it was scored. */
  readonly used: Used
}

/**
 * Marks landed samples as read, by id, and counts them: all, or those landed by a given time. In the round's own
 * transaction: if the coordinator dies half-way, nothing has been read.
 */
export async function takeLanded(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'callsPerSample'>,
  landedBy: Date | null = null,
): Promise<TakenSamples> {
  const rows = await query<Used & { trialId: string; taken: number }>(tx, TAKE, [
    evaluation.id,
    SAMPLES_PER_ROUND,
    landedBy,
    evaluation.callsPerSample > 1,
  ])
  const taken = rows.reduce((sum, row) => sum + row.taken, 0)
  const { calls, tokens, promptTokens, work, gpuMs, bytes } = rows[0] ?? NOTHING_USED
  return {
    trialIds: rows.map((row) => row.trialId),
    taken,
    more: taken === SAMPLES_PER_ROUND,
    used: { calls, tokens, promptTokens, work, gpuMs, bytes },
  }
}

/**
 * Rows are found by key, one by one: joined, all calls of the fleet would be read while PostgreSQL knows little of young tables.
 * "Not read" is landed, and keeps the update off the index of what has landed, which finds no sample by its key.
 */
const TAKE = `
WITH landed AS MATERIALIZED (
  SELECT trial_id, index FROM sample
  WHERE evaluation_id = $1 AND state = 'landed' AND ($3::timestamptz IS NULL OR landed_at <= $3) LIMIT $2
), read AS (
  UPDATE sample s SET state = 'read' FROM landed l
  WHERE s.trial_id = l.trial_id AND s.index = l.index AND s.state <> 'read'
  RETURNING s.trial_id, s.index, s.outcome NOT IN ('invalid_request', 'infra_error') AS charged,
            s.unclear_faults > 0 AS flagged, coalesce(s.gpu_ms, 0) AS gpu_ms,
            s.completion_tokens + s.prompt_tokens / ${PROMPT_TOKENS_PER_WORK}::float8 AS work, coalesce(s.prompt_tokens, 0)::bigint + coalesce(s.completion_tokens, 0) AS tokens,
            coalesce(s.prompt_tokens, 0)::bigint AS prompts
), called AS (
  -- What was imported was drawn by no call.
  SELECT r.*, coalesce(k.fence, 0) AS fence, coalesce(k.cost, 0) AS cost, k.claimed_at
  FROM read r LEFT JOIN LATERAL (
    SELECT fence, cost, claimed_at FROM call
    WHERE trial_id = r.trial_id AND index = r.index AND kind = 'draw' OFFSET 0) k ON true
), counts AS (
  SELECT count(*)::int AS taken, count(*) FILTER (WHERE charged)::int AS drawn,
         count(*) FILTER (WHERE flagged)::int AS flagged, coalesce(sum(fence), 0)::int AS attempts,
         coalesce(sum(tokens), 0)::float8 AS tokens, coalesce(sum(prompts), 0)::float8 AS prompts,
         coalesce(sum(gpu_ms), 0)::float8 AS gpu_ms, coalesce(sum(coalesce(work, cost)), 0)::float8 AS work
  FROM called
), scores AS (
  SELECT count(*)::int AS n, coalesce(sum(l.prompt_tokens), 0)::float8 AS tokens
  FROM called r
  CROSS JOIN LATERAL (
    SELECT id, fence, claimed_at FROM call
    WHERE trial_id = r.trial_id AND index = r.index AND kind = 'score' OFFSET 0) k
  CROSS JOIN LATERAL (
    SELECT state, prompt_tokens FROM call_ledger WHERE call_id = k.id AND fence = k.fence OFFSET 0) l
  WHERE $4::boolean AND k.claimed_at >= r.claimed_at AND l.state = 'settled'
), stored AS (
  -- What was imported was counted when it came.
  SELECT coalesce(sum(b.bytes), 0)::float8 AS bytes
  FROM read r CROSS JOIN LATERAL (
    SELECT octet_length(text) + coalesce(octet_length(reasoning), 0) + coalesce(octet_length(token_ids), 0)
           + coalesce(octet_length(logprobs), 0) AS bytes
    FROM sample_body WHERE trial_id = r.trial_id AND index = r.index OFFSET 0) b
  WHERE EXISTS (SELECT 1 FROM evaluation e WHERE e.id = $1 AND e.source IS NULL)
), counted AS (
  UPDATE evaluation e
  SET samples_drawn = e.samples_drawn + c.drawn, attempts = e.attempts + c.attempts,
      samples_flagged = e.samples_flagged + c.flagged, stored_bytes = e.stored_bytes + b.bytes::bigint
  FROM counts c, stored b WHERE e.id = $1 AND c.taken > 0
), moved AS (
  INSERT INTO progress (team_id, evaluation_id, at, samples)
  SELECT e.team_id, e.id, date_trunc('second', now()), c.taken FROM evaluation e, counts c WHERE e.id = $1 AND c.taken > 0
  ON CONFLICT (evaluation_id, at) DO UPDATE SET samples = progress.samples + EXCLUDED.samples
), per_trial AS (
  SELECT trial_id, count(*)::int AS taken FROM read GROUP BY trial_id
)
UPDATE trial t SET read = t.read + p.taken FROM per_trial p, counts c, scores x, stored b WHERE t.id = p.trial_id
RETURNING t.id AS "trialId", p.taken, c.taken + x.n AS calls, c.tokens + x.tokens AS tokens, c.prompts + x.tokens AS "promptTokens", c.work, c.gpu_ms AS "gpuMs", b.bytes`

/** Counts ranking calls that ended since the last round, and releases their reservations. */
export async function takeRanked(tx: Db, evaluationId: string): Promise<Used> {
  const rows = await query<Omit<Used, 'bytes'>>(
    tx,
    `WITH ended AS (
       SELECT r.id, k.id AS call_id FROM ranking r JOIN call k ON k.ranking_id = r.id AND k.index = r.tries - 1
       WHERE r.evaluation_id = $1 AND r.reserved AND NOT k.live
     ), counted AS (
       UPDATE ranking r SET reserved = false FROM ended e WHERE r.id = e.id
     ), calls AS (
       SELECT coalesce(l.prompt_tokens, 0)::bigint AS prompt, coalesce(l.completion_tokens, 0) AS completion, l.gpu_ms
       FROM ended e
       JOIN call_ledger l ON l.call_id = e.call_id AND l.state = 'settled'
     )
     SELECT count(*)::int AS calls, coalesce(sum(prompt + completion), 0)::float8 AS tokens, coalesce(sum(prompt), 0)::float8 AS "promptTokens",
            coalesce(sum(completion + prompt / ${PROMPT_TOKENS_PER_WORK}::float8), 0)::float8 AS work,
            coalesce(sum(gpu_ms), 0)::float8 AS "gpuMs"
     FROM calls`,
    [evaluationId],
  )
  return { ...NOTHING_USED, ...rows[0] }
}
