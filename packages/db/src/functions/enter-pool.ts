import type { DatabaseFunction } from './database-function.js'

export const ENTER_POOL: DatabaseFunction = {
  name: 'enter_pool',
  takes: '_pool text, _serves jsonb',
  returns:
    'TABLE (model text, revision text, provenance text, "rewardModel" text, "stepScorer" text, "maxModelLen" integer)',
  does: `
INSERT INTO pool (name, model, model_revision, provenance, reward_model, step_scorer, max_model_len)
SELECT _pool, s.model, s.revision, s.provenance, s."rewardModel", s."stepScorer", s."maxModelLen"
FROM jsonb_to_record(_serves) AS s(
  model text, revision text, provenance text, "rewardModel" text, "stepScorer" text, "maxModelLen" integer)
ON CONFLICT (name) DO UPDATE SET max_model_len = EXCLUDED.max_model_len
WHERE pool.max_model_len IS NULL AND EXCLUDED.max_model_len IS NOT NULL
  AND (pool.model, pool.provenance) = (EXCLUDED.model, EXCLUDED.provenance);
RETURN QUERY
SELECT p.model, p.model_revision, p.provenance, p.reward_model, p.step_scorer, p.max_model_len
FROM pool p WHERE p.name = _pool;`,
}
