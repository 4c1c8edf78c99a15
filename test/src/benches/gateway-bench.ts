import { setTimeout as sleep } from 'node:timers/promises'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from './fleet/bench-fleet.js'

/** What every draw takes at the model server: what a request takes beyond it is the fleet's. */
const DRAW_MS = 500
const MODEL = 'bench@sc@8;kind=text'
/** Two workers of 32 slots draw for eight requests of eight calls at once. */
const LOAD = { questions: 1, concurrency: 32 } as const
const LANES = 8
const ALONE = 60
const EACH = 40
const READY_MS = 60_000

/** Milliseconds that a chat completion takes beyond its slowest draw, eight requests at once beside one alone. */
export function gatewayBench(): Bench {
  return { unit: 'ms', value: 'p50 of eight at once', reference: 'p50 alone', run: measure }
}

async function measure(): Promise<Repetition> {
  const stores = await BenchStores.start('redis')
  const fleet = await BenchFleet.start(stores, LOAD, await modelThatTakes([DRAW_MS, DRAW_MS]))
  try {
    const gateway = await fleet.startGateway()
    await untilServed(gateway)
    const alone = await lane(gateway, 0, ALONE)
    const lanes = await Promise.all(Array.from({ length: LANES }, (_, at) => lane(gateway, 1000 * (at + 1), EACH)))
    const loaded = lanes.flat()
    return {
      value: quantile(loaded, 0.5),
      reference: quantile(alone, 0.5),
      also: { aloneP99: quantile(alone, 0.99), loadedP99: quantile(loaded, 0.99), requests: loaded.length },
    }
  } finally {
    await fleet.stop()
    await stores.stop()
  }
}

/** A gateway refuses until its pool has a slot. */
async function untilServed(gateway: string): Promise<void> {
  for (let waited = 0; waited < READY_MS; waited += 500) {
    if ((await ask(gateway, 0)).ok) return
    await sleep(500)
  }
  throw new Error(`the gateway answers no request within ${READY_MS / 1000} s`)
}

/** Asks one question after the other; returns what each took beyond its draws. */
async function lane(gateway: string, first: number, count: number): Promise<number[]> {
  const beyond: number[] = []
  for (let seed = first; seed < first + count; seed++) {
    const begun = performance.now()
    const answer = await ask(gateway, seed)
    if (!answer.ok) throw new Error(await answer.text())
    await answer.arrayBuffer()
    beyond.push(performance.now() - begun - DRAW_MS)
  }
  return beyond
}

function ask(gateway: string, seed: number): Promise<Response> {
  const messages = [{ role: 'user', content: `What is the answer to question ${seed}?` }]
  return fetch(`${gateway}/v1/chat/completions`, {
    method: 'POST',
    headers: { 'content-type': 'application/json' },
    body: JSON.stringify({ model: MODEL, messages, seed }),
  })
}

function quantile(values: readonly number[], share: number): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.min(ordered.length - 1, Math.floor(share * ordered.length))] ?? Number.NaN
}
