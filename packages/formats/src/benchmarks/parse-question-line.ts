import { choiceLetter, type AnswerKind, findAnswer } from '@cges-fleet/answers'
import { Question, type QuestionFields } from '@cges-fleet/core'
import { issueText, valueText } from '../lines/parse-as.js'
import { parseJson } from '../lines/parse-json.js'
import { finalAnswer } from '../logs/row-fields.js'
import { shuffleChoices } from './shuffle-choices.js'

/** The layout of a file of questions. */
export interface QuestionLayout {
  readonly answerKind: AnswerKind
  readonly fields: QuestionFields
  /** Orders the choices if `fields.distractors` names the wrong ones. */
  readonly shuffleSeed: number
}

export type QuestionLine =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly problem: string }

type Row = Readonly<Record<string, unknown>>

/** Parses one line of a benchmark file, `line` from 1; see parseQuestions for what is accepted. */
export function parseQuestionLine(content: string, line: number, layout: QuestionLayout): QuestionLine {
  const row = parseObject(content)
  if (typeof row === 'string') return { ok: false, problem: row }
  const { distractors, ...fields } = layout.fields
  const written = parseQuestion(row, line, { ...layout, fields })
  if (!written.ok) return written
  const read = distractors === undefined ? written : offerChoices(written.question, row, distractors, layout)
  if (!read.ok) return read
  const { id, question, answer, choices = [] } = read.question
  if ([id, question, answer, ...choices].some((text) => text.includes('\0'))) {
    return { ok: false, problem: 'there is a NUL character' }
  }
  return layout.answerKind === 'choice' ? requireLetter(read.question) : read
}

type Layout = Pick<QuestionLayout, 'answerKind'> & { readonly fields: Omit<QuestionFields, 'distractors'> }

function parseQuestion(row: Row, line: number, { answerKind, fields }: Layout): QuestionLine {
  const { id = 'id', question = 'question', answer = 'answer', choices: choicesKey = 'choices' } = fields
  const keys = { id, question, answer, choices: choicesKey }
  const draft: Record<string, unknown> = {
    id: asText(given(row, keys.id)) ?? (fields.id === undefined ? `q${line}` : undefined),
    question: asText(given(row, keys.question)),
    answer: goldAnswer(asText(given(row, keys.answer)), answerKind),
  }
  const choices = given(row, keys.choices) ?? undefined
  if (choices !== undefined) draft['choices'] = Array.isArray(choices) ? choices.map(asText) : choices
  for (const field of ['id', 'question', 'answer'] as const) {
    if (draft[field] === undefined) return { ok: false, problem: `${JSON.stringify(keys[field])} is missing` }
  }
  const parsed = Question.safeParse(draft, { error: issueText })
  if (parsed.success) return { ok: true, question: parsed.data }
  const issue = parsed.error.issues[0]
  const [field = '', ...rest] = issue?.path.map(String) ?? []
  const path = [Object.entries(keys).find(([name]) => name === field)?.[1] ?? field, ...rest].join('.')
  return { ok: false, problem: `${JSON.stringify(path)} ${issue?.message ?? 'is not a question'}` }
}

/** Puts the right choice and the wrong ones in their seeded order; the answer becomes the right one's letter. */
function offerChoices(
  question: Question,
  row: Row,
  distractors: readonly string[],
  layout: QuestionLayout,
): QuestionLine {
  const wrong: string[] = []
  for (const key of distractors) {
    const text = asText(given(row, key))
    if (typeof text !== 'string') return { ok: false, problem: `${JSON.stringify(key)} is missing` }
    wrong.push(text.trim())
  }
  const { id, answer } = question
  const { choices, letter } = shuffleChoices({ seed: layout.shuffleSeed, questionId: id, answer, distractors: wrong })
  return { ok: true, question: { ...question, answer: letter, choices } }
}

/** A gold answer that is none of the letters would count every response wrong. */
function requireLetter(question: Question): QuestionLine {
  const letter = choiceLetter(question.answer)
  const last = question.choices?.length ?? 26
  if (letter !== null && letter.charCodeAt(0) - 'A'.charCodeAt(0) < last) return { ok: true, question }
  const wanted = question.choices === undefined ? 'a letter' : `the letter of one of its ${last} choices`
  return { ok: false, problem: `the answer ${JSON.stringify(question.answer.slice(0, 40))} is not ${wanted}` }
}

function parseObject(content: string): Row | string {
  const json = parseJson(content)
  if (!json.ok) return json.problem
  const { value } = json
  if (typeof value !== 'object' || value === null || Array.isArray(value))
    return `is ${valueText(value)}, expected an object`
  return Object.fromEntries(Object.entries(value))
}

function given(row: Row, key: string): unknown {
  return Object.hasOwn(row, key) ? row[key] : undefined
}

/** Numbers count as text; null counts as absent; anything else is left for the schema to reject. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return value ?? undefined
}

/** Of a worked solution the answer alone: what follows the last `####`, or of kind math what the last box holds. */
function goldAnswer(answer: unknown, kind: AnswerKind): unknown {
  if (typeof answer !== 'string') return answer
  const boxed = kind === 'math' && answer.includes('\\boxed') ? findAnswer(kind, answer) : null
  if (boxed?.tier === 'marked') return boxed.answer
  return finalAnswer(answer) ?? ''
}
