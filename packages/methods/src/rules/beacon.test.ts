import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../decide.js'
import { parseMethodSpec } from '../parse-method-spec.js'
import { searchIndex } from './search-index.js'
import { seededRandom } from '../seeded-random.js'
import type { Vote } from '../votes.js'

const spec = { method: 'beacon', confidence: 'rm', cost: 0.02, budget: 16 } as const
const votesOf = (rewards: readonly number[]): Vote[] =>
  rewards.map((rm, at) => ({ answer: `${at}`, confidences: { rm } }))

function stopOf(cost: number, rewards: readonly number[], budget = rewards.length) {
  const decision = decide({ ...spec, cost, budget }, votesOf(rewards))
  if (decision.state === 'open') throw new Error('a full budget stops')
  return decision
}

const few = fc.array(fc.double({ min: 0.01, max: 0.4, noNaN: true }), { minLength: 12, maxLength: 12 })

describe('beacon', () => {
  it('reads the reward unless told otherwise', () => {
    expect(parseMethodSpec('beacon:cost=0.05@8', 16)).toMatchObject({ spec: { ...spec, cost: 0.05, budget: 8 } })
  })

  it('gives the answer with the best reward, the first of equal ones', () => {
    expect(stopOf(0.0001, [0.3, 0.7, 0.2, 0.7])).toMatchObject({ answer: '1', reason: 'budget' })
  })

  it('stops where no reward could be as much better as a call costs', () => {
    expect(stopOf(0.05, [0.4, 0.95, 0.1, 0.2])).toMatchObject({ calls: 2, answer: '1', reason: 'threshold' })
    expect(stopOf(0.05, [0.4, 0.94, 0.1, 0.2]).calls).toBeGreaterThan(2)
  })

  it('lets no extremely low reward raise hopes of a better one', () => {
    const steady = [0.5, 0.52, 0.49, 0.51, 0.5, 0.51, 0.49, 0.5]
    const broken = [...steady.slice(0, 5), 0.02, ...steady.slice(6)]
    expect(stopOf(0.01, broken).calls).toBe(stopOf(0.01, steady).calls)
    expect(stopOf(0.0005, broken).score).toBeGreaterThan(0.98)
  })

  it('hopes for nothing where three rewards are the same', () => {
    expect(stopOf(0.001, [0.5, 0.5, 0.5, 0.9])).toMatchObject({ calls: 3, score: 1 })
  })

  it('takes no more calls where they cost more', () => {
    fc.assert(
      fc.property(few, fc.double({ min: 0.0001, max: 0.3, noNaN: true }), (rewards, cost) => {
        expect(stopOf(cost * 1.5, rewards).calls).toBeLessThanOrEqual(stopOf(cost, rewards).calls)
      }),
    )
  })

  it('does not depend on where rewards lie and in which unit, while none is near the best there can be', () => {
    fc.assert(
      fc.property(few, fc.double({ min: 0.001, max: 0.1, noNaN: true }), (rewards, cost) => {
        const moved = rewards.map((reward) => 0.1 + reward / 2)
        expect(stopOf(cost / 2, moved).calls).toBe(stopOf(cost, rewards).calls)
      }),
    )
  })

  it('is worth more than any fixed number of calls', () => {
    const random = seededRandom('beacon')
    const normal = () => Math.sqrt(-2 * Math.log(1 - random.next())) * Math.cos(2 * Math.PI * random.next())
    const cost = 0.002
    const worth = new Map<string, number>()
    const gain = (of: string, value: number) => worth.set(of, (worth.get(of) ?? 0) + value)
    for (let run = 0; run < 2000; run += 1) {
      const spread = random.pick([0.001, 0.02, 0.08])
      const rewards = Array.from({ length: 16 }, () => 0.4 + Math.min(0.5, spread * normal()))
      for (let calls = 1; calls <= 16; calls += 1) gain(`${calls}`, Math.max(...rewards.slice(0, calls)) - cost * calls)
      const { calls, answer } = stopOf(cost, rewards)
      gain('beacon', (rewards[Number(answer)] ?? NaN) - cost * calls)
    }
    const fixed = Math.max(...Array.from({ length: 16 }, (_, at) => worth.get(`${at + 1}`) ?? NaN))
    expect(((worth.get('beacon') ?? NaN) - fixed) / 2000).toBeGreaterThan(cost)
  })

  it('tables a search of a thousand calls in seconds of processor', () => {
    const before = process.cpuUsage()
    for (let rewards = 3; rewards < 1024; rewards += 1) searchIndex(rewards, 1024 - rewards, 2)
    expect(process.cpuUsage(before).user / 1e6).toBeLessThan(20)
  })
})

describe('the index of a search', () => {
  it('with one draw left is the expected gain of Student’s t', () => {
    // Two degrees of freedom: E(t − z)⁺ = (√(2 + z²) − z) / 2.
    for (const z of [0.5, 0.8, 1]) expect(searchIndex(3, 1, z)).toBeCloseTo((Math.sqrt(2 + z * z) - z) / 2, 9)
  })

  it('grows with the draws that are left and falls with the best so far', () => {
    for (const rewards of [3, 6, 20, 80]) {
      for (let left = 1; left < 20; left += 1) {
        expect(searchIndex(rewards, left + 1, 1)).toBeGreaterThan(searchIndex(rewards, left, 1) * 0.999)
        expect(searchIndex(rewards, left, 0.9)).toBeGreaterThan(searchIndex(rewards, left, 1))
      }
    }
  })
})
