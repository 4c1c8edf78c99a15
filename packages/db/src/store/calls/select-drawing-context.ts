import type { AnswerKind } from '@cges-fleet/answers'
import type { Sampling } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../../connection/query.js'

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
