/** An error that lasts is reported again after so long. */
const REPORT_AGAIN_MS = 60_000

/**
 * Work that is done again and again, with a pause after each time. An error ends nothing; it is reported once, and once
 * a minute while it lasts.
 */
export class Repeating {
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()
  #reportedAtMs: number | null = null

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (why: string) => void,
  ) {}

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.work()
        .then(
          () => (this.#reportedAtMs = null),
          (error: Error) => this.#report(error.message),
        )
        .then(() => {
          if (this.#timer !== undefined) this.start()
        })
    }, this.everyMs)
  }

  /** Starts no more, and waits for what is under way. */
  async stop(): Promise<void> {
    clearTimeout(this.#timer)
    this.#timer = undefined
    await this.#running
  }

  #report(why: string): void {
    const now = performance.now()
    if (this.#reportedAtMs !== null && now - this.#reportedAtMs < REPORT_AGAIN_MS) return
    this.#reportedAtMs = now
    this.onError(why)
  }
}
