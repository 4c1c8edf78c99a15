import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from '../decide.js'
import { type SeededRandom, seededRandom } from '../seeded-random.js'
import type { Vote } from '../votes.js'

const RUNS = 2000
const spec = { method: 'cite-weighted', confidence: 'lns-arith', alpha: 0.1, budget: 64 } as const

/** Draws one vote of a question: its answers, each with its probability and how its confidence is drawn. */
type Question = readonly (readonly [answer: string, p: number, weight: (random: SeededRandom) => number])[]

const voteOf = (answer: string | null, weight: number): Vote => ({ answer, confidences: { 'lns-arith': weight } })

function drawn(question: Question, random: SeededRandom): Vote {
  let left = random.next()
  const [answer, , weight] = question.find(([, p]) => (left -= p) < 0) ?? question[0] ?? ['A', 1, () => 1]
  return voteOf(answer, weight(random))
}

/** The share of runs that stop on an answer by the test. */
function stopping(name: string, question: Question, isTarget: (answer: string | null) => boolean): number {
  const random = seededRandom(name)
  const runs = Array.from({ length: RUNS }, () => {
    const decision = decide(
      spec,
      Array.from({ length: spec.budget }, () => drawn(question, random)),
    )
    return decision.state === 'stopped' && decision.reason === 'threshold' && isTarget(decision.answer)
  })
  return runs.filter(Boolean).length / RUNS
}

const any = (random: SeededRandom) => random.next()
const sure = () => 1
const others = (p: number, weight: (random: SeededRandom) => number): Question =>
  ['B', 'C', 'D', 'E'].map((answer) => [answer, p, weight] as const)

describe('cite-weighted', () => {
  it.each<[string, Question, (answer: string | null) => boolean]>([
    [
      'two answers, confidences of no meaning',
      [
        ['A', 0.5, any],
        ['B', 0.5, any],
      ],
      () => true,
    ],
    [
      'two answers, the one sure or not at all',
      [
        ['A', 0.5, () => 0.5],
        ['B', 0.5, (r) => r.int(0, 1)],
      ],
      () => true,
    ],
    [
      'two answers, the rarer one as much surer',
      [
        ['A', 2 / 3, () => 0.5],
        ['B', 1 / 3, sure],
      ],
      () => true,
    ],
    ['five answers, confidences of no meaning', [['A', 0.5, any], ...others(0.125, any)], (answer) => answer !== 'A'],
    ['five answers, the others as much surer', [['A', 0.5, () => 0.25], ...others(0.125, sure)], () => true],
  ])('stops on an answer of no more weight than another in at most α of runs: %s', (name, question, isWrong) => {
    expect(stopping(name, question, isWrong)).toBeLessThanOrEqual(spec.alpha)
  })

  it('certifies what gets the most weight, not the most votes', () => {
    const rarer: Question = [
      ['A', 0.6, () => 0.2],
      ['B', 0.4, () => 0.95],
    ]
    expect(stopping('weight', rarer, (answer) => answer === 'B')).toBeGreaterThan(0.6)
    expect(stopping('votes', rarer, (answer) => answer === 'A')).toBeLessThan(0.01)
  })

  it('is cite where every confidence is 1', () => {
    const answers = fc.array(fc.constantFrom('A', 'A', 'A', 'B', 'C', null), { minLength: 40, maxLength: 40 })
    fc.assert(
      fc.property(answers, fc.constantFrom(0.05, 0.2, 0.6), (stream, alpha) => {
        const votes = stream.map((answer) => voteOf(answer, 1))
        const { score, ...weighed } = decide({ ...spec, alpha, budget: 40 }, votes)
        const { score: counted, ...plain } = decide({ method: 'cite', alpha, budget: 40 }, votes)
        expect(weighed).toEqual(plain)
        if (counted === null) expect(score).toBeNull()
        else expect(score).toBeCloseTo(counted, 9)
      }),
    )
  })

  it('certifies none of the answers that appear after the sixteenth', () => {
    const order = Array.from({ length: 80 }, (_, at) => (at < 16 ? `${at}` : 'Z'))
    const votes = order.map((answer) => voteOf(answer, 1))
    expect(decide(spec, votes.slice(1))).toMatchObject({ answer: 'Z', reason: 'threshold' })
    expect(decide(spec, votes)).toMatchObject({ answer: 'Z', calls: 64, reason: 'budget' })
  })
})
