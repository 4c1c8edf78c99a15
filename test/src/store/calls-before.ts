import { createTrials, type DataSource, lockEvaluation, newId, transaction } from '@cges-fleet/db'
import { POOL, select, submit, type Wanted } from '../support/evaluation-rows.js'

/** An attempt as the ledger had it when it named what it was for by `trial_id` and `index`, whatever that was. */
interface Attempt {
  readonly kind: 'draw' | 'score' | 'rank'
  readonly fence: number
  readonly state: string
  readonly index?: number
}

export interface SampleBefore {
  readonly index: number
  readonly state: 'pending' | 'leased' | 'landed' | 'read'
  readonly fence: number
  readonly answer?: string
  readonly outcome?: string
  readonly unclear?: number
  readonly attempts: readonly Attempt[]
}

export interface RankingBefore {
  readonly batch: number
  readonly state: 'pending' | 'leased' | 'landed'
  readonly tries: number
  readonly fence: number
  /** A round had queued it, or had not yet counted what it was queued for. */
  readonly reserved: boolean
  /** In a queue, or waiting for a round that has room for it. */
  readonly queued: boolean
  readonly attempts: readonly Attempt[]
}

/** What enters a pool in every release: a database that is migrated in part has no function yet. */
export const ENTER_POOL = `
CREATE FUNCTION enter_pool_serving(_pool text, _serves jsonb)
RETURNS TABLE (model text, revision text, provenance text, "rewardModel" text, "stepScorer" text, "maxModelLen" integer) LANGUAGE sql AS $$
  INSERT INTO pool (name, model, provenance) VALUES (_pool, _serves ->> 'model', _serves ->> 'provenance') ON CONFLICT DO NOTHING;
  SELECT _serves ->> 'model', NULL, _serves ->> 'provenance', NULL, NULL, NULL::integer
$$`

/** The worker that had everything that was leased. */
export const WORKER = newId()

/** Makes an evaluation and its trials, as every release does. */
export async function evaluationBefore(db: DataSource, wanted: Wanted): Promise<{ id: string; trials: string[] }> {
  const id = await submit(db, wanted)
  await transaction(db, async (tx) => {
    const evaluation = await lockEvaluation(tx, id)
    if (evaluation !== null) await createTrials(tx, evaluation)
  })
  const trials = await select<{ id: string }>(db, 'SELECT id FROM trial WHERE evaluation_id = $1 ORDER BY ordinal', [
    id,
  ])
  return { id, trials: trials.map((trial) => trial.id) }
}

/** Writes the samples of a trial with their attempts, as the release before did. */
export async function samplesBefore(db: DataSource, trial: string, samples: readonly SampleBefore[]): Promise<void> {
  for (const { index, state, fence, answer = null, outcome = 'answer', unclear = 0, attempts } of samples) {
    const landed = state === 'landed' || state === 'read'
    await db.query(
      `INSERT INTO sample (trial_id, index, team_id, evaluation_id, pool, state, fence, deliveries, unclear_faults, lease_until,
                           queue_at, seed, tag, cost, outcome, raw_answer, answer_key, answer_tier, grading_version, prompt_tokens,
                           completion_tokens, gpu_ms, landed_at)
       SELECT id, $2::int, team_id, evaluation_id, $3, $4::text, $5::int, $5::int, $6::int, CASE $4::text WHEN 'leased' THEN now() + interval '1 hour' END,
              now(), seed_base + $2::int, 7, 11, $7::text, $8::text, $8::text, CASE WHEN $8::text IS NOT NULL THEN 'marked' END,
              CASE WHEN $7::text IS NOT NULL THEN (SELECT coalesce(max(grading_version), 1) FROM gold) END, 11, 22, 512,
              CASE WHEN $7::text IS NOT NULL THEN now() END
       FROM trial WHERE id = $1`,
      [trial, index, POOL, state, fence, unclear, landed ? outcome : null, landed ? answer : null],
    )
    await attemptsBefore(db, { id: trial, index }, attempts)
  }
  const read = samples.filter(({ state }) => state === 'read').length
  await db.query('UPDATE trial SET asked = $2, read = $3 WHERE id = $1', [trial, samples.length, read])
}

/** Writes the rankings of an evaluation with their attempts, as the release before did. */
export async function rankingsBefore(
  db: DataSource,
  of: { readonly evaluation: string; readonly method: string; readonly questions: number },
  rankings: readonly RankingBefore[],
): Promise<void> {
  for (const { batch, state, tries, fence, reserved, queued, attempts } of rankings) {
    const id = newId()
    const positions = Array.from({ length: of.questions }, (_, place) => (place + batch) % of.questions)
    const order = state === 'landed' ? positions.map((_, place) => place + 1) : null
    await db.query(
      `INSERT INTO ranking (id, team_id, evaluation_id, pool, method_key, replicate, batch, positions, seed, state, tries, fence,
                            deliveries, lease_until, queue_at, easiest_first, reserved, counted_tries)
       SELECT $1, team_id, id, $3, $4, 0, $5::int, $6::int[], 1024 * $5::int, $7::text, $8::int, $9::int, $9::int,
              CASE $7::text WHEN 'leased' THEN now() + interval '1 hour' END,
              CASE WHEN $10::boolean THEN now() ELSE 'infinity' END, $11::int[], $12::boolean, 0
       FROM evaluation WHERE id = $2`,
      [id, of.evaluation, POOL, of.method, batch, positions, state, tries, fence, queued, order, reserved],
    )
    await attemptsBefore(db, { id, index: 0 }, attempts)
  }
}

async function attemptsBefore(
  db: DataSource,
  of: { readonly id: string; readonly index: number },
  attempts: readonly Attempt[],
): Promise<void> {
  for (const { kind, fence, state, index = of.index } of attempts) {
    const source =
      kind === 'rank' ? 'SELECT team_id, evaluation_id FROM ranking' : 'SELECT team_id, evaluation_id FROM trial'
    await db.query(
      `INSERT INTO call_ledger (trial_id, index, kind, fence, team_id, evaluation_id, worker_id, state, prompt_tokens,
                                completion_tokens, gpu_ms, started_at, ended_at)
       SELECT $1, $2::int, $3::text, $4::int, team_id, evaluation_id, $5, $6::text, 11, 22, 512, now() + $4::int * interval '1 ms',
              CASE WHEN $6::text <> 'started' THEN now() + interval '1 second' END
       FROM (${source} WHERE id = $1) o`,
      [of.id, index, kind, fence, WORKER, state],
    )
  }
}
