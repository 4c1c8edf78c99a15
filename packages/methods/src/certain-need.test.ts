import { expect, it } from 'vitest'
import type { TrialMethodSpec } from './method-spec.js'
import { decide } from './decide.js'
import { isTrialMethod } from './requirements.js'
import { parseMethodSpec } from './parse-method-spec.js'
import type { Vote } from './votes.js'

const BUDGET = 7
/** Five answers and none: a vote for an answer no one gave yet is the first of them that is new. */
const ANSWERS = ['A', 'B', 'C', 'D', 'E', null]

function specOf(text: string): TrialMethodSpec {
  const parsed = parseMethodSpec(`${text}@${BUDGET}`, 16)
  if (!parsed.ok || !isTrialMethod(parsed.spec)) throw new Error(text)
  return parsed.spec
}

/** Every vote that differs from the others by more than a name. */
function next(votes: readonly Vote[]): Vote[] {
  const seen = new Set(votes.map(({ answer }) => answer))
  const unseen = ANSWERS.find((answer) => answer !== null && !seen.has(answer))
  return ANSWERS.filter((answer) => answer === null || seen.has(answer) || answer === unseen).map((answer) => ({
    answer,
    confidences: {},
  }))
}

/** The smallest prefix length at which any continuation stops, found by trying them all; calls `at` with each open prefix. */
function soonest(spec: TrialMethodSpec, votes: readonly Vote[], at: (until: number, found: number) => void): number {
  const decision = decide(spec, votes)
  if (decision.state === 'stopped') return votes.length
  const found = Math.min(...next(votes).map((vote) => soonest(spec, [...votes, vote], at)))
  at(decision.until, found)
  return found
}

it.each([
  'asc-beta',
  'asc-beta:threshold=0.8',
  'asc-dirichlet',
  'asc-dirichlet:threshold=0.85',
  'majority:alpha=0.2',
  'majority:alpha=0.4',
])('%s asks at once for all that is certain to be needed, and for no more', (text) => {
  let open = 0
  soonest(specOf(text), [], (until, found) => {
    open += 1
    if (until !== found) expect({ until }).toEqual({ until: found })
  })
  expect(open).toBeGreaterThan(100)
})

it('asks for four at first where four that agree are the fewest that stop', () => {
  expect(decide(specOf('asc-beta'), [])).toMatchObject({ state: 'open', until: 4 })
})
