import type { QuestionPage, QuestionRow } from '@cges-fleet/core'
import type { StoredQuestionRow, TrialPlace } from '@cges-fleet/db'

/** Tells a page as the API does: without questions and answers where they are withheld. */
export function questionPage(
  rows: readonly StoredQuestionRow[],
  { next, previous, withheld }: { next: TrialPlace | null; previous: TrialPlace | null; withheld: boolean },
): QuestionPage {
  return {
    questions: rows.map((row) => (withheld ? withoutTexts(row) : { ...row, verdicts: [...row.verdicts] })),
    next: written(next),
    previous: written(previous),
    withheld,
  }
}

/** Equal answers keep one number, so that who agrees is still seen. */
function withoutTexts(row: StoredQuestionRow): QuestionRow {
  const answers = [...new Set(row.verdicts.map(({ answer }) => answer).filter((answer) => answer !== null))]
  const verdicts = row.verdicts.map((verdict) => ({
    ...verdict,
    answer: verdict.answer === null ? null : numbered(answers.indexOf(verdict.answer)),
  }))
  return { ...row, excerpt: null, verdicts }
}

/** What stands for an answer that is withheld. */
export function numbered(place: number): string {
  return `#${place + 1}`
}

function written(place: TrialPlace | null): string | null {
  return place === null ? null : `${place.replicate}.${place.position}`
}
