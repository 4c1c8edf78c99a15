import { count, share } from './parameter.js'

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
