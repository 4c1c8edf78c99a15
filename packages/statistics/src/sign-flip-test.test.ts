import { seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { signFlipTest } from './significance.js'

function never(): number {
  throw new Error('an exact test draws nothing')
}

/** 1,000 questions won or lost, `ahead` more of them won. */
function signs(ahead: number): number[] {
  return Array.from({ length: 1000 }, (_, question) => (question < 500 + ahead / 2 ? 1 : -1))
}

describe('drawn flips', () => {
  const { next } = seededRandom('flips')
  const large = (ahead: number) =>
    signFlipTest(
      signs(ahead).map((sign) => 400 * sign),
      next,
    )

  // Sums of equal sizes are McNemar's, whatever the size: the same numbers, small, are tested exactly.
  it.each([0, 20, 40, 60, 80])('agree with the exact test within their error, %i ahead', (ahead) => {
    const exact = signFlipTest(signs(ahead), never)
    const drawn = large(ahead)
    expect([exact.exact, drawn.exact]).toEqual([true, false])
    expect(drawn.differing).toBe(1000)
    for (const p of ['p', 'midP'] as const) {
      const error = Math.sqrt((exact[p] * (1 - exact[p])) / 10_000) + 1 / 10_001
      expect(Math.abs(drawn[p] - exact[p])).toBeLessThan(4 * error)
    }
  })

  it('never give a p of 0, for what was seen is one of them', () => {
    expect(large(1000)).toMatchObject({ p: 1 / 10_001, midP: 0.5 / 10_001 })
  })

  it('are the same for the same seed', () => {
    const [once, again] = [1, 2].map(() =>
      signFlipTest(
        signs(40).map((sign) => 400 * sign),
        seededRandom('again').next,
      ),
    )
    expect(once).toEqual(again)
  })
})
