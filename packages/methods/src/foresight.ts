import type { Decision } from './decision.js'
import { logGamma } from './math.js'
import { seededRandom, type SeededRandom } from './seeded-random.js'
import type { Vote } from './votes.js'

/** How many other votes weigh as much as an answer's own when it is drawn again and its confidence is foreseen. */
const BORROWED_VOTES = 2

/** The basis for foreseeing, learned from an evaluation's own questions. */
export interface Foresight {
  readonly spread: AnswerSpread
  /** Votes with an answer, whose confidences the next ones may have. */
  readonly votes: readonly Vote[]
}

/** A rule that is still open on a question. */
export interface OpenRule {
  readonly budget: number
  readonly decide: (votes: readonly Vote[]) => Decision
}

/** How a question's next samples are foreseen. */
interface Foreseeing {
  readonly foresight: Foresight
  /** Learns the basis for foreseeing from the votes on an evaluation's questions, without using reference answers. */
  readonly continuations: number
  /** The same seed gives the same continuations. */
  readonly seed: string
}

/** Learns what to foresee by from the votes on an evaluation's questions, blind to what is right. */
export function foresightOf(questions: readonly (readonly Vote[])[]): Foresight {
  const seen = questions.filter((votes) => votes.length > 0)
  return {
    spread: learnSpread(
      seen.map((votes) => ({ samples: votes.length, answers: new Set(votes.map(({ answer }) => answer)).size })),
    ),
    votes: seen.flat().filter(({ answer }) => answer !== null),
  }
}

/**
 * Foresees how probable it is that each sample of a question will be needed by one of its open rules: draws
 * continuations of its votes and has every rule decide them. An answer comes again as often as it has come, a new one as
 * the evaluation's answers spread; its confidence is one of its own so far, or of another answer.
 *
 * `votes` has what is known, by index, undefined if a sample has not landed. Returns a probability in [0, 1] for each
 * index below the largest budget, never rising; empty if nothing can be foreseen, because no rule is open, no vote
 * is known anywhere, or rules refuse what is drawn.
 */
export function foreseenNeed(
  rules: readonly OpenRule[],
  votes: readonly (Vote | undefined)[],
  { foresight, continuations, seed }: Foreseeing,
): number[] {
  const budget = Math.max(0, ...rules.map((rule) => rule.budget))
  const known = votes.filter((vote) => vote !== undefined)
  const lenders = foresight.votes.length > 0 ? foresight.votes : known.filter(({ answer }) => answer !== null)
  if (budget === 0 || lenders.length === 0) return []
  const drawn = continuationsOf(votes, known, {
    spread: spreadGiven(foresight.spread, {
      samples: known.length,
      answers: new Set(known.map(({ answer }) => answer)).size,
    }),
    lenders,
    budget,
    random: seededRandom(seed),
  })
  const needs = Array.from({ length: continuations }).flatMap(() => needOf(rules, drawn()) ?? [])
  if (needs.length === 0) return []
  return Array.from({ length: budget }, (_, index) => needs.filter((need) => need > index).length / needs.length)
}

/** How many samples the rules use of a path; null if one refuses it, as with more answers than its support holds. */
function needOf(rules: readonly OpenRule[], path: readonly Vote[]): number | null {
  const farthest = Math.max(...rules.map(({ budget }) => budget))
  let need = 0
  try {
    for (const { budget, decide } of rules) {
      if (need === farthest) break
      const decision = decide(path.slice(0, budget))
      need = Math.max(need, decision.state === 'stopped' ? decision.calls : budget)
    }
    return need
  } catch {
    return null
  }
}

const NOTHING_KNOWN: Pick<Vote, 'confidences' | 'minima'> = { confidences: {} }

interface Urn {
  readonly spread: AnswerSpread
  readonly lenders: readonly Vote[]
  readonly budget: number
  readonly random: SeededRandom
}

/** Draws one path after another: what is known in its place, the gaps and what follows from the urn. */
function continuationsOf(
  votes: readonly (Vote | undefined)[],
  known: readonly Vote[],
  { spread, lenders, budget, random }: Urn,
): () => Vote[] {
  const one = (list: readonly Vote[]): Vote | undefined => list[random.int(0, list.length - 1)]
  const voteFor = (answer: string | null): Vote => {
    const agreeing = known.filter((vote) => vote.answer === answer)
    const borrows = random.next() * (agreeing.length + BORROWED_VOTES) >= agreeing.length
    const { confidences, minima } = one(borrows ? lenders : agreeing) ?? NOTHING_KNOWN
    return { answer, confidences, ...(minima === undefined ? {} : { minima }) }
  }
  return () => {
    const theta = thetaOf(spread, random.next())
    const urn = [...known]
    return Array.from({ length: budget }, (_, index) => {
      const at = random.next() * (urn.length + theta)
      const repeated = urn[Math.floor(at)]
      const vote = votes[index] ?? voteFor(repeated === undefined ? `new answer ${urn.length}` : repeated.answer)
      if (votes[index] === undefined) urn.push(vote)
      return vote
    })
  }
}

function thetaOf(spread: AnswerSpread, chance: number): number {
  let left = chance
  return (spread.find(({ share }) => (left -= share) < 0) ?? spread.at(-1))?.theta ?? 1
}

/**
 * How widely the answers to one question may spread: after n samples the next one gives a new answer with probability
 * θ/(n + θ), and otherwise repeats one of the n, each as likely.
 */
const CONCENTRATIONS = [0.05, 0.2, 0.7, 2, 6] as const
/** How many questions' worth of doubt there is before any was seen, spread evenly over the concentrations. */
const PRIOR_QUESTIONS = 5
const STEPS = 30

/** The share of questions that each concentration θ describes; the shares sum to 1. */
type AnswerSpread = readonly { readonly theta: number; readonly share: number }[]

/** The evidence on a question's concentration: its number of samples, and of the different answers they give. */
interface SpreadSeen {
  readonly samples: number
  readonly answers: number
}

interface Group extends SpreadSeen {
  readonly questions: number
}

/**
 * Learns from the questions of an evaluation how their answers spread, blind to what is right. How many samples a
 * question has may depend on their answers, as where a rule stopped: that changes no likelihood. Without any it is what
 * is believed of any evaluation.
 *
 * The urn is that of Blackwell and MacQueen (1973), its likelihood Ewens' (1972); the shares are found by expectation
 * maximisation over a fixed grid of θ.
 */
export function learnSpread(seen: readonly SpreadSeen[]): AnswerSpread {
  const groups = grouped(seen)
  const total = PRIOR_QUESTIONS + seen.length
  let spread: AnswerSpread = CONCENTRATIONS.map((theta) => ({ theta, share: 1 / CONCENTRATIONS.length }))
  for (let step = 0; step < STEPS && groups.length > 0; step += 1) {
    const sums = spread.map(() => PRIOR_QUESTIONS / CONCENTRATIONS.length)
    for (const group of groups) {
      for (const [at, { share }] of spreadGiven(spread, group).entries()) {
        sums[at] = (sums[at] ?? 0) + share * group.questions
      }
    }
    spread = spread.map(({ theta }, at) => ({ theta, share: (sums[at] ?? 0) / total }))
  }
  return spread
}

/** What is believed of one question's concentration after its samples, by Bayes. */
export function spreadGiven(spread: AnswerSpread, { samples, answers }: SpreadSeen): AnswerSpread {
  const logs = spread.map(
    ({ theta, share }) => Math.log(share) + answers * Math.log(theta) + logGamma(theta) - logGamma(theta + samples),
  )
  const largest = Math.max(...logs)
  const weights = logs.map((log) => Math.exp(log - largest))
  const sum = weights.reduce((a, b) => a + b, 0)
  return spread.map(({ theta }, at) => ({ theta, share: (weights[at] ?? 0) / sum }))
}

/** Questions that tell the same are weighed once. */
function grouped(seen: readonly SpreadSeen[]): Group[] {
  const groups = new Map<string, Group>()
  for (const { samples, answers } of seen) {
    const name = `${samples}/${answers}`
    groups.set(name, { samples, answers, questions: (groups.get(name)?.questions ?? 0) + 1 })
  }
  return [...groups.values()]
}
