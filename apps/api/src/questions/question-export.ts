import type { EvaluationView, QuestionListFile, QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import { LOOKED_AT, selectQuestionPage, type Selected, type TrialPlace } from '@cges-fleet/db'
import { type CsvCell, csvLine } from '@cges-fleet/formats'
import type { Caller } from '../access/caller.js'
import type { AskedEvaluation } from './selection.js'
import { questionPage } from './question-view.js'

/** Questions read at a time: an export of any length needs the memory of one page. */
const ROWS = 200

interface Wanted {
  readonly file: QuestionListFile
  readonly asked: AskedEvaluation
  readonly selected: Selected
  /** Every line states the provenance of its numbers. */
  readonly view: Pick<EvaluationView, 'id' | 'provenance' | 'simulated'>
}

interface Line {
  readonly view: Wanted['view']
  readonly row: QuestionRow
  readonly verdict: QuestionVerdict | null
}

const COLUMNS: Readonly<Record<string, (line: Line) => CsvCell>> = {
  evaluation: ({ view }) => view.id,
  answered_by: ({ view }) => view.provenance,
  simulated: ({ view }) => view.simulated,
  replicate: ({ row }) => row.replicate,
  position: ({ row }) => row.position,
  question_id: ({ row }) => row.questionId,
  state: ({ row }) => row.state,
  samples: ({ row }) => row.samples,
  method: ({ verdict }) => verdict?.method ?? null,
  verdict: ({ verdict }) => verdict?.state ?? null,
  answer: ({ verdict }) => verdict?.answer ?? null,
  correct: ({ verdict }) => verdict?.correct ?? null,
  calls: ({ verdict }) => verdict?.calls ?? null,
  score: ({ verdict }) => verdict?.score ?? null,
  other_score: ({ verdict }) => verdict?.otherScore ?? null,
  reason: ({ verdict }) => verdict?.reason ?? null,
  question: ({ row }) => row.excerpt,
}

/** Writes all questions that a selection finds as one file, a page at a time: a line a question, in CSV one a method too. */
export async function* questionExport({ db }: Pick<Caller, 'db'>, wanted: Wanted): AsyncGenerator<string> {
  const { file, view } = wanted
  const { id: evaluation, provenance, simulated } = view
  if (file === 'questions.csv') yield csvLine(Object.keys(COLUMNS))
  for await (const row of rowsOf(db, wanted)) {
    if (file === 'questions.jsonl') yield `${JSON.stringify({ evaluation, provenance, simulated, ...row })}\n`
    else for (const verdict of row.verdicts.length === 0 ? [null] : row.verdicts) yield lineOf({ view, row, verdict })
  }
}

function lineOf(line: Line): string {
  return csvLine(Object.values(COLUMNS).map((cell) => cell(line)))
}

async function* rowsOf(db: Caller['db'], { asked, selected }: Wanted): AsyncGenerator<QuestionRow> {
  let place: TrialPlace | null = null
  do {
    const from = { place, backwards: false, rows: ROWS, lookedAt: LOOKED_AT }
    const { rows, end } = await selectQuestionPage(db, asked.questioned, selected, from)
    yield* questionPage(rows, null, null, asked.withheld).questions
    place = end
  } while (place !== null)
}
