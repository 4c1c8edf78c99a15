import type { QuestionSelection } from '@cges-fleet/core'
import { findQuestioned, type Questioned, type Selected } from '@cges-fleet/db'
import { findMethod, methodKey, methodLabel } from '@cges-fleet/methods'
import type { Caller } from '../access/caller.js'
import { unknownEvaluation } from '../evaluations/read-view.js'
import { refuseField } from '../http/refusal.js'

/** The evaluation whose questions a request is about, and whether they are told. */
export interface AskedEvaluation {
  readonly questioned: Questioned
  /** Questions, answers and responses are kept back: the benchmark is gated, and they were not asked for. */
  readonly withheld: boolean
}

/** Finds the caller's evaluation, refusing where there is none. */
export async function askedOf(
  { db, team }: Caller,
  id: string,
  examples: QuestionSelection['examples'],
): Promise<AskedEvaluation> {
  const questioned = await findQuestioned(db, team, id)
  if (questioned === null) throw unknownEvaluation(id)
  return { questioned, withheld: questioned.gated && examples !== '1' }
}

const ASK = 'this benchmark is gated: ask with examples=1 to be told its questions, answers and responses'

/** Refuses what would tell of a gated benchmark's questions to who has not asked for them. */
export function requireExamples({ withheld }: AskedEvaluation, field: string): void {
  if (withheld) throw refuseField(field, ASK)
}

/** Reads a selection against an evaluation's methods. What would tell withheld texts by whether they are found is refused. */
export function selectedOf(asked: AskedEvaluation, selection: QuestionSelection): Selected {
  const { filter = [], method, verdict, answer, q } = selection
  if (answer !== undefined) requireExamples(asked, 'answer')
  if (q !== undefined) requireExamples(asked, 'q')
  if (verdict !== undefined && method === undefined) {
    throw refuseField('verdict', 'name the method too: how one method ended is asked of that method')
  }
  return {
    filters: [...new Set(filter)],
    method: method === undefined ? null : keyOf(asked.questioned, method),
    verdict: verdict ?? null,
    answer: answer ?? null,
    text: q === undefined || q.trim() === '' ? null : q.trim(),
  }
}

function keyOf({ methods }: Questioned, text: string): string {
  const found = findMethod(methods, text)
  if (found !== null) return methodKey(found)
  throw refuseField('method', `is none of the evaluation's: ${methods.map(methodLabel).join('; ')}`)
}
