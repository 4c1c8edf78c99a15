import { answerKey as keyOf, gradeAnswer, GRADING_VERSION } from '@cges-fleet/core'
import { type AnswerGrade, type EntityManager, ungradedAnswers, writeGrades } from '@cges-fleet/db'

/**
 * Compares each distinct answer of some trials with the reference answer, once: after the deciding, out of its sight. Keys
 * were computed where the answers were read; only votes by spelling, and keys of another version, are computed here.
 */
export async function gradeTrials(tx: EntityManager, evaluationId: string, trialIds: readonly string[]): Promise<void> {
  if (trialIds.length === 0) return
  const which = { evaluationId, gradingVersion: GRADING_VERSION }
  const answers = await ungradedAnswers(tx, which, trialIds)
  const grades: AnswerGrade[] = []
  for (const { position, kind, answerKey, rawAnswer, isByValue, gold, goldKey } of answers) {
    const key = isByValue ? answerKey : keyOf(kind, rawAnswer ?? answerKey)
    grades.push({ position, answerKey, correct: gradeAnswer(key, goldKey ?? keyOf(kind, gold)) })
  }
  await writeGrades(tx, which, grades)
}
