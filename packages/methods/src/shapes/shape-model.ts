import { behind } from './behind.js'
import { logRising } from './log-rising.js'

/**
 * The prior on a question before its first sample: it has `answers` answers, whose probabilities are from one symmetric
 * Dirichlet if it is easy, with probability `share`, and from another if it is hard. The smaller a Dirichlet's
 * parameter, the likelier it is that one answer has nearly all.
 */
export type ShapePrior = {
  readonly answers: number
  readonly easy: number
  readonly hard: number
  readonly share: number
}

/** How many answers have each count of votes, the counts above 0. */
export type CountGroups = ReadonlyMap<number, number>

/** The posterior after the votes on a question, and the evidence for the prior. */
export type ShapePosterior = {
  /** A lower bound on the probability that the leader is the likeliest answer. */
  readonly leader: number
  /** An upper bound on the probability that the likeliest answer is none of those seen. */
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
  const kinds = kindsOf(prior, groups, counted)
  return {
    leader: leaderOf(prior, kinds, groups, counted),
    unseen:
      counted.seen === 0
        ? 1
        : kinds.easy * Math.min(1, unseenAhead(prior.easy, counted)) +
          kinds.hard * Math.min(1, unseenAhead(prior.hard, counted)),
    logEvidence: kinds.logEvidence,
  }
}

/** The `leader` of `judgeShape` alone, which is asked for after every vote. */
export function shapeLeader(prior: ShapePrior, groups: CountGroups): number {
  const counted = countsOf(prior, groups)
  return leaderOf(prior, kindsOf(prior, groups, counted), groups, counted)
}

/** ln of the probability that votes fall apart so, by a prior. */
export function shapeEvidence(prior: ShapePrior, groups: CountGroups): number {
  return kindsOf(prior, groups, countsOf(prior, groups)).logEvidence
}

/** How probable each of the two kinds is after the votes, and the votes by both. */
type Kinds = { readonly easy: number; readonly hard: number; readonly logEvidence: number }

function kindsOf({ easy, hard, share }: ShapePrior, groups: CountGroups, counted: Counted): Kinds {
  const logEasy = Math.log(share) + logEvidenceOf(easy, groups, counted)
  const logHard = Math.log1p(-share) + logEvidenceOf(hard, groups, counted)
  const largest = Math.max(logEasy, logHard)
  const total = Math.exp(logEasy - largest) + Math.exp(logHard - largest)
  return {
    easy: Math.exp(logEasy - largest) / total,
    hard: Math.exp(logHard - largest) / total,
    logEvidence: largest + Math.log(total),
  }
}

function leaderOf(prior: ShapePrior, { easy, hard }: Kinds, groups: CountGroups, counted: Counted): number {
  return (
    easy * Math.max(0, 1 - othersAhead(prior.easy, groups, counted)) +
    hard * Math.max(0, 1 - othersAhead(prior.hard, groups, counted))
  )
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

/** How probable it is that an answer not seen yet is likelier than the leader, summed over them. */
function unseenAhead(alpha: number, { most, unseen }: Counted): number {
  if (most === 0) return 1
  return unseen === 0 ? 0 : unseen * behind(alpha, most, 0)
}

/** The same, summed over all but the leader. */
function othersAhead(alpha: number, groups: CountGroups, counted: Counted): number {
  let sum = unseenAhead(alpha, counted)
  for (const [count, answers] of groups) {
    const others = count === counted.most ? answers - 1 : answers
    if (others > 0) sum += others * behind(alpha, counted.most, count)
  }
  return sum
}

/** ln of the probability that votes fall on that many answers in those numbers, whichever answers those are. */
function logEvidenceOf(alpha: number, groups: CountGroups, { votes, seen, unseen }: Counted): number {
  let log = logRising(unseen + 1, seen) - logRising((seen + unseen) * alpha, votes)
  for (const [count, alike] of groups) log += alike * logRising(alpha, count)
  return log
}
