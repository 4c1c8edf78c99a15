import type { TeamView } from '@cges-fleet/core'

/** What each limit of a team is called on screen. */
export const LIMIT_TITLES: readonly (readonly [keyof TeamView['limits'], string])[] = [
  ['samplesInFlight', 'Samples in flight'],
  ['tokensPerDay', 'Tokens a day'],
  ['gpuSecondsPerMonth', 'GPU seconds a month'],
  ['callsPerEvaluation', 'Calls of one evaluation'],
  ['storedBytes', 'Bytes stored'],
]
