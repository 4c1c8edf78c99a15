import { duration } from './format.js'
import { LiveDisplay, type Screen } from './live-display.js'

const WIDTH = 24

/** Nothing is shown of what is over sooner, and nothing oftener than a reader sees. */
const [FIRST_AFTER_MS, EVERY_MS] = [500, 100]

/** Rate and time left go by so long a past: what is sent slows down and speeds up. */
const WINDOW_SECONDS = 20

/** Sooner than this a rate says nothing of the time left. */
const KNOWN_AFTER_SECONDS = 2

interface Progress {
  readonly done: number
  readonly total: number
  /** What was counted since the bar began. */
  readonly count: number
  readonly what: string
}

/** Where the work was, and when, in seconds. */
interface Mark {
  readonly at: number
  readonly done: number
  readonly count: number
}

/**
 * How far a long piece of work is, in one line: a bar, the share, a count, its rate and the time left. Of what was done
 * before it began, as its first `show` says, neither the rate nor the time left knows.
 */
export class ProgressBar {
  readonly #display: LiveDisplay
  readonly #startedAt: number
  readonly #marks: Mark[] = []
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
    const now = this.clock()
    if (this.#marks.length === 0) this.#mark(this.#startedAt / 1000, progress)
    if (now - this.#startedAt < FIRST_AFTER_MS || now - this.#lastAt < EVERY_MS) return
    this.#lastAt = now
    this.#mark(now / 1000, progress)
    const line = this.#line(progress, now / 1000)
    this.#display.show([line], line)
  }

  clear(): void {
    this.#display.clear()
  }

  /** Keeps where the work was whenever it moved, back to just before the window. */
  #mark(at: number, { done, count }: Progress): void {
    if (this.#marks.at(-1)?.done !== done) this.#marks.push({ at, done, count })
    while ((this.#marks[1]?.at ?? at) < at - WINDOW_SECONDS) this.#marks.shift()
  }

  #line({ done, total, count, what }: Progress, at: number): string {
    const from = this.#marks[0] ?? { at, done, count }
    const seconds = at - from.at
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const full = Math.floor(WIDTH * share)
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
    const percent = `${Math.floor(100 * share)} %`.padStart(5)
    const rate = seconds > 0 ? Math.round((count - from.count) / seconds) : 0
    const counted = `${count.toLocaleString('en-US')} ${what} · ${rate.toLocaleString('en-US')}/s`
    const known = done > from.done && at - this.#startedAt / 1000 >= KNOWN_AFTER_SECONDS
    const left = known ? `, ${duration((seconds * Math.max(0, total - done)) / (done - from.done))} left` : ''
    return `${this.label} ${bar} ${percent} · ${counted}${left}`
  }
}
