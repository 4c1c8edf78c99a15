import { count, type Parameters } from './parameter.js'

/** Parameters of every rule with a threshold of its own, by which the threshold is chosen to keep a promise. */
export const CERTIFIED = {
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
