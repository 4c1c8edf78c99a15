import type { TeamView } from '@cges-fleet/core'

/** What each limit of a team is called on screen; a size is shown in its own unit, and written in GiB. */
export const LIMIT_TITLES: readonly (readonly [keyof TeamView['limits'], string])[] = [
  ['samplesInFlight', 'Samples in flight'],
  ['tokensPerDay', 'Tokens a day'],
  ['gpuSecondsPerMonth', 'GPU seconds a month'],
  ['callsPerEvaluation', 'Calls of one evaluation'],
  ['storedBytes', 'Stored'],
]
