import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Benchmark,
  BenchmarkView,
  EvaluationEvent,
  type EvaluationSpecInput,
  EvaluationStatistics,
  EvaluationView,
  type ImportBatch,
  ImportedCount,
  type ImportSpecInput,
  hasEnded,
  PoolView,
  Regrade,
  StoredPage,
} from '@cges-fleet/core'
import { type ExportFile, readJson } from '@cges-fleet/formats'
import { z } from 'zod'
import { apiRefusal } from './api-refusal.js'
import { AwayError } from './away-error.js'
import { persistently } from './persistently.js'
import { UsageError } from './usage-error.js'

/** How often a followed evaluation is read. */
const FOLLOW_MS = 500

/** How long an API that answered before is waited for where it goes away. */
const PATIENCE_MS = 300_000

interface Content {
  readonly body?: unknown
  /** In place of a body: any number of values, a line each. */
  readonly lines?: readonly unknown[]
  readonly headers?: Readonly<Record<string, string>>
  /** Sent twice it changes nothing more, as everything with an idempotency key. */
  readonly repeatable?: boolean
}

interface Connection {
  /** Where the API listens; asked for before each request, as a fleet started again listens elsewhere. */
  readonly url: () => string
  readonly key?: string | undefined
  readonly patienceMs?: number | undefined
  /** Where a key may be found, said to those who are asked for one. */
  readonly keyHint?: () => string | null
}

/**
 * The API as the command line uses it; every refusal becomes a `UsageError` with the API's own words. Where an API that
 * has answered goes away, what may be sent twice is sent again until it is back.
 */
export class ApiClient {
  #hasAnswered = false
  /** Hears that the API is away, and that it is back. */
  tell: (text: string) => void = (text) => console.error(text)

  constructor(private readonly connection: Connection) {}

  /** Asks for a resource and reads it by its schema, for commands that need no verb of their own. */
  async call<T>(schema: z.ZodType<T>, [method, path]: readonly [string, string], body?: unknown): Promise<T> {
    return this.#understood(schema, await this.#send(method, path, body === undefined ? undefined : { body }))
  }

  async submit(spec: EvaluationSpecInput, idempotencyKey?: string): Promise<EvaluationView> {
    return this.#understood(
      EvaluationView,
      await this.#send('POST', '/v1/evaluations', { body: spec, ...keyed(idempotencyKey) }),
    )
  }

  async evaluation(id: string): Promise<EvaluationView> {
    return this.#understood(EvaluationView, await this.#send('GET', `/v1/evaluations/${encodeURIComponent(id)}`))
  }

  /** Pauses, resumes, cancels, extends, retries or clones; gives the evaluation as it is then. */
  async act(
    id: string,
    { verb, body, idempotencyKey }: { verb: string; body: object; idempotencyKey?: string | undefined },
  ): Promise<EvaluationView> {
    const path = `/v1/evaluations/${encodeURIComponent(id)}/${verb}`
    return this.#understood(EvaluationView, await this.#send('POST', path, { body, ...keyed(idempotencyKey) }))
  }

  async events(id: string): Promise<EvaluationEvent[]> {
    const answer = await this.#send('GET', `/v1/evaluations/${encodeURIComponent(id)}/events`)
    return this.#understood(z.object({ events: z.array(EvaluationEvent) }), answer).events
  }

  /** What an evaluation's numbers are worth, its methods compared with a baseline; SC unless given. */
  async statistics(id: string, baseline?: string): Promise<EvaluationStatistics> {
    const query = baseline === undefined ? '' : `?baseline=${encodeURIComponent(baseline)}`
    const path = `/v1/evaluations/${encodeURIComponent(id)}/statistics${query}`
    return this.#understood(EvaluationStatistics, await this.#send('GET', path))
  }

  /** Makes an evaluation of a log; the same key and content find the one made before. */
  async createImport(spec: ImportSpecInput, idempotencyKey: string): Promise<EvaluationView> {
    return this.#understood(
      EvaluationView,
      await this.#send('POST', '/v1/imports', { body: spec, ...keyed(idempotencyKey) }),
    )
  }

  async addSamples(id: string, batch: ImportBatch): Promise<ImportedCount> {
    const path = `/v1/imports/${encodeURIComponent(id)}/samples`
    return this.#understood(ImportedCount, await this.#send('POST', path, { body: batch, repeatable: true }))
  }

  /** Which samples of a log are stored, a page of questions at a time. */
  async storedSamples(id: string, after: number | null): Promise<StoredPage> {
    const path = `/v1/imports/${encodeURIComponent(id)}/samples${after === null ? '' : `?after=${after}`}`
    return this.#understood(StoredPage, await this.#send('GET', path))
  }

  async importBenchmark(benchmark: Benchmark): Promise<BenchmarkView> {
    const { questions, ...head } = benchmark
    const content = { lines: [head, ...questions], repeatable: true }
    return this.#understood(BenchmarkView, await this.#send('POST', '/v1/benchmarks', content))
  }

  /** Asks for an evaluation to be graded again, or reads what came of it. */
  async regrade(id: string, method: 'GET' | 'POST'): Promise<Regrade> {
    return this.#understood(Regrade, await this.#send(method, `/v1/evaluations/${encodeURIComponent(id)}/regrade`))
  }

  async pools(): Promise<PoolView[]> {
    return this.#understood(z.object({ pools: z.array(PoolView) }), await this.#send('GET', '/v1/pools')).pools
  }

  /** Yields an evaluation as it moves on, the last time when it has ended. */
  async *follow(id: string): AsyncGenerator<EvaluationView> {
    for (;;) {
      const view = await this.evaluation(id)
      yield view
      if (hasEnded(view.status)) return
      await sleep(FOLLOW_MS)
    }
  }

  /** Opens an exported file of an evaluation, to be read as it streams in. */
  async openExport(id: string, file: ExportFile, query: Readonly<Record<string, string>>): Promise<Response> {
    const search = new URLSearchParams(query).toString()
    const path = `/v1/evaluations/${encodeURIComponent(id)}/exports/${file}${search === '' ? '' : `?${search}`}`
    return this.#ask(['GET', path])
  }

  async #send(method: string, path: string, content?: Content): Promise<unknown> {
    const { body, headers } = content === undefined ? { headers: {} } : written(content)
    const ask = async (): Promise<unknown> => {
      const response = await this.#ask([method, path], { headers, ...(body === undefined ? {} : { body }) })
      const text = await response.text().catch((cause: unknown) => {
        throw new AwayError(`The API broke off its answer to ${method} ${path}`, { cause })
      })
      this.#hasAnswered = true
      const json = readJson(text)
      return json.ok ? json.value : undefined
    }
    const mayRepeat = this.#hasAnswered && (method === 'GET' || content?.repeatable === true)
    if (!mayRepeat) return ask()
    return persistently(ask, { patienceMs: this.connection.patienceMs ?? PATIENCE_MS, tell: (text) => this.tell(text) })
  }

  async #ask(
    [method, path]: readonly [string, string],
    { headers, body }: { readonly headers?: object; readonly body?: string } = {},
  ): Promise<Response> {
    const { url, key, keyHint } = this.connection
    const base = url()
    if (!/^https?:[/][/]/iu.test(base) || !URL.canParse(base)) {
      throw new UsageError(`"${base}" is not the address of an API: write it as http://127.0.0.1:8080`)
    }
    const authorization = key === undefined ? {} : { authorization: `Bearer ${key}` }
    const response = await fetch(new URL(path, base), {
      method,
      headers: { ...authorization, ...headers },
      ...(body === undefined ? {} : { body }),
    }).catch((cause: unknown) => {
      throw new AwayError(
        `No API answers at ${base}: start a fleet with \`npm start\` or \`cges up\`, or name another with --api or CGES_API`,
        { cause },
      )
    })
    if (response.ok) return response
    throw await apiRefusal(response, `${method} ${path}`, keyHint?.() ?? null)
  }

  #understood<T>(schema: z.ZodType<T>, answer: unknown): T {
    const parsed = schema.safeParse(answer)
    if (parsed.success) return parsed.data
    const base = this.connection.url()
    throw new UsageError(
      `What answers at ${base} is not an API of this version of cges-fleet:\n${z.prettifyError(parsed.error)}`,
    )
  }
}

function written({ body, lines, headers }: Content): { readonly body: string; readonly headers: object } {
  if (lines === undefined)
    return { body: JSON.stringify(body), headers: { 'content-type': 'application/json', ...headers } }
  const text = lines.map((line) => JSON.stringify(line)).join('\n')
  return { body: text, headers: { 'content-type': 'application/x-ndjson', ...headers } }
}

function keyed(key: string | undefined): { headers: Record<string, string>; repeatable: boolean } {
  return { headers: key === undefined ? {} : { 'idempotency-key': key }, repeatable: key !== undefined }
}
