/** A signal that fires when the caller gives up or the time is over, and tells which it was. */
export type TimeLimit = {
  readonly signal: AbortSignal
  readonly passed: () => boolean
  readonly clear: () => void
}

// A timer set for longer fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

/** Bounds one request by time without leaving a timer or a listener behind on a signal that outlives it. */
export function limitTime(deadlineMs: number, outer: AbortSignal): TimeLimit {
  const controller = new AbortController()
  let passed = false
  const giveUp = (): void => controller.abort()
  const timer = setTimeout(
    () => {
      passed = true
      controller.abort()
    },
    Math.min(deadlineMs, LONGEST_TIMER_MS),
  )
  outer.addEventListener('abort', giveUp, { once: true })
  if (outer.aborted) giveUp()
  return {
    signal: controller.signal,
    passed: () => passed,
    clear: () => {
      clearTimeout(timer)
      outer.removeEventListener('abort', giveUp)
    },
  }
}
