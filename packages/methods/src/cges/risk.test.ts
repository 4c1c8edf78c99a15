import { readFileSync } from 'node:fs'
import { describe, expect, it } from 'vitest'
import { z } from 'zod'
import { decide } from '../decide.js'
import type { TrialMethodSpec } from '../method-spec.js'
import { seededRandom } from '../seeded-random.js'
import type { Vote } from '../votes.js'
import { cgesScores } from './cges.js'

const golden = z
  .object({
    exactRisk: z.array(
      z.object({
        name: z.string(),
        kTrue: z.number(),
        confidenceDist: z.array(z.object({ c: z.number(), p: z.number() })),
        gamma: z.number(),
        budget: z.number(),
        support: z.string(),
        expected: z.object({
          pStop: z.number(),
          riskGivenStop: z.number().nullable(),
          bound: z.number(),
          meanCalls: z.number(),
          overallError: z.number(),
        }),
      }),
    ),
  })
  .parse(JSON.parse(readFileSync(new URL('../golden/methods.json', import.meta.url), 'utf8')))

type Case = (typeof golden.exactRisk)[number]
type Risk = { stops: number; wrongStops: number; calls: number; errors: number; errorsOverAll: number }

/** Walks every stream an ideal model can draw: right ("0") with probability C, else evenly among the others. */
function walk(given: Case, spec: TrialMethodSpec, risk: Risk): Risk {
  const visit = (prefix: readonly Vote[], probability: number): void => {
    const decision = decide(spec, prefix)
    if (decision.state === 'stopped') {
      const wrong = decision.answer === '0' ? 0 : probability
      risk.calls += probability * decision.calls
      risk.errors += wrong
      risk.errorsOverAll += bestOfAll(given, prefix, decision.answer) === '0' ? 0 : probability
      if (decision.reason === 'threshold') {
        risk.stops += probability
        risk.wrongStops += wrong
      }
      return
    }
    for (const { c, p } of given.confidenceDist) {
      for (let option = 0; option < given.kTrue; option += 1) {
        const share = option === 0 ? c : (1 - c) / (given.kTrue - 1)
        visit([...prefix, { answer: String(option), confidences: { 'lns-arith': c } }], probability * p * share)
      }
    }
  }
  visit([], 1)
  return risk
}

/** The most probable of all options, the undrawn among them; of several undrawn ones the first by number. */
function bestOfAll({ support, kTrue }: Case, prefix: readonly Vote[], answer: string | null): string | null {
  if (support !== 'fixed') return answer
  const scores = cgesScores(prefix, { confidence: 'lns-arith', support: { fixed: kTrue } })
  const undrawn = Array.from({ length: kTrue }, (_, option) => String(option)).find(
    (option) => !scores.candidates.some((each) => each.answer === option),
  )
  return undrawn !== undefined && scores.unseenScore > (scores.top?.score ?? 0) * (1 + 1e-9) ? undrawn : answer
}

function specOf(given: Case): TrialMethodSpec {
  return {
    method: 'cges',
    confidence: 'lns-arith',
    gamma: given.gamma,
    minSamples: 1,
    support: given.support === 'fixed' ? { fixed: given.kTrue } : 'dynamic',
    otherStops: false,
    budget: given.budget,
  }
}

describe('the risk of an ideal model', () => {
  /**
   * In this row confidences below 1/K can leave an option nobody drew as the most probable. Its overallError (0.1608)
   * is that of an argmax over all options, where among undrawn ones the first by number is taken, which in this row
   * is the right one. CGES can only give an answer it has seen; its error is 0.1775, however ties are broken.
   */
  const OVER_ALL_OPTIONS = 'fixed_K3_c_below_1_over_K_sometimes'

  it('is larger than that of an oracle that may name answers nobody drew', () => {
    const given = golden.exactRisk.find(({ name }) => name === OVER_ALL_OPTIONS)
    if (given === undefined) throw new Error(`the golden vectors have no ${OVER_ALL_OPTIONS}`)
    const { errors } = walk(given, specOf(given), { stops: 0, wrongStops: 0, calls: 0, errors: 0, errorsOverAll: 0 })
    expect(errors).toBeCloseTo(0.1775, 10)
  })

  it.each(golden.exactRisk)('is the exact one, by enumeration: $name', (given) => {
    const spec = specOf(given)
    const none = { stops: 0, wrongStops: 0, calls: 0, errors: 0, errorsOverAll: 0 }
    const { stops, wrongStops, calls, errors, errorsOverAll } = walk(given, spec, none)
    expect(stops).toBeCloseTo(given.expected.pStop, 10)
    expect(calls).toBeCloseTo(given.expected.meanCalls, 10)
    expect(errorsOverAll).toBeCloseTo(given.expected.overallError, 10)
    if (given.name !== OVER_ALL_OPTIONS) expect(errors).toBeCloseTo(given.expected.overallError, 10)
    if (given.expected.riskGivenStop !== null) expect(wrongStops / stops).toBeCloseTo(given.expected.riskGivenStop, 10)
    if (given.support === 'fixed') expect(wrongStops / stops).toBeLessThanOrEqual(given.expected.bound)
  })

  it('stays within 1 − gamma under fixed support for larger budgets, by simulation', () => {
    const random = seededRandom('risk')
    const spec = { ...specOf(golden.exactRisk[0] ?? never()), gamma: 0.9, support: { fixed: 4 }, budget: 40 }
    let stops = 0
    let wrong = 0
    for (let run = 0; run < 4000; run += 1) {
      const votes = Array.from({ length: spec.budget }, (): Vote => {
        const confidence = random.pick([0.4, 0.6, 0.8])
        const answer = random.next() < confidence ? 0 : random.int(1, 3)
        return { answer: String(answer), confidences: { 'lns-arith': confidence } }
      })
      const decision = decide(spec, votes)
      if (decision.state !== 'stopped' || decision.reason !== 'threshold') continue
      stops += 1
      if (decision.answer !== '0') wrong += 1
    }
    expect(stops).toBeGreaterThan(3900)
    expect(wrong / stops).toBeLessThan(0.1)
    expect(wrong / stops).toBeGreaterThan(0.02)
  })
})

function never(): never {
  throw new Error('the golden vectors have no exactRisk')
}
