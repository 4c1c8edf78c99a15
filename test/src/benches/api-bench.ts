import {
  FollowEvaluation,
  GetEvaluation,
  GetStatistics,
  ListEvaluations,
  ListPools,
  pathOf,
} from '@cges-fleet/core/contract'
import { streamClient } from '../api/use-api.js'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from './fleet/bench-fleet.js'

const LOAD = { questions: 400, concurrency: 16 } as const
const BUDGET = 8
const LATENCY_MS = [100, 400] as const
const READERS = 8
const STREAMS = 500
const IDLE_MS = 5000

/**
 * How fast the dashboard's requests are answered while 500 pages follow a running evaluation, beside when nothing runs.
 */
export function apiBench(): Bench {
  return {
    unit: 'ms, 99th percentile',
    value: 'reads during a run',
    reference: 'with nothing to do',
    run: async (): Promise<Repetition> => {
      const stores = await BenchStores.start('redis')
      const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes(LATENCY_MS))
      try {
        const { id } = await fleet.evaluate(`sc@${BUDGET}`)
        const idle = await readsOf(pagesOf(fleet, id), new Promise((resolve) => setTimeout(resolve, IDLE_MS)))
        const running = await fleet.submit(`sc@${BUDGET}`)
        const follow = `${fleet.api}${pathOf(FollowEvaluation, { path: { id: running } })}`
        const streams = await Promise.all(Array.from({ length: STREAMS }, () => streamClient(follow, false)))
        const busy = await readsOf(pagesOf(fleet, running), fleet.ended(running))
        for (const stream of streams) stream.leave()
        return {
          value: busy.p99,
          reference: idle.p99,
          also: { p50: busy.p50, idleP50: idle.p50, perSecond: busy.perSecond, idlePerSecond: idle.perSecond },
        }
      } finally {
        await fleet.stop()
        await stores.stop()
      }
    },
  }
}

/** What the dashboard fetches for an evaluation and around it. */
function pagesOf({ api }: BenchFleet, id: string): readonly string[] {
  const path = { path: { id } }
  const paths = [pathOf(GetEvaluation, path), pathOf(GetStatistics, path), pathOf(ListEvaluations), pathOf(ListPools)]
  return paths.map((each) => `${api}${each}`)
}

interface Reads {
  readonly p50: number
  readonly p99: number
  readonly perSecond: number
}

/** Fetches pages in turn, several at once, until a promise settles. */
async function readsOf(pages: readonly string[], ended: Promise<unknown>): Promise<Reads> {
  const took: number[] = []
  const over = new AbortController()
  const began = performance.now()
  const read = async (reader: number) => {
    for (let at = reader; !over.signal.aborted; at += 1) {
      const from = performance.now()
      const response = await fetch(pages[at % pages.length] ?? '')
      if (!response.ok) throw new Error(await response.text())
      await response.text()
      took.push(performance.now() - from)
    }
  }
  const readers = Promise.all(Array.from({ length: READERS }, (_, reader) => read(reader)))
  await Promise.race([ended, readers])
  over.abort()
  await Promise.all([ended, readers])
  const seconds = (performance.now() - began) / 1000
  const sorted = took.toSorted((a, b) => a - b)
  const at = (share: number) => sorted[Math.floor(share * sorted.length)] ?? NaN
  return { p50: at(0.5), p99: at(0.99), perSecond: took.length / seconds }
}
