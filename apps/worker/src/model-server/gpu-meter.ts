/** The usage of one request so far; `end` returns the total, and nothing is added after. */
export interface GpuUse {
  /** Reports how many tokens the request has generated so far. */
  generated(tokens: number): void
  /** Milliseconds of GPU time. */
  end(): number
}

interface Running {
  tokens: number
  counted: number
  usedMs: number
}

/** Time is split over spans of at least this length, so that several tokens in one event are not taken for a pause. */
const SPAN_MS = 250

/**
 * Splits the time of the GPUs behind one model server among its concurrent requests: each span of time by the tokens
 * generated in it, and evenly if there were none, as during prefill. The shares of all requests add up to the time in
 * which at least one was running, times the GPUs.
 */
export class GpuMeter {
  readonly #running = new Set<Running>()
  #since = 0

  constructor(
    private readonly gpus: number,
    private readonly now: () => number,
  ) {}

  begin(): GpuUse {
    this.#split(0)
    const use: Running = { tokens: 0, counted: 0, usedMs: 0 }
    this.#running.add(use)
    return {
      generated: (tokens) => {
        use.tokens = tokens
        this.#split(SPAN_MS)
      },
      end: () => {
        if (this.#running.has(use)) this.#split(0)
        this.#running.delete(use)
        return use.usedMs
      },
    }
  }

  /** Distributes the time since the last split, if it is at least this long. */
  #split(leastMs: number): void {
    const now = this.now()
    const spanMs = now - this.#since
    if (spanMs < leastMs) return
    this.#since = now
    const running = [...this.#running]
    const generated = running.reduce((sum, one) => sum + one.tokens - one.counted, 0)
    for (const one of running) {
      const share = generated > 0 ? (one.tokens - one.counted) / generated : 1 / running.length
      one.usedMs += spanMs * this.gpus * share
      one.counted = one.tokens
    }
  }
}
