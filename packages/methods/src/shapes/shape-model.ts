import { incompleteBeta } from '../incomplete-beta.js'
import { logGamma } from '../log-gamma.js'

/**
 * What is believed of a question before its first sample: it has `answers` answers, whose probabilities are from one
 * symmetric Dirichlet where it is easy, with probability `share`, and from another where it is hard. The smaller a
 * Dirichlet's parameter, the likelier it is that one answer has nearly all.
 */
export type ShapePrior = {
  readonly answers: number
  readonly easy: number
  readonly hard: number
  readonly share: number
}

/** How many answers have each count of votes, the counts above 0. */
export type CountGroups = ReadonlyMap<number, number>

/** What the votes on a question say of its likeliest answer, and of the prior. */
export type ShapePosterior = {
  /** At least this probable is it that the leader is the likeliest answer. */
  readonly leader: number
  /** At most this probable is it that the likeliest answer is none of those seen. */
  readonly unseen: number
  /** ln of the probability that votes fall apart so, by the prior. */
  readonly logEvidence: number
}

/**
 * Judges the counts of a question's answers by Bayes: which of the two kinds it is, and by each how probable it is that
 * another answer is likelier than the leader, summed over all others, those not seen among them. Where more answers
 * were seen than the prior has, there are as many as were seen.
 */
export function judgeShape(prior: ShapePrior, groups: CountGroups): ShapePosterior {
  const counted = countsOf(prior, groups)
  const { beliefs, logEvidence } = kindsOf(prior, groups, counted)
  const kinds = beliefs.map(({ alpha, belief }) => ({ belief, ...rivals(alpha, groups, counted) }))
  return {
    leader: kinds.reduce((sum, { belief, all }) => sum + belief * Math.max(0, 1 - all), 0),
    unseen: counted.seen === 0 ? 1 : kinds.reduce((sum, { belief, notSeen }) => sum + belief * Math.min(1, notSeen), 0),
    logEvidence,
  }
}

/** ln of the probability that votes fall apart so, by a prior. */
export function shapeEvidence(prior: ShapePrior, groups: CountGroups): number {
  return kindsOf(prior, groups, countsOf(prior, groups)).logEvidence
}

/** How probable each of the two kinds is after the votes, and the votes by both. */
function kindsOf({ easy, hard, share }: ShapePrior, groups: CountGroups, counted: Counted) {
  const kinds = [
    { alpha: easy, log: Math.log(share) + logEvidenceOf(easy, groups, counted) },
    { alpha: hard, log: Math.log1p(-share) + logEvidenceOf(hard, groups, counted) },
  ]
  const largest = Math.max(...kinds.map(({ log }) => log))
  const total = kinds.reduce((sum, { log }) => sum + Math.exp(log - largest), 0)
  return {
    beliefs: kinds.map(({ alpha, log }) => ({ alpha, belief: Math.exp(log - largest) / total })),
    logEvidence: largest + Math.log(total),
  }
}

type Counted = { readonly votes: number; readonly seen: number; readonly unseen: number; readonly most: number }

function countsOf(prior: ShapePrior, groups: CountGroups): Counted {
  let votes = 0
  let seen = 0
  let most = 0
  for (const [count, answers] of groups) {
    votes += count * answers
    seen += answers
    most = Math.max(most, count)
  }
  return { votes, seen, unseen: Math.max(0, prior.answers - seen), most }
}

/** How probable it is, summed over the other answers, that one is likelier than the leader; and over those not seen. */
function rivals(alpha: number, groups: CountGroups, { most, unseen }: Counted) {
  if (most === 0) return { all: 1, notSeen: 1 }
  const notSeen = unseen === 0 ? 0 : unseen * incompleteBeta(0.5, most + alpha, alpha)
  let all = notSeen
  for (const [count, answers] of groups) {
    const others = count === most ? answers - 1 : answers
    if (others > 0) all += others * incompleteBeta(0.5, most + alpha, count + alpha)
  }
  return { all, notSeen }
}

/** ln of the probability that votes fall on so many answers in such numbers, whichever answers those are. */
function logEvidenceOf(alpha: number, groups: CountGroups, { votes, seen, unseen }: Counted): number {
  const answers = seen + unseen
  let log = logGamma(answers + 1) - logGamma(unseen + 1) + logGamma(answers * alpha) - logGamma(answers * alpha + votes)
  for (const [count, alike] of groups) log += alike * (logGamma(alpha + count) - logGamma(alpha))
  return log
}
