import { decide, GAMMA_GRID, seededRandom, type Vote } from '@cges-fleet/methods'
import { describe, expect, it } from 'vitest'
import { drawReplicate } from '../profile/draw-replicate.js'
import { loadProfile } from '../profile/paper-profile.js'
import { BASELINE_ROWS, runRow } from './baselines.js'
import { brokenDirichlet } from './broken-dirichlet.js'
import { cgesSpec } from './cges-spec.js'
import { atGamma, gammaTable, rowOf } from './gamma-table.js'

const ASC = { method: 'asc-beta', threshold: 0.95, budget: 16 } as const

function mean(all: readonly number[]): number {
  return all.reduce((sum, each) => sum + each, 0) / all.length
}

function certain(pool: readonly Vote[]): Vote[] {
  return pool.map(({ answer }) => ({ answer, confidences: { 'lns-arith': 0.999_99 } }))
}

function votes(answers: string): Vote[] {
  return [...answers].map((answer) => ({ answer, confidences: {} }))
}

describe('the replay of the broken ASC-Dirichlet', () => {
  it('is ASC-β while fewer than three answers were seen', () => {
    expect(brokenDirichlet(ASC, votes('AAAABBBBBBBBBBBB'))).toMatchObject({ calls: 4, answer: 'A' })
    expect(brokenDirichlet(ASC, votes('ABAAAAAAAAAAAAAA'))).toMatchObject({ calls: 7, answer: 'A' })
  })

  it('never stops once three were', () => {
    expect(brokenDirichlet(ASC, votes('ABCAAAAAAAAAAAAA'))).toEqual({ calls: 16, answer: 'A' })
  })
})

describe('a replicate of a profile', () => {
  const profile = loadProfile('gsm8k')
  const replicate = drawReplicate(profile, 0)
  const row = (id: string) => {
    const found = BASELINE_ROWS.find((each) => each.id === id)
    if (found === undefined) throw new Error(`no row ${id}`)
    return runRow(found, 16, replicate)
  }

  it('is the same every time, and another one for another number', () => {
    expect(drawReplicate(profile, 0, 20)).toMatchObject({ pools: drawReplicate(profile, 0, 20).pools })
    expect(drawReplicate(profile, 1, 20).pools).not.toEqual(drawReplicate(profile, 0, 20).pools)
  })

  it('shows what it was fitted to, methods and all', () => {
    expect(replicate.pools).toHaveLength(1319)
    expect(row('sc')?.accuracy).toBeCloseTo(0.942, 1.5)
    expect(row('esc-w4')?.calls).toBeCloseTo(5.16, 0.7)
    expect(row('asc-beta')?.calls).toBeCloseTo(5.0, 0.7)
  })

  it('charges the defect more than the exact rule, and that more than ASC-β', () => {
    const [beta, exact, broken] = ['asc-beta', 'asc-dirichlet', 'asc-dirichlet-replay'].map((id) => row(id)?.calls ?? 0)
    expect(exact).toBeGreaterThan(beta ?? 0)
    expect(broken).toBeGreaterThan(exact ?? 0)
  })

  it('has at every γ what CGES decides there', () => {
    const few = drawReplicate(profile, 2, 60)
    const table = gammaTable(few, cgesSpec('mars', 16))
    for (const gamma of [0.7, 0.99, 0.9999]) {
      const stops = few.pools.map((pool) => decide({ ...cgesSpec('mars', 16), gamma }, pool))
      const calls = stops.map((stop) => (stop.state === 'stopped' ? stop.calls : 0))
      const right = stops.map((stop, at) => (stop.state === 'stopped' && few.isRight(at, stop.answer) ? 1 : 0))
      expect(atGamma(table, rowOf(gamma))).toEqual({ accuracy: mean(right), calls: mean(calls) })
    }
    expect(table.calls).toHaveLength(60 * GAMMA_GRID.length)
  })

  it('can be judged on some questions alone', () => {
    const table = {
      questions: 3,
      calls: Uint16Array.of(1, 2, 6),
      right: Uint8Array.of(1, 0, 1),
      stopped: new Uint8Array(3),
    }
    expect(atGamma(table, 0, [2])).toEqual({ accuracy: 1, calls: 6 })
    expect(atGamma(table, 0, [0, 1])).toEqual({ accuracy: 0.5, calls: 1.5 })
  })
})

it('adds noise before the methods look', () => {
  const { next } = seededRandom('certain')
  const pools = Array.from({ length: 50 }, () =>
    Array.from({ length: 16 }, (): Vote => ({ answer: next() < 0.5 ? '0' : '1', confidences: { 'lns-arith': 0.9 } })),
  )
  const replicate = { pools, isRight: (_: number, answer: string | null) => answer === '0', order: null }
  const spec = cgesSpec('lns-arith', 16)
  expect(atGamma(gammaTable(replicate, spec, [0.999], certain), 0).calls).toBe(1)
  expect(atGamma(gammaTable(replicate, spec, [0.999]), 0).calls).toBeGreaterThan(3)
})
