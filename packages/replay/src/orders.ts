import { isSetMethod, methodKey, type MethodSpec, ranksQuestions, type Vote } from '@cges-fleet/methods'
import type { Recording } from './recording.js'
import { permute } from './run-seed.js'

/**
 * Orders the questions for a method that decides whole sets, each replicate a set of its own; empty for other methods.
 */
export function ordersFor(
  spec: MethodSpec,
  recordings: readonly Recording[],
  pools: readonly (readonly Vote[])[],
  dscRanking: DscRanking,
): number[][] {
  if (!isSetMethod(spec)) return []
  const order = ranksQuestions(spec)
    ? difficultyOrder(dscRanking, recordings, { pools, budget: spec.budget, key: methodKey(spec) })
    : recordings.map((_, question) => question)
  const replicates = [...new Set(recordings.map(({ replicate }) => replicate))]
  return replicates.map((replicate) => order.filter((question) => recordings[question]?.replicate === replicate))
}

/** The source of DSC's difficulty order; see docs/methods.md. */
export const DSC_RANKINGS = ['given', 'sample'] as const
export type DscRanking = (typeof DSC_RANKINGS)[number]

/** The method to order for, by its key. */
interface Ordered {
  readonly budget: number
  readonly key?: string
}

/** Returns why a file gives no order; null if it does. */
export function orderRefusal(
  ranking: DscRanking,
  recordings: readonly Recording[],
  { budget, key }: Ordered,
): string | null {
  if (ranking === 'given') {
    return recordings.every((recording) => difficultyOf(recording, key) !== null)
      ? null
      : 'not every question has a difficulty to rank by; --dsc-ranking sample ranks by the samples a run leaves over'
  }
  return recordings.every(({ samples }) => samples.length > budget)
    ? null
    : `no samples are left over beyond its budget of ${budget} to rank the questions by`
}

/** A recorded rank takes precedence over a difficulty. */
function difficultyOf({ places, difficulty }: Recording, key: string | undefined): number | null {
  return (key === undefined ? undefined : places?.[key]) ?? difficulty
}

/**
 * Orders the questions from easy to hard: by the file's difficulty, or by how little the samples beyond the budget
 * agree. The second flatters DSC, whose own ranking sees only the questions. `pools` are one seed's permutations.
 */
export function difficultyOrder(
  ranking: DscRanking,
  recordings: readonly Recording[],
  { pools, budget, key }: Ordered & { readonly pools: readonly (readonly Vote[])[] },
): number[] {
  const scores = recordings.map((recording, question) =>
    ranking === 'given' ? (difficultyOf(recording, key) ?? 0) : disagreement((pools[question] ?? []).slice(budget)),
  )
  return scores.map((_, index) => index).toSorted((a, b) => (scores[a] ?? 0) - (scores[b] ?? 0) || a - b)
}

function disagreement(votes: readonly Vote[]): number {
  const counts = new Map<string, number>()
  for (const { answer } of votes) if (answer !== null) counts.set(answer, (counts.get(answer) ?? 0) + 1)
  return 1 - Math.max(0, ...counts.values()) / votes.length
}

/** Which sample comes when: for each question the places of its samples in the order of one seed. */
export type Permutations = (seed: number) => readonly (readonly number[])[]

/** Shuffles every question's samples as `permute` does, once for all methods that ask. */
export function permutations(recordings: readonly Recording[]): Permutations {
  const made = new Map<number, number[][]>()
  return (seed) => {
    const known = made.get(seed)
    if (known !== undefined) return known
    const orders = recordings.map(({ id, samples }) =>
      permute(
        samples.map((_, place) => place),
        seed,
        id,
      ),
    )
    made.set(seed, orders)
    return orders
  }
}

/** Puts a question's samples in order, leaving out missing ones. */
export function inOrderOf<Sample>(pool: readonly Sample[], order: readonly number[]): Sample[] {
  const sorted: Sample[] = []
  for (const place of order) {
    const sample = pool[place]
    if (sample !== undefined) sorted.push(sample)
  }
  return sorted
}
