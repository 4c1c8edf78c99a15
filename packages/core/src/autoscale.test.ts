import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { initialScaling, nextReplicas, type ScalingRule, type ScalingState } from './autoscale.js'

/** The rule of the chart's example `gpu`. */
const RULE: ScalingRule = {
  target: 32,
  activationTarget: 0,
  minReplicas: 0,
  maxReplicas: 8,
  cooldownSeconds: 600,
  fallback: { failureThreshold: 4, replicas: 1 },
  scaleUp: { stabilizationSeconds: 0, workers: 4, periodSeconds: 60 },
  scaleDown: { stabilizationSeconds: 300, workers: 1, periodSeconds: 60 },
}
const QUICK: ScalingRule = {
  ...RULE,
  scaleUp: { stabilizationSeconds: 0, workers: 100, periodSeconds: 1 },
  scaleDown: { stabilizationSeconds: 0, workers: 100, periodSeconds: 1 },
}

/** The replicas after each look, one every 15 s. */
function replay(rule: ScalingRule, from: number, depths: readonly (number | null)[]): number[] {
  let state: ScalingState = initialScaling(from, 0)
  return depths.map((depth, n) => (state = nextReplicas(rule, state, { at: 15 * (n + 1), depth })).replicas)
}
const often = <T>(times: number, value: T): T[] => Array.from({ length: times }, () => value)

describe('between 0 and 1, as KEDA does', () => {
  it.each([
    ['no work starts nobody', 0, [0], [0]],
    ['one piece of work starts one worker, however much there is', 0, [1000], [1]],
    ['work equal to the activation target is no work', 0, [0, 0], [0, 0]],
  ])('%s', (_, ...[from, depths, replicas]) => {
    expect(replay(QUICK, from, depths)).toEqual(replicas)
  })

  it('ends the last worker only after the whole cool-down without work, counted anew by any', () => {
    expect(replay(QUICK, 1, often(39, 0))).toEqual(often(39, 1))
    expect(replay(QUICK, 1, often(40, 0)).at(-1)).toBe(0)
    expect(replay(QUICK, 1, [...often(30, 0), 1, ...often(39, 0)]).at(-1)).toBe(1)
  })

  it('changes nothing while the number cannot be read; then keeps what runs, and never lifts from 0', () => {
    expect(replay(QUICK, 3, often(10, null))).toEqual(often(10, 3))
    expect(replay(QUICK, 0, often(10, null))).toEqual(often(10, 0))
    const two = { ...QUICK, fallback: { failureThreshold: 4, replicas: 2 } }
    expect(replay(two, 1, often(5, null))).toEqual([1, 1, 1, 1, 2])
  })

  it('does not end the last worker for an error, however long', () => {
    expect(replay(QUICK, 1, often(200, null)).at(-1)).toBe(1)
  })
})

describe('from 1 on, as the HPA does', () => {
  it.each([
    // desired = ceil(metric / target), as Kubernetes' documentation has it for an average value
    [1, 32, 1],
    [1, 100, 4],
    [4, 33, 2],
    [1, 10_000, 8],
    [5, 1, 1],
    // within a tenth of the target: 66 / 64, 58 / 64 and 70 / 64 stay, 71 / 64 does not
    [2, 66, 2],
    [2, 58, 2],
    [2, 70, 2],
    [2, 71, 3],
    [2, 57, 2],
    [4, 115, 4],
  ])('%i workers and %i pieces of work become %i', (from, depth, replicas) => {
    expect(replay(QUICK, from, [depth])).toEqual([replicas])
  })

  it('adds at most four workers a minute', () => {
    expect(replay(RULE, 1, often(9, 10_000))).toEqual([5, 5, 5, 5, 8, 8, 8, 8, 8])
  })

  it('takes away one a minute, and only after five minutes of wanting fewer', () => {
    const after = replay(RULE, 8, [256, ...often(40, 32)])
    expect(after.slice(0, 21)).toEqual(often(21, 8))
    expect(after.slice(21, 31)).toEqual([7, 7, 7, 7, 6, 6, 6, 6, 5, 5])
  })

  it('never leaves its bounds, and settles on ceil(depth / target) within the tolerance', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 8 }), fc.integer({ min: 1, max: 600 }), (from, depth) => {
        const seen = replay(QUICK, from, often(10, depth))
        const settled = seen.at(-1) ?? 0
        const exact = Math.min(8, Math.ceil(depth / 32))
        expect(seen.every((replicas) => replicas >= 1 && replicas <= 8)).toBe(true)
        expect(settled === exact || Math.abs(depth / (32 * settled) - 1) <= 0.1).toBe(true)
      }),
    )
  })
})
