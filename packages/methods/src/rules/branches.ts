import type { Decision, ScoreStep } from '../decision.js'
import { addVote, type PartialAnswer, plurality, type Plurality, type Vote } from '../votes.js'
import { COUNTING, pathOfCounts } from './counting.js'

/** A sample as it grows: its partial answers, all before its end, and the answer it ends with. */
export type Branch = {
  readonly answer: string | null
  /** At its end; undefined if not known. */
  readonly tokens: number | undefined
  readonly partials: readonly PartialAnswer[]
}

/** How the branches of a question grew, side by side from probe to probe. */
export type Growth = {
  /** The probe after which each was ended, counted from 0; Infinity for a branch that came to its own end. */
  readonly ends: readonly number[]
  /** The vote of those not ended before; null if none has an answer. */
  readonly winner: Plurality | null
  /** Whether it was stopped before all had ended. */
  readonly isEarly: boolean
}

/** A sample as a branch; probes recorded at its end or later are none. */
export function branchOf({ answer, tokens, partials = [] }: Vote): Branch {
  const inside = tokens === undefined ? partials : partials.filter((partial) => partial.tokens < tokens)
  return { answer, tokens, partials: inside }
}

/** What a branch answers at a probe, counted from 0: its partial answer, or its own if it has ended by then. */
export function answerAt({ partials, answer }: Branch, probe: number): string | null {
  const partial = partials[probe]
  return partial === undefined ? answer : partial.answer
}

/** Whether a branch has come to its own end at a probe. */
export function hasEnded({ partials }: Branch, probe: number): boolean {
  return probe >= partials.length
}

/** The vote at a probe of the branches that were not ended before it; equal counts go to the first branch. */
export function voteAt(branches: readonly Branch[], ends: readonly number[], probe: number): Plurality | null {
  const counts = new Map<string, number>()
  for (const [at, branch] of branches.entries()) if ((ends[at] ?? 0) >= probe) addVote(counts, answerAt(branch, probe))
  return plurality(counts)
}

/** Whether a branch that was not ended still grows at a probe. */
export function isGrowing(branches: readonly Branch[], ends: readonly number[], probe: number): boolean {
  return branches.some((branch, at) => ends[at] === Infinity && !hasEnded(branch, probe))
}

/** How a rule lets the branches of a whole budget grow. */
type Grow<Spec> = (spec: Spec, branches: readonly Branch[]) => Growth

/**
 * All of a rule that draws its whole budget side by side and stops it within the samples, given how it lets them grow: it
 * is charged every call, and of each the tokens up to where the rule ended it. Without partial answers it is SC.
 */
export function branching<Spec extends { readonly budget: number }>(grow: Grow<Spec>) {
  return {
    ...COUNTING,
    nextStop: ({ budget }: Spec) => budget,
    bar: () => null,
    rounds: (_spec: Spec, _calls: number): number => 1,
    ...costsOf(grow),
    path(spec: Spec, votes: readonly Vote[], answers: readonly string[]): ScoreStep[] {
      const steps = pathOfCounts(votes, answers)
      const last = steps[spec.budget - 1]
      if (last === undefined) return steps
      const { winner } = grow(spec, votes.slice(0, spec.budget).map(branchOf))
      const decided = { ...last, leader: winner?.answer ?? null, score: winner?.share ?? null }
      return steps.with(spec.budget - 1, decided)
    },
    decide(spec: Spec, prefix: readonly Vote[]): Decision {
      const { budget } = spec
      const votes = prefix.slice(0, budget)
      const isOpen = votes.length < budget
      const { winner, isEarly } = isOpen
        ? { winner: finalVote(votes), isEarly: false }
        : grow(spec, votes.map(branchOf))
      const [answer, score] = [winner?.answer ?? null, winner?.share ?? null]
      return isOpen
        ? { state: 'open', until: budget, leader: answer, score }
        : { state: 'stopped', calls: budget, answer, score, reason: isEarly ? 'threshold' : 'budget' }
    },
  }
}

/** The tokens of each sample and of its probes; all of them while the budget is not drawn. */
function costsOf<Spec extends { readonly budget: number }>(grow: Grow<Spec>) {
  return {
    tokens(spec: Spec, votes: readonly Vote[]): (number | undefined)[] {
      if (votes.length < spec.budget) return votes.map(({ tokens }) => tokens)
      const branches = votes.map(branchOf)
      const { ends } = grow(spec, branches)
      return branches.map(({ partials, tokens }, at) => partials[ends[at] ?? 0]?.tokens ?? tokens)
    },
    probes(spec: Spec, votes: readonly Vote[]): (number | undefined)[] {
      if (votes.length < spec.budget) return votes.map(() => undefined)
      const branches = votes.map(branchOf)
      const { ends } = grow(spec, branches)
      return branches.map(({ partials }, at) => sumOf(partials.slice(0, (ends[at] ?? 0) + 1)))
    },
  }
}

function finalVote(votes: readonly Vote[]): Plurality | null {
  const counts = new Map<string, number>()
  for (const { answer } of votes) addVote(counts, answer)
  return plurality(counts)
}

function sumOf(partials: readonly PartialAnswer[]): number | undefined {
  let sum = 0
  for (const { probeTokens } of partials) {
    if (probeTokens === undefined) return undefined
    sum += probeTokens
  }
  return sum
}
