import { seededRandom, type SeededRandom } from '@cges-fleet/methods'
import { isFinished } from './clients.js'
import { processesOf } from './fleet.js'
import { findWrongs } from './judge.js'
import { Violation } from './model-database.js'
import type { Guard } from './model-tables.js'
import { type Fault, Nemesis, type Script } from './nemesis.js'
import { Scheduler } from './scheduler.js'
import { type Scenario, type Submitted, World } from './world.js'

/** How long a fleet may take to finish once nothing goes wrong any more. */
const COMES_TO_REST_MS = 600_000

export interface Run {
  readonly scenario: Scenario
  readonly steps: number
  readonly virtualMs: number
  readonly faults: Script
  /** Empty if every promise held. */
  readonly wrongs: readonly string[]
}

export interface Wanted {
  readonly faults: Script | { readonly rate: number; readonly untilStep: number }
}

/** Runs a fleet's protocol to its end: the same scenario and faults always give the same run. */
export async function simulate(scenario: Scenario, { faults }: Wanted): Promise<Run> {
  const world = new World(scenario)
  const scheduler = new Scheduler(seededRandom(`${scenario.seed} order`))
  const nemesis = new Nemesis(world, scheduler, faults)
  for (const process of processesOf(world)) scheduler.start(process)
  let wrongs: string[] = []
  let lastFaultAt = 0
  try {
    for (;;) {
      const before = nemesis.made.size
      const goesOn = await scheduler.next((process) => {
        nemesis.before(process)
        world.db.now = scheduler.now + world.clockAheadMs
      })
      if (nemesis.made.size > before) lastFaultAt = scheduler.now
      if (isAtRest(world)) break
      if (!goesOn || scheduler.now - lastFaultAt > COMES_TO_REST_MS) break
    }
    wrongs = findWrongs(world)
  } catch (error) {
    if (!(error instanceof Violation)) throw error
    wrongs = [error.message]
  }
  return { scenario, steps: scheduler.steps, virtualMs: scheduler.now, faults: nemesis.made, wrongs }
}

function isAtRest(world: World): boolean {
  const { evaluations } = world.db
  if (world.clientsLeft > 0) return false
  return [...evaluations.keys()].every((id) => isFinished(world, id))
}

const METHODS: readonly [readonly string[], ...(readonly string[])[]] = [
  ['sc@3', 'cges:confidence=lns-arith,gamma=0.97@5', 'esc:window=2@4'],
  ['cges:confidence=lns-arith,gamma=0.99@6'],
  ['asc-beta@5', 'sc@2'],
  ['sc@1'],
]

/** Draws a scenario from a seed: one to three evaluations, one to three of each process. */
export function scenarioOf(seed: string, without: readonly Guard[] = []): Scenario {
  const random = seededRandom(`${seed} scenario`)
  const evaluations = Array.from({ length: random.int(1, 3) }, (): Submitted => {
    const kind = random.pick<'cancel' | 'pause' | 'none'>(['cancel', 'pause', 'none', 'none'])
    const meddling = { atMs: random.int(10, 4000), forMs: random.int(10, 8000) }
    return {
      methods: random.pick(METHODS),
      questions: random.int(1, 12),
      callCap: random.next() < 0.25 ? random.int(1, 30) : null,
      lookahead: random.pick<'off' | number>(['off', 'off', 2]),
      addedMethod: random.next() < 0.25 ? 'sc@7' : null,
      atMs: random.int(0, 3000),
      team: random.pick<0 | 1>([0, 0, 1]),
      failing: random.next() < 0.25 ? { atMs: random.int(0, 3000), forMs: random.int(0, 20_000) } : null,
      meddling: kind === 'none' ? null : { kind, ...meddling },
    }
  })
  return {
    seed,
    evaluations,
    coordinators: random.int(1, 3),
    workers: random.int(1, 3),
    concurrency: random.int(1, 4),
    maxDeliveries: random.pick([3, 6, 6]),
    teams: [teamFrom(random), teamFrom(random)],
    skewMs: random.next() < 0.5 ? 0 : 3_600_000,
    without,
  }
}

function teamFrom(random: SeededRandom) {
  return { weight: random.pick([1, 1, 3]), maxInFlight: random.pick([Infinity, Infinity, 6, 20]) }
}

/** Leaves out faults, and whole evaluations, as long as the run still goes wrong: what is left is what it takes. */
export async function shrink(failing: Run): Promise<Run> {
  let smallest = failing
  const attempt = async (scenario: Scenario, faults: Script): Promise<boolean> => {
    const run = await simulate(scenario, { faults })
    if (run.wrongs.length === 0) return false
    smallest = run
    return true
  }
  for (let size = Math.ceil(failing.faults.size / 2); size >= 1; size = Math.floor(size / 2)) {
    for (let start = 0; start < smallest.faults.size;) {
      const kept = [...smallest.faults].filter((_, at) => at < start || at >= start + size)
      if (!(await attempt(smallest.scenario, new Map<number, Fault>(kept)))) start += size
    }
  }
  return smallest
}
