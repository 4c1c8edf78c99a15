import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { earlyDifference } from './early-difference.js'
import { liveInterval } from './live-interval.js'

const NONE = { trials: 200, closed: 40, decided: 40, onlyThis: 0, onlyBase: 0, thisCalls: 80, baseCalls: 640 }

it('judges by limits alone, and by wider ones where more is compared', () => {
  const better = earlyDifference({ ...NONE, onlyThis: 22, onlyBase: 1 }, 1)
  expect(better).toMatchObject({ judgement: 'better', unknown: 0, calls: -14, baseCalls: 16 })
  expect(earlyDifference({ ...NONE, onlyThis: 1, onlyBase: 22 }, 1)?.judgement).toBe('worse')
  expect(earlyDifference({ ...NONE, onlyThis: 3, onlyBase: 3 }, 1)?.judgement).toBe('inconclusive')
  const many = earlyDifference({ ...NONE, onlyThis: 22, onlyBase: 1 }, 50)
  expect(many?.accuracy.low).toBeLessThan(better?.accuracy.low ?? 0)
  expect(earlyDifference({ ...NONE, closed: 200, decided: 200 }, 1)?.accuracy).toEqual({ value: 0, low: 0, high: 0 })
})

it('takes trials without a verdict of one side both ways, and says nothing where there is no other', () => {
  const known = earlyDifference({ ...NONE, onlyThis: 5 }, 1)
  const unknown = earlyDifference({ ...NONE, decided: 36, onlyThis: 5 }, 1)
  expect(unknown).toMatchObject({ unknown: 4 })
  expect(unknown?.accuracy.low).toBeLessThan(known?.accuracy.low ?? 0)
  expect(unknown?.accuracy.high).toBeGreaterThan(known?.accuracy.high ?? 1)
  expect(earlyDifference({ ...NONE, decided: 0 }, 1)).toBeNull()
})

it('holds the difference on all trials in 95 % of pairs that each stopped by what it had seen', () => {
  const { next } = seededRandom('two that stop')
  const [runs, trials] = [400, 300]
  let missed = 0
  let early = 0
  for (let run = 0; run < runs; run += 1) {
    const hard = Array.from({ length: trials }, () => next())
    const outcomes = hard.map((share) => [next() < 0.3 + 0.6 * share, next() < 0.25 + 0.6 * share] as const)
    // Each ends once its own accuracy is known to within 20 points, or looks best: at a size its outcomes chose.
    const ends = ([0, 1] as const).map((side) => stop(outcomes.map((each) => each[side])))
    const closed = Math.min(...ends)
    early += closed < trials ? 1 : 0
    const seen = outcomes.slice(0, closed)
    const [onlyThis, onlyBase] = [seen.filter(([a, b]) => a && !b).length, seen.filter(([a, b]) => b && !a).length]
    const found = earlyDifference(
      { trials, closed, decided: closed, onlyThis, onlyBase, thisCalls: 0, baseCalls: 0 },
      1,
    )
    const truth = outcomes.reduce((sum, [a, b]) => sum + Number(a) - Number(b), 0) / trials
    if (found === null || truth < found.accuracy.low - 1e-12 || truth > found.accuracy.high + 1e-12) missed += 1
  }
  expect(early).toBeGreaterThan(runs / 2)
  // 20 of 400 are allowed for; twice that has a chance of one in ten thousand.
  expect(missed).toBeLessThan(40)
})

/** After how many trials a run ends: every 10th is a look. */
function stop(right: readonly boolean[]): number {
  let sum = 0
  for (const [at, isRight] of right.entries()) {
    sum += Number(isRight)
    const closed = at + 1
    if (closed % 10 > 0) continue
    const { low, high } = liveInterval({ trials: right.length, closed, right: sum, unknown: 0 })
    if (high - low < 0.2) return closed
  }
  return right.length
}
