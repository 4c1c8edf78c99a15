import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { detectableDifference, judgeDifference } from './significance.js'

/** How often McNemar's test finds a difference in simulated evaluations. */
function foundIn(runs: number, n: number, psi: number, delta: number): number {
  const random = seededRandom(`power ${n} ${psi}`)
  let found = 0
  for (let run = 0; run < runs; run++) {
    let won = 0
    let lost = 0
    for (let question = 0; question < n; question++) {
      const draw = random.next()
      if (draw < (psi + delta) / 2) won++
      else if (draw < psi) lost++
    }
    if (won + lost > 0 && Math.abs(won - lost) / Math.sqrt(won + lost) > 1.96) found++
  }
  return found / runs
}

it.each([
  { n: 200, psi: 0.2 },
  { n: 500, psi: 0.1 },
  { n: 1319, psi: 0.05 },
])('is found in four of five simulated evaluations: %j', ({ n, psi }) => {
  const delta = detectableDifference(n, psi) ?? Number.NaN
  expect(foundIn(2000, n, psi, delta)).toBeCloseTo(0.8, 1)
  expect(Math.abs(foundIn(2000, n, psi, delta) - 0.8)).toBeLessThan(0.04)
})

const at = (n: number, psi: number) => detectableDifference(n, psi) ?? Number.NaN

it('shrinks with questions, grows with disagreement, and is nothing where no difference could be found', () => {
  expect(at(400, 0.1)).toBeLessThan(at(100, 0.1))
  expect(at(400, 0.1)).toBeLessThan(at(400, 0.2))
  expect(detectableDifference(20, 0.05)).toBeNull()
  expect(detectableDifference(1, 1)).toBeNull()
})

it.each([
  [0.002, 0.03, 0.01, 'better'],
  [0.002, 0.03, 0.05, 'better'],
  [0.002, 0.03, 0.051, 'non-inferior'],
  [0, 0.03, 0.001, 'non-inferior'],
  [-0.03, -0.001, 0.01, 'worse'],
  [-0.03, -0.011, 0.2, 'inconclusive'],
  [-0.009, -0.001, 0.2, 'non-inferior'],
  [-0.009, -0.001, 0.04, 'worse'],
  [-0.01, 0.02, 0.6, 'inconclusive'],
  [-0.0099, 0.02, 0.6, 'non-inferior'],
  [-0.2, 0.2, 1, 'inconclusive'],
])('[%d, %d] with p %d is %s at one point', (...[low, high, holmP, word]) => {
  expect(judgeDifference({ low, high, holmP }, 0.01)).toBe(word)
})

it('never turns better or worse by a wider margin, and sooner or later becomes non-inferior', () => {
  const given = { low: -0.04, high: 0.01, holmP: 0.3 }
  expect([0.01, 0.04, 0.041].map((margin) => judgeDifference(given, margin))).toEqual([
    'inconclusive',
    'inconclusive',
    'non-inferior',
  ])
})
