import type { AnswerKind } from '@cges-fleet/answers'
import type { Sampling } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../connection/query.js'
import type { DatabaseFunction } from '../schema/database-function.js'
import type { Attempt } from '../call-kinds.js'
import type { RegisteredWorker } from './claims.js'

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

/**
 * Selects how the samples of a held call's evaluation are drawn; workers cache it per evaluation. Null if the attempt no
 * longer holds its call.
 */
export async function selectDrawingContext(db: Db, { callId, fence, claim }: Attempt): Promise<DrawingContext | null> {
  const rows = await query<DrawingContext>(db, `SELECT * FROM drawing_context($1, $2, $3)`, [callId, fence, claim])
  return rows[0] ?? null
}

export const DRAWING_CONTEXT: DatabaseFunction = {
  name: 'drawing_context',
  takes: '_call uuid, _fence integer, _claim uuid',
  returns: `TABLE (template text, "answerKind" text, sampling jsonb, methods jsonb, paper boolean, model text,
  "maxModelLen" integer)`,
  does: `
RETURN QUERY
SELECT b.template, b.answer_kind, e.spec -> 'sampling', e.spec -> 'methods',
       coalesce((e.spec -> 'paper')::boolean, false), p.model, p.max_model_len
FROM call k JOIN evaluation e ON e.id = k.evaluation_id JOIN benchmark b ON b.id = e.benchmark_id
JOIN pool p ON p.name = e.pool
WHERE k.id = _call AND (k.fence, k.claim) = (_fence, _claim) AND k.state = 'leased';`,
}

/**
 * The running evaluations of a worker's pool: when it starts up it requests a round for each, so that its slots fill at
 * once.
 */
export async function runningEvaluations(db: Db, { id, secret }: RegisteredWorker): Promise<string[]> {
  const rows = await query<{ id: string }>(db, `SELECT * FROM running_evaluations($1, $2)`, [id, secret])
  return rows.map((row) => row.id)
}

export const RUNNING_EVALUATIONS: DatabaseFunction = {
  name: 'running_evaluations',
  takes: '_worker uuid, _secret uuid',
  returns: 'TABLE (id uuid)',
  does: `
RETURN QUERY
SELECT e.id FROM worker w JOIN evaluation e ON e.pool = w.pool
WHERE w.id = _worker AND w.secret = _secret AND e.status = 'running';`,
}
