import type { ModelCall } from '../../chaos/model/fake-model.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, modelThatTakes, WORKERS } from '../fleet/bench-fleet.js'
import { BenchStores } from '../fleet/bench-stores.js'
import { barrierMs, type Durations, listScheduleMs, lowerBoundMs } from './schedule.js'

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
    beside: 'lower bound',
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
        return figures(drawn, began)
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

function figures(drawn: readonly Drawn[], began: number): Repetition {
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
    beside: lowerBoundMs(durations, SLOTS) / 1000,
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
