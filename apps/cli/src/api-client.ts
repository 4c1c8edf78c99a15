import { setTimeout as sleep } from 'node:timers/promises'
import {
  type Benchmark,
  BenchmarkView,
  type EvaluationSpecInput,
  EvaluationView,
  PoolView,
  Problem,
} from '@cges-fleet/core'
import { z } from 'zod'
import { UsageError } from './usage-error.js'

/** How often a followed evaluation is read. */
const FOLLOW_MS = 500

/** The API as the command line uses it; every refusal becomes a `UsageError` with the API's own words. */
export class ApiClient {
  constructor(readonly url: string) {}

  async submit(spec: EvaluationSpecInput, idempotencyKey?: string): Promise<EvaluationView> {
    const headers = idempotencyKey === undefined ? {} : { 'idempotency-key': idempotencyKey }
    return EvaluationView.parse(await this.#send('POST', '/v1/evaluations', { body: spec, headers }))
  }

  async evaluation(id: string): Promise<EvaluationView> {
    return EvaluationView.parse(await this.#send('GET', `/v1/evaluations/${encodeURIComponent(id)}`))
  }

  async importBenchmark(benchmark: Benchmark): Promise<BenchmarkView> {
    return BenchmarkView.parse(await this.#send('POST', '/v1/benchmarks', { body: benchmark }))
  }

  async pools(): Promise<PoolView[]> {
    return z.object({ pools: z.array(PoolView) }).parse(await this.#send('GET', '/v1/pools')).pools
  }

  /** Yields an evaluation as it moves on, the last time when it has ended. */
  async *follow(id: string): AsyncGenerator<EvaluationView> {
    for (;;) {
      const view = await this.evaluation(id)
      yield view
      if (view.status !== 'running') return
      await sleep(FOLLOW_MS)
    }
  }

  async #send(
    method: string,
    path: string,
    content?: { body: unknown; headers?: Record<string, string> },
  ): Promise<unknown> {
    const response = await fetch(new URL(path, this.url), {
      method,
      ...(content === undefined
        ? {}
        : {
            body: JSON.stringify(content.body),
            headers: { 'content-type': 'application/json', ...content.headers },
          }),
    }).catch((cause: unknown) => {
      throw new UsageError(
        `No API answers at ${this.url}: start a fleet with \`npm start\` or \`cges up\`, or name another with --api or CGES_API`,
        { cause },
      )
    })
    const answer: unknown = await response.json().catch(() => undefined)
    if (response.ok) return answer
    const problem = Problem.safeParse(answer)
    throw new UsageError(
      problem.success ? problem.data.detail : `The API answered ${response.status} to ${method} ${path}`,
    )
  }
}
