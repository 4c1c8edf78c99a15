import { setTimeout as sleep } from 'node:timers/promises'
import { AwayError } from './away-error.js'
import { duration } from './report/format.js'

export interface Persistence {
  /** How long an API that went away is waited for. */
  readonly patienceMs: number
  /** Hears that it is away, and that it is back. */
  readonly tell: (text: string) => void
}

const [FIRST_WAIT_MS, LONGEST_WAIT_MS] = [250, 10_000]
/** How often an API that answers with errors of its own is asked. */
const BROKEN_ATTEMPTS = 6

/** Asks again, after growing waits or the one the API names, while the API is away, and gives up once patience is over. */
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
