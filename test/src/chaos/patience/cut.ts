import { Refused } from '../workload/workload.js'
import { type Patience, WaitFailed } from './patience.js'

/** Why a run ended before its time. */
export interface Cut {
  readonly sentence: string
  /** The machine was too slow for it: it shows nothing of what was not seen. */
  readonly starved: boolean
}

/** Errors of the last while are the machine's, where it was too slow during it. */
const LATELY_MS = 30_000

/** Says in a sentence what ended a run, and whether that was the machine; a refusal never is. */
export function cutOf(error: unknown, patience: Patience): Cut {
  if (error instanceof WaitFailed) return { sentence: error.message, starved: error.starved }
  const message = error instanceof Error ? error.message : String(error)
  const since = Date.now() - LATELY_MS
  if (error instanceof Refused || !patience.starved(since)) return { sentence: message, starved: false }
  const times = patience.slowdown(since).toFixed(1)
  return { sentence: `${message}: this machine was too slow, everything took ${times} times as long`, starved: true }
}
