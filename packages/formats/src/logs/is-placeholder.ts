/** What programs write where they found no answer. */
const PLACEHOLDERS = new Set([
  '',
  'none',
  'null',
  'nan',
  'n/a',
  'undefined',
  'no answer',
  'no_answer',
  'no answer found',
  'noanswer',
  '[invalid]',
  '[none]',
  '[no answer]',
  '[no_answer]',
  '<none>',
  '[]',
  '{}',
  '""',
  "''",
])

/**
 * Whether a log's answer stands for no answer: blank, or a word such as None that programs write for none. One that is
 * the reference answer of its question is an answer.
 */
export function isPlaceholder(answer: string, gold: string | null = null): boolean {
  const word = answer.trim().toLowerCase()
  return PLACEHOLDERS.has(word) && (word === '' || word !== gold?.trim().toLowerCase())
}
