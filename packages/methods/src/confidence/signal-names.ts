/** The signals that token log-probabilities alone can give. */
export const TOKEN_SIGNALS = [
  'lns-arith',
  'lns-geom',
  'deepconf-b10',
  'deepconf-tail',
  'deepconf-b10-window',
  'deepconf-tail-window',
] as const

/** The signals that the log-probabilities of the likeliest tokens at every place can give. */
export const CERTAINTY_SIGNALS = ['self-certainty', 'self-certainty-b10-window'] as const

/**
 * Every signal a sample can carry. `mars` also needs the tokens' texts, `mars-learned` besides how much a step scorer says
 * each step matters, `rm` the step scores of a reward model.
 */
export const SIGNAL_NAMES = [...TOKEN_SIGNALS, ...CERTAINTY_SIGNALS, 'mars', 'mars-learned', 'rm'] as const

export type SignalName = (typeof SIGNAL_NAMES)[number]
