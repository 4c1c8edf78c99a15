import type { CommentFlag } from '@cges-fleet/core'

/** What a flag says. */
export const FLAG_WORDS: Readonly<Record<CommentFlag, string>> = {
  'wrong-reference': 'Wrong reference answer',
  ambiguous: 'Ambiguous question',
  other: 'Other problem',
}
