import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import type { Role } from '../fleet/member.js'

/** One thing that goes wrong. `pick` chooses among those it can happen to when its time has come. */
export type Fault =
  | { readonly kind: 'kill'; readonly role: Role; readonly pick: number }
  | { readonly kind: 'pause'; readonly role: Role; readonly pick: number; readonly forMs: number }
  | { readonly kind: 'terminate'; readonly pick: number }
  | { readonly kind: 'flush' }
  | { readonly kind: 'redis-kill'; readonly keeps: boolean; readonly downMs: number }
  | { readonly kind: 'postgres-crash'; readonly signal: 'SIGKILL' | 'SIGQUIT' | 'SIGINT'; readonly downMs: number }
  | { readonly kind: 'partition'; readonly store: Store; readonly forMs: number; readonly heal: 'resume' | 'reset' }
  | { readonly kind: 'latency'; readonly store: Store; readonly ms: number; readonly forMs: number }
  | { readonly kind: 'reset'; readonly store: Store }
  | { readonly kind: 'commit-lost'; readonly statement: string; readonly times: number }
  | { readonly kind: 'redeliver'; readonly jobs: number }

export type Store = 'postgres' | 'redis'

/** How many of each. */
export interface FaultCounts {
  readonly kills: number
  readonly pauses: number
  readonly terminations: number
  readonly flushes: number
  readonly redisKills: number
  readonly postgresCrashes: number
  readonly partitions: number
  readonly latencies: number
  readonly resets: number
  readonly commitsLost: number
  readonly redeliveries: number
}

export const HANDS_BACK = 'FROM end_calls('

/** What is sent right before an acknowledgement gets lost: a round's commit, a claim, a landing, a hand-back, a submission. */
export const COMMITS = [
  'COMMIT',
  'FROM claim_calls(',
  'FROM land_samples(',
  HANDS_BACK,
  'INSERT INTO evaluation',
] as const

/** Puts the faults of a run in an order; the same seed gives the same list. */
export function scheduleOf(seed: number, counts: FaultCounts, at: { leaseMs: number; hasRedis: boolean }): Fault[] {
  const random = seededRandom(`faults ${seed}`)
  const many = (times: number, make: (nth: number) => Fault) => Array.from({ length: times }, (_, nth) => make(nth))
  const store = (chance = random.next()): Store => (chance < 0.5 || !at.hasRedis ? 'postgres' : 'redis')
  const rare: Fault[] = [
    ...many(counts.terminations, () => ({ kind: 'terminate', pick: random.next() })),
    ...many(counts.flushes, () => ({ kind: 'flush' })),
    ...many(counts.redisKills, (n) => ({ kind: 'redis-kill', keeps: n % 2 === 0, downMs: random.int(100, 1500) })),
    ...many(counts.postgresCrashes, (n) => ({
      kind: 'postgres-crash',
      signal: (['SIGKILL', 'SIGQUIT', 'SIGINT'] as const)[n % 3] ?? 'SIGKILL',
      downMs: random.int(50, 1000),
    })),
    ...many(counts.partitions, (n) => ({
      kind: 'partition',
      store: store((n + 1) % 2),
      forMs: random.int(500, 3000),
      heal: random.next() < 0.5 ? 'resume' : 'reset',
    })),
    ...many(counts.latencies, () => ({ kind: 'latency', store: store(), ms: random.int(5, 80), forMs: 1500 })),
    ...many(counts.resets, () => ({ kind: 'reset', store: store() })),
    ...many(counts.commitsLost, (n) => ({
      kind: 'commit-lost',
      statement: COMMITS[n % COMMITS.length] ?? 'COMMIT',
      times: random.int(1, 4),
    })),
    ...many(counts.redeliveries, () => ({ kind: 'redeliver', jobs: random.int(1, 60) })),
  ]
  const often: Fault[] = [
    ...many(counts.kills, () => ({ kind: 'kill', role: roleOf(random, 0.7, 0.92), pick: random.next() })),
    ...many(counts.pauses, () => pauseOf(random, at.leaseMs)),
  ]
  // The rare ones happen while much else does: spread over the whole, not in a heap.
  return spread(random.shuffle(often), random.shuffle(rare))
}

function roleOf(random: SeededRandom, workersBelow: number, coordinatorsBelow: number): Role {
  const chance = random.next()
  return chance < workersBelow ? 'worker' : chance < coordinatorsBelow ? 'coordinator' : 'api'
}

/** Longer than the lease; a coordinator's now and then longer than the database lets a transaction idle. */
function pauseOf(random: SeededRandom, leaseMs: number): Fault {
  const role = roleOf(random, 0.85, 1)
  const long = role === 'coordinator' && random.next() < 0.15
  const forMs = long ? random.int(5500, 7000) : Math.round(leaseMs * (1.1 + 1.4 * random.next()))
  return { kind: 'pause', role, pick: random.next(), forMs }
}

function spread(often: readonly Fault[], rare: readonly Fault[]): Fault[] {
  if (often.length === 0) return [...rare]
  const every = often.length / rare.length
  let placed = 0
  return often.flatMap((fault, at) => {
    const due = rare.slice(placed, Math.floor((at + 1) / every))
    placed += due.length
    return [fault, ...due]
  })
}
