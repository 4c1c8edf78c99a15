import type { QuestionSelection } from '@cges-fleet/core'
import { findQuestioned, type Questioned, type Selected, type TrialPlace } from '@cges-fleet/db'
import { findMethod, methodKey, methodLabel } from '@cges-fleet/methods'
import type { Caller } from '../access/caller.js'
import { unknownEvaluation } from '../evaluations/evaluation-view.js'
import { Refusal, refuseField } from '../http/refusal.js'

/** The evaluation whose questions a request is about, and whether they may be shown. */
export interface ReadableEvaluation {
  readonly questioned: Questioned
  /** Questions, answers and responses are withheld: the benchmark is gated, and they were not requested. */
  readonly withheld: boolean
}

/** Finds the caller's evaluation; refuses if there is none. */
export async function findReadable(
  { db, team }: Caller,
  id: string,
  examples: QuestionSelection['examples'],
): Promise<ReadableEvaluation> {
  const questioned = await findQuestioned(db, team, id)
  if (questioned === null) throw unknownEvaluation(id)
  return { questioned, withheld: questioned.gated && examples !== '1' }
}

const ASK = 'this benchmark is gated: add examples=1 to read its questions, answers and responses'

/** Refuses what would reveal a gated benchmark's questions to a caller who has not requested them. */
export function requireExamples({ withheld }: ReadableEvaluation, field: string): void {
  if (withheld) throw refuseField(field, ASK)
}

/** Resolves a selection against an evaluation's methods. Refuses one whose matches would reveal withheld texts. */
export async function selectedOf(
  caller: Caller,
  readable: ReadableEvaluation,
  selection: QuestionSelection,
): Promise<Selected> {
  const { filter = [], method, verdict, answer, q } = selection
  if (answer !== undefined) requireExamples(readable, 'answer')
  if (q !== undefined) requireExamples(readable, 'q')
  if (verdict !== undefined && method === undefined) {
    throw refuseField('verdict', 'name the method too: a verdict belongs to one method')
  }
  return {
    filters: [...new Set(filter)],
    method: method === undefined ? null : keyOf(readable.questioned, method, 'method'),
    verdict: verdict ?? null,
    versus: await versusOf(caller, readable.questioned, selection),
    answer: answer ?? null,
    text: q === undefined || q.trim() === '' ? null : q.trim(),
  }
}

type Compared = Pick<QuestionSelection, 'method' | 'agreement' | 'versus' | 'versusMethod'>

/** The method that another is held to, of this evaluation or of one with the same questions. */
async function versusOf(
  { db, team }: Caller,
  questioned: Questioned,
  { method, agreement, versus, versusMethod = method }: Compared,
): Promise<Selected['versus']> {
  if (agreement === undefined) return null
  if (method === undefined || versusMethod === undefined) {
    throw refuseField('agreement', 'name the method too: agreement compares it with another')
  }
  if (versus === undefined && versusMethod === method) {
    throw refuseField('versusMethod', 'name another method: agreement compares two methods, or two evaluations')
  }
  const other = versus === undefined ? questioned : await findQuestioned(db, team, versus)
  if (versus !== undefined && other === null) throw unknownEvaluation(versus)
  if (other?.revision !== questioned.revision) {
    throw refuseField('versus', 'has other questions: its benchmark or benchmark revision differs')
  }
  return { evaluation: other.id, method: keyOf(other, versusMethod, 'versusMethod'), agreement }
}

function keyOf({ methods }: Questioned, text: string, field: string): string {
  const found = findMethod(methods, text)
  if (found !== null) return methodKey(found)
  throw refuseField(field, `must be one of this evaluation’s methods: ${methods.map(methodLabel).join('; ')}`)
}

/** The refusal for an unknown question. */
export function unknownQuestion(id: string, { replicate, position }: TrialPlace): Refusal {
  return new Refusal(
    'not_found',
    `Evaluation ${id} has no question at position ${position} of replicate ${replicate}, or has not started it yet.`,
  )
}
