import { SIGNAL_NAMES } from '../confidence/signal-names.js'

/** The signal that a rule weighs votes by. */
export const SIGNAL = {
  reads: 'word',
  range: `one of ${SIGNAL_NAMES.join(', ')}`,
  options: SIGNAL_NAMES,
  about: 'what each answer is weighed by: a signal from its token log-probabilities, or the reward model’s score (rm)',
} as const
