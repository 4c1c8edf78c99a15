import { describe, expect, it } from 'vitest'
import { loadPublished } from '../published.js'
import type { BenchmarkRun } from '../run/benchmark-run.js'
import { driftCorrelations } from './drift.js'
import { heldOut } from './held-out.js'
import { idealRisks } from './ideal-risk.js'
import { spearman } from './spearman.js'
import { paperSeconds } from './wall-clock-model.js'

const published = loadPublished()

it('ranks as Spearman does, ties sharing their rank', () => {
  expect(spearman([1, 2, 3, 4], [10, 20, 30, 1000])).toBeCloseTo(1, 12)
  expect(spearman([1, 2, 3], [3, 2, 1])).toBeCloseTo(-1, 12)
  // scipy.stats.spearmanr([1, 2, 2, 3], [1, 3, 2, 4]) = 0.948683298050514
  expect(spearman([1, 2, 2, 3], [1, 3, 2, 4])).toBeCloseTo(0.948_683_298_050_514, 12)
})

it('finds in the paper’s own table that efficiency goes with ECE, not with AUC', () => {
  const rows = driftCorrelations([], published)
  const printed = (of: string) => rows.find((row) => row.of.startsWith(of))?.published
  expect(printed('ECE')).toMatchObject({ r: expect.closeTo(-0.61, 2) })
  expect(printed('AUC')).toMatchObject({ r: expect.closeTo(0.09, 2), p: expect.closeTo(0.67, 2) })
})

it('gives the paper’s seconds where calls are the paper’s', () => {
  for (const [row, calls] of [
    ['sc', 16],
    ['esc-w4', 10.68],
    ['dsc', 6.43],
    ['cges-mars', 5.2],
  ] as const) {
    const found = paperSeconds(published, [row, 'aime24'], calls)
    expect(found?.seconds, row).toBeCloseTo(found?.published ?? 0, 1)
  }
  expect(paperSeconds(published, ['no-such-row', 'aime24'], 3)).toBeNull()
})

describe('the bound on the risk at stop', () => {
  const rows = idealRisks(3000)

  it('holds for every ideal model where the support is fixed', () => {
    const fixed = rows.filter(({ support }) => support === 'fixed')
    expect(fixed.length).toBeGreaterThan(4)
    for (const { low, bound } of fixed) expect(low).toBeLessThan(bound)
  })

  it('is broken where it grows: twice over for two options and C ≡ .6', () => {
    const growing = rows.find(
      ({ support, options, confidences, gamma }) =>
        support === 'dynamic' && options === 2 && confidences.length === 1 && gamma === 0.9,
    )
    expect(growing?.risk).toBeGreaterThan(0.2)
    expect(growing?.low).toBeGreaterThan(0.1)
  })
})

/** A run where γ ≥ .9 is right on every question, and anything below on those of the first half only. */
function toyRun(questions: number): BenchmarkRun {
  const rows = 22
  const right = Uint8Array.from({ length: rows * questions }, (_, at) =>
    Math.floor(at / questions) >= 4 || at % questions < questions / 2 ? 1 : 0,
  )
  const calls = Uint16Array.from({ length: rows * questions }, (_, at) => 1 + Math.floor(at / questions))
  const sc = { right: new Uint8Array(questions).fill(1), accuracy: 1, calls: 16 }
  return {
    benchmark: 'gpqa',
    origin: 'simulated',
    signals: ['lns-arith'],
    scOffset: () => 0,
    replicates: [],
    questions,
    baselines: new Map([['sc@16', [sc]]]),
    sweeps: new Map([['lns-arith@16', [{ questions, calls, right, stopped: new Uint8Array(rows * questions) }]]]),
  }
}

it('judges a γ on questions that did not choose it', () => {
  const { sameLabels, heldOut: held } = heldOut(toyRun(40), 'lns-arith')
  expect(sameLabels).toEqual({ difference: 0, calls: 5, below: 0 })
  expect(held).toEqual({ difference: 0, calls: 5, below: 0 })
  const two = heldOut(toyRun(2), 'lns-arith').heldOut
  expect(two.below).toBe(0.5)
  expect(two.difference).toBe(-0.5)
})
