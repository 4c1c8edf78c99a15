import { Question } from '../schemas/benchmark.js'

/** Which key of a line holds each field, where it is not the field's own name. */
export type QuestionFields = Partial<Record<'id' | 'question' | 'answer' | 'choices', string>>

export type QuestionLine =
  | { readonly ok: true; readonly question: Question }
  | { readonly ok: false; readonly problem: string }

/** Reads one line of a benchmark file, `line` from 1; see parseQuestions for what is accepted. */
export function readQuestionLine(content: string, line: number, fields: QuestionFields): QuestionLine {
  const record = readObject(content)
  if (typeof record === 'string') return { ok: false, problem: record }
  const keys = { id: 'id', question: 'question', answer: 'answer', choices: 'choices', ...fields }
  const given = (key: string): unknown => (Object.hasOwn(record, key) ? record[key] : undefined)
  const id = asText(given(keys.id)) ?? (fields.id === undefined ? `q${line}` : undefined)
  const draft: Record<string, unknown> = {
    id,
    question: asText(given(keys.question)),
    answer: goldAnswer(asText(given(keys.answer))),
  }
  const choices = given(keys.choices) ?? undefined
  if (choices !== undefined) draft['choices'] = Array.isArray(choices) ? choices.map(asText) : choices
  for (const field of ['id', 'question', 'answer'] as const) {
    if (draft[field] === undefined) return { ok: false, problem: `${JSON.stringify(keys[field])} is missing` }
  }
  const parsed = Question.safeParse(draft)
  if (!parsed.success) {
    const issue = parsed.error.issues[0]
    const [field = '', ...rest] = issue?.path.map(String) ?? []
    const path = [Object.entries(keys).find(([name]) => name === field)?.[1] ?? field, ...rest].join('.')
    return { ok: false, problem: `${JSON.stringify(path)} is wrong: ${issue?.message ?? 'not a question'}` }
  }
  const { id: name, question, answer, choices: offered = [] } = parsed.data
  if ([name, question, answer, ...offered].some((text) => text.includes('\0'))) {
    return { ok: false, problem: 'there is a NUL character' }
  }
  return { ok: true, question: parsed.data }
}

function readObject(content: string): Readonly<Record<string, unknown>> | string {
  let value: unknown
  try {
    value = JSON.parse(content)
  } catch (error) {
    return `not valid JSON: ${error instanceof Error ? error.message : String(error)}`
  }
  if (typeof value !== 'object' || value === null || Array.isArray(value)) return 'not a JSON object'
  return Object.fromEntries(Object.entries(value))
}

/** Numbers count as text; null counts as absent; anything else is left for the schema to refuse. */
function asText(value: unknown): unknown {
  if (typeof value === 'number') return String(value)
  return value ?? undefined
}

function goldAnswer(answer: unknown): unknown {
  if (typeof answer !== 'string') return answer
  const hashes = answer.lastIndexOf('####')
  return (hashes < 0 ? answer : answer.slice(hashes + '####'.length)).trim()
}
