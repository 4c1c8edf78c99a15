import { MethodSpec, isCertified } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { calibrationQuestions } from './calibration-questions.js'
import { permutedIndex } from './permuted-index.js'

const spec = MethodSpec.parse({ method: 'asc-beta', certified: [0.1, 0.1], calibrate: 30, budget: 8 })

it('are the first of the order in which trials are started, or all where there are no more', () => {
  if (!isCertified(spec)) throw new Error('it is')
  const { positions, all } = calibrationQuestions(spec, 80, 5)
  expect([...positions]).toEqual(Array.from({ length: 30 }, (_, place) => permutedIndex(place, 80, 5)))
  expect(all).toBe(false)
  expect(calibrationQuestions(spec, 25, 5)).toMatchObject({ positions: new Set(Array(25).keys()), all: true })
})
