import type { QuestionPage, QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import type { StoredQuestionRow, TrialPlace } from '@cges-fleet/db'

/** Builds the API's view of a page: without questions and answers if they are withheld. */
export function questionPage(
  rows: readonly StoredQuestionRow[],
  next: TrialPlace | null,
  previous: TrialPlace | null,
  withheld: boolean,
): QuestionPage {
  return {
    questions: rows.map((row) => (withheld ? withoutTexts(row) : { ...row, verdicts: [...row.verdicts] })),
    next: written(next),
    previous: written(previous),
    withheld,
  }
}

/** Equal answers share a number, so that agreement stays visible. */
function withoutTexts(row: StoredQuestionRow): QuestionRow {
  const all = [...row.verdicts, ...(row.versus === null ? [] : [row.versus])]
  const answers = [...new Set(all.map(({ answer }) => answer).filter((answer) => answer !== null))]
  const told = (verdict: QuestionVerdict) => ({
    ...verdict,
    answer: verdict.answer === null ? null : numbered(answers.indexOf(verdict.answer)),
  })
  return {
    ...row,
    excerpt: null,
    verdicts: row.verdicts.map(told),
    versus: row.versus === null ? null : told(row.versus),
  }
}

/** The stand-in for a withheld answer. */
export function numbered(place: number): string {
  return `#${place + 1}`
}

function written(place: TrialPlace | null): string | null {
  return place === null ? null : `${place.replicate}.${place.position}`
}
