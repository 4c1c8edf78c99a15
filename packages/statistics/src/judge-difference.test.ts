import { expect, it } from 'vitest'
import { judgeDifference } from './judge-difference.js'

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
