import type { DatabaseFunction } from './database-function.js'

export const DRAWING_CONTEXT: DatabaseFunction = {
  name: 'drawing_context',
  takes: '_evaluation uuid',
  returns: `TABLE (template text, "answerKind" text, sampling jsonb, methods jsonb, paper boolean, model text,
  "maxModelLen" integer)`,
  does: `
RETURN QUERY
SELECT b.template, b.answer_kind, e.spec -> 'sampling', e.spec -> 'methods',
       coalesce((e.spec -> 'paper')::boolean, false), p.model, p.max_model_len
FROM evaluation e JOIN benchmark b ON b.id = e.benchmark_id JOIN pool p ON p.name = e.pool
WHERE e.id = _evaluation;`,
}
