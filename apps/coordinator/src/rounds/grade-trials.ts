import { answerKey as keyOf, gradeAnswer, GRADING_VERSION } from '@cges-fleet/answers'
import {
  type DataSource,
  type EntityManager,
  inTurns,
  type UngradedAnswer,
  ungradedAnswers,
  writeGrades,
} from '@cges-fleet/db'

/** Answers to grade that have no stored key: votes by spelling, and keys of another version. */
export class UnkeyedAnswers extends Error {
  constructor(readonly answers: readonly UngradedAnswer[]) {
    super(`${answers.length} answers must be keyed before the round that grades them`)
  }
}

/**
 * Compares each distinct answer of some trials with the reference answer, once: after deciding, which never sees it. It
 * computes no keys, since a tenant's text may take long; throws `UnkeyedAnswers` if one is needed.
 */
export async function gradeTrials(tx: EntityManager, evaluationId: string, trialIds: readonly string[]): Promise<void> {
  if (trialIds.length === 0) return
  const which = { evaluationId, gradingVersion: GRADING_VERSION }
  const answers = await ungradedAnswers(tx, which, trialIds)
  const unkeyed = answers.filter(({ key, goldKey }) => key === null || goldKey === null)
  if (unkeyed.length > 0) throw new UnkeyedAnswers(unkeyed)
  await writeGrades(
    tx,
    which,
    answers.map(({ position, answerKey, key, goldKey }) => {
      return { position, answerKey, correct: gradeAnswer(key ?? '', goldKey ?? '') }
    }),
  )
}

/** Grades what `gradeTrials` could not: outside of any round's transaction, yielding to the event loop. */
export async function gradeUnkeyed(
  db: DataSource,
  evaluationId: string,
  answers: readonly UngradedAnswer[],
): Promise<void> {
  const golds = new Map<number, string>()
  const goldOf = ({ position, kind, gold, goldKey }: UngradedAnswer): string => {
    const known = goldKey ?? golds.get(position) ?? keyOf(kind, gold)
    golds.set(position, known)
    return known
  }
  const grades = await inTurns(answers, (answer) => {
    const { position, kind, answerKey, rawAnswer } = answer
    const key = answer.key ?? keyOf(kind, rawAnswer ?? answerKey)
    return { position, answerKey, correct: gradeAnswer(key, goldOf(answer)) }
  })
  await writeGrades(db, { evaluationId, gradingVersion: GRADING_VERSION }, grades)
}
