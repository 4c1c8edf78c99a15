import { share } from './parameter.js'

/** The probability that the leader stays the majority, at which rules of that kind stop; .95 by default. */
export const THRESHOLD = {
  ...share('it stops once the leading answer stays the majority with at least this probability'),
  preset: 0.95,
} as const
