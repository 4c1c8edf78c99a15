import type { AnswerKind } from '@cges-fleet/answers'
import type { Sampling } from '@cges-fleet/core'
import type { MethodSpec } from '@cges-fleet/methods'
import { type Db, query } from '../query.js'

/** What a worker must know of an evaluation to draw for it; of it only methods become more. They tell which signals are needed. */
export interface DrawingContext {
  readonly template: string
  readonly answerKind: AnswerKind
  /** Votes compare answers as they are written, as the paper's do. */
  readonly paper: boolean
  readonly sampling: Sampling
  readonly methods: readonly MethodSpec[]
  readonly model: string
  /** The most tokens a prompt and its answer have together in the pool; null where no server has said. */
  readonly maxModelLen: number | null
}

/** Reads how an evaluation's samples are drawn, once per worker and evaluation. */
export async function readDrawingContext(db: Db, evaluationId: string): Promise<DrawingContext> {
  const rows = await query<DrawingContext>(db, `SELECT * FROM drawing_context($1)`, [evaluationId])
  const row = rows[0]
  if (row === undefined) throw new Error(`no evaluation ${evaluationId}`)
  return row
}
