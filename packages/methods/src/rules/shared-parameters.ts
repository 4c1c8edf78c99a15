import { SIGNAL_NAMES } from '../confidence/signal-names.js'
import { count, type Parameters, share } from './parameter.js'
import type { Swept } from './swept.js'

/** Lists a rule's parameters, sorted by name, including shared ones: of abstaining, and of a certified threshold. */
export function parametersOf(rule: {
  readonly decides: 'trial' | 'set'
  readonly parameters: Parameters
  readonly swept: Swept | null
}): Parameters {
  const abstain = rule.decides === 'trial' ? ABSTAIN : {}
  const certified = rule.swept?.certifies === undefined ? {} : CERTIFIED
  const all = Object.entries<Parameters[string]>({ ...rule.parameters, ...abstain, ...certified })
  return Object.fromEntries(all.toSorted(([a], [b]) => (a < b ? -1 : 1)))
}

/** Parameters of every rule of single trials, by which it gives no answer if its score is too low. */
const ABSTAIN = {
  abstainBelow: {
    ...share('gives no answer where its score at the stop is below this; it is charged as before'),
    optional: true,
  },
} as const satisfies Parameters

/** Parameters of every rule with a threshold of its own, by which the threshold is chosen to keep a promise. */
const CERTIFIED = {
  calibrate: {
    ...count(
      'questions drawn whole to fix a certified threshold on; the least that can, and 150 or more, unless given',
      {
        of: 'questions',
        to: 10_000,
      },
    ),
    optional: true,
  },
  certified: {
    reads: 'pair',
    from: 0,
    to: 1,
    separator: '/',
    optional: true,
    range: 'two shares α/δ strictly between 0 and 1, as 0.02/0.1 (long form: [α, δ])',
    about:
      'chooses the threshold itself, by the first questions: with probability 1 − δ at most α of all questions get another answer than by the vote of the whole budget',
  },
} as const satisfies Parameters

/** The probability that the leader stays the majority, at which rules of that kind stop; .95 by default. */
export const THRESHOLD = {
  ...share('it stops once the leading answer stays the majority with at least this probability'),
  preset: 0.95,
} as const

/** Parameters of methods that spend one total on a set. */
export const TOTAL = {
  step: {
    ...share(
      'how many calls are handed out at once, as a share of the questions: less looks more often and takes longer',
    ),
    preset: 0.1,
  },
  totalCalls: count('calls spent on all questions of a replicate together: at least one each', {
    of: 'calls',
    to: 10_000_000,
  }),
} as const

/** The signal that a rule weighs votes by. */
export const SIGNAL = {
  reads: 'word',
  range: `one of ${SIGNAL_NAMES.join(', ')}`,
  options: SIGNAL_NAMES,
  about: 'what each answer is weighed by: a signal from its token log-probabilities, or the reward model’s score (rm)',
} as const
