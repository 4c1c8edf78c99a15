import { IDENTITY } from '@cges-fleet/replay'

/** How a report is made unless a test wants it otherwise. */
export const REPORT_OPTIONS = {
  seeds: 20,
  grades: 'reference',
  maps: { confidence: IDENTITY, reward: IDENTITY },
  dscRanking: 'given',
  gammaGrid: false,
  inOrder: false,
} as const
