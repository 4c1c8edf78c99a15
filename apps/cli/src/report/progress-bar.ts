import { duration } from './format.js'
import { LiveDisplay, type Screen } from './live-display.js'
import { type Progress, ProgressLine } from './progress-line.js'

/** Short work shows no bar, and a bar is redrawn no more often than a reader sees. */
const FIRST_AFTER_MS = 500
const EVERY_MS = 100

/** The progress of long work on a terminal, in one line that is redrawn and cleared at the end; elsewhere nothing. */
export class ProgressBar {
  readonly #display: LiveDisplay
  readonly #line: ProgressLine
  readonly #startedAt: number
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly label: string,
    private readonly screen: Screen,
    private readonly clock: () => number,
  ) {
    this.#display = new LiveDisplay(screen, clock)
    this.#startedAt = clock()
    this.#line = new ProgressLine(label, this.#startedAt / 1000)
  }

  /** Shows how much is done. */
  show(progress: Progress): void {
    if (this.screen.isTTY !== true) return
    const now = this.clock()
    this.#redraw(now, this.#line.at(now / 1000, progress))
  }

  /** Shows how long it has been waiting, when there is no progress to report. */
  wait(forWhat: string): void {
    if (this.screen.isTTY !== true) return
    const now = this.clock()
    this.#redraw(now, `${this.label} ${forWhat} · ${duration((now - this.#startedAt) / 1000)}`)
  }

  #redraw(now: number, line: string): void {
    if (now - this.#startedAt < FIRST_AFTER_MS || now - this.#lastAt < EVERY_MS) return
    this.#lastAt = now
    this.#display.show([line], line)
  }

  clear(): void {
    this.#display.clear()
  }
}
