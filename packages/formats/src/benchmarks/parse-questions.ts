import { parseDescriptionLine } from '../logs/export/parse-description.js'
import type { Question } from '@cges-fleet/core'
import { type QuestionLayout, parseQuestionLine } from './parse-question-line.js'

export type LineProblem = { readonly line: number; readonly problem: string }

export type ParsedQuestions =
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
  if (questions.length === 0) return { ok: false, problems: [{ line: 1, problem: 'there is no question' }] }
  return { ok: true, questions }
}
