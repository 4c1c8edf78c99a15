import { setTimeout as sleep } from 'node:timers/promises'

/** The headers of a response, as undici gives them. */
type Headers = Readonly<Record<string, string | string[] | undefined>>

/** What is limited, as the headers of OpenAI's API and of those like it name it. */
const LIMITED = ['requests', 'tokens'] as const

/** Without a word on how long to wait: doubled with each refusal in a row. */
const FIRST_WAIT_MS = 1000
const LONGEST_BACK_OFF_MS = 60_000

/** After so long it is tried again, whatever the server said. */
const LONGEST_WAIT_MS = 600_000

/** Requests that waited go on one after another, within this time. */
const SPREAD_MS = 1000

/** Holds requests back for as long as the rate limit of their server allows none, by what its headers say. */
export class RateLimit {
  #until = 0
  #refusals = 0

  constructor(private readonly now: () => number = Date.now) {}

  /** How long requests still have to wait, in milliseconds; 0 if they need not. */
  get waitMs(): number {
    return Math.max(0, this.#until - this.now())
  }

  /** Waits until a request may be sent. Returns false if the signal aborts before. */
  async turn(signal: AbortSignal): Promise<boolean> {
    while (this.waitMs > 0 && !signal.aborted) {
      await sleep(this.waitMs + SPREAD_MS * Math.random(), undefined, { signal }).catch(() => undefined)
    }
    return !signal.aborted
  }

  /** Reads a response's status and headers. Returns whether the rate limit refused its request, which is sent again. */
  heed(status: number, headers: Headers): boolean {
    if (status !== 429) {
      this.#refusals = 0
      this.#hold(Math.max(0, ...LIMITED.map((what) => untilReset(headers, what, this.now()))))
      return false
    }
    const backOffMs = Math.min(LONGEST_BACK_OFF_MS, FIRST_WAIT_MS * 2 ** this.#refusals)
    this.#refusals += 1
    this.#hold(Math.max(1, whenAgain(headers, this.now()) ?? backOffMs))
    return true
  }

  #hold(ms: number): void {
    if (ms > 0) this.#until = Math.max(this.#until, this.now() + Math.min(LONGEST_WAIT_MS, ms))
  }
}

/** How long a refused request has to wait, in milliseconds; null if the headers do not say. */
function whenAgain(headers: Headers, now: number): number | null {
  const ms = Number(one(headers, 'retry-after-ms') ?? Number.NaN)
  if (Number.isFinite(ms) && ms >= 0) return ms
  const after = durationMs(one(headers, 'retry-after'), now)
  if (after !== null) return after
  const waits = LIMITED.map((what) => untilReset(headers, what, now)).filter((wait) => wait > 0)
  return waits.length === 0 ? null : Math.max(...waits)
}

/** How long a limit that is used up stays so, in milliseconds; 0 if it is not, or the headers do not say. */
function untilReset(headers: Headers, what: (typeof LIMITED)[number], now: number): number {
  const remaining = one(headers, `x-ratelimit-remaining-${what}`)
  if (remaining === undefined || Number(remaining) > 0) return 0
  return durationMs(one(headers, `x-ratelimit-reset-${what}`), now) ?? 0
}

function one(headers: Headers, name: string): string | undefined {
  const value = headers[name]
  return Array.isArray(value) ? value[0] : value
}

const UNIT_MS: Readonly<Record<string, number>> = { ms: 1, s: 1000, m: 60_000, h: 3_600_000, d: 86_400_000 }
const DURATION = /^(?:\d+(?:\.\d+)?(?:ms|[smhd]))+$/
const PART = /(?<![\d.])(\d+(?:\.\d+)?)(ms|[smhd])/g

/** Reads a time as servers write it: seconds, parts such as `6m0s` or `20ms`, or the date when it is over. */
export function durationMs(text: string | undefined, now: number): number | null {
  if (text === undefined || text.length > 100) return null
  const trimmed = text.trim()
  if (/^\d+(\.\d+)?$/.test(trimmed)) return Number(trimmed) * 1000
  if (DURATION.test(trimmed)) {
    return [...trimmed.matchAll(PART)].reduce(
      (sum, [, amount, unit = 's']) => sum + Number(amount) * (UNIT_MS[unit] ?? 0),
      0,
    )
  }
  const date = Date.parse(trimmed)
  return Number.isNaN(date) ? null : Math.max(0, date - now)
}
