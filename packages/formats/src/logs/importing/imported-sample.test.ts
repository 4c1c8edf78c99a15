import { expect, it } from 'vitest'
import { tokenCount } from './imported-sample.js'

const place = { questionId: 'q-3', index: 2 }

it.each([null, 0, 512, 16_777_216])('takes %s', (count) => {
  expect(tokenCount(place, 'prompt', count)).toBe(count)
})

it.each([-1, 1.5, 16_777_217, 2_000_000_000])('refuses %s, and says where', (count) => {
  expect(() => tokenCount(place, 'completion', count)).toThrow(
    `question q-3, sample 2: the log counts ${count} completion tokens, but the count must be a whole number of tokens from 0 to 16,777,216`,
  )
})
