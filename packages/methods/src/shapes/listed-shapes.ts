/** The probabilities of a question's answers, the likeliest first, and how many earlier questions had these. */
export interface ListedShape {
  readonly chances: readonly number[]
  readonly questions: number
}

/**
 * Lists the shapes that earlier questions had: the shares of their answers, whichever answers those were. `history` has
 * each question's answers, null if a sample has none, which counts for nothing. Questions of one shape are listed once.
 */
export function listShapes(history: readonly (readonly (string | null)[])[]): ListedShape[] {
  const shapes = new Map<string, { chances: number[]; questions: number }>()
  for (const answers of history) {
    const counts = new Map<string, number>()
    for (const answer of answers) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
    if (counts.size === 0) continue
    const votes = [...counts.values()].reduce((sum, count) => sum + count, 0)
    const chances = [...counts.values()].map((count) => count / votes).toSorted((a, b) => b - a)
    const name = chances.join(' ')
    const alike = shapes.get(name) ?? { chances, questions: 0 }
    alike.questions += 1
    shapes.set(name, alike)
  }
  return [...shapes.values()]
}

/** The votes as the rule sees them: of the leader, of the second answer (0 if there is none), and of all others. */
export interface TopCounts {
  readonly first: number
  readonly second: number
  readonly others: number
}

/**
 * Returns the probability that the leader is the likeliest answer, given only the two largest counts and the sum of the
 * rest: the list of shapes is the prior, each as probable as it was frequent. 0 if no shape allows the votes. Source:
 * arXiv 2602.05395, the rule that aggregates into L = 3 groups under a list of priors, as its authors' public code has it:
 * of answers that tie, each is as likely to be the one in front.
 */
export function leaderByShapes(shapes: readonly ListedShape[], counts: TopCounts): number {
  let [leads, all] = [0, 0]
  for (const { chances, questions } of shapes) {
    const { first, total } = likelihoods(chances, counts)
    leads += questions * first
    all += questions * total
  }
  return all > 0 ? leads / all : 0
}

/** The probability of the counts if the leader is the likeliest answer, and whichever it is, up to a common factor. */
function likelihoods(chances: readonly number[], { first, second, others }: TopCounts) {
  const likeliest = chances[0] ?? 0
  if (second === 0) {
    return { first: likeliest ** first, total: chances.reduce((sum, chance) => sum + chance ** first, 0) }
  }
  const tied = first === second ? 2 : 1
  const values = [...new Set(chances)].map((value) => ({
    value,
    length: chances.filter((each) => each === value).length,
  }))
  let [leads, total] = [0, 0]
  // Answers that are as likely as each other are interchangeable: each pair of values is looked at once.
  for (const leader of values) {
    for (const runnerUp of values) {
      const pairs = leader.length * (runnerUp.length - (leader === runnerUp ? 1 : 0))
      if (pairs === 0) continue
      const rest = without(without(chances, leader.value), runnerUp.value)
      const each =
        leader.value ** first * runnerUp.value ** second * restLikelihood(rest, { others, most: second, tied })
      total += pairs * each
      if (leader.value === likeliest) leads += (pairs * each) / leader.length
    }
  }
  return { first: leads, total }
}

function without(chances: readonly number[], value: number): number[] {
  return chances.toSpliced(chances.indexOf(value), 1)
}

/**
 * The sum over all ways in which `others` votes fall on the remaining answers with at most `most` each, of the products
 * p^r / r!; a way in which m of them reach `most` counts 1 / C(tied + m, tied).
 */
function restLikelihood(
  chances: readonly number[],
  { others, most, tied }: { readonly others: number; readonly most: number; readonly tied: number },
): number {
  // By how many reach `most`, and by the votes placed so far.
  const width = others + 1
  const size = width * (Math.floor(others / most) + 1)
  let ways = new Float64Array(size)
  ways[0] = 1
  for (const chance of chances) {
    const next = new Float64Array(size)
    for (const [state, weight] of ways.entries()) {
      if (weight === 0) continue
      const left = others - (state % width)
      let term = weight
      for (let votes = 0; votes <= Math.min(most, left); votes += 1) {
        if (votes > 0) term *= chance / votes
        const to = state + votes + (votes === most ? width : 0)
        next[to] = (next[to] ?? 0) + term
      }
    }
    ways = next
  }
  let sum = 0
  for (let reached = 0; reached * width < size; reached += 1) {
    sum += (ways[reached * width + others] ?? 0) / choose(tied + reached, tied)
  }
  return sum
}

function choose(n: number, k: number): number {
  let product = 1
  for (let at = 1; at <= k; at += 1) product = (product * (n - k + at)) / at
  return product
}
