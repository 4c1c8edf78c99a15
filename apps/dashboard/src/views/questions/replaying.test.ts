import type { QuestionSample, QuestionView } from '@cges-fleet/core'
import { expect, test } from 'vitest'
import { trialVotes } from './vote-bar'
import { crosses, textWidth } from '../../ui/charts/geometry'
import { reportFixture } from '../../ui/methods/report-fixture'
import { pathGeometry, thresholdName } from './path-geometry'
import { methodPaths, pathFinding } from './paths'
import { knobOf, whatIf } from './what-if-panel'

/** A sample for tests; only what replaying reads is told. */
function sample(index: number, changes: Partial<QuestionSample> = {}): QuestionSample {
  return {
    index,
    state: 'read',
    outcome: 'answer',
    rawAnswer: null,
    answer: 0,
    tier: null,
    signals: { 'lns-arith': 0.9 },
    lowestGroups: null,
    promptTokens: null,
    completionTokens: null,
    finishReason: null,
    ttftMs: null,
    totalMs: null,
    error: null,
    excerpt: null,
    text: false,
    reasoning: false,
    tokens: false,
    attempts: [],
    ...changes,
  }
}

const seen = (...samples: QuestionSample[]) => ({ samples })
const answersOf = (...samples: QuestionSample[]) => trialVotes(seen(...samples)).map(({ answer }) => answer)
const answers: QuestionView['answers'] = [
  { key: 'x', count: 3, correct: true },
  { key: 'y', count: 1, correct: false },
]

test('methods are shown the samples without a gap, up to one that could not be drawn, and no answer as no vote', () => {
  expect(answersOf(sample(0), sample(1, { answer: 1 }), sample(3))).toEqual(['0', '1'])
  expect(answersOf(sample(0), sample(1, { outcome: 'infra_error', answer: null }), sample(2))).toEqual(['0'])
  expect(answersOf(sample(0, { outcome: 'truncated', answer: null }), sample(1, { state: 'pending' }))).toEqual([null])
})

test('a method stops elsewhere with another value, within its samples or not, and says where it cannot be tried', () => {
  const votes = trialVotes(seen(sample(0), sample(1), sample(2, { signals: null }), sample(3)))
  const cges = knobOf(reportFixture('cges:confidence=lns-arith,gamma=0.95@4').spec, votes.length)
  if (cges === null) throw new Error('no knob')
  expect(cges.values).toContain(cges.configured)
  expect(whatIf(cges, 0.7, votes)).toMatchObject({ state: 'stopped', calls: 1, answer: 0, reason: 'threshold' })
  expect(whatIf(cges, 0.9999, votes)).toEqual({ state: 'impossible', why: expect.stringContaining('lns-arith') })
  const sc = knobOf(reportFixture('sc@8').spec, votes.length)
  expect(sc?.values).toEqual([1, 2, 3, 4, 8])
  expect(sc === null ? null : whatIf(sc, 8, votes)).toEqual({ state: 'open', drawn: 4 })
  expect(knobOf(reportFixture('dsc@8').spec, 4)).toBeNull()
})

test('a path is split at its stop, stays in the plot, and is told in words', () => {
  const reports = [reportFixture('sc@4'), reportFixture('esc:window=2@4')]
  const votes = trialVotes(seen(sample(0), sample(1), sample(2, { answer: 1 }), sample(3)))
  const common = { state: 'resolved', answer: 0, correct: true, score: 1, otherScore: null, reason: 'window' } as const
  const verdicts = reports.map(({ key }, at) => ({ ...common, method: key, calls: at === 0 ? 4 : 2, tokens: null }))
  const paths = methodPaths({ verdicts }, { reports, votes })
  expect(pathFinding(paths, { answers })).toBe(
    'esc:window=2@4 stopped first, after 2 calls; all that have a verdict say x. Faint: samples a method did not use.',
  )
  const lines = paths.map(({ report, steps, stop }) => ({
    key: report.key,
    scores: steps.map(({ score }) => score),
    used: stop ?? 0,
  }))
  const { area, lines: drawn, x } = pathGeometry(lines, { width: 640, height: 300 })
  expect(drawn.map(({ stop }) => stop?.x)).toEqual([x(4), x(2)])
  for (const { stop } of drawn) expect(stop?.y).toBeGreaterThanOrEqual(area.y)
  expect(drawn[1]?.used.match(/[ML]/g)).toHaveLength(2)
  expect(drawn[1]?.unused.match(/[ML]/g)).toHaveLength(3)
})

test('a threshold is named where no line strikes the name through', () => {
  const scores = [0.4, 0.7, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98]
  const geometry = pathGeometry([{ key: 'a', scores, used: 8 }], { width: 640, height: 300 })
  for (const at of [0.5, 0.9, 0.95, 0.99]) {
    const name = thresholdName([{ at, text: `γ ${at}, as run` }], geometry)
    if (name === null) throw new Error('no name')
    const width = textWidth(name.text)
    const box = { x: name.x - width, y: name.y - 11, width, height: 12 }
    expect(
      geometry.segments.filter((each) => crosses(each, box)),
      `${at}`,
    ).toEqual([])
  }
  expect(thresholdName([], geometry)).toBe(null)
})

test('a method that ends answers by their confidence has a path, and can be tried, on the lowest of each alone', () => {
  const report = reportFixture('deepconf:keep=0.5,threshold=0.7,warmUps=3,window=8@6')
  const traced = (index: number, lowest: number, changes: Partial<QuestionSample> = {}) =>
    sample(index, { lowestGroups: { '8': lowest }, completionTokens: 90, ...changes })
  const ended = { outcome: 'ended_early', answer: null, completionTokens: 20 } as const
  // The bar is 6: the second and the fourth have no vote, and the others’ are 6, then 7 of 13, then 14 of 20.
  const samples = [traced(0, 6), traced(1, 5, { answer: 1 }), traced(2, 7, { answer: 1 }), traced(3, 4, ended)]
  const votes = trialVotes(seen(...samples, traced(4, 7, { answer: 1 })))
  const common = { state: 'resolved', answer: 1, correct: false, otherScore: null, reason: 'threshold' } as const
  const verdict = { ...common, method: report.key, calls: 5, score: 0.7, tokens: null }
  const [path] = methodPaths({ verdicts: [verdict] }, { reports: [report], votes })
  expect(path?.steps.map(({ leader, score }) => [leader, score?.toFixed(3)])).toEqual([
    ['0', '1.000'],
    ['0', '0.545'],
    ['1', '0.538'],
    ['1', '0.538'],
    ['1', '0.700'],
  ])
  const knob = knobOf(report.spec, votes.length)
  if (knob === null) throw new Error('no knob')
  expect(whatIf(knob, knob.configured, votes)).toMatchObject({
    state: 'stopped',
    calls: 5,
    answer: 1,
    reason: 'threshold',
  })
  expect(whatIf(knob, 0.5, votes)).toMatchObject({ state: 'stopped', calls: 3, answer: 1 })
  expect(whatIf(knob, 0.95, votes)).toEqual({ state: 'open', drawn: 5 })
  const silent = trialVotes(seen(sample(0), sample(1), sample(2)))
  expect(whatIf(knob, 0.5, silent)).toMatchObject({ state: 'impossible' })
})
