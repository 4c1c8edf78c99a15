import type { ModelCall } from '../../chaos/model/fake-model.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, BenchStores, modelThatTakes, WORKERS } from '../fleet/bench-fleet.js'
import { barrierMs, type Durations, listScheduleMs, lowerBoundMs } from './simulate-slots.js'

const BUDGET = 16
const LOAD = { questions: 300, concurrency: 16 } as const
const LATENCY_MS = [200, 2000] as const
const SLOTS = WORKERS * LOAD.concurrency
const METHOD = `asc-beta@${BUDGET}`

interface Drawn {
  readonly trial: string
  readonly from: number
  readonly to: number
}

/**
 * How close a fleet comes to the shortest time in which its samples could have been drawn, as the model server saw it,
 * from the submission on: the time before the first call counts.
 */
export function slotsBench(): Bench {
  return {
    unit: 's',
    value: 'makespan',
    reference: 'lower bound',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const model = await modelThatTakes(LATENCY_MS)
      const fleet = await BenchFleet.start(stores, LOAD, model)
      try {
        await fleet.evaluate('sc@1')
        const warming = model.calls.length
        const began = Date.now()
        await fleet.evaluate(METHOD)
        const drawn = model.calls.slice(warming).map(asDrawn)
        return repetitionOf(drawn, began)
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

function asDrawn({ id, at, endedAt }: ModelCall): Drawn {
  return { trial: id.slice(0, id.indexOf('/')), from: at.getTime(), to: (endedAt ?? at).getTime() }
}

function repetitionOf(drawn: readonly Drawn[], began: number): Repetition {
  const chains = chainsOf(drawn)
  const durations: Durations = chains.map((chain) => chain.map(({ from, to }) => to - from))
  const makespan = Math.max(...drawn.map(({ to }) => to)) - began
  const mean = durations.flat().reduce((sum, each) => sum + each, 0) / drawn.length
  const fixed = listScheduleMs(
    Array.from({ length: chains.length * BUDGET }, () => mean),
    SLOTS,
  )
  return {
    value: makespan / 1000,
    reference: lowerBoundMs(durations, SLOTS) / 1000,
    also: {
      busy: busyShare(drawn, began, enoughUntil(chains)),
      samples: drawn.length,
      barrierComputedSeconds: barrierMs(durations, SLOTS) / 1000,
      fixedBudgetComputedSeconds: fixed / 1000,
    },
  }
}

function chainsOf(drawn: readonly Drawn[]): Drawn[][] {
  const chains = new Map<string, Drawn[]>()
  for (const each of drawn) chains.set(each.trial, [...(chains.get(each.trial) ?? []), each])
  return [...chains.values()]
}

/**
 * Until when there were at least as many unresolved questions as slots: after that some slots are idle under any
 * scheduler.
 */
function enoughUntil(chains: readonly Drawn[][]): number {
  const ends = chains.map((chain) => Math.max(...chain.map(({ to }) => to))).toSorted((a, b) => b - a)
  return ends[SLOTS - 1] ?? 0
}

/** The share of the slots' time in which a call was running. */
function busyShare(drawn: readonly Drawn[], from: number, to: number): number {
  const busy = drawn.reduce((sum, call) => sum + Math.max(0, Math.min(call.to, to) - Math.max(call.from, from)), 0)
  return busy / (SLOTS * (to - from))
}

const AHEAD_METHOD = 'cges:confidence=lns-arith,gamma=0.99@16'
const AHEAD_LOAD = { questions: 48, concurrency: 16 } as const

interface Run {
  readonly seconds: number
  readonly samples: number
  readonly digest: string
}

/**
 * How much sooner an evaluation ends if it asks ahead of need while slots are idle, and how much it draws for nothing.
 */
export function lookaheadBench(): Bench {
  return {
    unit: 's',
    value: 'makespan asking four ahead',
    reference: 'makespan',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, AHEAD_LOAD, await modelThatTakes(LATENCY_MS))
      try {
        await fleet.evaluate('sc@1')
        const off = await run(stores, fleet, 'off')
        const auto = await run(stores, fleet, 'auto')
        const four = await run(stores, fleet, 4)
        if (new Set([off, auto, four].map(({ digest }) => digest)).size > 1) {
          throw new Error('asking ahead of need changed a verdict')
        }
        const samples = { needed: off.samples, samples: four.samples, autoSamples: auto.samples }
        return {
          value: four.seconds,
          reference: off.seconds,
          also: { slots: WORKERS * AHEAD_LOAD.concurrency, ...samples, autoSeconds: auto.seconds },
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function run(stores: BenchStores, fleet: BenchFleet, lookahead: 'off' | 'auto' | 4): Promise<Run> {
  const began = performance.now()
  const { id } = await fleet.evaluate(AHEAD_METHOD, { lookahead })
  const seconds = (performance.now() - began) / 1000
  // Whatever is still being drawn ahead of need has landed after the longest latency.
  await new Promise((resolve) => setTimeout(resolve, 1.5 * LATENCY_MS[1]))
  const [row] = await stores.db.query<[{ samples: number; digest: string }]>(
    'SELECT samples_drawn::float8 AS samples, digest FROM evaluation WHERE id = $1',
    [id],
  )
  return { seconds, samples: row.samples, digest: row.digest }
}
