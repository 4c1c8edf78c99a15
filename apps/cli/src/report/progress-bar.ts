import { duration } from './format.js'
import { LiveDisplay, type Screen } from './live-display.js'

const WIDTH = 24

/** How far a long piece of work is, in one line: a bar, the share, a count, its rate and the time left. */
export class ProgressBar {
  readonly #display: LiveDisplay
  readonly #startedAt: number

  constructor(
    private readonly label: string,
    screen: Screen,
    private readonly clock: () => number,
  ) {
    this.#display = new LiveDisplay(screen, clock)
    this.#startedAt = clock()
  }

  /** Shows that `done` of `total` is behind, which came to `count` of `what`. */
  show({ done, total, count, what }: { done: number; total: number; count: number; what: string }): void {
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const seconds = (this.clock() - this.#startedAt) / 1000
    const full = Math.round(WIDTH * share)
    const rate = seconds > 0 ? Math.round(count / seconds) : 0
    const left = share > 0 && seconds > 1 ? `, ${duration((seconds * (1 - share)) / share)} left` : ''
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
    const percent = `${Math.floor(100 * share)} %`.padStart(5)
    const counted = count.toLocaleString('en-US')
    const line = `${this.label} ${bar} ${percent} · ${counted} ${what} · ${rate.toLocaleString('en-US')}/s${left}`
    this.#display.show([line], line)
  }

  clear(): void {
    this.#display.clear()
  }
}
