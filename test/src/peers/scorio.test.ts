import { spawnSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import { decide, isTrialMethod, parseMethodSpec, seededRandom, type Vote } from '@cges-fleet/methods'
import { describe, expect, it, vi } from 'vitest'

/** A Python with what requirements.txt lists; without it these tests are skipped. */
const PYTHON = process.env['PEERS_PYTHON']
const ORACLE = fileURLToPath(new URL('../../src/peers/scorio_oracle.py', import.meta.url))
const TRACES = 400
const BUDGET = 16

vi.setConfig({ testTimeout: 600_000 })

const random = seededRandom('scorio')

/** Votes of one question, all with an answer: how often the first is given, and how sure it is, differ from one to another. */
function trace(): [string, number][] {
  const share = random.next()
  const others = random.int(1, 5)
  const sure = random.next()
  return Array.from({ length: BUDGET }, () => {
    const isFirst = random.next() < share
    const confidence = Math.min(0.999, Math.max(0.001, (isFirst ? sure : 1 - sure) * 0.6 + 0.4 * random.next()))
    return [isFirst ? 'A' : `B${random.int(1, others)}`, confidence]
  })
}

const RULES = [
  ['sc', {}],
  ['esc', { window: 4 }],
  ['asc-beta', { threshold: 0.95 }],
  ['asc-beta', { threshold: 0.8 }],
  ['asc-dirichlet', { threshold: 0.95 }],
  ['cisc', { temperature: 1 }],
  ['cisc', { temperature: 0.1 }],
  ['cges', { gamma: 0.99 }],
  ['cges', { gamma: 0.9 }],
] as const

describe.skipIf(PYTHON === undefined)('the library scorio, another implementation of the same papers', () => {
  it.each(RULES)('decides as %s %o does, trace by trace', (rule, parameters) => {
    const confidence = rule === 'cges' || rule === 'cisc' ? { confidence: 'lns-arith' } : {}
    const parsed = parseMethodSpec({ method: rule, ...confidence, ...parameters, budget: BUDGET }, BUDGET)
    if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(parsed.ok ? 'a method of sets' : parsed.problem)
    const { spec } = parsed
    const traces = Array.from({ length: TRACES }, trace)
    const input = traces.map((votes) => JSON.stringify({ rule, budget: BUDGET, parameters, votes })).join('\n')
    const { stdout, status, stderr } = spawnSync(PYTHON ?? '', [ORACLE], {
      input,
      encoding: 'utf8',
      maxBuffer: 2 ** 26,
    })
    expect(status, stderr).toBe(0)
    const theirs = stdout
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown)
    const ours = traces.map((votes) => {
      const decision = decide(
        spec,
        votes.map(([answer, value]): Vote => ({ answer, confidences: { 'lns-arith': value } })),
      )
      return decision.state === 'stopped' ? { calls: decision.calls, answer: decision.answer } : null
    })
    expect(ours).toEqual(theirs)
  })
})
