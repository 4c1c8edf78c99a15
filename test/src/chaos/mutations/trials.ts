import { fileURLToPath } from 'node:url'
import type { ChaosOptions } from '../chaos-options.js'
import type { FaultCounts } from '../nemesis/schedule.js'

const NO_FAULTS: FaultCounts = {
  kills: 0,
  pauses: 0,
  terminations: 0,
  flushes: 0,
  redisKills: 0,
  postgresCrashes: 0,
  partitions: 0,
  latencies: 0,
  resets: 0,
  commitsLost: 0,
  redeliveries: 0,
}

const SMALL: ChaosOptions = {
  seed: 3,
  backend: 'redis',
  faults: NO_FAULTS,
  workers: 2,
  coordinators: 2,
  evaluations: 2,
  leaseMs: 1500,
  gapMs: 400,
  model: { latencyMs: [50, 600], redrawable: 0, unclear: 0 },
  atLeast: 2,
  cancelled: 0,
  giveUpMs: 30_000,
  endSeconds: Infinity,
}

/** Half of the processes' clocks are one hour ahead, the others one hour behind. */
export const SKEWED = ['--import', fileURLToPath(new URL('../../../dist/chaos/skew-clock.js', import.meta.url))]

const SLOW = { latencyMs: [800, 2000], redrawable: 0, unclear: 0 } as const

function trial(faults: Partial<FaultCounts>, changes: Partial<ChaosOptions> = {}): ChaosOptions {
  return { ...SMALL, ...changes, faults: { ...NO_FAULTS, ...faults } }
}

/** A round that has something to lose: the first rounds of an evaluation read nothing. */
const LATER = 15

/** Short runs, each with what is needed to reveal a few missing guards. */
export const TRIALS = {
  // Enough evaluations for every shape.
  'no fault': trial({}, { atLeast: 6 }),
  // Slow answers, so that the next holder is still drawing when the late one returns.
  pauses: trial({ pauses: 16 }, { workers: 3, concurrency: 12, model: SLOW }),
  // A paused worker finds its call refused, and would draw again what another worker holds by then.
  'pauses, and calls that fail': trial(
    { pauses: 16 },
    { workers: 3, concurrency: 12, model: { ...SLOW, redrawable: 0.25 }, giveUpMs: 120_000 },
  ),
  kills: trial({ kills: 10 }, { workers: 3 }),
  'duplicate deliveries': trial({ redeliveries: 14 }, { gapMs: 300, atLeast: 4 }),
  FLUSHALL: trial({ flushes: 4 }, { gapMs: 900 }),
  cancel: trial({ redeliveries: 6 }, { cancelled: 1, atLeast: 6 }),
  'coordinator killed inside a round': trial({}, { failpoints: { coordinator: `round.written:kill:${LATER}` } }),
  'round that fails before its commit': trial({}, { failpoints: { coordinator: `round.written:throw:${LATER}` } }),
  'API killed before it asks for a round': trial({}, { failpoints: { api: 'submit.stored:kill' } }),
  'clocks of the processes an hour apart': trial({}, { execArgv: SKEWED }),
} as const satisfies Readonly<Record<string, ChaosOptions>>

export type TrialName = keyof typeof TRIALS
