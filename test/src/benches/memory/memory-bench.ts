import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '../../support/resident-megabytes.js'
import type { Bench, Repetition } from '../bench.js'
import { BenchFleet, modelThatTakes } from '../fleet/bench-fleet.js'
import { BenchStores } from '../fleet/bench-stores.js'

const LOAD = { questions: 1000, concurrency: 16 } as const
const BUDGET = 16
const REST_MS = 5000
const LOOK_MS = 200

type Megabytes = Readonly<Record<string, number>>

/** What each process holds at full rate and after it, beside at rest; the model answers at once. */
export function memoryBench(): Bench {
  return {
    unit: 'MB',
    value: 'all processes at full rate, at most',
    beside: 'at rest',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
      try {
        await fleet.evaluate('sc@1')
        await sleep(REST_MS)
        const rest = held(fleet)
        const [most, after] = [await mostWhile(fleet, () => fleet.evaluate(`sc@${BUDGET}`)), await rested(fleet)]
        return {
          value: sum(most),
          beside: sum(rest),
          also: { ...named('Rest', rest), ...named('Most', most), ...named('After', after) },
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function rested(fleet: BenchFleet): Promise<Megabytes> {
  await sleep(REST_MS)
  return held(fleet)
}

/** Of the larger, where there are several of a kind. */
function held({ parts }: BenchFleet): Megabytes {
  const megabytes: Record<string, number> = {}
  for (const { name, pid } of parts) megabytes[name] = Math.max(megabytes[name] ?? 0, residentMegabytes(pid) ?? NaN)
  return megabytes
}

async function mostWhile(fleet: BenchFleet, work: () => Promise<unknown>): Promise<Megabytes> {
  let most = held(fleet)
  const looking = setInterval(() => {
    const now = held(fleet)
    most = Object.fromEntries(Object.entries(most).map(([name, was]) => [name, Math.max(was, now[name] ?? 0)]))
  }, LOOK_MS)
  try {
    await work()
  } finally {
    clearInterval(looking)
  }
  return most
}

function sum(megabytes: Megabytes): number {
  return Object.values(megabytes).reduce((total, each) => total + each, 0)
}

function named(when: string, megabytes: Megabytes): Record<string, number> {
  return Object.fromEntries(Object.entries(megabytes).map(([name, each]) => [`${name}${when}`, each]))
}
