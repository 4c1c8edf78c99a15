import { describe, expect, it } from 'vitest'
import type { Recording } from '../recording.js'
import { bestThreshold } from './best-threshold.js'
import type { SweptQuestions } from './swept-questions.js'

const recordings = (count: number, replicates = 1): Recording[] =>
  Array.from({ length: count * replicates }, (_, at) => ({
    id: `q${at % count}`,
    replicate: Math.floor(at / count),
    truth: 'A',
    difficulty: null,
    samples: [],
  }))

/** Every question the same: its share right and its calls at each value. */
function swept(
  count: number,
  points: readonly (readonly [at: number, right: number, calls: number])[],
): SweptQuestions {
  const column = (value: number) => new Float64Array(count).fill(value)
  return {
    values: points.map(([at]) => at),
    right: points.map(([, right]) => column(right)),
    calls: points.map(([, , calls]) => column(calls)),
    tokens: [],
    sequential: [],
  }
}

const whole = (count: number) => swept(count, [[16, 0.8, 16]])

describe('bestThreshold', () => {
  it('takes the fewest calls within half a point of the whole vote', () => {
    const values = swept(40, [
      [0.5, 0.7, 2],
      [0.9, 0.796, 5],
      [0.99, 0.9, 8],
    ])
    expect(bestThreshold(values, whole(40), recordings(40))).toMatchObject({
      at: 0.9,
      elsewhere: { low: 0.9, high: 0.9 },
      qualified: true,
      chosenOn: 20,
      checkedOn: 20,
      calls: 5,
      callsInterval: { low: 5, high: 5 },
      accuracy: expect.closeTo(0.796) as number,
      scAccuracy: expect.closeTo(0.8) as number,
    })
  })

  it('says what other halves choose: here it hangs on which half has more of the wrong answers', () => {
    const values = swept(40, [
      [0.5, 1, 2],
      [0.9, 0.9, 5],
    ])
    const right = Float64Array.from({ length: 40 }, (_, at) => Number(at % 5 > 0))
    const found = bestThreshold({ ...values, right: [right, values.right[1] ?? right] }, whole(40), recordings(40))
    expect(found?.elsewhere).toEqual({ low: 0.5, high: 0.9 })
  })

  it('takes the most accurate where none comes so near', () => {
    const values = swept(40, [
      [0.5, 0.6, 2],
      [0.9, 0.7, 5],
      [0.99, 0.7, 8],
    ])
    expect(bestThreshold(values, whole(40), recordings(40))).toMatchObject({ at: 0.9, qualified: false })
  })

  it('judges on questions that did not choose, and keeps the replicates of one together', () => {
    const all = recordings(40, 2)
    const one = swept(80, [[0.5, 0.8, 5]])
    const isChosenOn = (id: string) => {
      const calls = [Float64Array.from(all, (each) => Number(each.id === id))]
      return bestThreshold({ ...one, calls }, whole(80), all)?.calls === 0
    }
    const chosenOn = new Set(all.flatMap(({ id }) => (isChosenOn(id) ? [id] : [])))
    expect(chosenOn.size).toBe(20)
    const two = swept(80, [
      [0.5, 0, 2],
      [0.9, 0.8, 5],
    ])
    const right = [Float64Array.from(all, ({ id }) => Number(chosenOn.has(id))), two.right[1] ?? new Float64Array()]
    expect(bestThreshold({ ...two, right }, whole(80), all)).toMatchObject({
      at: 0.5,
      qualified: true,
      accuracy: 0,
      calls: 2,
      chosenOn: 20,
      checkedOn: 20,
    })
  })

  it('chooses nothing with too few questions', () => {
    expect(bestThreshold(swept(18, [[0.9, 1, 2]]), whole(18), recordings(18))).toBeNull()
  })
})
