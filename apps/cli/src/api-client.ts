import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Benchmark,
  BenchmarkView,
  EvaluationEvent,
  type EvaluationSpecInput,
  EvaluationStatistics,
  EvaluationView,
  type ExportFile,
  type ImportBatch,
  ImportedCount,
  type ImportSpecInput,
  hasEnded,
  PoolView,
  Problem,
  Regrade,
} from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from './usage-error.js'

/** How often a followed evaluation is read. */
const FOLLOW_MS = 500

interface Content {
  readonly body: unknown
  readonly headers?: Readonly<Record<string, string>>
}

/** The API as the command line uses it; every refusal becomes a `UsageError` with the API's own words. */
export class ApiClient {
  constructor(
    readonly url: string,
    private readonly key?: string,
  ) {}

  /** Asks for a resource and reads it by its schema, for commands that need no verb of their own. */
  async call<T>(schema: z.ZodType<T>, [method, path]: readonly [string, string], body?: unknown): Promise<T> {
    return schema.parse(await this.#send(method, path, body === undefined ? undefined : { body }))
  }

  async submit(spec: EvaluationSpecInput, idempotencyKey?: string): Promise<EvaluationView> {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    return EvaluationView.parse(await this.#send('POST', '/v1/evaluations', { body: spec, headers }))
  }

  async evaluation(id: string): Promise<EvaluationView> {
    return EvaluationView.parse(await this.#send('GET', `/v1/evaluations/${encodeURIComponent(id)}`))
  }

  /** Pauses, resumes, cancels, extends, retries or clones; gives the evaluation as it is then. */
  async act(
    id: string,
    { verb, body, idempotencyKey }: { verb: string; body: object; idempotencyKey?: string | undefined },
  ): Promise<EvaluationView> {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    return EvaluationView.parse(
      await this.#send('POST', `/v1/evaluations/${encodeURIComponent(id)}/${verb}`, { body, headers }),
    )
  }

  async events(id: string): Promise<EvaluationEvent[]> {
    const answer = await this.#send('GET', `/v1/evaluations/${encodeURIComponent(id)}/events`)
    return z.object({ events: z.array(EvaluationEvent) }).parse(answer).events
  }

  /** What an evaluation's numbers are worth, its methods compared with a baseline; SC unless given. */
  async statistics(id: string, baseline?: string): Promise<EvaluationStatistics> {
    const query = baseline === undefined ? '' : `?baseline=${encodeURIComponent(baseline)}`
    const path = `/v1/evaluations/${encodeURIComponent(id)}/statistics${query}`
    return EvaluationStatistics.parse(await this.#send('GET', path))
  }

  /** Makes an evaluation of a log; the same key and content find the one made before. */
  async createImport(spec: ImportSpecInput, idempotencyKey: string): Promise<EvaluationView> {
    const headers = { 'idempotency-key': idempotencyKey }
    return EvaluationView.parse(await this.#send('POST', '/v1/imports', { body: spec, headers }))
  }

  async addSamples(id: string, batch: ImportBatch): Promise<ImportedCount> {
    const path = `/v1/imports/${encodeURIComponent(id)}/samples`
    return ImportedCount.parse(await this.#send('POST', path, { body: batch }))
  }

  async importBenchmark(benchmark: Benchmark): Promise<BenchmarkView> {
    return BenchmarkView.parse(await this.#send('POST', '/v1/benchmarks', { body: benchmark }))
  }

  /** Asks for an evaluation to be graded again, or reads what came of it. */
  async regrade(id: string, method: 'GET' | 'POST'): Promise<Regrade> {
    return Regrade.parse(await this.#send(method, `/v1/evaluations/${encodeURIComponent(id)}/regrade`))
  }

  async pools(): Promise<PoolView[]> {
    return z.object({ pools: z.array(PoolView) }).parse(await this.#send('GET', '/v1/pools')).pools
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
    return this.#ask(
      'GET',
      `/v1/evaluations/${encodeURIComponent(id)}/exports/${file}${search === '' ? '' : `?${search}`}`,
    )
  }

  async #send(method: string, path: string, content?: Content): Promise<unknown> {
    const answer: unknown = await (await this.#ask(method, path, content)).json().catch(() => undefined)
    return answer
  }

  async #ask(method: string, path: string, content?: Content): Promise<Response> {
    const response = await fetch(new URL(path, this.url), {
      method,
      headers: {
        ...(this.key === undefined ? {} : { authorization: `Bearer ${this.key}` }),
        ...(content === undefined ? {} : { 'content-type': 'application/json', ...content.headers }),
      },
      ...(content === undefined ? {} : { body: JSON.stringify(content.body) }),
    }).catch((cause: unknown) => {
      throw new UsageError(
        `No API answers at ${this.url}: start a fleet with \`npm start\` or \`cges up\`, or name another with --api or CGES_API`,
        { cause },
      )
    })
    if (response.ok) return response
    const problem = Problem.safeParse(await response.json().catch(() => undefined))
    throw new UsageError(
      problem.success ? problem.data.detail : `The API answered ${response.status} to ${method} ${path}`,
    )
  }
}
