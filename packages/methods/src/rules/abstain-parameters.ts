import { share, type Parameters } from './parameter.js'

/** What every rule of single trials takes, so that it gives no answer where it is not sure of one. */
export const ABSTAIN = {
  abstainBelow: {
    ...share('gives no answer where its score at the stop is below this; it is charged as before'),
    optional: true,
  },
} as const satisfies Parameters
