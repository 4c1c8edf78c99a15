import { share, type Parameters } from './parameter.js'

/** Parameters of every rule of single trials, by which it gives no answer if its score is too low. */
export const ABSTAIN = {
  abstainBelow: {
    ...share('gives no answer where its score at the stop is below this; it is charged as before'),
    optional: true,
  },
} as const satisfies Parameters
