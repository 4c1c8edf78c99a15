import { expect, it } from 'vitest'
import { didYouMean } from './did-you-mean.js'

const NAMES = ['sc', 'esc', 'asc-beta', 'cges', 'cisc']

it.each([
  ['cgse', 'cges'],
  ['cegs', 'cges'],
  ['asc_beta', 'asc-beta'],
  ['ASC-Beat', 'asc-beta'],
  ['ciscs', 'cisc'],
])('takes %s for %s', (word, name) => {
  expect(didYouMean(word, NAMES)).toBe(`; did you mean ${name}?`)
})

it.each(['vote', '', 'c', 'x'.repeat(10_000), 7, undefined])('takes %s for nothing', (word) => {
  expect(didYouMean(word, NAMES)).toBe('')
})
