import { methodKey, parseMethodSpec } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { decidedDifferences } from './decided-differences.js'
import { liveDifference } from './live-difference.js'
import { seenByOutcomes } from './until.js'

const methods = ['sc@8', 'asc-beta@8', 'esc:window=4@8'].map((text) => {
  const parsed = parseMethodSpec(text, 8)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
})
const keys = methods.map(methodKey)
const [SC = '', ASC = '', ESC = ''] = keys

const OUTCOMES = [
  { outcomes: '111', trials: 300 },
  { outcomes: '000', trials: 80 },
  { outcomes: '110', trials: 12 },
  { outcomes: '011', trials: 5 },
  { outcomes: '121', trials: 3 },
]
const seen = seenByOutcomes(keys, OUTCOMES, 4000)
const look = { closed: 350, holds: true, decisions: [] }
const goal = { kind: 'accuracy', width: 0.1, atLeast: 50 } as const

it('divides the error among the methods compared, with any of them as the baseline', () => {
  const counts = { trials: 4000, closed: 400 }
  const asc = liveDifference({ ...counts, wins: 5, losses: 0, unknown: 3 }, 0.025)
  const esc = liveDifference({ ...counts, wins: 5, losses: 12, unknown: 0 }, 0.025)
  expect(decidedDifferences({ methods, seen, baseline: null, goal, look })).toEqual([
    { key: ASC, baseline: SC, ...asc },
    { key: ESC, baseline: SC, ...esc },
  ])
  const against = decidedDifferences({ methods, seen, baseline: ESC, goal, look })
  expect(against.map(({ key, baseline }) => [key, baseline])).toEqual([
    [SC, ESC],
    [ASC, ESC],
  ])
  expect(against[0]).toMatchObject({ low: -esc.high, high: -esc.low })
})

it('compares with the first method where there is no SC', () => {
  const [, ...others] = methods
  const seenBy = seenByOutcomes(others.map(methodKey), [{ outcomes: '11', trials: 90 }], 900)
  const found = decidedDifferences({ methods: others, seen: seenBy, baseline: null, goal, look })
  expect(found.map(({ key, baseline }) => [key, baseline])).toEqual([[ESC, ASC]])
})

it('keeps the limits that decided it, where they were about the same comparisons', () => {
  const decisions = [
    { key: ASC, outcome: 'close', low: -0.001, high: 0.02 },
    { key: ESC, outcome: 'worse', low: -0.03, high: -0.011 },
  ] as const
  const decided = { kind: 'decided', baseline: SC, margin: 0.01, atLeast: 50 } as const
  const of = { methods, seen, goal: decided, look: { ...look, decisions: [...decisions] } }
  expect(decidedDifferences({ ...of, baseline: null })).toMatchObject([{ low: -0.001 }, { high: -0.011 }])
  const alone = decidedDifferences({ methods, seen, baseline: ASC, goal, look })
  expect(decidedDifferences({ ...of, baseline: ASC })).toEqual(alone)
})

it('leaves out a method that never has a verdict beside its baseline', () => {
  const never = seenByOutcomes(keys, [{ outcomes: '121', trials: 60 }], 900)
  const found = decidedDifferences({ methods, seen: never, baseline: null, goal, look })
  expect(found.map(({ key }) => key)).toEqual([ESC])
})
