import { halfTail, logGamma } from './math.js'

/**
 * Returns the probability that the most frequent answer keeps its majority over the second: with counts v1 and v2,
 * P(Beta(v1 + 1, v2 + 1) > 1/2), as the binomial tail P(Bin(v1 + v2 + 1, 1/2) > v2), which is exact.
 *
 * `v1` and `v2` are whole numbers ≥ 0 with v1 + v2 ≤ 1,024; the result is in (0, 1), 1/2 if they are equal.
 * Source: arXiv 2305.11860, the Beta stopping criterion (section 3).
 */
export function ascBetaProbability(v1: number, v2: number): number {
  return 1 - halfTail(v1, v2)
}

/** How many of the most frequent answers are compared, the leader included. */
const COMPARED = 5

/** The chance that n draws over the answers of a subset, all equally likely, give none of them more than its count. */
type Fitting = { readonly answers: number; readonly chances: readonly number[] }

/**
 * Returns the probability that the most frequent answer stays ahead of the next four: P(p₁ > max pᵢ) under Dir(v + 1),
 * exactly. With G ~ Gamma(vᵢ + 1) it is E ∏ (1 − Qᵢ(G₁)), which expands into one negative-binomial sum for each set of
 * rivals that all stay ahead; every sum is a probability, so nothing cancels. With fewer than three answers it is the
 * Beta criterion, of which it is the generalisation.
 *
 * `counts` are whole numbers ≥ 1 in any order, at least one, adding up to at most 1,024. The result is in (0, 1).
 * Source: arXiv 2305.11860, the Dirichlet stopping criterion (section 3, there by Monte Carlo).
 */
export function ascDirichletProbability(counts: readonly number[]): number {
  const [leader = 0, ...rivals] = counts.toSorted((a, b) => b - a).slice(0, COMPARED)
  if (rivals.length < 2) return ascBetaProbability(leader, rivals[0] ?? 0)
  const key = [leader, ...rivals].join(' ')
  const known = KNOWN.get(key)
  if (known !== undefined) return known
  const probability = leadsAll(leader, rivals)
  if (KNOWN.size >= MOST_KNOWN) KNOWN.clear()
  KNOWN.set(key, probability)
  return probability
}

/** The counts of a run repeat from question to question. */
const KNOWN = new Map<string, number>()
const MOST_KNOWN = 10_000

function leadsAll(leader: number, rivals: readonly number[]): number {
  const logFactorials = logFactorialsUpTo(rivals.reduce((sum, count) => sum + count, leader + 1))
  let subsets: Fitting[] = [{ answers: 0, chances: [1] }]
  for (const rival of rivals) {
    subsets = [...subsets, ...subsets.map((subset) => addAnswer(subset, rival, logFactorials))]
  }
  return subsets.reduce((sum, subset) => {
    const ahead = allAhead(subset, leader, logFactorials)
    return subset.answers % 2 === 0 ? sum + ahead : sum - ahead
  }, 0)
}

/** Draws one more answer with its cap: of n draws, k fall on it by the binomial distribution. */
function addAnswer({ answers, chances }: Fitting, cap: number, logFactorials: readonly number[]): Fitting {
  const size = answers + 1
  if (answers === 0) return { answers: size, chances: Array<number>(cap + 1).fill(1) }
  const at = (n: number): number => logFactorials[n] ?? 0
  const sums = Array<number>(chances.length + cap).fill(0)
  chances.forEach((chance, others) => {
    for (let votes = 0; votes <= cap; votes += 1) {
      const n = others + votes
      const ways = at(n) - at(votes) - at(others)
      const share = Math.exp(ways - n * Math.log(size) + others * Math.log(answers))
      sums[n] = (sums[n] ?? 0) + chance * share
    }
  })
  return { answers: size, chances: sums }
}

/** The probability that all answers of the subset beat the leader: Σ chance(n) · NegBin(n; leader + 1, 1/(size + 1)). */
function allAhead({ answers, chances }: Fitting, leader: number, logFactorials: readonly number[]): number {
  if (answers === 0) return 1
  const at = (n: number): number => logFactorials[n] ?? 0
  return chances.reduce((sum, chance, n) => {
    const ways = at(leader + n) - at(leader) - at(n)
    return sum + chance * Math.exp(ways + n * Math.log(answers) - (leader + 1 + n) * Math.log(answers + 1))
  }, 0)
}

function logFactorialsUpTo(largest: number): number[] {
  const sums = [0]
  for (let n = 1; n <= largest; n += 1) sums.push((sums[n - 1] ?? 0) + Math.log(n))
  return sums
}

/**
 * Gives the natural logarithm of the evidence against "the second answer is at least as likely as the first": the
 * likelihood of the counts, averaged over all shares above ½, against that at ½; 2ⁿ⁺¹ · B(v1 + 1, v2 + 1) ·
 * P(Beta(v1 + 1, v2 + 1) > ½). For two answers named beforehand it is an e-process: it ever reaches 1/α with probability
 * at most α. Counts are whole numbers ≥ 0 with v1 + v2 ≤ 1,024.
 */
export function majorityEvidence(v1: number, v2: number): number {
  const votes = v1 + v2
  const beta = logGamma(v1 + 1) + logGamma(v2 + 1) - logGamma(votes + 2)
  return (votes + 1) * Math.LN2 + beta + Math.log1p(-halfTail(v1, v2))
}

/**
 * Gives the share of votes expected to be lost by giving the leader instead of the runner-up: E[(1 − 2X)⁺] with
 * X ~ Beta(v1 + 1, v2 + 1), the leader's part of the two. In (0, ¼]; counts as for `halfTail`.
 */
export function voteRegret(v1: number, v2: number): number {
  const a = v1 + 1
  const b = v2 + 1
  return halfTail(v1, v2) - ((2 * a) / (a + b)) * halfTail(v1 + 1, v2)
}
