import type { AnswerKind } from '@cges-fleet/answers'

/** The kinds of answers, by the words that readers choose them by. */
export const KINDS: Readonly<Record<AnswerKind, string>> = {
  math: 'Number or formula',
  choice: 'Letter of a choice',
  date: 'Date',
  text: 'Text',
}
