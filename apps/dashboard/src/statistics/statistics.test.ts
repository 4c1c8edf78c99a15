import type { FinalStatistics, Judgement, MethodStatistics } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { reportFixture } from '../families/report-fixture'
import { formatChange } from '../format/format-change'
import { formatP } from '../format/format-p'
import { formatPoints, formatPointsInterval } from '../format/format-points'
import { deltaDomain } from './delta-domain'
import { pickOf } from './pick-of'
import { statisticsIn } from './statistics-in'

const nothing = { value: 0, low: 0, high: 0 }

function comparedTo(baseline: string, judgement: Judgement, saved: number): MethodStatistics['comparison'] {
  const test = { p: 1, midP: 1, exact: true, holmP: 1, minimumDetectable: 0.02, judgement }
  const pairs = { baseline, questions: 9, trials: 9, won: 0, lost: 0 }
  const accuracy = { value: 0.001, low: -0.03, high: 0.02 }
  return { ...pairs, ...test, accuracy, calls: { ...nothing, value: -saved }, tokens: null, gpuSeconds: null }
}

function finalOf(compared: Readonly<Record<string, MethodStatistics['comparison']>>): FinalStatistics {
  const endings = { correct: 9, wrong: 0, truncated: 0, declined: 0, noAnswer: 0, blocked: 0 }
  const methods = Object.entries(compared).map(([key, comparison]): MethodStatistics => ({
    key,
    endings,
    accuracy: { all: null, graded: null, completed: null },
    calls: null,
    tokens: null,
    gpuSeconds: null,
    ranking: { calls: 0, gpuSeconds: null },
    scoringSeconds: null,
    replicates: null,
    comparison,
  }))
  const none = { notCompared: null, gpuTime: '', subsets: null, subsetsMissing: null, signals: [] }
  return { margin: 0.01, resamples: 10_000, methods, ...none }
}

const SC = reportFixture('sc@16', { calls: 16 })
const CHEAP = reportFixture('esc:window=2@16', { calls: 4 })
const DEAR = reportFixture('asc-beta@16', { calls: 8 })
const ALL = [SC, CHEAP, DEAR]

it('picks the cheapest method that keeps up, not the cheapest, and names those that are better', () => {
  const words = (cheap: Judgement, dear: Judgement) =>
    pickOf(
      ALL,
      finalOf({ [SC.key]: null, [CHEAP.key]: comparedTo(SC.key, cheap, 12), [DEAR.key]: comparedTo(SC.key, dear, 8) }),
    )
  expect(words('inconclusive', 'non-inferior')).toMatchObject({
    kind: 'pick',
    cheapest: { report: DEAR, change: -0.5 },
  })
  expect(words('non-inferior', 'better')).toMatchObject({ cheapest: { report: CHEAP }, better: [{ report: DEAR }] })
  expect(words('worse', 'inconclusive')).toMatchObject({ kind: 'none', detectable: 0.02 })
})

it('picks nothing where nothing was compared', () => {
  expect(pickOf(ALL, finalOf({ [SC.key]: null, [CHEAP.key]: null }))).toBeNull()
})

it('draws all differences on one scale that holds every interval and the margin', () => {
  expect(deltaDomain(finalOf({ [CHEAP.key]: comparedTo(SC.key, 'worse', 1) }))).toBeCloseTo(0.0315, 12)
  expect(deltaDomain(finalOf({ [SC.key]: null }))).toBeCloseTo(0.021, 12)
})

it.each([
  [formatPoints(0.0041), '+0.4'],
  [formatPoints(-0.0004), '0.0'],
  [formatPoints(-0.012), '−1.2'],
  [formatPointsInterval({ low: -0.003, high: 0.011 }), '[−0.3, +1.1]'],
  [formatChange(-0.618), '−62%'],
  [formatChange(0), '0%'],
  [formatP(0.0004), '< .001'],
  [formatP(0.0496), '.050'],
  [formatP(1), '1'],
])('writes %s', (written, expected) => {
  expect(written).toBe(expected)
})

it('takes nothing else for statistics, such as what an API of an earlier release tells', () => {
  for (const text of ['', 'null', '{"detail":"no"}', '<html>', '{"final":null,"samples":{"outcomes":{}}}'])
    expect(statisticsIn(text)).toBeNull()
  expect(statisticsIn('{"final":null,"samples":{"outcomes":{},"readings":{}}}')).toMatchObject({ final: null })
})
