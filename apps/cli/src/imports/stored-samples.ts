import type { StoredPage } from '@cges-fleet/core'
import { ListStoredSamples } from '@cges-fleet/core/contract'
import type { ApiClient } from '../api-client.js'

type Stretch = readonly [from: number, to: number]

/** Which samples of a log an earlier run has stored, in memory that grows with its questions. */
export class StoredSamples {
  readonly #stretches = new Map<string, readonly Stretch[]>()
  #count = 0

  /** Fetches them from the API, a page at a time. */
  static async read(api: ApiClient, evaluationId: string): Promise<StoredSamples> {
    const stored = new StoredSamples()
    let after: number | undefined
    do {
      const page: StoredPage = await api.call(ListStoredSamples, { path: { id: evaluationId }, query: { after } })
      for (const { questionId, stretches } of page.questions) {
        stored.#stretches.set(
          questionId,
          stretches.map(({ from, to }) => [from, to]),
        )
        for (const { from, to } of stretches) stored.#count += to - from + 1
      }
      after = page.next ?? undefined
    } while (after !== undefined)
    return stored
  }

  get count(): number {
    return this.#count
  }

  has(questionId: string, index: number): boolean {
    return this.#stretches.get(questionId)?.some(([from, to]) => from <= index && index <= to) ?? false
  }
}
