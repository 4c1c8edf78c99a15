import { FinalStatistics } from '@cges-fleet/core'
import { seededRandom } from '@cges-fleet/methods'
import { expect, it } from 'vitest'
import { finalStatistics, resamplesOf, type StatisticsOptions } from './evaluation-statistics.js'
import { type Results, tableFixture } from './table-fixture.js'

const gpuTime = { kind: 'shared', counts: {}, why: null } as const
const OPTIONS: StatisticsOptions = { margin: 0.01, baseline: null, notComparable: null, gpuTime }

const grade = (right: boolean) => (right ? 1 : 0)
const SC: Results = { sc: ({ question }) => ({ calls: 8, grade: grade(question % 5 !== 0) }) }

function statisticsOf(sizes: readonly [number, number, number], results: Results, options = OPTIONS) {
  return FinalStatistics.parse(finalStatistics(tableFixture(sizes, results), options))
}

/** Two methods whose results are chance, the same chance every time. */
function noisy(): Results {
  const random = seededRandom('noise')
  return { ...SC, 'asc-beta': () => ({ calls: random.int(1, 8), grade: random.int(0, 1) }) }
}

it('finds a method that is far better, one that is far worse, and one that is as good', () => {
  const { methods } = statisticsOf([400, 1, 8], {
    ...SC,
    'asc-beta': () => ({ calls: 4, grade: 1 }),
    'esc:window=4': ({ question }) => ({ calls: 4, grade: grade(question % 2 === 0) }),
    'esc:window=2': ({ question }) => ({ calls: 2, grade: grade(question % 5 !== 0) }),
  })
  const words = methods.map(({ comparison }) => comparison?.judgement ?? null)
  expect(words).toEqual([null, 'better', 'worse', 'non-inferior'])
  expect(methods[1]?.comparison).toMatchObject({ won: 80, lost: 0, trials: 400, exact: true })
  expect(methods[1]?.comparison?.calls).toEqual({ value: -4, low: -4, high: -4 })
  expect(methods[1]?.comparison?.tokens?.value).toBe(-40)
  expect(methods[1]?.comparison?.gpuSeconds?.value).toBe(-2)
})

it('does not tell thirty questions apart because two methods agreed on all of them', () => {
  const { methods } = statisticsOf([30, 1, 8], { ...SC, 'asc-beta': SC['sc'] ?? (() => null) })
  const comparison = methods[1]?.comparison
  expect(comparison).toMatchObject({ won: 0, lost: 0, p: 1, judgement: 'inconclusive' })
  expect(comparison?.accuracy.low).toBeLessThan(-0.04)
  expect(comparison?.minimumDetectable).toBeGreaterThan(0.1)
})

it('counts what is not there: blocked trials are in no pair, and in one denominator only', () => {
  const { methods } = statisticsOf([100, 1, 8], {
    ...SC,
    'asc-beta': ({ question }) => (question < 10 ? null : { calls: 2, grade: question < 40 ? -1 : 1 }),
  })
  const [sc, asc] = methods
  expect(asc?.endings).toEqual({
    correct: 60,
    wrong: 0,
    truncated: 0,
    declined: 0,
    noAnswer: 30,
    abstained: 0,
    blocked: 10,
  })
  const shares = [asc?.accuracy.all, asc?.accuracy.graded, asc?.accuracy.completed]
  expect(shares.map((share) => [share?.value, share?.n])).toEqual([
    [0.6, 100],
    [60 / 90, 90],
    [1, 60],
  ])
  expect(asc?.comparison).toMatchObject({ trials: 90, questions: 90 })
  expect(sc?.accuracy.graded?.n).toBe(100)
})

it('takes replicates of one question as one cluster', () => {
  const same: Results = { sc: ({ question }) => ({ calls: 8, grade: grade(question < 40) }) }
  const once = statisticsOf([60, 1, 8], same).methods[0]?.accuracy.graded
  const often = statisticsOf([60, 10, 8], same).methods[0]?.accuracy.graded
  expect(often?.n).toBe(600)
  const width = (share: typeof once) => (share == null ? Number.NaN : share.high - share.low)
  expect(width(often)).toBeGreaterThan(0.9 * width(once))
})

it('shows the spread over replicates beside the interval over questions', () => {
  const byReplicate: Results = {
    sc: ({ replicate, question }) => ({ calls: 8, grade: grade(question >= 10 * replicate) }),
  }
  const { replicates } = statisticsOf([100, 3, 8], byReplicate).methods[0] ?? {}
  expect(replicates?.accuracy).toEqual({ mean: expect.closeTo(0.9, 12), std: expect.closeTo(0.1, 12) })
  expect(replicates?.calls).toEqual({ mean: 8, std: 0 })
})

it('compares nothing where pairs would mislead, or there is no other', () => {
  const blocked = { kind: 'blocked', counts: { blocked: 25, trials: 50 }, why: null } as const
  const stamped = { ...OPTIONS, notComparable: blocked }
  const both = { ...SC, 'asc-beta': () => ({ calls: 4, grade: 1 }) }
  expect(statisticsOf([50, 1, 8], both, stamped)).toMatchObject({ notCompared: blocked })
  expect(statisticsOf([50, 1, 8], both, stamped).methods[1]?.comparison).toBeNull()
  expect(statisticsOf([50, 1, 8], SC).notCompared).toMatchObject({ kind: 'one_method' })
})

it('offers subsets only where every question has as many samples, since early stops depend on the answers', () => {
  const table = tableFixture([20, 2, 4], SC, ({ index }) => index < 2)
  const { subsets } = finalStatistics(table, OPTIONS)
  expect(subsets?.rows.map(({ k }) => k)).toEqual([1, 2, 4])
  expect(subsets?.rows[0]).toMatchObject({ majority: { value: 0.5 }, passAny: { value: 0.5 }, passAll: { value: 0.5 } })
  expect(subsets?.rows[1]?.passAny.value).toBeCloseTo(5 / 6, 12)
  expect(subsets?.rows[2]).toMatchObject({ majority: { value: 0.5 }, passAny: { value: 1 }, passAll: { value: 0 } })
  const short = {
    ...table,
    trials: { ...table.trials, samplesFrom: table.trials.samplesFrom.map((at) => Math.min(at, 150)) },
  }
  expect(finalStatistics(short, OPTIONS)).toMatchObject({
    subsets: null,
    subsetsMissing: { kind: 'uneven_samples' },
  })
})

it('gives the same numbers every time', () => {
  expect(statisticsOf([80, 2, 8], noisy())).toEqual(statisticsOf([80, 2, 8], noisy()))
})

it.each([
  ['decided all that the others did', () => true],
  ['left out two trials', ({ question }: { question: number }) => question > 1],
])('computes external rules on top of the rest as with it, where they %s', (_, decided) => {
  const random = seededRandom('external')
  const chance = () => ({ calls: random.int(1, 8), grade: random.int(0, 1), score: random.next() })
  const signals = { ...noisy(), 'esc:window=4': chance }
  const external: Results = {
    'external:mine': (trial) => (decided(trial) ? { calls: 3, grade: grade(trial.question % 3 !== 0) } : null),
  }
  const whole = tableFixture([80, 2, 8], { ...signals, ...external })
  const base = finalStatistics(
    { ...whole, methods: whole.methods.filter(({ key }) => !key.startsWith('external')) },
    OPTIONS,
  )
  for (const baseline of [null, 'asc-beta@8', 'external:mine@8']) {
    const options = { ...OPTIONS, baseline }
    expect(finalStatistics(whole, options, base)).toEqual(finalStatistics(whole, options))
  }
})

it('draws fewer resamples of very many questions', () => {
  expect([80, 10_000, 62_500, 1_000_000].map(resamplesOf)).toEqual([10_000, 10_000, 1600, 1000])
})

it('is wrong about equal methods in at most one of twenty evaluations, however many methods there are', () => {
  const random = seededRandom('null')
  const runs = 300
  let alarms = 0
  for (let run = 0; run < runs; run += 1) {
    const coin = () => ({ calls: 4, grade: grade(random.next() < 0.7) })
    const methods = { sc: coin, 'asc-beta': coin, 'asc-dirichlet': coin, 'esc:window=2': coin, 'esc:window=4': coin }
    const { methods: found } = finalStatistics(tableFixture([120, 1, 1], methods), { ...OPTIONS, resamples: 400 })
    const words = found.map(({ comparison }) => comparison?.judgement)
    if (words.includes('better') || words.includes('worse')) alarms += 1
  }
  expect(alarms / runs).toBeLessThanOrEqual(0.05)
  expect(alarms).toBeGreaterThan(0)
})
