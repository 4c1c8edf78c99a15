import type { CommentFlag } from './schemas/comments.js'

/** What a flag says. */
export const FLAG_WORDS: Readonly<Record<CommentFlag, string>> = {
  'wrong-reference': 'Wrong reference answer',
  ambiguous: 'Ambiguous question',
  other: 'Other problem',
}
