import { type AnswerKind, choiceLetter, findAnswer } from '@cges-fleet/answers'
import {
  type Benchmark,
  type BenchmarkDefinition,
  issueText,
  Question,
  type QuestionFields,
  valueText,
} from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { parseJson } from '../lines/json-lines.js'
import { parseDescriptionLine } from '../logs/export/data-description.js'
import { finalAnswer } from '../logs/row-fields.js'
import { PROMPT_TEMPLATES } from './render-prompt.js'

type ParsedBenchmark =
  | { readonly ok: true; readonly benchmark: Benchmark }
  | { readonly ok: false; readonly problems: LineProblem[] }

/** Builds a benchmark from its definition and its questions, JSON lines as parseQuestions accepts them. */
export function parseBenchmark(definition: BenchmarkDefinition, lines: string): ParsedBenchmark {
  const parsed = parseQuestions(lines, definition)
  if (!parsed.ok) return parsed
  const { questions } = parsed
  const { name, title = name, answerKind, template = PROMPT_TEMPLATES[answerKind], sampling } = definition
  return { ok: true, benchmark: { name, title, origin: 'imported', answerKind, template, sampling, questions } }
}

type LineProblem = { readonly line: number; readonly problem: string }

type ParsedQuestions =
  | { readonly ok: true; readonly questions: Question[] }
  | { readonly ok: false; readonly problems: LineProblem[] }

const MAX_PROBLEMS = 20

/**
 * Parses a benchmark's questions from JSON lines, one object a line; blank lines, and the line with which our own
 * exports describe themselves, are skipped, other keys ignored.
 *
 * `fields` names the keys that hold id, question, answer and choices. Numbers are taken as text. A line without an id
 * is given `q<line>`, its line number from 1, unless `fields.id` asks for one. Of an answer with `####` (GSM8K), the
 * part after the last one is kept, of one with \boxed and kind `math` what the box holds. With `fields.distractors` the choices are put together in an order that
 * `shuffleSeed` decides, and the answer becomes a letter. Of kind `choice`, an answer must be the letter of a choice on
 * offer. One invalid line rejects the whole file: at most 20 problems are reported, each with its line.
 */
export function parseQuestions(text: string, layout: Partial<QuestionLayout> = {}): ParsedQuestions {
  const whole: QuestionLayout = { answerKind: 'text', fields: {}, shuffleSeed: 0, ...layout }
  const questions: Question[] = []
  const problems: LineProblem[] = []
  const lineById = new Map<string, number>()
  const lines = (text.startsWith('\uFEFF') ? text.slice(1) : text).split('\n')
  for (const [index, content] of lines.entries()) {
    if (problems.length >= MAX_PROBLEMS) break
    if (content.trim() === '' || parseDescriptionLine(content)?.ok === true) continue
    const line = index + 1
    const read = parseQuestionLine(content, line, whole)
    if (!read.ok) {
      problems.push({ line, problem: read.problem })
      continue
    }
    const earlier = lineById.get(read.question.id)
    if (earlier !== undefined) {
      problems.push({ line, problem: `id ${JSON.stringify(read.question.id)} is already on line ${earlier}` })
      continue
    }
    lineById.set(read.question.id, line)
    questions.push(read.question)
  }
  if (problems.length > 0) return { ok: false, problems }
  if (questions.length === 0) return { ok: false, problems: [{ line: 1, problem: noQuestion(text) }] }
  return { ok: true, questions }
}

function noQuestion(text: string): string {
  const found = text.trim() === '' ? 'the file is empty' : 'the file has a description and no question'
  return `${found}: write one question a line, such as {"question": "What is 2 + 2?", "answer": "4"}`
}

/** The layout of a file of questions. */
interface QuestionLayout {
  readonly answerKind: AnswerKind
  readonly fields: QuestionFields
  /** Orders the choices if `fields.distractors` names the wrong ones. */
  readonly shuffleSeed: number
}

type QuestionLine =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly problem: string }

type Row = Readonly<Record<string, unknown>>

/** Parses one line of a benchmark file, `line` from 1; see parseQuestions for what is accepted. */
function parseQuestionLine(content: string, line: number, layout: QuestionLayout): QuestionLine {
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

interface ChoicesToShuffle {
  readonly seed: number
  readonly questionId: string
  readonly answer: string
  readonly distractors: readonly string[]
}

/**
 * Shuffles the right choice among the wrong ones, in an order determined by the seed and the question's id alone, so
 * that every machine asks the same; `letter` is the right one's. At most 26 choices.
 */
function shuffleChoices({ seed, questionId, answer, distractors }: ChoicesToShuffle): {
  choices: string[]
  letter: string
} {
  const order = seededRandom(`choices ${seed} ${questionId}`).shuffle([answer, ...distractors].map((_, index) => index))
  const choices = order.map((index) => (index === 0 ? answer : (distractors[index - 1] ?? '')))
  return { choices, letter: String.fromCharCode('A'.charCodeAt(0) + order.indexOf(0)) }
}
