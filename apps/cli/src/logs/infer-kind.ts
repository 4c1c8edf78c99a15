import { AnswerKind } from '@cges-fleet/answers'
import { type Question } from '@cges-fleet/core'
import { inferAnswerKind, type LogEntry } from '@cges-fleet/formats'
import { UsageError } from '../usage-error.js'

const FORMS: Readonly<Record<AnswerKind, string>> = {
  math: 'numbers or formulas',
  choice: 'letters of choices',
  date: 'dates',
  text: 'words',
}

/**
 * Infers a log's kind of answer from its reference answers, else from the answers its program extracted, and says so;
 * asks for the option if it is not clear.
 */
export function inferKind(rows: readonly LogEntry[], known: ReadonlyMap<string, Question>): AnswerKind {
  const golds = new Map<string, { readonly answer: string; readonly choices?: readonly string[] | undefined }>()
  for (const { question } of rows) {
    const told = known.get(question.id)
    const answer = told?.answer ?? question.answer
    if (answer !== null) golds.set(question.id, { answer, choices: told?.choices ?? question.choices })
  }
  const answers = golds.size > 0 ? [...golds.values()] : answersOf(rows)
  const what = golds.size > 0 ? 'reference answers' : 'answers in the log'
  const { kind, counts } = inferAnswerKind(answers)
  if (kind !== null) {
    console.error(
      `kind ${kind}: ${counts[kind]} of ${answers.length} ${what} are ${FORMS[kind]} (--kind says otherwise)`,
    )
    return kind
  }
  if (answers.length === 0) {
    throw new UsageError(
      'the log holds no reference answers to tell the kind of its answers by: give them with --map answer=…, or --questions, or say --kind',
    )
  }
  const mixed = AnswerKind.options
    .filter((each) => counts[each] > 0)
    .map((each) => `${counts[each]} are ${FORMS[each]}`)
  throw new UsageError(
    `the kind of the answers is not clear: of ${answers.length} ${what} ${mixed.join(', ')}: say --kind ${AnswerKind.options.join(', ')}`,
  )
}

function answersOf(rows: readonly LogEntry[]): { readonly answer: string }[] {
  return rows.flatMap(({ samples }) => samples.flatMap(({ answer }) => (answer == null ? [] : [{ answer }])))
}
