/** Work that is done again and again, with a pause after each time; an error is reported and ends nothing. */
export class Repeating {
  #timer: NodeJS.Timeout | undefined
  #running: Promise<void> = Promise.resolve()

  constructor(
    private readonly work: () => Promise<void>,
    private readonly everyMs: number,
    private readonly onError: (why: string) => void,
  ) {}

  start(): void {
    this.#timer = setTimeout(() => {
      this.#running = this.work()
        .catch((error: Error) => this.onError(error.message))
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
}
