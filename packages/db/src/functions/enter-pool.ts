import type { DatabaseFunction } from './database-function.js'

export const ENTER_POOL: DatabaseFunction = {
  name: 'enter_pool',
  takes: '_pool text, _model text, _revision text, _provenance text, _reward_model text, _max_model_len integer',
  returns: 'TABLE (model text, revision text, provenance text, "rewardModel" text, "maxModelLen" integer)',
  does: `
INSERT INTO pool (name, model, model_revision, provenance, reward_model, max_model_len)
VALUES (_pool, _model, _revision, _provenance, _reward_model, _max_model_len)
ON CONFLICT (name) DO UPDATE SET max_model_len = EXCLUDED.max_model_len
WHERE pool.max_model_len IS NULL AND EXCLUDED.max_model_len IS NOT NULL
  AND (pool.model, pool.provenance) = (EXCLUDED.model, EXCLUDED.provenance);
RETURN QUERY
SELECT p.model, p.model_revision, p.provenance, p.reward_model, p.max_model_len
FROM pool p WHERE p.name = _pool;`,
}
