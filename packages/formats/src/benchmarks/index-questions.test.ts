import { expect, test } from 'vitest'
import { indexQuestions } from './index-questions.js'

const known = [
  { question: '4 5 6 10' },
  { question: 'What is the sum of one and two?' },
  { question: 'What is the sum of one and two? Answer in words.\n' },
  { question: '  ' },
]

test.each([
  ['Use 4 5 6 10 to make 24.', 0],
  ['Solve. What is the sum of one and two?', 1],
  ['Solve. What is the sum of one and two? Answer in words. Box it.', 2],
  ['4 5 6 10 and What is the sum of one and two?', 1],
  ['What is the sum of one and three?', null],
])('%j asks question %s, however often', (prompt, at) => {
  const find = indexQuestions(known)
  const expected = at === null ? null : known[at]
  expect(find(prompt)).toBe(expected)
  expect(find(prompt)).toBe(expected)
})
