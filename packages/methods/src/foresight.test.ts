import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import { decide } from './decide.js'
import { foreseenNeed, foresightOf, learnSpread, type OpenRule, spreadGiven } from './foresight.js'
import { isTrialMethod } from './requirements.js'
import { parseMethodSpec } from './parse-method-spec.js'
import { seededRandom } from './seeded-random.js'
import type { Vote } from './votes.js'

const BUDGET = 16
const RULES = ['asc-beta', 'esc:window=4', 'cges:confidence=lns-arith,gamma=0.99'].map((text) => ruleOf(text))

function ruleOf(text: string): OpenRule {
  const parsed = parseMethodSpec(`${text}@${BUDGET}`, BUDGET)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
  const { spec } = parsed
  return { budget: spec.budget, decide: (votes) => decide(spec, votes) }
}

const voteOf = (answer: string | null, confidence = 0.7): Vote => ({ answer, confidences: { 'lns-arith': confidence } })
const votesOf = (answers: string): Vote[] => [...answers].map((answer) => voteOf(answer))
const by = (questions: readonly (readonly Vote[])[], seed = 's') => ({
  foresight: foresightOf(questions),
  continuations: 64,
  seed,
})

const withGap = (rest: string) => [...votesOf('ab'), undefined, ...votesOf(rest)]

const vote = fc
  .record({ answer: fc.constantFrom('a', 'a', 'b', null), confidence: fc.double({ min: 0.2, max: 0.9, noNaN: true }) })
  .map(({ answer, confidence }) => voteOf(answer, confidence))

describe('foreseen need', () => {
  it('is certain of what is certainly needed, never rises, and ends at the largest budget', () => {
    fc.assert(
      fc.property(fc.array(vote, { maxLength: 12 }), fc.subarray(RULES, { minLength: 1 }), (votes, rules) => {
        const open = rules.filter(({ decide: by }) => by(votes).state === 'open')
        const needs = foreseenNeed(open, votes, by([votesOf('aab')]))
        expect(needs).toHaveLength(open.length === 0 ? 0 : BUDGET)
        const certain = open.map(({ decide: by }) => by(votes)).map((is) => (is.state === 'open' ? is.until : 0))
        expect(needs.slice(0, Math.max(0, ...certain)).every((need) => need === 1)).toBe(true)
        expect(needs.every((need, at) => need >= 0 && need <= (needs[at - 1] ?? 1))).toBe(true)
      }),
      { numRuns: 50 },
    )
  })

  it('reads what has landed beyond a gap', () => {
    const asc = RULES.slice(0, 1)
    expect(foreseenNeed(asc, withGap('aaaaa'), by([]))[9]).toBeLessThan(0.2)
    expect(foreseenNeed(asc, withGap('babab'), by([]))[9]).toBe(1)
  })

  it('foresees a question without votes by the others, and nothing where there are none', () => {
    const alike = Array.from({ length: 30 }, () => votesOf('aaaa'))
    const needs = foreseenNeed(RULES, [], by(alike))
    expect(needs[0]).toBe(1)
    expect(needs[8]).toBeLessThan(0.3)
    expect(foreseenNeed(RULES, [], by([]))).toEqual([])
    expect(foreseenNeed([], votesOf('ab'), by(alike))).toEqual([])
  })

  it('is the same for the same seed, and passes over continuations that a rule refuses', () => {
    const votes = votesOf('ab')
    expect(foreseenNeed(RULES, votes, by([]))).toEqual(foreseenNeed(RULES, votes, by([])))
    const fixed = ruleOf('cges:confidence=lns-arith,gamma=0.99,support=3')
    expect(foreseenNeed([fixed], votes, by([]))).toHaveLength(BUDGET)
    const refusing: OpenRule = { budget: 4, decide: () => fail() }
    expect(foreseenNeed([refusing], votes, by([]))).toEqual([])
  })

  it('comes true as often as it says', () => {
    const random = seededRandom('questions')
    const questions = Array.from({ length: 150 }, () => {
      const share = random.next()
      return Array.from({ length: BUDGET }, () => voteOf(random.next() < share ? 'a' : `b${random.int(0, 5)}`))
    })
    const [asc] = RULES
    if (asc === undefined) throw new Error('no rule')
    const foresight = foresightOf(questions.map((each) => each.slice(0, 6)))
    const foreseen = questions.flatMap((votes, at) => {
      const is = asc.decide(votes)
      const calls = is.state === 'stopped' ? is.calls : BUDGET
      const needs = foreseenNeed([asc], votes.slice(0, 3), { foresight, continuations: 64, seed: `${at}` })
      return needs.slice(4).map((need, beyond) => ({ need, came: beyond + 4 < calls ? 1 : 0 }))
    })
    for (const those of [foreseen.filter(({ need }) => need < 0.5), foreseen.filter(({ need }) => need >= 0.5)]) {
      expect(those.length).toBeGreaterThan(200)
      expect(Math.abs(meanOf(those.map(({ need, came }) => need - came)))).toBeLessThan(0.1)
    }
  })
})

function fail(): never {
  throw new RangeError('refused')
}

function meanOf(values: readonly number[]): number {
  return values.reduce((sum, each) => sum + each, 0) / values.length
}

const narrow = (spread: ReturnType<typeof learnSpread>) =>
  spread.filter(({ theta }) => theta < 0.5).reduce((sum, { share }) => sum + share, 0)

describe('the spread of answers', () => {
  it('is learned from how many different answers questions have', () => {
    const agreed = learnSpread(Array.from({ length: 60 }, () => ({ samples: 8, answers: 1 })))
    const apart = learnSpread(Array.from({ length: 60 }, () => ({ samples: 8, answers: 7 })))
    expect(narrow(agreed)).toBeGreaterThan(0.8)
    expect(narrow(apart)).toBeLessThan(0.1)
    for (const spread of [agreed, apart]) expect(spread.reduce((sum, { share }) => sum + share, 0)).toBeCloseTo(1)
  })

  it('is even before anything was seen, and no sample changes it alone', () => {
    const unseen = learnSpread([])
    expect(new Set(unseen.map(({ share }) => share)).size).toBe(1)
    for (const [at, { share }] of spreadGiven(unseen, { samples: 1, answers: 1 }).entries()) {
      expect(share).toBeCloseTo(unseen[at]?.share ?? 0)
    }
  })
})
