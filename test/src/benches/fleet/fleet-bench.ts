import type { Bench, Repetition } from '../bench.js'
import { BenchStores, type QueueStore } from './bench-stores.js'
import { type FleetLoad, fleetRun } from './fleet-run.js'
import { rawBullmq } from './raw-bullmq.js'

const RAW_JOBS: Readonly<Record<QueueStore, number>> = { redis: 20_000, postgres: 4000 }

/**
 * The whole fleet with a model that answers at once, beside BullMQ alone on the same stores at the same concurrency.
 */
export function fleetBench(queue: QueueStore, load: FleetLoad): Bench {
  return {
    unit: 'samples/s',
    value: 'fleet',
    beside: 'BullMQ alone (jobs/s)',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start(queue)
      try {
        // Warmed up, as the fleet is.
        await rawBullmq(stores, RAW_JOBS[queue], load.concurrency)
        const beside = await rawBullmq(stores, RAW_JOBS[queue], load.concurrency)
        const { samples, seconds, cpuMs, sent, pages } = await fleetRun(stores, load)
        const { model, ...ours } = cpuMs
        const all = Object.values(ours).reduce((sum, each) => sum + each, 0)
        const parts = Object.fromEntries(Object.entries(ours).map(([name, ms]) => [`${name}CpuMs`, ms]))
        const also = {
          allCpuMs: all,
          ...parts,
          modelCpuMs: model ?? 0,
          statementsSent: sent,
          pages,
        }
        return { value: samples / seconds, beside, also }
      } finally {
        await stores.stop()
      }
    },
  }
}
