import { choiceLetter, type AnswerKind } from '@cges-fleet/answers'
import { Question, type QuestionFields } from '@cges-fleet/core'
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
  const written = parseQuestion(row, line, fields)
  if (!written.ok) return written
  const read = distractors === undefined ? written : offerChoices(written.question, row, distractors, layout)
  if (!read.ok) return read
  const { id, question, answer, choices = [] } = read.question
  if ([id, question, answer, ...choices].some((text) => text.includes('\0'))) {
    return { ok: false, problem: 'there is a NUL character' }
  }
  return layout.answerKind === 'choice' ? requireLetter(read.question) : read
}

function parseQuestion(row: Row, line: number, fields: Omit<QuestionFields, 'distractors'>): QuestionLine {
  const { id = 'id', question = 'question', answer = 'answer', choices: choicesKey = 'choices' } = fields
  const keys = { id, question, answer, choices: choicesKey }
  const draft: Record<string, unknown> = {
    id: asText(given(row, keys.id)) ?? (fields.id === undefined ? `q${line}` : undefined),
    question: asText(given(row, keys.question)),
    answer: goldAnswer(asText(given(row, keys.answer))),
  }
  const choices = given(row, keys.choices) ?? undefined
  if (choices !== undefined) draft['choices'] = Array.isArray(choices) ? choices.map(asText) : choices
  for (const field of ['id', 'question', 'answer'] as const) {
    if (draft[field] === undefined) return { ok: false, problem: `${JSON.stringify(keys[field])} is missing` }
  }
  const parsed = Question.safeParse(draft)
  if (parsed.success) return { ok: true, question: parsed.data }
  const issue = parsed.error.issues[0]
  const [field = '', ...rest] = issue?.path.map(String) ?? []
  const path = [Object.entries(keys).find(([name]) => name === field)?.[1] ?? field, ...rest].join('.')
  return { ok: false, problem: `${JSON.stringify(path)} is wrong: ${issue?.message ?? 'not a question'}` }
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
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object'
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

function goldAnswer(answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  const hashes = answer.lastIndexOf('####')
  return (hashes < 0 ? answer : answer.slice(hashes + '####'.length)).trim()
}
