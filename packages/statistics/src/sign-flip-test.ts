/** Above this many steps the exact distribution costs more than it tells, and flips are drawn. */
const EXACT_STEPS = 3e8
const DRAWS = 10_000

/**
 * `p` and `midP` in [0, 1], two-sided; `differing` questions on which the methods differ; `exact` unless the signs
 * were drawn, which leaves p a standard error of √(p (1 − p) / 10,000).
 */
export type SignFlipTest = {
  readonly p: number
  readonly midP: number
  readonly differing: number
  readonly exact: boolean
}

/** How likely flipped signs are to give a sum further from 0 than the one seen, and as far. */
type Tails = { readonly further: number; readonly equal: number }

/**
 * Tests whether two methods are equally accurate, from one whole number a question: how many more of its replicates one
 * of them got right. Were they equally good, each number could as well have had the other sign. With one replicate the
 * numbers are −1, 0 and 1, and this is McNemar's exact test.
 *
 * The distribution of the flipped sum is computed exactly: |Σ ± d| is |T − 2W|, with T = Σ|d| and W the sum of a random
 * half of the |d|. `next`, in [0, 1), is read only if that would take more than 3 · 10⁸ steps.
 * Sources: McNemar (1947); Fisher, The design of experiments (1935), § 21; Fagerland, Lydersen and Laake, The McNemar
 * test for binary matched-pairs data (2013), for mid-p.
 */
export function signFlipTest(differences: readonly number[], next: () => number): SignFlipTest {
  const sizes = differences.filter((difference) => difference !== 0).map(Math.abs)
  const seen = Math.abs(differences.reduce((sum, difference) => sum + difference, 0))
  const total = sizes.reduce((sum, size) => sum + size, 0)
  const exact = total * sizes.length <= EXACT_STEPS
  const { further, equal } = exact ? exactTails(sizes, total, seen) : drawnTails(sizes, seen, next)
  return { p: Math.min(1, further + equal), midP: Math.min(1, further + equal / 2), differing: sizes.length, exact }
}

function exactTails(sizes: readonly number[], total: number, seen: number): Tails {
  const chance = new Float64Array(total + 1)
  chance[0] = 1
  let reach = 0
  for (const size of sizes) {
    reach += size
    for (let sum = reach; sum >= 0; sum -= 1) {
      chance[sum] = ((chance[sum] ?? 0) + (sum < size ? 0 : (chance[sum - size] ?? 0))) / 2
    }
  }
  let further = 0
  let equal = 0
  for (const [sum, share] of chance.entries()) {
    const distance = Math.abs(total - 2 * sum)
    if (distance > seen) further += share
    else if (distance === seen) equal += share
  }
  return { further, equal }
}

/** The observed assignment counts as one draw, so that p is never 0. Source: Phipson and Smyth (2010). */
function drawnTails(sizes: readonly number[], seen: number, next: () => number): Tails {
  let further = 0
  let equal = 1
  for (let draw = 0; draw < DRAWS; draw += 1) {
    const sum = Math.abs(sizes.reduce((total, size) => total + (next() < 0.5 ? size : -size), 0))
    if (sum > seen) further += 1
    else if (sum === seen) equal += 1
  }
  return { further: further / (DRAWS + 1), equal: equal / (DRAWS + 1) }
}
