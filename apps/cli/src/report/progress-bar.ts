import { duration } from './format.js'
import { LiveDisplay, type Screen } from './live-display.js'

const WIDTH = 24

/** Nothing is shown of what is over sooner, and nothing oftener than a reader sees. */
const [FIRST_AFTER_MS, EVERY_MS] = [500, 100]

/** Sooner than this a rate says nothing of the time left. */
const KNOWN_AFTER_SECONDS = 2

interface Progress {
  readonly done: number
  readonly total: number
  /** What was counted since the bar began. */
  readonly count: number
  readonly what: string
}

/**
 * How far a long piece of work is, in one line: a bar, the share, a count, its rate and the time left. Of what was done
 * before it began, as its first `show` says, neither the rate nor the time left knows.
 */
export class ProgressBar {
  readonly #display: LiveDisplay
  readonly #startedAt: number
  #before: number | null = null
  #lastAt = Number.NEGATIVE_INFINITY

  constructor(
    private readonly label: string,
    screen: Screen,
    private readonly clock: () => number,
  ) {
    this.#display = new LiveDisplay(screen, clock)
    this.#startedAt = clock()
  }

  /** Shows that `done` of `total` is behind. */
  show(progress: Progress): void {
    this.#before ??= progress.done
    const now = this.clock()
    if (now - this.#startedAt < FIRST_AFTER_MS || now - this.#lastAt < EVERY_MS) return
    this.#lastAt = now
    const line = this.#line(progress, (now - this.#startedAt) / 1000)
    this.#display.show([line], line)
  }

  clear(): void {
    this.#display.clear()
  }

  #line({ done, total, count, what }: Progress, seconds: number): string {
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const full = Math.floor(WIDTH * share)
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
    const percent = `${Math.floor(100 * share)} %`.padStart(5)
    const rate = Math.round(count / seconds)
    const counted = `${count.toLocaleString('en-US')} ${what} · ${rate.toLocaleString('en-US')}/s`
    return `${this.label} ${bar} ${percent} · ${counted}${this.#left({ done, total }, seconds)}`
  }

  #left({ done, total }: { readonly done: number; readonly total: number }, seconds: number): string {
    const since = done - (this.#before ?? 0)
    if (since <= 0 || seconds < KNOWN_AFTER_SECONDS) return ''
    return `, ${duration((seconds * Math.max(0, total - done)) / since)} left`
  }
}
