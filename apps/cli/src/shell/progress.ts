import { Transform } from 'node:stream'
import { counted, type EvaluationView } from '@cges-fleet/core'
import { duration } from './format.js'
import { LiveDisplay, type Screen } from './live-display.js'

let isHidden = false

/** Shows no bars from here on: what is printed is for programs. */
export function hideProgress(): void {
  isHidden = true
}

/** Starts a progress bar on stderr, if that is a terminal and JSON was not requested. */
export function startProgress(label: string): ProgressBar {
  const isTTY = process.stderr.isTTY && !isHidden
  const { columns, rows } = process.stderr
  const screen = { isTTY, columns, rows, write: (text: string) => process.stderr.write(text) }
  return new ProgressBar(label, screen, () => performance.now())
}

/** How often the time is shown anew. */
const REDRAW_EVERY_MS = 300

/**
 * Waits for an answer that comes all at once, such as statistics; on a terminal, shows for what and for how long. Work
 * that prints something itself gets `tell`, which prints beside the bar.
 */
export async function waitWithBar<T>(
  label: string,
  forWhat: string,
  answer: Promise<T> | ((tell: (text: string) => void) => Promise<T>),
): Promise<T> {
  const bar = startProgress(label)
  const tell = (text: string) => {
    bar.clear()
    console.error(text)
  }
  const shown = setInterval(() => bar.wait(forWhat), REDRAW_EVERY_MS)
  try {
    return await (typeof answer === 'function' ? answer(tell) : answer)
  } finally {
    clearInterval(shown)
    bar.clear()
  }
}

/** Formats the number of trials that an evaluation's statistics cover. */
export function judgedIn({ trials }: EvaluationView): string {
  return counted(trials.total, 'question')
}

/** Passes bytes through and shows how many, and of how many if the total is known. */
export function countBytes(label: string, total: number | null): Transform {
  const bar = startProgress(label)
  let bytes = 0
  return new Transform({
    transform(chunk: Buffer, _encoding, pass) {
      bytes += chunk.length
      bar.show({ done: kilobytes(bytes), total: total === null ? null : kilobytes(total), what: 'kB' })
      pass(null, chunk)
    },
    flush(pass) {
      bar.clear()
      pass()
    },
  })
}

function kilobytes(bytes: number): number {
  return Math.round(bytes / 1000)
}

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

const WIDTH = 24

/** The window over which rate and remaining time are computed: sending slows down and speeds up. */
const WINDOW_SECONDS = 20

/** Before this the rate does not predict the remaining time. */
const KNOWN_AFTER_SECONDS = 2

interface Progress {
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
