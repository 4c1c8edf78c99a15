import { parseMethodSpec, seededRandom } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import type { Recording } from './recording.js'
import { replayReport } from './replay-report.js'
import { parseUntil, untilProblem } from './until.js'
import { IDENTITY } from './votes-for.js'

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
    until: parseUntil(written, 4),
  }).until
}

describe('parseUntil', () => {
  it.each([
    ['accuracy=4', { kind: 'accuracy', width: 0.04 }, 50],
    ['accuracy=4;at-least=10', { kind: 'accuracy', width: 0.04 }, 10],
    ['decided=sc@16', { kind: 'decided', baseline: 'sc@16', margin: 0.01 }, 50],
    ['decided=sc ; margin=2.5', { kind: 'decided', baseline: 'sc@4', margin: 0.025 }, 50],
    ['best;margin=0', { kind: 'best', margin: 0 }, 50],
  ])('%s', (written, until, atLeast) => {
    expect(parseUntil(written, 4)).toEqual({ written, until, atLeast })
  })

  it.each([
    ['', 'is no goal'],
    ['accuracy', 'accuracy must be a number from 0 to 100, not ""'],
    ['accuracy=0', 'above 0 points'],
    ['accuracy=4;margin=1', 'unknown setting "margin" of accuracy; it takes at-least'],
    ['decided=nothing', 'decided names a method'],
    ['best;margin=x', 'margin must be a number from 0 to 100, not "x"'],
    ['best;at-least=1.5', 'whole number of questions'],
  ])('refuses %j', (written, said) => {
    expect(() => parseUntil(written, 4)).toThrow(said)
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

it('says why a goal cannot be reached', () => {
  const recordings = recordingsOf(5, 0.5)
  const graded = { recordings, grades: 'reference' } as const
  expect(untilProblem(parseUntil('decided=sc@16', 4), specs, graded)).toContain('compares with sc@16')
  expect(untilProblem(parseUntil('best', 4), specs.slice(0, 1), graded)).toContain('at least two')
  expect(untilProblem(parseUntil('decided=sc@4', 4), specs, graded)).toBeNull()
})
