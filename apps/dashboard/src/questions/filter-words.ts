import { SLOW_TIMES, type QuestionFilter, type VerdictState } from '@cges-fleet/core'

/** Each filter's name on its button, and what it finds. */
export const FILTER_WORDS: Readonly<Record<QuestionFilter, { readonly name: string; readonly finds: string }>> = {
  disagree: { name: 'Methods disagree', finds: 'methods gave different answers' },
  'confident-wrong': { name: 'Wrong and confident', finds: 'a verdict is wrong with a score of at least 0.9' },
  'would-flip': {
    name: 'Would flip later',
    finds: 'a method stopped early with another answer than the vote over its whole budget',
  },
  unresolved: { name: 'Unresolved', finds: 'a method has no verdict' },
  blocked: { name: 'Blocked', finds: 'a sample could not be drawn' },
  redrawn: { name: 'Redrawn', finds: 'a sample took more than one attempt' },
  slow: {
    name: 'Slow',
    finds: `a sample took more than ${SLOW_TIMES} times as long as one usually does here`,
  },
  truncated: { name: 'Truncated', finds: 'a sample was cut at its token limit' },
}

/** How one method ended, as it reads after the method's name. */
export const VERDICT_WORDS: Readonly<Record<VerdictState, string>> = {
  correct: 'was right',
  wrong: 'was wrong',
  unanswered: 'has a verdict without an answer',
  resolved: 'has a verdict',
  unresolved: 'has no verdict',
  blocked: 'is blocked',
}
