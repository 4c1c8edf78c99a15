import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, modelThatTakes, WORKERS } from '../fleet/bench-fleet.js'
import { BenchStores } from '../fleet/bench-stores.js'

const METHOD = 'cges:confidence=lns-arith,gamma=0.99@16'
const LOAD = { questions: 48, concurrency: 16 } as const
const LATENCY_MS = [200, 2000] as const

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
    beside: 'makespan',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes(LATENCY_MS))
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
          beside: off.seconds,
          also: { slots: WORKERS * LOAD.concurrency, ...samples, autoSeconds: auto.seconds },
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
  const { id } = await fleet.evaluate(METHOD, { lookahead })
  const seconds = (performance.now() - began) / 1000
  // Whatever is still being drawn ahead of need has landed after the longest latency.
  await new Promise((resolve) => setTimeout(resolve, 1.5 * LATENCY_MS[1]))
  const [row] = await stores.db.query<[{ samples: number; digest: string }]>(
    'SELECT samples_drawn::float8 AS samples, digest FROM evaluation WHERE id = $1',
    [id],
  )
  return { seconds, samples: row.samples, digest: row.digest }
}
