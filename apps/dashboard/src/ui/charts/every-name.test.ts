import type { MethodCurve } from '@cges-fleet/core'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { NamedReport } from '../methods/names'
import { reportFixture } from '../methods/report-fixture'
import { unresolvedGeometry } from './draw-unresolved'
import { crosses, overlap } from './geometry'
import type { Placed } from './place-labels'
import { scatterGeometry } from './scatter-geometry'
import type { LegendEntry } from './with-names'

const SIZES = [
  { width: 320, height: 360 },
  { width: 640, height: 360 },
  { width: 1400, height: 380 },
]

/** A method of an accuracy, a share of its budget and how soon its trials are resolved, each from 0 to 1. */
const method = fc.record({
  accuracy: fc.double({ min: 0, max: 1, noNaN: true }),
  part: fc.double({ min: 0, max: 1, noNaN: true }),
  falls: fc.double({ min: 0.05, max: 0.99, noNaN: true }),
  kind: fc.constantFrom('final', 'running'),
  more: fc.constantFrom('', ' min 4', ' deepconf-tail-window γ .9999 K=12'),
})

/** From one method to as many as an evaluation can have, some of them with the figures of the one before. */
const evaluation = fc
  .tuple(fc.array(method, { minLength: 1, maxLength: 32 }), fc.boolean(), fc.constantFrom(4, 16, 64))
  .map(([found, isBunched, budget]) =>
    found.map((each, at) =>
      reportOf(isBunched ? { ...(found[at - (at % 5)] ?? each), more: each.more } : each, at, budget),
    ),
  )

function reportOf(
  of: typeof method extends fc.Arbitrary<infer Of> ? Of : never,
  at: number,
  budget: number,
): NamedReport {
  const { accuracy, part, falls, kind, more } = of
  const bounds = { low: Math.max(0, accuracy - 0.04), high: Math.min(1, accuracy + 0.04) }
  return reportFixture(`sc@${budget}`, {
    key: `${at}`,
    name: `Method ${at}${more}`,
    interim: kind === 'running',
    accuracy: kind === 'running' ? null : { value: accuracy, ...bounds, n: 100 },
    accuracyBounds: bounds,
    calls: 1 + part * (budget - 1),
    callsBounds: { low: 1, high: budget },
    unresolvedAfter: Array.from({ length: budget + 1 }, (_, calls) => (calls === budget ? 0 : falls ** calls)),
  })
}

function curveOf({ key, calls, accuracy }: NamedReport): MethodCurve {
  const points = [0.3, 0.6, 1, 1.5].map((factor) => ({
    at: factor,
    calls: Math.max(1, (calls ?? 1) * factor),
    tokens: null,
    accuracy: (accuracy?.value ?? 0.5) * (0.8 + 0.1 * factor),
    stopped: 0,
    error: null,
  }))
  return {
    key,
    varies: 'budget',
    own: 1,
    points,
    left: 0,
    area: null,
    areaByTokens: null,
    constant: null,
    missing: null,
  }
}

interface Laid {
  readonly area: { x: number; y: number; width: number; height: number }
  readonly labels: readonly Placed[]
  readonly legend: readonly LegendEntry[]
  readonly obstacles: readonly { x: number; y: number; width: number; height: number }[]
  readonly lines?: readonly { x1: number; y1: number; x2: number; y2: number }[]
}

function expectClear({ area, labels, legend, obstacles, lines = [] }: Laid): void {
  for (const [at, { box }] of labels.entries()) {
    expect(overlap(box, area)).toBeCloseTo(box.width * box.height, 6)
    expect(obstacles.filter((obstacle) => overlap(obstacle, box) > 0)).toEqual([])
    expect(lines.filter((line) => crosses(line, box))).toEqual([])
    for (const [other, { box: its, leader }] of labels.entries()) {
      if (other === at) continue
      expect(overlap(box, its)).toBe(0)
      expect(leader !== null && crosses(leader, box)).toBe(false)
    }
  }
  for (const [at, { box, text }] of legend.entries()) {
    expect(text).not.toBe('')
    expect([overlap(box, area), box.x >= 0, box.y >= area.y + area.height]).toEqual([0, true, true])
    for (const { box: its } of legend.slice(at + 1)) expect(overlap(box, its)).toBeLessThan(1e-6)
  }
}

const named = ({ labels, legend }: Laid) => new Set([...labels, ...legend].map(({ key }) => key))

test('however many methods there are and wherever they lie, each is named, and no name stands on anything', () => {
  fc.assert(
    fc.property(evaluation, fc.constantFrom(...SIZES), fc.boolean(), (reports, size, isJudged) => {
      const keys = new Set(reports.map(({ key }) => key))
      const curves = isJudged ? reports.map(curveOf) : []
      const scatter = scatterGeometry({ reports, curves, by: 'calls', isJudged }, size)
      const unresolved = unresolvedGeometry(reports, size)
      for (const laid of [scatter, unresolved]) {
        expectClear(laid)
        expect(named(laid)).toEqual(keys)
        expect(laid.area.height).toBeGreaterThan(80)
        if (reports.length > 8) expect(laid.legend).toHaveLength(reports.length)
      }
    }),
    { numRuns: 120 },
  )
})

test('a few methods that lie apart are named beside their marks, without a legend', () => {
  const reports = [0.2, 0.5, 0.8].map((accuracy, at) =>
    reportOf({ accuracy, part: accuracy, falls: accuracy, kind: 'final', more: '' }, at, 16),
  )
  for (const laid of [
    scatterGeometry({ reports, curves: [], by: 'calls', isJudged: true }, { width: 640, height: 360 }),
    unresolvedGeometry(reports, { width: 640, height: 360 }),
  ]) {
    expect(laid.legend).toEqual([])
    expect(laid.labels).toHaveLength(3)
  }
})
