import { setTimeout as sleep } from 'node:timers/promises'
import { residentMegabytes } from '../support/memory.js'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes, type Part } from './fleet/bench-fleet.js'

const LOAD = { questions: 1000, concurrency: 16 } as const
const BUDGET = 16
const EACH = LOAD.questions * BUDGET
const REST_MS = 5000
const LOOK_MS = 200

type Megabytes = Readonly<Record<string, number>>

/** What each process holds at full rate and after it, beside at rest: in the last of the evaluations that draw so many samples. */
export function memoryBench(samples: number): Bench {
  return {
    unit: 'MB',
    value: `all processes at full rate, at most, up to the sample ${samples.toLocaleString('en')}`,
    reference: 'at rest',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([0, 0]))
      const redis = stores.redis === null ? [] : [{ name: 'redis', pid: stores.redis.pid }]
      const parts = [...fleet.parts, ...redis]
      const evaluation = () => mostWhile(parts, () => fleet.evaluate(`sc@${BUDGET}`))
      try {
        await fleet.evaluate('sc@1')
        const rest = await rested(parts)
        const first = await evaluation()
        const after = await rested(parts)
        let most = first
        for (let drawn = EACH; drawn < samples; drawn += EACH) most = await evaluation()
        const end = most === first ? after : await rested(parts)
        const also = { ...named('Rest', rest), ...named('First', first), ...named('AfterFirst', after) }
        return {
          value: sum(most),
          reference: sum(rest),
          also: { ...also, ...named('Last', most), ...named('AfterLast', end) },
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

async function rested(parts: readonly Part[]): Promise<Megabytes> {
  await sleep(REST_MS)
  return held(parts)
}

/** Of the larger, where there are several of a kind. */
function held(parts: readonly Part[]): Megabytes {
  const megabytes: Record<string, number> = {}
  for (const { name, pid } of parts) megabytes[name] = Math.max(megabytes[name] ?? 0, residentMegabytes(pid) ?? NaN)
  return megabytes
}

async function mostWhile(parts: readonly Part[], work: () => Promise<unknown>): Promise<Megabytes> {
  let most = held(parts)
  const looking = setInterval(() => {
    const now = held(parts)
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
