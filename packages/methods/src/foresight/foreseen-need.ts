import type { Decision } from '../decision.js'
import { seededRandom, type SeededRandom } from '../seeded-random.js'
import type { Vote } from '../vote.js'
import { type AnswerSpread, learnSpread, spreadGiven } from './answer-spread.js'

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
export interface Foreseeing {
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
