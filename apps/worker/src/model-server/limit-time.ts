/** A signal that fires when the caller gives up, the time is over or the server is silent for too long, and tells which it was. */
export type TimeLimit = {
  readonly signal: AbortSignal
  readonly passed: () => boolean
  /** How long the server had been silent when it was given up, in milliseconds; null where it was not for that. */
  readonly silentMs: () => number | null
  /** To be called whenever the server is heard of. */
  readonly heard: () => void
  readonly clear: () => void
}

export interface Patience {
  /** How long the whole request may take. */
  readonly deadlineMs: number
  /** How long the server may be silent, asked again and again, since it may become less. */
  readonly silenceMs: () => number
}

// A timer set for longer fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

const LOOKS_PER_LIMIT = 10
const MOST_BETWEEN_LOOKS_MS = 1000

/** Bounds one request by time without leaving a timer or a listener behind on a signal that outlives it. */
export function limitTime({ deadlineMs, silenceMs }: Patience, outer: AbortSignal): TimeLimit {
  const controller = new AbortController()
  let passed = false
  let silent: number | null = null
  let silence = 0
  let lookedAt = performance.now()
  const everyMs = Math.min(silenceMs() / LOOKS_PER_LIMIT, MOST_BETWEEN_LOOKS_MS)
  const giveUp = (): void => controller.abort()
  const timer = setTimeout(
    () => {
      passed = true
      controller.abort()
    },
    Math.min(deadlineMs, LONGEST_TIMER_MS),
  )
  const look = (): void => {
    // A process that was itself held up must not take that for the server's silence: what came is still to be read.
    silence += Math.min(performance.now() - lookedAt, 2 * everyMs)
    lookedAt = performance.now()
    if (silence < silenceMs()) return
    silent = silence
    controller.abort()
  }
  const looks = setInterval(look, everyMs)
  outer.addEventListener('abort', giveUp, { once: true })
  if (outer.aborted) giveUp()
  return {
    signal: controller.signal,
    passed: () => passed,
    silentMs: () => silent,
    heard: () => {
      silence = 0
      lookedAt = performance.now()
    },
    clear: () => {
      clearTimeout(timer)
      clearInterval(looks)
      outer.removeEventListener('abort', giveUp)
    },
  }
}
