import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { samplingAccuracy } from './sampling-accuracy.js'

const random = seededRandom('sampling accuracy')

function drawn(chances: readonly number[], of: number) {
  return chances.map((chance) => ({
    right: Array.from({ length: of }, () => random.next() < chance).filter(Boolean).length,
    of,
  }))
}

it('covers the accuracy on the same questions, and on others like them, each as often as it says', () => {
  const runs = 600
  const held = { benchmark: 0, generalised: 0 }
  for (let run = 0; run < runs; run += 1) {
    // Two questions in three are nearly always right, the third nearly never: .65 on the whole.
    const chances = Array.from({ length: 60 }, () => (random.next() < 2 / 3 ? 0.9 : 0.15))
    const found = samplingAccuracy(drawn(chances, 8))
    const here = chances.reduce((sum, chance) => sum + chance, 0) / chances.length
    if (found === null) throw new Error('none')
    if (found.benchmark.low <= here && here <= found.benchmark.high) held.benchmark += 1
    if (found.generalised.low <= 0.65 && 0.65 <= found.generalised.high) held.generalised += 1
    expect(found.generalised.high - found.generalised.low).toBeGreaterThan(found.benchmark.high - found.benchmark.low)
  }
  for (const share of Object.values(held)) expect(Math.abs(share / runs - 0.95)).toBeLessThan(0.03)
})

it('counts samples as independent where questions do not differ, and as one where they decide', () => {
  const alike = samplingAccuracy(drawn(Array<number>(2000).fill(0.6), 10))
  expect(alike?.correlation).toBeLessThan(0.02)
  expect(alike?.effective).toBeGreaterThan(8.5)
  const decided = samplingAccuracy(Array.from({ length: 50 }, (_, at) => ({ right: at % 2 === 0 ? 10 : 0, of: 10 })))
  expect(decided).toMatchObject({ correlation: 1, effective: 1 })
})

it('knows nothing of fewer than two questions with two samples', () => {
  expect(samplingAccuracy([{ right: 1, of: 1 }])).toBeNull()
  expect(samplingAccuracy([{ right: 3, of: 4 }])).toBeNull()
  expect(
    samplingAccuracy([
      { right: 4, of: 4 },
      { right: 4, of: 4 },
    ]),
  ).toMatchObject({ correlation: null, effective: null })
})
