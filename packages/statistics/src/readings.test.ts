import type { AnswerTier } from '@cges-fleet/answers'
import { SampleReadings } from '@cges-fleet/core'
import { expect, it } from 'vitest'
import { type ReadingCount, summariseReadings } from './readings.js'

type Read = readonly [samples: number, right: number, graded?: number]

const read = (tier: AnswerTier | null, ...[samples, right, graded = samples]: Read): ReadingCount => ({
  outcome: 'answer',
  tier,
  samples,
  graded,
  right,
})

const without = (outcome: ReadingCount['outcome'], samples: number): ReadingCount => ({
  outcome,
  tier: null,
  samples,
  graded: 0,
  right: 0,
})

const warningsOf = (...counts: ReadingCount[]) => summariseReadings(counts).warnings

it('gives each tier its share of the samples that ended, and its accuracy among the graded', () => {
  const readings = summariseReadings([
    read('marked', 10, 6, 8),
    read('last', 4, 1),
    read(null, 2, 0, 0),
    without('no_answer', 2),
    without('truncated', 1),
    without('declined', 1),
    without('infra_error', 7),
    without('invalid_request', 7),
  ])
  expect(SampleReadings.parse(readings)).toEqual(readings)
  expect(readings.samples).toBe(20)
  expect(readings.tiers.map(({ tier, samples, share, graded, accuracy }) => [tier, samples, share, graded, accuracy])) //
    .toEqual([
      ['marked', 10, 0.5, 8, 0.75],
      ['stated', 0, 0, 0, null],
      ['last', 4, 0.2, 4, 0.25],
      [null, 2, 0.1, 0, null],
    ])
  expect(readings.without).toEqual([
    { outcome: 'no_answer', samples: 2, share: 0.1 },
    { outcome: 'truncated', samples: 1, share: 0.05 },
    { outcome: 'declined', samples: 1, share: 0.05 },
  ])
  const shares = [...readings.tiers, ...readings.without].map(({ share }) => share ?? 0)
  expect(shares.reduce((sum, share) => sum + share, 0)).toBeCloseTo(1, 12)
})

it('has no share of nothing', () => {
  const { samples, tiers } = summariseReadings([without('infra_error', 3)])
  expect([samples, tiers[0]?.share, tiers[0]?.accuracy]).toEqual([0, null, null])
})

it('warns of more than a fifth of answers that were merely the last, of answers and not of samples', () => {
  expect(warningsOf(read('marked', 80, 0, 0), read('last', 20, 0, 0))).toEqual([])
  expect(warningsOf(read('marked', 79, 0, 0), read('last', 21, 0, 0))).toEqual([
    { kind: 'guessed', counts: { share: 0.21 }, why: null },
  ])
  expect(warningsOf(read('marked', 79, 0, 0), read('last', 21, 0, 0), without('no_answer', 900))).toHaveLength(1)
  expect(warningsOf(read('marked', 10, 0, 0), read('last', 9, 0, 0))).toEqual([])
})

it('does not warn of answers that a simulator invented', () => {
  const counts = [read('marked', 150, 120), read('last', 100, 10)]
  expect(summariseReadings(counts).warnings.map(({ kind }) => kind)).toEqual(['guessed', 'misread'])
  expect(summariseReadings(counts, { simulated: true }).warnings).toEqual([])
})

it('warns of last answers that are right over 20 points less often than all others together, where enough are graded', () => {
  const others = [read('marked', 150, 120), read('stated', 50, 20)]
  expect(warningsOf(...others, read('last', 20, 10))).toEqual([])
  expect(warningsOf(...others, read('last', 20, 9))).toEqual([
    { kind: 'misread', counts: { last: 0.45, others: 0.7 }, why: null },
  ])
  expect(warningsOf(...others, read('last', 19, 0))).toEqual([])
  expect(warningsOf(...others, read('last', 30, 0, 19))).toEqual([])
})
