import { parseMethodSpec, seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import type { Recording } from './recording.js'
import { replayReport } from './replay-report.js'
import { parseUntil } from './until.js'
import { IDENTITY } from '@cges-fleet/formats'

const specs = ['sc@4', 'sc@1'].map((text) => {
  const parsed = parseMethodSpec(text, 4)
  if (!parsed.ok) throw new Error(parsed.problem)
  return parsed.spec
})

/** Questions with four samples each, right as often as said. */
function recordingsOf(count: number, accuracy: number): Recording[] {
  const { next } = seededRandom(`questions ${count} ${accuracy}`)
  return Array.from({ length: count }, (_, at) => ({
    id: `q${at}`,
    replicate: 0,
    truth: '1',
    difficulty: null,
    samples: Array.from({ length: 4 }, () => ({
      answer: next() < accuracy ? '1' : '2',
      signals: {},
      confidence: null,
      reward: null,
      grade: null,
    })),
  }))
}

function reportOf(written: string, recordings: Recording[], seeds = 5) {
  return replayReport(specs, recordings, {
    budget: 4,
    seeds,
    grades: 'reference',
    maps: { confidence: IDENTITY, reward: IDENTITY },
    dscRanking: 'given',
    gammaGrid: false,
    inOrder: false,
    until: parseUntil(written, specs, 4),
  }).until
}

describe('parseUntil', () => {
  it.each([
    ['accuracy=4', { kind: 'accuracy', width: 0.04, atLeast: 50 }],
    ['accuracy=4;at-least=10', { kind: 'accuracy', width: 0.04, atLeast: 10 }],
    ['decided=sc', { kind: 'decided', baseline: 'sc@4', margin: 0.01, atLeast: 50 }],
    ['decided=sc@1 ; margin=2.5', { kind: 'decided', baseline: 'sc@1', margin: 0.025, atLeast: 50 }],
    ['best;margin=0', { kind: 'best', margin: 0, atLeast: 50 }],
  ])('%s', (written, until) => {
    expect(parseUntil(written, specs, 4)).toEqual({ written, until })
  })

  it.each([
    ['', 'takes accuracy, decided, best, margin and at-least'],
    ['accuracy', 'accuracy must be a number of points above 0'],
    ['accuracy=0', 'above 0, at most 100, such as 4'],
    ['accuracy=4;margin=1', 'margin goes with decided and best'],
    ['accuracy=4;best', 'name one of accuracy, decided and best'],
    ['decided=nothing', 'decided must be a method, such as sc@16'],
    ['decided=sc@16', 'decided sc@16 is not among the methods that run'],
    ['best;margin=x', 'margin must be a number of points from 0 to 100'],
    ['best;at-least=1.5', 'whole number of questions'],
  ])('refuses %j', (written, said) => {
    expect(() => parseUntil(written, specs, 4)).toThrow(said)
  })

  it('refuses to compare one method', () => {
    expect(() => parseUntil('best', specs.slice(0, 1), 4)).toThrow('at least two')
  })
})

it('ends after fewer questions where more of them remain, and says what a whole run would', () => {
  const few = reportOf('accuracy=12', recordingsOf(200, 0.8))
  const many = reportOf('accuracy=12', recordingsOf(2000, 0.8))
  expect(many?.of).toBe(2000)
  expect((many?.questions.mean ?? 1) / 2000).toBeLessThan(0.5 * ((few?.questions.mean ?? 0) / 200))
  // Four calls on each question: those of the method that asks for most.
  expect(many?.calls.mean).toBe(4 * (many?.questions.mean ?? 0))
  expect(many?.callsOfAll.mean).toBe(8000)
  expect(many?.whole).toBe(0)
})

it('counts each outcome, and the seeds that needed every question', () => {
  const report = reportOf('decided=sc@4;margin=1;at-least=20', recordingsOf(60, 0.7))
  expect(report?.outcomes.map(({ key }) => key)).toEqual(['sc@4', 'sc@1'])
  const [, counts] = report?.outcomes.map((each) => each.counts) ?? []
  expect(Object.values(counts ?? {}).reduce((sum, count) => sum + count, 0)).toBe(5)
  expect(report?.wrong).toBe(0)
  expect(reportOf('accuracy=0.5', recordingsOf(60, 0.7))).toMatchObject({ whole: 5, wrong: 0, questions: { mean: 60 } })
})
