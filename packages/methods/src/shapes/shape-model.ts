import { incompleteBeta, remembered } from '../math.js'

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
type ShapePosterior = {
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

/** The parameters that values are kept of, at most. */
const MOST_KNOWN = 100
/** Beyond the most votes on a question. */
const MORE = 2048

const KNOWN = new Map<number, (counts: number) => number>()

/**
 * Returns how probable it is, by a symmetric Dirichlet of this parameter, that an answer with `count` votes is likelier than
 * one with `most`: I_½(most + α, count + α). Values are kept, since the counts of a run repeat from question to question.
 */
function behind(alpha: number, most: number, count: number): number {
  let known = KNOWN.get(alpha)
  if (known === undefined) {
    if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
    known = remembered((counts) => {
      const fewer = counts % MORE
      return incompleteBeta(0.5, (counts - fewer) / MORE + alpha, fewer + alpha)
    })
    KNOWN.set(alpha, known)
  }
  return known(most * MORE + count)
}

/** The numbers that a table is kept of, at most. */
const MOST_TABLES = 1000

const TABLES = new Map<number, number[]>()

/**
 * Returns ln Γ(x + n) − ln Γ(x) = ln x(x + 1) … (x + n − 1), for x > 0 and whole n ≥ 0, from a table of x: few x are asked of,
 * with every n in turn. Source: DLMF 5.5.1, n times.
 */
function logRising(x: number, n: number): number {
  let table = TABLES.get(x)
  if (table === undefined) {
    if (TABLES.size >= MOST_TABLES) TABLES.clear()
    table = [0]
    TABLES.set(x, table)
  }
  for (let at = table.length; at <= n; at += 1) table.push((table[at - 1] ?? 0) + Math.log(x + at - 1))
  return table[n] ?? 0
}
