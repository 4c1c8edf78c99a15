import { expect, it } from 'vitest'
import { finishByWords, finishedByWords } from './finish-by-words.js'

const by = (secondsLeft: number) => ({ at: '2026-12-01T18:00:00Z', secondsLeft })
const seconds = (count: number) => `${count} s`

it.each([
  [100, null, 'wanted in 100 s'],
  [100, { low: 10, high: 100 }, 'wanted in 100 s: in time'],
  [100, { low: 100, high: 130 }, 'wanted in 100 s: up to 30 s late'],
  [100, { low: 120, high: 130 }, 'wanted in 100 s: at least 20 s late'],
  [-5, { low: 1, high: 2 }, 'wanted 5 s ago'],
])('says at %s seconds before, with %o to go: %s', (left, takes, words) => {
  expect(finishByWords(by(left), takes, seconds)).toBe(words)
})

it('says how an evaluation that ended did', () => {
  expect(finishedByWords(by(7), seconds)).toBe('7 s before it was wanted')
  expect(finishedByWords(by(-7), seconds)).toBe('7 s too late')
})
