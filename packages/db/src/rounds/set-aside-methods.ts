import { type AblePool, callsPerSample, groupBy, type SetAsideMethod } from '@cges-fleet/core'
import { methodKey, methodLabel, type MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import { writeEvent } from '../evaluations/events.js'
import { WORKER_FRESH } from '../pools/pools.js'
import { resetLiveTotals } from '../statistics-tables/live.js'
import type { LockedEvaluation } from './evaluation-lock.js'

/** Selects what a pool can do: what it promises, and what its workers that draw now found. */
export async function selectAblePool(tx: Db, pool: string): Promise<AblePool> {
  const [row] = await query<AblePool>(tx, ABLE, [pool])
  if (row === undefined) throw new Error(`pool ${pool} is gone`)
  return row
}

const ABLE = `
SELECT p.reward_model AS "rewardModel", p.step_scorer AS "stepScorer", p.promise, coalesce((
         SELECT jsonb_agg(jsonb_build_object('preflight', w.preflight)) FROM worker w
         WHERE w.pool = p.name AND w.ready AND w.heartbeat_at > now() - ${WORKER_FRESH}), '[]') AS workers
FROM pool p WHERE p.name = $1`

/** How many trials have samples that lack a signal, and whether any sample of the evaluation carries one. */
export interface Lacking {
  readonly trials: number
  readonly carried: boolean
}

/** Counts, among an evaluation's first trials, those with samples that lack a signal. */
export async function selectLacking(tx: Db, evaluationId: string, signals: readonly string[]): Promise<Lacking> {
  const [row] = await query<Lacking>(tx, LACKING, [evaluationId, signals])
  return row ?? { trials: 0, carried: false }
}

/** Trials that lack a signal are few where some carry it, and all of the first ones where none do. */
const LACKING = `
SELECT count(DISTINCT s.trial_id) FILTER (WHERE s.lacks && $2::text[])::int AS trials,
       coalesce(bool_or(s.signals ?| $2::text[] OR 'windows' = ANY ($2::text[]) AND s.minima IS NOT NULL), false) AS carried
FROM (SELECT id FROM trial WHERE evaluation_id = $1 AND read > 0 ORDER BY ordinal LIMIT 64) t
CROSS JOIN LATERAL (
  SELECT trial_id, lacks, signals, minima FROM sample WHERE trial_id = t.id AND state = 'read' OFFSET 0) s`

/** Returns which of some methods have a verdict already. */
export async function decidedMethods(tx: Db, evaluationId: string, keys: readonly string[]): Promise<string[]> {
  const rows = await query<{ key: string }>(
    tx,
    `SELECT DISTINCT method_key AS key FROM method_calls WHERE evaluation_id = $1 AND method_key = ANY ($2::text[])`,
    [evaluationId, keys],
  )
  return rows.map(({ key }) => key)
}

/** Has samples drawn again that were given up for want of signals which no method needs any longer. */
export async function retryLacking(tx: Db, evaluationId: string): Promise<void> {
  await query(tx, RETRY, [evaluationId])
}

const RETRY = `
UPDATE trial t SET retrying = true
WHERE t.evaluation_id = $1 AND NOT t.retrying AND EXISTS (
  SELECT 1 FROM sample s
  WHERE s.trial_id = t.id AND s.state = 'read' AND s.outcome = 'infra_error' AND s.lacks IS NOT NULL)`

/** Sets methods of an evaluation aside: the others run on, and all trials are decided again without them. */
export async function setAsideMethods(
  tx: Db,
  evaluation: Pick<LockedEvaluation, 'id' | 'teamId'>,
  { run, aside }: { readonly run: readonly MethodSpec[]; readonly aside: readonly SetAsideMethod[] },
): Promise<void> {
  const keys = aside.map(({ spec }) => methodKey(spec))
  await query(tx, SET_ASIDE, [evaluation.id, JSON.stringify(run), JSON.stringify(aside), keys, callsPerSample(run)])
  await resetLiveTotals(tx, evaluation.id)
  for (const [why, methods] of groupBy(aside, ({ note }) => note.kind)) {
    const reason = {
      kind: 'set_aside',
      counts: {},
      why,
      methods: methods.map(({ spec }) => methodLabel(spec)),
    } as const
    await writeEvent(tx, evaluation, { kind: 'set_aside', reason })
  }
}

const SET_ASIDE = `
WITH gone AS (
  DELETE FROM standing WHERE evaluation_id = $1 AND method_key = ANY ($4::text[])
), cheaper AS (
  UPDATE spending SET calls_per_sample = $5 WHERE evaluation_id = $1
)
UPDATE evaluation
SET spec = jsonb_set(spec, '{methods}', $2::jsonb)
           || jsonb_build_object('setAside', coalesce(spec -> 'setAside', '[]'::jsonb) || $3::jsonb),
    reopened_up_to = CASE WHEN trials_planned > 0 THEN 0 ELSE reopened_up_to END, version = version + 1
WHERE id = $1`
