import { setTimeout as sleep } from 'node:timers/promises'
import type { FakeModel } from '../chaos/model/fake-model.js'
import type { Bench, Repetition } from './bench.js'
import { BenchFleet, BenchStores, modelThatTakes } from './fleet/bench-fleet.js'

/** What every draw takes at the model server at least. */
const DRAW_MS = 500
const MODEL = 'bench@sc@8;kind=text'
/** Two workers of 32 slots draw for eight requests of eight calls at once. */
const LOAD = { questions: 1, concurrency: 32 } as const
const LANES = 8
const ALONE = 60
const EACH = 40
const READY_MS = 60_000
const LOOK_MS = 50

/**
 * Milliseconds that a chat completion takes beyond its slowest draw as the model server saw it, eight requests at once
 * beside one alone. Beside them: what draws took beyond their time, for want of a processor, and a statement that does nothing.
 */
export function gatewayBench(): Bench {
  return { unit: 'ms', value: 'p50 of eight at once', reference: 'p50 alone', run: measure }
}

async function measure(): Promise<Repetition> {
  const stores = await BenchStores.start('redis')
  const model = await modelThatTakes([DRAW_MS, DRAW_MS])
  const fleet = await BenchFleet.start(stores, LOAD, model)
  try {
    const gateway = await fleet.startGateway()
    await untilServed(gateway)
    const alone = beyondDraws(await lane(gateway, 0, ALONE), model)
    const asking = Promise.all(Array.from({ length: LANES }, (_, at) => lane(gateway, 1000 * (at + 1), EACH)))
    const statements = await statementsWhile(stores, asking)
    const loaded = beyondDraws((await asking).flat(), model)
    const beyond = (asked: readonly Beyond[], share: number) =>
      quantile(
        asked.map(({ drawMs, ms }) => ms - drawMs),
        share,
      )
    return {
      value: beyond(loaded, 0.5),
      reference: beyond(alone, 0.5),
      also: {
        aloneP99: beyond(alone, 0.99),
        loadedP99: beyond(loaded, 0.99),
        drawsLate: quantile(
          loaded.map(({ drawMs }) => drawMs - DRAW_MS),
          0.5,
        ),
        drawsLateP99: quantile(
          loaded.map(({ drawMs }) => drawMs - DRAW_MS),
          0.99,
        ),
        statement: quantile(statements, 0.5),
        statementP99: quantile(statements, 0.99),
        requests: loaded.length,
      },
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

interface Timed {
  readonly requestId: string
  readonly ms: number
}

interface Beyond extends Timed {
  /** Its slowest draw. */
  readonly drawMs: number
}

function beyondDraws(asked: readonly Timed[], { calls }: FakeModel): Beyond[] {
  const slowest = new Map<string, number>()
  for (const { id, at, endedAt } of calls) {
    const request = id.split('/')[0] ?? ''
    const ms = (endedAt ?? at).getTime() - at.getTime()
    slowest.set(request, Math.max(slowest.get(request) ?? 0, ms))
  }
  return asked.map((one) => ({ ...one, drawMs: slowest.get(one.requestId) ?? Number.NaN }))
}

/** What statements take that do nothing, while some work goes on. */
async function statementsWhile({ db }: BenchStores, work: Promise<unknown>): Promise<number[]> {
  const taken: number[] = []
  const over = new AbortController()
  const ended = work.finally(() => over.abort())
  while (!over.signal.aborted) {
    const begun = performance.now()
    await db.query('SELECT 1')
    taken.push(performance.now() - begun)
    await sleep(LOOK_MS)
  }
  await ended
  return taken
}

/** Asks one question after the other. */
async function lane(gateway: string, first: number, count: number): Promise<Timed[]> {
  const asked: Timed[] = []
  for (let seed = first; seed < first + count; seed++) {
    const begun = performance.now()
    const answer = await ask(gateway, seed)
    if (!answer.ok) throw new Error(await answer.text())
    const { id } = (await answer.json()) as { readonly id: string }
    asked.push({ requestId: id.replace('chatcmpl-', ''), ms: performance.now() - begun })
  }
  return asked
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
