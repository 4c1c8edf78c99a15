import type { EvaluationView, QuestionListFile, QuestionRow, QuestionVerdict } from '@cges-fleet/core'
import { listComments, LOOKED_AT, selectQuestionPage, type Selected, type TrialPlace } from '@cges-fleet/db'
import { type CsvCell, csvLine } from '@cges-fleet/formats'
import type { Caller } from '../access/caller.js'
import { type WrittenComment, writtenComment } from './comments.controller.js'
import type { ReadableEvaluation } from './selection.js'
import { questionPage } from './question-view.js'

/** Questions read at a time: an export of any length needs the memory of one page. */
const ROWS = 200

interface Wanted {
  readonly file: QuestionListFile
  readonly readable: ReadableEvaluation
  readonly selected: Selected
  /** Every line states the provenance of its numbers. */
  readonly view: Pick<EvaluationView, 'id' | 'provenance' | 'simulated'>
}

/** A question with what members wrote of it. */
interface CommentedRow extends QuestionRow {
  readonly comments: readonly WrittenComment[]
}

interface Line {
  readonly view: Wanted['view']
  readonly row: CommentedRow
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
  flags: ({ row }) => row.flags.join(' '),
  comments: ({ row }) => row.comments.map(commentText).join('\n'),
}

/** Writes all questions that a selection finds as one file, a page at a time: a line a question, in CSV one a method too. */
export async function* questionExport(caller: Caller, wanted: Wanted): AsyncGenerator<string> {
  const { file, view } = wanted
  const { id: evaluation, provenance, simulated } = view
  if (file === 'questions.csv') yield csvLine(Object.keys(COLUMNS))
  for await (const row of rowsOf(caller, wanted)) {
    if (file === 'questions.jsonl') yield `${JSON.stringify({ evaluation, provenance, simulated, ...row })}\n`
    else for (const verdict of row.verdicts.length === 0 ? [null] : row.verdicts) yield lineOf({ view, row, verdict })
  }
}

function lineOf(line: Line): string {
  return csvLine(Object.values(COLUMNS).map((cell) => cell(line)))
}

function commentText({ createdBy, flag, text }: WrittenComment): string {
  return [createdBy, flag, text].filter((part) => part !== null && part !== '').join(': ')
}

async function* rowsOf(caller: Caller, { readable, selected }: Wanted): AsyncGenerator<CommentedRow> {
  let place: TrialPlace | null = null
  do {
    const from = { place, backwards: false, rows: ROWS, lookedAt: LOOKED_AT }
    const { rows, end } = await selectQuestionPage(caller.db, readable.questioned, selected, from)
    const positions = rows.map(({ position }) => position)
    const { benchmarkId } = readable.questioned
    const written = await listComments(caller.db, caller.team, { benchmarkId, positions })
    for (const row of questionPage(rows, null, null, readable.withheld).questions) {
      const own = written.filter(({ position }) => position === row.position)
      yield { ...row, comments: own.map((comment) => writtenComment(comment, readable.withheld)) }
    }
    place = end
  } while (place !== null)
}
