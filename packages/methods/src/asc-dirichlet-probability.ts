import { ascBetaProbability } from './asc-beta-probability.js'

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
    for (let own = 0; own <= cap; own += 1) {
      const n = others + own
      const ways = at(n) - at(own) - at(others)
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
