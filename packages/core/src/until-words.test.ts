import { expect, it } from 'vitest'
import type { EvaluationStatus } from './schemas/evaluation-status.js'
import type { Until, UntilLook } from './schemas/until.js'
import { untilForecastWords, untilWords } from './until-words.js'

const methods = ['sc@16', 'cges@16', 'esc@16'].map((key) => ({ key, label: key.split('@')[0] ?? key }))
const trials = { total: 12_032, closed: 900, blocked: 0 }

const said = (
  goal: Until,
  look: UntilLook | null,
  expected: number | null = null,
  status: EvaluationStatus = 'running',
) => untilWords({ status, trials, methods, until: { goal, look, expected } })

const decided: Until = { kind: 'decided', baseline: 'sc@16', margin: 0.015, atLeast: 50 }

it('says nothing of an evaluation that takes all its questions', () => {
  expect(untilWords({ status: 'running', trials, methods, until: null })).toEqual([])
})

it('says when it ends, after how many questions that is expected, and how each method stands', () => {
  const look: UntilLook = {
    closed: 900,
    holds: false,
    decisions: [
      { key: 'cges@16', outcome: 'close', low: -0.0149, high: 0.0004 },
      { key: 'esc@16', outcome: 'open', low: -0.03, high: 0.01 },
    ],
  }
  expect(said(decided, look, 2647)).toEqual([
    'Ends once each method is shown to lose at most 1.5 points to sc, or to lose more. Expected after about 2,600 questions.',
    'cges loses at most 1.5 points to sc (−1.5 to 0.0 points, all methods together)',
    'esc: open (−3.0 to +1.0 points to sc, all methods together)',
  ])
  expect(said(decided, null, 12_032)).toEqual([
    'Ends once each method is shown to lose at most 1.5 points to sc, or to lose more.',
  ])
})

it('says what decided it, and that its limits are for all questions', () => {
  const best: Until = { kind: 'best', margin: 0.01, atLeast: 50 }
  const look: UntilLook = {
    closed: 2647,
    holds: true,
    decisions: [
      { key: 'cges@16', outcome: 'leads', low: 0, high: 0 },
      { key: 'sc@16', outcome: 'close', low: -0.009, high: 0.009 },
      { key: 'esc@16', outcome: 'worse', low: -0.05, high: -0.02 },
    ],
  }
  const ended = (closed: number) =>
    untilWords({
      status: 'decided',
      trials: { ...trials, closed },
      methods,
      until: { goal: best, look, expected: null },
    })
  expect(ended(2647)).toEqual([
    'Decided by the first 2,647 of 12,032 questions; the limits are for all of them.',
    'cges leads',
    'sc is level with the leader (−0.9 to +0.9 points, all methods together)',
    'esc loses more than 1 point to the leader (−5.0 to −2.0 points, all methods together)',
  ])
  // The table beside it counts those that finished out of order, too.
  expect(ended(2648)[0]).toMatch(/them\. 1 other is finished too: 2,648 in all\.$/u)
  expect(ended(4000)[0]).toMatch(/them\. 1,353 others are finished too: 4,000 in all\.$/u)
})

it('says of one that ended otherwise what it did not reach, and no more that it will end', () => {
  const goal: Until = { kind: 'accuracy', width: 0.04, atLeast: 50 }
  expect(said(goal, null, null, 'done')).toEqual([
    'Took all 12,032 questions: its result was not sure before. It was to end once each accuracy is known to within 4 points.',
  ])
  for (const status of ['cancelled', 'failed', 'budget_stopped'] as const) {
    const [words, ...more] = said(decided, null, null, status)
    expect(more).toEqual([])
    expect(words).toMatch(/^Ended before its result was sure\. It was to end once each method is shown/u)
  }
  const look: UntilLook = { closed: 900, holds: true, decisions: [] }
  expect(said(decided, look, null, 'cancelled')[0]).toMatch(/^Decided by the first 900 of 12,032 questions;/u)
  expect(said(decided, null, 2647, 'paused')[0]).toMatch(/^Ends once/u)
})

it('tells a narrow accuracy from one that is still wide', () => {
  const goal: Until = { kind: 'accuracy', width: 0.04, atLeast: 50 }
  const decisions = [
    { key: 'cges@16', outcome: 'narrow' as const, low: 0.7, high: 0.738 },
    { key: 'esc@16', outcome: 'wide' as const, low: 0.6, high: 0.66 },
  ]
  expect(said(goal, { closed: 900, holds: false, decisions })).toEqual([
    'Ends once each accuracy is known to within 4 points.',
    'cges: known to within 3.8 points',
    'esc: known to within 6 points, still too wide',
  ])
  // The table beside it has the limits, which the others that are finished may have narrowed.
  expect(said(goal, { closed: 900, holds: true, decisions }, null, 'decided')).toEqual([
    'Decided by the first 900 of 12,032 questions; the limits are for all of them.',
  ])
})

const foreseen = (questions: number | null, basis: 'past' | 'bound' = 'past') =>
  untilForecastWords({ trials: 12_032, until: { questions, basis } })

it('says before it starts when it will end, and how that is known', () => {
  expect(untilForecastWords({ trials: 12_032, until: null })).toBeNull()
  expect(foreseen(2647)).toBe('It will end after about 2,600 of 12,032 questions, if it goes as the last one did.')
  expect(foreseen(5104, 'bound')).toBe('It will end after at most about 5,100 of 12,032 questions.')
  expect(foreseen(12_032)).toBe('It will take all 12,032 questions: too few for what is asked.')
  expect(foreseen(null)).toContain('no finished evaluation here had these methods')
})

it('says of a model of a suite how the others are beside it', () => {
  const goal: Until = { kind: 'models', method: 'sc@16', models: ['a', 'b', 'c'], group: '', margin: 0.01, atLeast: 50 }
  expect(said(goal, null)).toEqual([
    'Ends once another model of its suite is shown to be better by more than 1 point with sc, or all others to be worse or level.',
  ])
  const look: UntilLook = {
    closed: 400,
    holds: true,
    decisions: [
      { key: 'b', outcome: 'better', low: 0.02, high: 0.08 },
      { key: 'c', outcome: 'open', low: -0.03, high: 0.03 },
    ],
  }
  expect(said(goal, look, null, 'decided')).toEqual([
    'Decided by the first 400 of 12,032 questions; the limits are for all of them. 500 others are finished too: 900 in all.',
    'b is better by more than 1 point (+2.0 to +8.0 points)',
    'c: open (−3.0 to +3.0 points)',
  ])
})
