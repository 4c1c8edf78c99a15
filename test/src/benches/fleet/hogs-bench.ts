import { Worker } from 'node:worker_threads'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, modelThatTakes } from './bench-fleet.js'
import { BenchStores } from './bench-stores.js'

const LOAD = { questions: 400, concurrency: 16 } as const
const HOGS = 2
const [WARM_UP, METHOD] = ['sc@32', 'sc@8']

/** The fleet while other work keeps every processor busy, beside the same fleet without that work. */
export function hogsBench(): Bench {
  return {
    unit: 'samples/s',
    value: `beside ${HOGS} CPU hogs`,
    beside: 'alone',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
      try {
        await fleet.evaluate(WARM_UP)
        const alone = await rateOf(fleet)
        const hogs = Array.from({ length: HOGS }, () => new Worker('for (;;);', { eval: true }))
        try {
          return { value: await rateOf(fleet), beside: alone, also: {} }
        } finally {
          await Promise.all(hogs.map((hog) => hog.terminate()))
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function rateOf(fleet: BenchFleet): Promise<number> {
  const began = performance.now()
  const { samples } = await fleet.evaluate(METHOD)
  return (samples * 1000) / (performance.now() - began)
}
