/** How often a question's n samples gave the right answer, each of the wrong ones, and none. */
export type AnswerCounts = { readonly right: number; readonly wrong: readonly number[]; readonly none: number }

/** Up to this many samples the expectation is exact; above, it is drawn. */
const EXACT_SAMPLES = 64
const DRAWS = 256

/** A chance in [0, 1] with the standard error of having drawn it; 0 if it is exact. */
export type DrawnChance = { readonly value: number; readonly error: number }

/**
 * Returns maj@k of one question: the chance that the plurality of k of its samples is right, over all subsets of k and
 * all their orders, so that no one order of the samples decides. Of answers with equally many votes the first seen
 * wins, which over all orders is each of them equally often; samples without an answer do not vote. 1 ≤ k ≤ n. Exact up
 * to n = 64, by counting subsets; above, from 256 seeded draws of `next`, in [0, 1).
 */
export function majorityAt(k: number, counts: AnswerCounts, next: () => number): DrawnChance {
  if (counts.right === 0) return { value: 0, error: 0 }
  const n = counts.right + counts.none + counts.wrong.reduce((sum, count) => sum + count, 0)
  return n <= EXACT_SAMPLES ? { value: exact(k, counts, n), error: 0 } : drawn(k, counts, next)
}

function exact(k: number, { right, wrong, none }: AnswerCounts, n: number): number {
  let favourable = 0
  for (let votes = 1; votes <= Math.min(k, right); votes += 1) {
    favourable += choose(right, votes) * waysToLose(k - votes, votes, { wrong, none })
  }
  return favourable / choose(n, k)
}

/** Ways to fill `room` places with no wrong answer above `votes`; t answers level with the right one weigh 1 / (t + 1). */
function waysToLose(room: number, votes: number, { wrong, none }: Omit<AnswerCounts, 'right'>): number {
  const ties = Math.floor(room / votes)
  // ways[t][s]: s places filled, t answers level.
  let ways = Array.from({ length: ties + 1 }, (_, level) =>
    Array.from({ length: room + 1 }, (__, filled) => (level === 0 ? choose(none, filled) : 0)),
  )
  for (const count of wrong) {
    ways = ways.map((row, level) =>
      row.map((_, filled) => {
        let sum = 0
        for (let taken = 0; taken < votes && taken <= filled; taken += 1) {
          sum += (row[filled - taken] ?? 0) * choose(count, taken)
        }
        return sum + (filled < votes ? 0 : (ways[level - 1]?.[filled - votes] ?? 0) * choose(count, votes))
      }),
    )
  }
  return ways.reduce((sum, row, level) => sum + (row[room] ?? 0) / (level + 1), 0)
}

const PASCAL: number[][] = [[1]]

function choose(n: number, k: number): number {
  for (let row = PASCAL.length; row <= n; row += 1) {
    const above = PASCAL[row - 1] ?? []
    PASCAL.push(Array.from({ length: row + 1 }, (_, at) => (above[at - 1] ?? 0) + (above[at] ?? 0)))
  }
  return PASCAL[n]?.[k] ?? 0
}

function drawn(k: number, { right, wrong, none }: AnswerCounts, next: () => number): DrawnChance {
  const pool = [right, ...wrong].flatMap((count, answer) => Array<number>(count).fill(answer))
  for (let missing = 0; missing < none; missing += 1) pool.push(-1)
  const scores = Array.from({ length: DRAWS }, () => scoreOf(shuffledStart(pool, k, next)))
  const value = scores.reduce((sum, score) => sum + score, 0) / DRAWS
  const spread = scores.reduce((sum, score) => sum + (score - value) ** 2, 0) / (DRAWS - 1)
  return { value, error: Math.sqrt(spread / DRAWS) }
}

/** The first k of a pool in a new random order (Fisher and Yates); the pool is shuffled in place. */
function shuffledStart(pool: number[], k: number, next: () => number): number[] {
  for (let at = 0; at < k; at += 1) {
    const other = at + Math.floor(next() * (pool.length - at))
    const here = pool[at] ?? -1
    const there = pool[other] ?? -1
    pool[at] = there
    pool[other] = here
  }
  return pool.slice(0, k)
}

/** 1 if answer 0 has the most votes, a share of it if it is level with others. */
function scoreOf(answers: readonly number[]): number {
  const votes = new Map<number, number>()
  for (const answer of answers) if (answer >= 0) votes.set(answer, (votes.get(answer) ?? 0) + 1)
  const most = Math.max(0, ...votes.values())
  if (most === 0 || votes.get(0) !== most) return 0
  return 1 / [...votes.values()].filter((count) => count === most).length
}
