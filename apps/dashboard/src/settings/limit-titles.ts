import type { TeamView } from '@cges-fleet/core'

/** Each limit's title on screen; a size is shown in its own unit, and entered in GiB. */
export const LIMIT_TITLES: readonly (readonly [keyof TeamView['limits'], string])[] = [
  ['samplesInFlight', 'Samples in flight'],
  ['tokensPerDay', 'Tokens a day'],
  ['gpuSecondsPerMonth', 'GPU seconds a month'],
  ['callsPerEvaluation', 'Calls of one evaluation'],
  ['storedBytes', 'Stored'],
]
