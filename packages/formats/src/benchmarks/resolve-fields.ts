import { inNumber, type QuestionFields } from '@cges-fleet/core'

export type ResolvedFields =
  | { readonly ok: true; readonly fields: QuestionFields }
  | {
      readonly ok: false
      readonly problem: string
      /** What was found, and the likeliest columns for what was not. */
      readonly guess: QuestionFields
    }

const PARTS = ['id', 'question', 'answer', 'choices'] as const
type Part = (typeof PARTS)[number]

/**
 * Finds which columns of a file of questions hold what, by the names that such files usually have (prompt and gold,
 * problem and solution …). A column that is named for a part must be there. Where question or answer is not found, the
 * problem names the columns and the --map that most likely fits them. `rows` are the first of the file.
 */
export function resolveFields(rows: readonly object[], given: QuestionFields = {}): ResolvedFields {
  const names = [...new Set(rows.flatMap((row) => Object.keys(row)))]
  const missing = PARTS.find((part) => given[part] !== undefined && !names.includes(given[part]))
  if (missing !== undefined) {
    return {
      ok: false,
      problem: `--map ${missing}=${given[missing] ?? ''} names a column that is not there; found ${listed(names)}`,
      guess: {},
    }
  }
  const taken = new Set(Object.values(given).flat())
  const free = names.filter((name) => !taken.has(name))
  const found: Partial<Record<Part, string>> = {}
  for (const part of PARTS) {
    const name =
      given[part] ??
      likelyField(
        QUESTION_NAMES[part],
        free.filter((each) => !Object.values(found).includes(each)),
      )
    if (name !== null) found[part] = name
  }
  if (found.question !== undefined && found.answer !== undefined) return { ok: true, fields: { ...given, ...found } }
  const lacking = (['question', 'answer'] as const).filter((part) => found[part] === undefined)
  const guessed = { ...found, ...guessFields(rows, found) }
  const map = (['question', 'answer'] as const).map((part) => `${part}=${guessed[part] ?? '…'}`).join(',')
  return {
    ok: false,
    problem: `found ${listed(names)}; expected ${lacking.map((part) => `"${part}"`).join(' and ')}. Name yours: --map '${map}'`,
    guess: guessed,
  }
}

function listed(names: readonly string[]): string {
  if (names.length === 0) return 'no columns'
  const shown = names.slice(0, 20).map((name) => JSON.stringify(name))
  return `the ${inNumber(names.length, 'column', 'columns')} ${shown.join(', ')}${names.length > 20 ? ', …' : ''}`
}

/** Of the columns left the one with the longest text is most likely the question, the one with the shortest the answer. */
function guessFields(rows: readonly object[], found: Partial<Record<Part, string>>): Partial<Record<Part, string>> {
  const lengths = new Map<string, number[]>()
  for (const row of rows) {
    for (const [name, value] of Object.entries(row)) {
      if (Object.values(found).includes(name) || (typeof value !== 'string' && typeof value !== 'number')) continue
      lengths.set(name, [...(lengths.get(name) ?? []), String(value).length])
    }
  }
  const byLength = [...lengths]
    .map(([name, each]) => ({ name, mean: each.reduce((sum, one) => sum + one, 0) / each.length }))
    .filter(({ mean }) => mean > 0)
    .toSorted((a, b) => b.mean - a.mean)
    .map(({ name }) => name)
  const question = found.question === undefined ? byLength[0] : undefined
  const answer = found.answer === undefined ? byLength.findLast((name) => name !== question) : undefined
  return { ...(question === undefined ? {} : { question }), ...(answer === undefined ? {} : { answer }) }
}

/** Names that files give to each field, the likelier first. */
export type FieldNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** Names for the parts of a question, compared without case, spaces, hyphens and underscores. */
export const QUESTION_NAMES: FieldNames<'id' | 'question' | 'answer' | 'choices'> = {
  id: ['id', 'question_id', 'problem_id', 'unique_id', 'record_id', 'task_id', 'qid', 'uid'],
  question: ['question', 'problem', 'prompt', 'input', 'query', 'instruction', 'question_text', 'problem_statement'],
  answer: [
    'answer',
    'gold',
    'target',
    'solution',
    'expected_answer',
    'correct_answer',
    'reference_answer',
    'gold_answer',
    'final_answer',
    'ground_truth',
    'reference',
    'expected',
    'label',
    'output',
    'key',
  ],
  choices: ['choices', 'options'],
}

/** The first of some likely names that a row has; null if it has none. An exact name comes before another spelling. */
export function likelyField(likely: readonly string[], names: readonly string[]): string | null {
  for (const name of likely) if (names.includes(name)) return name
  const bySpelling = new Map(names.map((name) => [spelling(name), name]))
  for (const name of likely) {
    const found = bySpelling.get(spelling(name))
    if (found !== undefined) return found
  }
  return null
}

function spelling(name: string): string {
  return name.toLowerCase().replaceAll(/[\s_-]+/gu, '')
}
