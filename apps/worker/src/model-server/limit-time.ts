/** A signal that fires when the caller gives up or the time is over, and tells which it was. */
export type TimeLimit = {
  readonly signal: AbortSignal
  readonly passed: () => boolean
  readonly clear: () => void
}

/** Bounds one request by time without leaving a timer or a listener behind on a signal that outlives it. */
export function limitTime(deadlineMs: number, outer: AbortSignal): TimeLimit {
  const controller = new AbortController()
  let passed = false
  const giveUp = (): void => controller.abort()
  const timer = setTimeout(() => {
    passed = true
    controller.abort()
  }, deadlineMs)
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
