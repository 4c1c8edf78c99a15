import { setTimeout as sleep } from 'node:timers/promises'
import { AwayError } from './away-error.js'
import { duration } from './report/format.js'

export interface Persistence {
  /** How long to wait for an unavailable API. */
  readonly patienceMs: number
  /** Reports that it is unavailable, and that it is back. */
  readonly tell: (text: string) => void
}

const FIRST_WAIT_MS = 250
const LONGEST_WAIT_MS = 10_000
/** How often to retry an API that answers with server errors. */
const BROKEN_ATTEMPTS = 6

/** Retries while the API is unavailable, after growing pauses or the one it names, and gives up after `patienceMs`. */
export async function persistently<T>(ask: () => Promise<T>, { patienceMs, tell }: Persistence): Promise<T> {
  let awaySince: number | null = null
  for (let attempt = 1; ; attempt++) {
    try {
      const answer = await ask()
      if (awaySince !== null) tell(`The API answers again, after ${duration((performance.now() - awaySince) / 1000)}.`)
      return answer
    } catch (error) {
      if (!(error instanceof AwayError)) throw error
      awaySince ??= performance.now()
      const left = patienceMs - (performance.now() - awaySince)
      if (left <= 0 || (error.broken && attempt >= BROKEN_ATTEMPTS)) throw error
      if (attempt === 1) tell(`${error.message}\nTrying again for up to ${duration(patienceMs / 1000)} …`)
      const growing = FIRST_WAIT_MS * 2 ** (attempt - 1) * (0.75 + Math.random() / 2)
      await sleep(Math.min(error.retryAfterMs ?? growing, LONGEST_WAIT_MS, left))
    }
  }
}
