import type { Readable } from 'node:stream'

/**
 * A signal that aborts when the caller gives up, the time is over or the server is silent for too long, and records
 * which it was.
 */
export type TimeLimit = {
  readonly signal: AbortSignal
  readonly passed: () => boolean
  /** How long the server had been silent when the request was aborted for that, in milliseconds; else null. */
  readonly silentMs: () => number | null
  /** To be called whenever the server sends anything. */
  readonly heard: () => void
  readonly clear: () => void
}

interface Patience {
  /** How long the whole request may take. */
  readonly deadlineMs: number
  /** How long the server may be silent; evaluated repeatedly, since it may become less. */
  readonly silenceMs: () => number
}

// A timer set for longer fires at once.
const LONGEST_TIMER_MS = 2 ** 31 - 1

const LOOKS_PER_LIMIT = 10
const MOST_BETWEEN_LOOKS_MS = 1000

/** Measures how long a server has been silent, while the process itself was able to listen. */
class Silence {
  #ms = 0
  #lookedAt = performance.now()
  #allowedMs: number

  constructor(private readonly silenceMs: () => number) {
    this.#allowedMs = silenceMs()
  }

  /** How often to check. */
  get everyMs(): number {
    return Math.min(this.#allowedMs / LOOKS_PER_LIMIT, MOST_BETWEEN_LOOKS_MS)
  }

  heard(): void {
    this.#ms = 0
    this.#lookedAt = performance.now()
  }

  /**
   * The length of the silence if it is too long; else null. A process that was itself held up must not take that for
   * silence.
   */
  tooLong(everyMs: number): number | null {
    this.#ms += Math.min(performance.now() - this.#lookedAt, 2 * everyMs)
    this.#lookedAt = performance.now()
    const allowedMs = this.silenceMs()
    // The time an engine took to warm up is not held against the requests it answers after the first.
    if (allowedMs < this.#allowedMs) this.#ms = 0
    this.#allowedMs = allowedMs
    return this.#ms < allowedMs ? null : this.#ms
  }
}

/** Bounds one request's time without leaking a timer or a listener on a signal that outlives it. */
export function limitTime({ deadlineMs, silenceMs }: Patience, outer: AbortSignal): TimeLimit {
  const controller = new AbortController()
  const silence = new Silence(silenceMs)
  const { everyMs } = silence
  let passed = false
  let silent: number | null = null
  const giveUp = (): void => controller.abort()
  const timer = setTimeout(
    () => {
      passed = true
      controller.abort()
    },
    Math.min(deadlineMs, LONGEST_TIMER_MS),
  )
  const looks = setInterval(() => {
    silent = silence.tooLong(everyMs)
    if (silent !== null) controller.abort()
  }, everyMs)
  outer.addEventListener('abort', giveUp, { once: true })
  if (outer.aborted) giveUp()
  return {
    signal: controller.signal,
    passed: () => passed,
    silentMs: () => silent,
    heard: () => silence.heard(),
    clear: () => {
      clearTimeout(timer)
      clearInterval(looks)
      outer.removeEventListener('abort', giveUp)
    },
  }
}

/** Longest error body that is read, in bytes: its beginning says what is wrong. */
export const LONGEST_ERROR_BODY = 65_536

/** The beginning of a body, at most so many bytes of it; `whole` if that is all of it. */
interface Beginning {
  readonly text: string
  readonly whole: boolean
}

/** Reads at most `most` bytes of a response, and closes the connection if there are more. */
export async function readBeginning(body: Readable, most: number): Promise<Beginning> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop destroys the body, and with it the connection.
    if (bytes > most) break
  }
  return { text: Buffer.concat(chunks).subarray(0, most).toString('utf8'), whole: bytes <= most }
}

/** Reads a response's text, or null, and nothing more of it, once it is longer than `most` bytes. */
export async function readWithin(body: Readable, most: number): Promise<string | null> {
  const { text, whole } = await readBeginning(body, most)
  return whole ? text : null
}
