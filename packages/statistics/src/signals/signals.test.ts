import { seededRandom } from '@cges-fleet/methods'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { auc, calibrationError, reliabilityBins } from './calibration.js'
import { driftByCall } from './drift.js'
import { aucInterval, calibrationErrorInterval, type Clustered } from './intervals.js'
import { massBins, rankingCurves, signalWarning } from './signal-quality.js'

const graded = fc.array(
  fc.record({ confidence: fc.integer({ min: 0, max: 20 }).map((at) => at / 20), correct: fc.boolean() }),
  { maxLength: 80 },
)

/** Questions of ten answers each: those of a hard one are mostly wrong, and a confidence that says a little. */
function clustered(seed: string, questions: number): Clustered[] {
  const random = seededRandom(seed)
  return Array.from({ length: questions }, (_, question) => ({ question, ease: random.next() })).flatMap(
    ({ question, ease }) =>
      Array.from({ length: 10 }, () => {
        const correct = random.next() < ease
        return { question, correct, confidence: Math.min(0.99, 0.3 * random.next() + 0.4 * ease + (correct ? 0.2 : 0)) }
      }),
  )
}

const wins = (a: number, b: number) => (a > b ? 1 : a === b ? 0.5 : 0)
const mean = (values: number[]) => values.reduce((sum, value) => sum + value, 0) / values.length
const logOdds = (share: number) => Math.log(share / (1 - share))

describe('bins of equal mass', () => {
  it('hold every answer once, in order, equal ones together', () => {
    fc.assert(
      fc.property(graded, (responses) => {
        const bins = massBins(responses, 6)
        expect(bins.length).toBeLessThanOrEqual(6)
        expect(bins.reduce((sum, { n }) => sum + n, 0)).toBe(responses.length)
        for (const [at, { low, high, interval, accuracy }] of bins.entries()) {
          expect(low).toBeLessThanOrEqual(high)
          expect(bins[at - 1]?.high ?? -1).toBeLessThan(low)
          expect(interval.low <= accuracy && accuracy <= interval.high).toBe(true)
        }
      }),
    )
  })
  it('hold equally many where nothing is equal', () => {
    const responses = Array.from({ length: 90 }, (_, at) => ({ confidence: at / 100, correct: at % 3 > 0 }))
    expect(massBins(responses, 15).map(({ n }) => n)).toEqual(Array.from({ length: 15 }, () => 6))
  })
})

describe('bins of equal width', () => {
  it('hold what a count by twentieths finds between their limits, and their gaps are the calibration error', () => {
    fc.assert(
      fc.property(graded, (responses) => {
        const bins = reliabilityBins(responses, 10)
        // Confidences here are whole twentieths, so that limits are counted without rounding: two a bin, three in the last.
        const counted = Array.from({ length: 10 }, (_, bin) =>
          responses.filter(({ confidence }) => Math.min(9, Math.round(confidence * 20) >> 1) === bin),
        ).flatMap((part, bin) =>
          part.length === 0
            ? []
            : [
                {
                  low: bin / 10,
                  high: (bin + 1) / 10,
                  n: part.length,
                  confidence: expect.closeTo(mean(part.map(({ confidence }) => confidence)), 12),
                  accuracy: part.filter(({ correct }) => correct).length / part.length,
                  interval: expect.anything(),
                },
              ],
        )
        expect(bins).toEqual(counted)
        const gaps = bins.map(({ n, confidence, accuracy }) => n * Math.abs(confidence - accuracy))
        const error = gaps.reduce((sum, gap) => sum + gap, 0) / responses.length
        expect(calibrationError(responses, 10)).toEqual(responses.length === 0 ? null : expect.closeTo(error, 12))
      }),
    )
  })
  it('have the intervals of Wilson, by hand: 3 of 4 right in [0.5, 0.6)', () => {
    const responses = [true, true, true, false].map((correct) => ({ confidence: 0.55, correct }))
    const [bin] = reliabilityBins(responses, 10)
    // (p + z²/2n ± z √(p(1−p)/n + z²/4n²)) / (1 + z²/n) with p = 0.75, n = 4 and z = 1.959964.
    expect(bin).toMatchObject({ low: 0.5, high: 0.6, n: 4, accuracy: 0.75 })
    expect([bin?.interval.low, bin?.interval.high]).toEqual([expect.closeTo(0.3006, 4), expect.closeTo(0.9544, 4)])
  })
})

it('the area under the drawn ROC curve is the AUC, and the last risk is the share wrong', () => {
  const responses = clustered('roc', 40)
  const { roc, riskCoverage } = rankingCurves(responses)
  const area = roc.slice(1).reduce((sum, [x, y], at) => {
    const [x0, y0] = roc[at] ?? [0, 0]
    return sum + (x - x0) * ((y + y0) / 2)
  }, 0)
  expect(area).toBeCloseTo(auc(responses) ?? 0, 2)
  expect([roc[0], roc.at(-1)]).toEqual([
    [0, 0],
    [1, 1],
  ])
  expect(roc.length).toBeLessThan(60)
  const wrong = responses.filter(({ correct }) => !correct).length / responses.length
  expect(riskCoverage.at(-1)).toEqual([1, expect.closeTo(wrong, 3)])
  expect(rankingCurves(responses.filter(({ correct }) => correct)).roc).toEqual([])
  expect(rankingCurves([]).riskCoverage).toEqual([])
})

describe('the interval of the AUC', () => {
  it('is DeLong’s where every answer is a question of its own', () => {
    const responses = clustered('delong', 30).map((each, question) => ({
      ...each,
      question,
      confidence: Math.round(20 * each.confidence) / 20,
    }))
    const rights = responses.filter(({ correct }) => correct).map(({ confidence }) => confidence)
    const wrongs = responses.filter(({ correct }) => !correct).map(({ confidence }) => confidence)
    const v10 = rights.map((right) => mean(wrongs.map((wrong) => wins(right, wrong))))
    const v01 = wrongs.map((wrong) => mean(rights.map((right) => wins(right, wrong))))
    const spread = (values: number[]) => mean(values.map((value) => (value - mean(values)) ** 2)) / (values.length - 1)
    const area = mean(v10)
    // The cross term of clusters that hold one kind alone is small, and not part of DeLong’s.
    const error = Math.sqrt(spread(v10) + spread(v01)) / (area * (1 - area))
    const found = aucInterval(responses)
    expect(found && logOdds(found.high) - logOdds(found.low)).toBeCloseTo(2 * 1.959964 * error, 6)
  })
  it('agrees with resamples of questions, and is wider than one that takes answers as independent', () => {
    const responses = clustered('bootstrap', 60)
    const found = aucInterval(responses)
    const random = seededRandom('resample')
    const areas = Array.from({ length: 400 }, () => {
      const drawn = Array.from({ length: 60 }, () => random.int(0, 59))
      return auc(drawn.flatMap((question) => responses.slice(10 * question, 10 * question + 10))) ?? 0.5
    }).toSorted((a, b) => a - b)
    expect(found?.low).toBeCloseTo(areas[10] ?? 0, 2)
    expect(found?.high).toBeCloseTo(areas[389] ?? 0, 2)
    const alone = aucInterval(responses.map((each, question) => ({ ...each, question })))
    const width = (interval: typeof found) => (interval === null ? 0 : interval.high - interval.low)
    expect(width(found)).toBeGreaterThan(1.1 * width(alone))
  })
  it('is not there for a perfect signal or a single kind', () => {
    const perfect = clustered('perfect', 9).map((each) => ({ ...each, confidence: each.correct ? 0.9 : 0.1 }))
    expect(aucInterval(perfect)).toBeNull()
    expect(aucInterval(perfect.filter(({ correct }) => correct))).toBeNull()
  })
})

it('the interval of the calibration error holds the error, and is the same every time', () => {
  const responses = clustered('ece', 50)
  const interval = () => calibrationErrorInterval(responses, 10, 50, seededRandom('x').next)
  const { low = 1, high = 0 } = interval() ?? {}
  const error = calibrationError(responses, 10) ?? Number.NaN
  expect(low < error && error < high && low > 0 && high < 1).toBe(true)
  expect(interval()).toEqual(interval())
  expect(calibrationErrorInterval([], 10, 3, Math.random)).toBeNull()
})

it('drift is told for the first eight calls one by one, then in groups that double', () => {
  const responses = Array.from({ length: 400 }, (_, at) => ({
    call: (at % 40) + 1,
    correct: at % 3 > 0,
    confidence: at % 3 > 0 ? 0.8 : at % 40 < 8 ? 0.5 : 0.8,
  }))
  const groups = driftByCall(responses)
  expect(groups.map(({ from, to }) => [from, to])).toEqual([
    ...Array.from({ length: 8 }, (_, at) => [at + 1, at + 1]),
    [9, 16],
    [17, 32],
    [33, 40],
  ])
  expect(groups[0]).toMatchObject({ n: 10, muHat: expect.closeTo(Math.log(4), 9) })
  expect(groups.at(-1)?.muHat).toBeCloseTo(0, 9)
  expect(driftByCall(responses.filter(({ correct }) => correct))[0]).toMatchObject({
    muHat: null,
    interval: null,
    accuracy: 1,
  })
})

it('warns of a median below one half', () => {
  expect(signalWarning([0.2, 0.49, 0.9])).toContain('0.490')
  expect(signalWarning([0.5, 0.5])).toBeNull()
  expect(signalWarning([0.4, 0.7])).toBeNull()
  expect(signalWarning([])).toBeNull()
})
