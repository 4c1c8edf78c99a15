import { readFileSync } from 'node:fs'
import { expect, it } from 'vitest'
import { z } from 'zod'
import { holm, minimumDetectableEffect, signFlipTest } from './significance.js'
import { moments, percentileInterval, quantile } from './descriptive.js'
import { passAt } from './evaluation/subset-accuracies.js'
import { resampleClusters } from './resampling.js'
import { wilsonInterval } from './proportions.js'

const numbers = z.array(z.number())
const golden = z
  .object({
    wilson: z.array(z.object({ successes: z.int(), n: z.int(), low: z.number(), high: z.number() })),
    mcnemar: z.array(z.object({ won: z.int(), lost: z.int(), p: z.number(), midP: z.number() })),
    signFlip: z.array(z.object({ differences: numbers, p: z.number(), midP: z.number() })),
    holm: z.array(z.object({ p: numbers, adjusted: numbers })),
    quantiles: z.array(z.object({ values: numbers, share: z.number(), value: z.number() })),
    resampled: z.object({
      draws: numbers,
      resamples: z.int(),
      correct: numbers,
      trials: numbers,
      calls: numbers,
      totals: z.array(numbers),
      accuracy: z.tuple([z.number(), z.number()]),
      callsInterval: z.tuple([z.number(), z.number()]),
    }),
    pass: z.array(z.object({ k: z.int(), right: z.int(), n: z.int(), any: z.number(), all: z.number() })),
    minimumDetectable: z.array(z.object({ differences: numbers, pairs: z.int(), value: z.number() })),
    moments: z.array(z.object({ values: numbers, mean: z.number(), std: z.number().nullable() })),
  })
  .parse(JSON.parse(readFileSync(new URL('./golden/statistics.json', import.meta.url), 'utf8')))

const never = (): number => {
  throw new Error('an exact test draws nothing')
}

const close = (actual: number, expected: number): void => expect(Math.abs(actual - expected)).toBeLessThan(1e-9)

it.each(golden.wilson)('Wilson of $successes in $n', ({ successes, n, low, high }) => {
  const interval = wilsonInterval(successes, n)
  close(interval.low, low)
  close(interval.high, high)
})

it.each(golden.mcnemar)('one replicate is McNemar’s exact test: $won won, $lost lost', ({ won, lost, p, midP }) => {
  const same = Array<number>(9).fill(0)
  const test = signFlipTest([...Array<number>(won).fill(1), ...same, ...Array<number>(lost).fill(-1)], never)
  expect(test).toMatchObject({ differing: won + lost, exact: true })
  close(test.p, p)
  close(test.midP, midP)
})

it.each(golden.signFlip)('sign flips of $differences', ({ differences, p, midP }) => {
  const test = signFlipTest(differences, never)
  close(test.p, p)
  close(test.midP, midP)
})

it.each(golden.holm)('Holm of $p', ({ p, adjusted }) => {
  expect(holm(p)).toHaveLength(adjusted.length)
  for (const [at, value] of holm(p).entries()) close(value, adjusted[at] ?? Number.NaN)
})

it.each(golden.quantiles)('quantile $share', ({ values, share, value }) => {
  close(
    quantile(
      values.toSorted((a, b) => a - b),
      share,
    ),
    value,
  )
})

it('resamples whole questions, of unequal numbers of trials, as an independent road does', () => {
  const { draws, resamples, correct, trials, calls, totals, accuracy, callsInterval } = golden.resampled
  let at = 0
  const next = () => draws[at++] ?? Number.NaN
  const [right, all, charged] = resampleClusters(
    [correct, trials, calls].map((column) => Float64Array.from(column)),
    resamples,
    next,
  )
  expect([right, all, charged].map((column) => [...(column ?? [])])).toEqual(totals)
  const ofAccuracy = percentileInterval(right ?? new Float64Array(), all ?? new Float64Array())
  const ofCalls = percentileInterval(charged ?? new Float64Array(), all ?? new Float64Array())
  close(ofAccuracy?.low ?? Number.NaN, accuracy[0])
  close(ofAccuracy?.high ?? Number.NaN, accuracy[1])
  close(ofCalls?.low ?? Number.NaN, callsInterval[0])
  close(ofCalls?.high ?? Number.NaN, callsInterval[1])
})

it.each(golden.pass)('pass@$k and pass^$k of $right in $n', ({ k, right, n, any, all }) => {
  close(passAt(k, right, n).any, any)
  close(passAt(k, right, n).all, all)
})

it.each(golden.minimumDetectable)('minimum detectable effect of $pairs pairs', ({ differences, pairs, value }) => {
  close(minimumDetectableEffect(differences, pairs), value)
})

it.each(golden.moments)('mean and deviation of $values', ({ values, mean, std }) => {
  const found = moments(values)
  close(found.mean, mean)
  if (std === null) expect(found.std).toBeNull()
  else close(found.std ?? Number.NaN, std)
})
