import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, modelThatTakes } from './bench-fleet.js'
import { BenchStores } from './bench-stores.js'
import { lockWaits } from './lock-waits.js'

const LOAD = { questions: 200, concurrency: 16 } as const
const EVALUATIONS = 4
const [WARM_UP, METHOD] = ['sc@16', 'sc@8']

interface Rate {
  readonly perSecond: number
  /** The share of active statements that wait for another's lock. */
  readonly locked: number
}

/** Concurrent evaluations with two APIs and two coordinators, beside one of each, on the same cores. */
export function doubledBench(): Bench {
  return {
    unit: 'samples/s',
    value: 'two APIs and two coordinators',
    beside: 'one of each',
    run: async (): Promise<Repetition> => {
      const one = await rateOf(1)
      const two = await rateOf(2)
      const also = { lockedShareOfOne: one.locked, lockedShareOfTwo: two.locked }
      return { value: two.perSecond, beside: one.perSecond, also }
    },
  }
}

async function rateOf(each: number): Promise<Rate> {
  const stores = await BenchStores.start('redis')
  const fleet = await BenchFleet.start(stores, { ...LOAD, each }, await modelThatTakes([0, 0]))
  try {
    await allAtOnce(fleet, WARM_UP)
    let samples = 0
    const began = performance.now()
    const locked = await lockWaits(stores.db, async () => {
      samples = await allAtOnce(fleet, METHOD)
    })
    return { perSecond: (samples * 1000) / (performance.now() - began), locked }
  } finally {
    await fleet.stop()
    await stores.stop()
  }
}

/** Returns how many samples they drew. */
async function allAtOnce(fleet: BenchFleet, method: string): Promise<number> {
  const ended = await Promise.all(Array.from({ length: EVALUATIONS }, () => fleet.evaluate(method)))
  return ended.reduce((sum, { samples }) => sum + samples, 0)
}
