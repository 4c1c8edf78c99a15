import { z } from 'zod'
import type { ChaosOptions } from './chaos-options.js'

export const USAGE = `npm run chaos -- [--seed N] [--kills N] [--pauses N] [--backend redis|postgres]

Runs a whole fleet of real processes on stores of its own, kills and freezes them and their stores by a seeded
schedule, and has every promise judged from outside. The last line is the report as JSON. It exits 0 if all hold, 1 if one
is broken, and 2 if this machine is too slow to tell: its waits grow as it is slow, to three times their limits at most.

  --seed N      workload, faults and answers come from it (1)
  --kills N     processes killed with SIGKILL (100)
  --pauses N    processes frozen longer than a lease (half the kills)
  --events      prints every fault as it happens
  --backend B   where the queue is: redis (a private redis-server) or postgres (redis)`

const Count = z.coerce.number('must be a whole number').int().min(0)

const Options = z.object({
  seed: Count.default(1),
  kills: Count.default(100),
  pauses: Count.optional(),
  backend: z.enum(['redis', 'postgres'], '--backend must be redis or postgres').default('redis'),
  root: z.string().optional(),
  'limit-ms': Count.optional(),
})
type Options = z.infer<typeof Options>

/** Reads the command line; a wrong option stops the start with what to write. */
export function parseOptions(values: object): Options {
  const parsed = Options.safeParse(values)
  if (!parsed.success) throw new Error(`${z.prettifyError(parsed.error)}\n\n${USAGE}`)
  return parsed.data
}

/** The whole mixture for so many kills: what is rarer in the world is rarer here, but nothing is left out. */
export function defaultsFor({ seed, kills, pauses, backend, root, 'limit-ms': limitMs }: Options): ChaosOptions {
  const per = (thousand: number) => (kills === 0 ? 0 : Math.max(1, Math.round((kills * thousand) / 1000)))
  const redis = backend === 'redis'
  return {
    seed,
    backend,
    faults: {
      kills,
      pauses: pauses ?? Math.round(kills / 2),
      terminations: per(20),
      flushes: per(20),
      redisKills: redis ? Math.max(kills === 0 ? 0 : 2, per(20)) : 0,
      postgresCrashes: per(10),
      partitions: per(10),
      latencies: per(20),
      resets: per(20),
      commitsLost: per(30),
      redeliveries: per(30),
    },
    workers: 6,
    coordinators: 2,
    evaluations: 3,
    leaseMs: 1500,
    gapMs: 700,
    model: { latencyMs: [40, 900], redrawable: 0.02, unclear: 0 },
    ...(root === undefined ? {} : { root }),
    ...(limitMs === undefined ? {} : { limitMs }),
  }
}

/** A mixture small enough for the ordinary tests: one of every outage, and kills and pauses all the while. */
export const SMOKE: ChaosOptions = {
  seed: 1,
  backend: 'redis',
  faults: {
    kills: 40,
    pauses: 20,
    terminations: 1,
    flushes: 1,
    redisKills: 2,
    postgresCrashes: 1,
    partitions: 2,
    latencies: 1,
    resets: 2,
    commitsLost: 5,
    redeliveries: 3,
  },
  workers: 4,
  coordinators: 2,
  evaluations: 2,
  leaseMs: 1500,
  gapMs: 300,
  model: { latencyMs: [40, 900], redrawable: 0.02, unclear: 0 },
}
