import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import type { PoolModel } from './pools.js'

type Promised = Pick<PoolModel, 'model'> & { readonly [Name in keyof PoolModel]?: PoolModel[Name] | undefined }

/**
 * Sets what a pool serves, and makes it if there is none; what is left out stays. Once an evaluation has been submitted to it
 * this is fixed, or old answers would pass for another model’s; its context alone may change, while no evaluation is
 * open. Returns why it was refused, or null.
 */
export async function promisePool(db: Db, pool: string, promised: Promised): Promise<string | null> {
  const [broken] = await query<{ field: string; before: string }>(db, PROMISE, [pool, JSON.stringify(promised)])
  if (broken === undefined) return null
  const { field, before } = broken
  return field === 'maxModelLen'
    ? `pool ${pool} has open evaluations that rely on a context of ${before} tokens: let them end, or cancel them`
    : `pool ${pool} has evaluations with ${field} ${before}, so it keeps that: promise another pool`
}

const PROMISE = `SELECT * FROM promise_pool($1, $2)`

/** Sets what a pool serves, unless that breaks what an evaluation relies on: then it returns what that is, and what it was. */
export const PROMISE_POOL: DatabaseFunction = {
  name: 'promise_pool',
  takes: '_pool text, _promise jsonb',
  returns: 'TABLE (field text, before text)',
  does: `
PERFORM FROM enter_pool(_pool, '{"provenance": "model"}'::jsonb || _promise);
RETURN QUERY
WITH now AS MATERIALIZED (
  SELECT * FROM pool WHERE name = _pool FOR UPDATE
), wanted AS (
  SELECT coalesce(_promise ->> 'model', model) AS model,
         coalesce(_promise ->> 'provenance', CASE provenance WHEN 'imported' THEN 'model' ELSE provenance END) AS provenance,
         CASE WHEN _promise ? 'revision' THEN _promise ->> 'revision' ELSE model_revision END AS revision,
         CASE WHEN _promise ? 'rewardModel' THEN _promise ->> 'rewardModel' ELSE reward_model END AS reward_model,
         CASE WHEN _promise ? 'stepScorer' THEN _promise ->> 'stepScorer' ELSE step_scorer END AS step_scorer,
         CASE WHEN _promise ? 'maxModelLen' THEN (_promise ->> 'maxModelLen')::int ELSE max_model_len END AS max_model_len
  FROM now
), broken AS (
  SELECT c.field, c.was FROM now n CROSS JOIN wanted w
  CROSS JOIN LATERAL (VALUES
    (1, 'model', n.model, w.model), (2, 'provenance', n.provenance, w.provenance),
    (3, 'revision', n.model_revision, w.revision), (4, 'rewardModel', n.reward_model, w.reward_model),
    (5, 'stepScorer', n.step_scorer, w.step_scorer), (6, 'maxModelLen', n.max_model_len::text, w.max_model_len::text)
  ) c(place, field, was, becomes)
  WHERE c.was IS NOT NULL AND c.becomes IS DISTINCT FROM c.was AND EXISTS (
    SELECT FROM evaluation e
    WHERE e.pool = _pool AND (c.field <> 'maxModelLen' OR e.status IN ('running', 'paused', 'stuck')))
  ORDER BY c.place LIMIT 1
), set_now AS (
  UPDATE pool p
  SET model = w.model, provenance = w.provenance, model_revision = w.revision, reward_model = w.reward_model,
      step_scorer = w.step_scorer, max_model_len = w.max_model_len
  FROM wanted w WHERE p.name = _pool AND NOT EXISTS (SELECT FROM broken)
)
SELECT b.field, b.was FROM broken b;`,
}
