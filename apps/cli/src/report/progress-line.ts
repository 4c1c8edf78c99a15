import { duration } from './format.js'

const WIDTH = 24

/** The window over which rate and remaining time are computed: sending slows down and speeds up. */
const WINDOW_SECONDS = 20

/** Before this the rate does not predict the remaining time. */
const KNOWN_AFTER_SECONDS = 2

export interface Progress {
  readonly done: number
  /** Null if unknown: then there is a count and its rate, and neither bar nor remaining time. */
  readonly total: number | null
  /** The count since the work began, if it differs in unit from `done` or some was done before. */
  readonly count?: number
  readonly what: string
}

/** A measurement of progress, at a time in seconds. */
interface Mark {
  readonly at: number
  readonly done: number
  readonly count: number
}

/**
 * Long work in one line: a bar, the share, a count, its rate and the remaining time. Work done before the first
 * measurement counts towards neither the rate nor the remaining time.
 */
export class ProgressLine {
  readonly #marks: Mark[] = []

  constructor(
    private readonly label: string,
    private readonly startedAt: number,
  ) {}

  /** The line as of a time in seconds. */
  at(seconds: number, progress: Progress): string {
    if (this.#marks.length === 0) this.#mark(this.startedAt, progress)
    this.#mark(seconds, progress)
    return this.#text(seconds, progress)
  }

  /** Keeps the measurements at which progress changed, back to just before the window. */
  #mark(at: number, { done, count = done }: Progress): void {
    if (this.#marks.at(-1)?.done !== done) this.#marks.push({ at, done, count })
    while ((this.#marks[1]?.at ?? at) < at - WINDOW_SECONDS) this.#marks.shift()
  }

  #text(at: number, { done, total, count = done, what }: Progress): string {
    const from = this.#marks[0] ?? { at, done, count }
    const seconds = at - from.at
    const counted = `${count.toLocaleString('en-US')} ${what} · ${rateText(seconds > 0 ? (count - from.count) / seconds : 0)}/s`
    if (total === null) return `${this.label} ${counted}`
    const share = total === 0 ? 1 : Math.min(1, done / total)
    const full = Math.floor(WIDTH * share)
    const bar = `${'█'.repeat(full)}${'░'.repeat(WIDTH - full)}`
    const percent = `${Math.floor(100 * share)} %`.padStart(5)
    const known = done > from.done && at - this.startedAt >= KNOWN_AFTER_SECONDS
    const left = known ? `, ${duration((seconds * Math.max(0, total - done)) / (done - from.done))} left` : ''
    return `${this.label} ${bar} ${percent} · ${counted}${left}`
  }
}

function rateText(rate: number): string {
  return rate > 0 && rate < 10 ? rate.toFixed(1) : Math.round(rate).toLocaleString('en-US')
}
