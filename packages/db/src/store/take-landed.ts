import { type Db, query } from './query.js'

/** Samples read in one round. */
const SAMPLES_PER_ROUND = 2000

export interface TakenSamples {
  /** Trials that got at least one sample. */
  readonly trialIds: readonly string[]
  readonly taken: number
  readonly more: boolean
}

/**
 * Marks landed samples as read, by id, and counts them. In the round's own transaction: a coordinator that dies
 * half-way has then read nothing.
 */
export async function takeLanded(tx: Db, evaluationId: string): Promise<TakenSamples> {
  const rows = await query<{ trialId: string; taken: number }>(tx, TAKE, [evaluationId, SAMPLES_PER_ROUND])
  const taken = rows.reduce((sum, row) => sum + row.taken, 0)
  return { trialIds: rows.map((row) => row.trialId), taken, more: taken === SAMPLES_PER_ROUND }
}

const TAKE = `
WITH landed AS (
  SELECT trial_id, index FROM sample WHERE evaluation_id = $1 AND state = 'landed' LIMIT $2
), read AS (
  UPDATE sample s SET state = 'read' FROM landed l
  WHERE s.trial_id = l.trial_id AND s.index = l.index AND s.state = 'landed'
  RETURNING s.trial_id, s.fence, s.outcome NOT IN ('invalid_request', 'infra_error') AS charged
), counted AS (
  UPDATE evaluation e
  SET samples_drawn = e.samples_drawn + c.drawn, attempts = e.attempts + c.attempts
  FROM (SELECT count(*) FILTER (WHERE charged)::int AS drawn, coalesce(sum(fence), 0)::int AS attempts FROM read) c
  WHERE e.id = $1 AND EXISTS (SELECT 1 FROM read)
), moved AS (
  INSERT INTO progress (team_id, evaluation_id, at, samples)
  SELECT e.team_id, e.id, date_trunc('second', now()), (SELECT count(*) FROM read)
  FROM evaluation e WHERE e.id = $1 AND EXISTS (SELECT 1 FROM read)
  ON CONFLICT (evaluation_id, at) DO UPDATE SET samples = progress.samples + EXCLUDED.samples
), per_trial AS (
  SELECT trial_id, count(*)::int AS taken FROM read GROUP BY trial_id
)
UPDATE trial t SET read = t.read + p.taken FROM per_trial p WHERE t.id = p.trial_id
RETURNING t.id AS "trialId", p.taken`
