import type { AnswerKind } from '@cges-fleet/answers'
import type { Sampling } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'

/**
 * The part of an evaluation a worker needs to draw for it. All of it is fixed but the methods, to which more may be
 * added; they decide which signals are needed.
 */
export interface DrawingContext {
  readonly template: string
  readonly answerKind: AnswerKind
  /** Votes compare answers as written, as the paper does. */
  readonly paper: boolean
  readonly sampling: Sampling
  readonly methods: readonly MethodSpec[]
  readonly model: string
  /** The most tokens a prompt and its answer have together in the pool; null if no server has said. */
  readonly maxModelLen: number | null
}

/** Selects how an evaluation's samples are drawn; workers cache it per evaluation. */
export async function selectDrawingContext(db: Db, evaluationId: string): Promise<DrawingContext> {
  const rows = await query<DrawingContext>(db, `SELECT * FROM drawing_context($1)`, [evaluationId])
  const row = rows[0]
  if (row === undefined) throw new Error(`no evaluation ${evaluationId}`)
  return row
}

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

/**
 * The running evaluations of a pool: a worker that starts up requests a round for each, so that its slots fill at once.
 */
export async function runningEvaluations(db: Db, pool: string): Promise<string[]> {
  const rows = await query<{ id: string }>(db, `SELECT * FROM running_evaluations($1)`, [pool])
  return rows.map((row) => row.id)
}

export const RUNNING_EVALUATIONS: DatabaseFunction = {
  name: 'running_evaluations',
  takes: '_pool text',
  returns: 'TABLE (id uuid)',
  does: `
RETURN QUERY
SELECT id FROM evaluation WHERE pool = _pool AND status = 'running';`,
}
