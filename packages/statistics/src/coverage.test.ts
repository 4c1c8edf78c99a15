import { seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { certifyAbstention, coverageCurve, type ScoredAnswer } from './coverage.js'

const answer = (question: number, score: number, correct: boolean | null): ScoredAnswer => ({
  question,
  score,
  correct,
})

/** Answers that are right as often as their score says, or, with `skill` 0, whatever it says. */
function chance(count: number, { seed = 'coverage test', skill = 1, base = 0.7 } = {}): ScoredAnswer[] {
  const random = seededRandom(seed)
  return Array.from({ length: count }, (_, question) => {
    const score = random.next()
    return answer(question, score, random.next() < (skill === 1 ? score : base))
  })
}

describe('a coverage curve', () => {
  it('is what counting by hand gives, equal scores together and no answer never covered', () => {
    const curve = coverageCurve([
      answer(0, 0.9, true),
      answer(1, 0.9, false),
      answer(2, 0.6, true),
      answer(3, 0.4, false),
      answer(4, 0.8, null),
    ])
    expect(curve?.points).toEqual([
      { from: 0.4, coverage: 4 / 5, accuracy: 2 / 4 },
      { from: 0.6, coverage: 3 / 5, accuracy: 2 / 3 },
      { from: 0.9, coverage: 2 / 5, accuracy: 1 / 2 },
    ])
    expect(curve?.area?.value).toBeCloseTo((0.5 + 0.5 + 2 / 3 + 0.5) / 4, 12)
    expect(coverageCurve([answer(0, 0.5, null)])).toBeNull()
  })

  it('rises where scores tell right from wrong, and is the accuracy itself where they tell nothing', () => {
    const telling = coverageCurve(chance(2000))
    const idle = coverageCurve(chance(2000, { skill: 0 }))
    // Right with probability s, s uniform: the k surest have accuracy 1 − k/2n, the mean over k is ¾.
    expect(telling?.area?.value).toBeCloseTo(0.75, 1)
    expect(telling?.points.length).toBeLessThanOrEqual(100)
    expect(telling?.points.at(-1)?.accuracy).toBeGreaterThan((telling?.points[0]?.accuracy ?? 1) + 0.3)
    expect(idle?.area?.low).toBeLessThan(0.7)
    expect(idle?.area?.high).toBeGreaterThan(0.7)
  })
})

describe('certified abstention', () => {
  it('says when it cannot promise anything, and why', () => {
    const few = chance(40)
    expect(certifyAbstention(few, { alpha: 0.05, delta: 0.1 })).toEqual({
      kind: 'none',
      why: 'at least 86 answered questions are needed, and there are 40',
    })
    const idle = certifyAbstention(chance(500, { skill: 0 }), { alpha: 0.05, delta: 0.1 })
    expect(idle).toMatchObject({ kind: 'none', why: expect.stringContaining('too many answers are wrong') as string })
    const flawless = few.flatMap((_, at) => [0, 1, 2].map((copy) => answer(3 * at + copy, 0.95, true)))
    expect(certifyAbstention(flawless, { alpha: 0.05, delta: 0.1 })).toEqual({
      kind: 'kept',
      abstainBelow: 0.5,
      answered: 120,
      wrong: 0,
    })
  })

  it('breaks its promise in no more than δ of draws', () => {
    // From s on the share of wrong answers is (1 − s)/2: α = .099 is kept from .9 on, and just broken at .8.
    let broken = 0
    let kept = 0
    for (let run = 0; run < 250; run += 1) {
      const found = certifyAbstention(chance(4000, { seed: `run ${run}` }), { alpha: 0.099, delta: 0.1 })
      if (found.kind === 'none') continue
      kept += 1
      if (found.abstainBelow < 0.9) broken += 1
    }
    expect(kept).toBeGreaterThan(200)
    expect(broken).toBeLessThanOrEqual(25)
  })
})
