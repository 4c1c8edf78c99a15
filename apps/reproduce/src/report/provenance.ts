import type { Reproduction } from './reproduction.js'

/** What the numbers are made of, in words that stand beside them everywhere. */
export function provenance({ origin, quick }: Reproduction): string {
  return origin === 'simulated' ? `SIMULATED${quick ? ' (quick run)' : ''}` : 'RECORDED SAMPLES'
}
