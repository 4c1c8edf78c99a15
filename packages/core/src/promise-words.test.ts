import { expect, it } from 'vitest'
import { auditWords, certifiedWords } from './promise-words.js'

const promised = { alpha: 0.05, delta: 0.1, wanted: 60, callsWithout: null }
const fixed = { threshold: 0.94, questions: 60, disagreements: 1, leftOut: 0 }

it('says what a certified method promises, and when no threshold keeps the promise', () => {
  expect(certifiedWords({ ...promised, fixed: null }, 8)).toMatch(
    /^its threshold is fixed once 60 questions are drawn whole\..* with probability 90 %, at most 5 % of questions/,
  )
  expect(certifiedWords({ ...promised, fixed, callsWithout: 3 }, 8)).toMatch(
    /^its threshold 0\.94 promises: .* On 60 questions drawn whole, 1 differs\. The other questions take 3\.00 calls/,
  )
  const none = { ...fixed, threshold: null, leftOut: 2 }
  expect(certifiedWords({ ...promised, fixed: none }, 8)).toMatch(
    /^no threshold keeps the promise: .* Another 2 could not be drawn whole/,
  )
})

it('says what an audit draws, then what it found for each method by its name', () => {
  const audit = { share: 0.05, budget: 16, trials: 66, found: null }
  expect(auditWords({ audit: null, methods: [] })).toEqual([])
  expect(auditWords({ audit, methods: [] })).toEqual(['Audit: 66 questions are drawn on to all 16 samples.'])
  const agreement = { key: 'asc-beta:threshold=0.95@16', value: 0.983, low: 0.911, high: 0.997, n: 60 }
  const found = { whole: 64, calls: 700, tokens: 70_000, methods: [agreement] }
  expect(auditWords({ audit: { ...audit, found }, methods: [] })).toEqual([
    'Audit: 66 questions were drawn on to all 16 samples. Its 700 calls and 70,000 tokens count for no method.',
    'Audit: 2 could not be drawn whole and count in no share.',
    'asc-beta:threshold=0.95@16: stops agree with SC@16 in 98.3 % [91.1, 99.7], by 60 audited stops.',
  ])
})
