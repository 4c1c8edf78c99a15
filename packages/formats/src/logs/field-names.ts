/** Names that files give to each field, the likelier first. */
export type FieldNames<Field extends string> = Readonly<Record<Field, readonly string[]>>

/** Names for the parts of a question, compared without case, spaces, hyphens and underscores. */
export const QUESTION_NAMES: FieldNames<'id' | 'question' | 'answer' | 'choices'> = {
  id: ['id', 'question_id', 'problem_id', 'unique_id', 'record_id', 'qid', 'uid'],
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
