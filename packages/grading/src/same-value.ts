import { type AnswerKind, answerKey, gradeAnswer } from '@cges-fleet/core'
import { sameExpression } from './same-expression.js'

/**
 * Tells whether an answer is the reference answer: their keys are one, or, in mathematics, they are expressions of one
 * value that are written otherwise, as (x+1)(x+2) and x²+3x+2, by themselves or as parts of tuples, sets, matrices and
 * equations. Only grading asks this; votes compare keys.
 */
export function sameValue(kind: AnswerKind, answer: string, gold: string): Promise<boolean> {
  return sameValueOfKeys(kind, answerKey(kind, answer), answerKey(kind, gold))
}

/** Tells the same of answers whose comparison keys are known. */
export async function sameValueOfKeys(kind: AnswerKind, key: string, goldKey: string): Promise<boolean> {
  return gradeAnswer(key, goldKey) || (kind === 'math' && (await sameExpression(key, goldKey)))
}
