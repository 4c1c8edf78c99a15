import type { Reproduction } from './reproduction.js'

/** The provenance of the numbers, in the words shown beside them everywhere. */
export function provenance({ origin, quick }: Reproduction): string {
  return origin === 'simulated' ? `SIMULATED${quick ? ' (quick run)' : ''}` : 'RECORDED SAMPLES'
}
