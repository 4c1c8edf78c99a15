import { printable } from './printing.js'

/** The output of a display: a terminal is redrawn in place, anything else gets a line now and then. */
export interface Screen {
  readonly isTTY?: boolean
  /** The terminal's size, if it reports one. */
  readonly columns?: number
  readonly rows?: number
  write(text: string): unknown
}

const LINE_EVERY_MS = 5000

/** Shows something that changes: redrawn in place on a terminal; in a log a line for each change, at most one every few seconds. */
export class LiveDisplay {
  #shown: readonly string[] = []
  #lastLineAt = Number.NEGATIVE_INFINITY
  #lastLine = ''

  constructor(
    private readonly screen: Screen,
    private readonly clock: () => number,
  ) {}

  /** Shows new content; `line` is what a log gets. */
  show(block: readonly string[], line: string): void {
    this.#show(block.map(printable), printable(line))
  }

  #show(block: readonly string[], line: string): void {
    if (this.screen.isTTY === true) {
      this.clear()
      this.#shown = this.#fitting(block)
      this.screen.write(`${this.#shown.join('\n')}\n`)
    } else if (line !== this.#lastLine && this.clock() - this.#lastLineAt >= LINE_EVERY_MS) {
      this.#lastLineAt = this.clock()
      this.#lastLine = line
      this.screen.write(`${line}\n`)
    }
  }

  /** Clears the block from the terminal, for the output after it. */
  clear(): void {
    const rows = this.#rowsOf(this.#shown)
    if (this.screen.isTTY === true && rows > 0) this.screen.write(`\u001b[${rows}A\u001b[J`)
    this.#shown = []
  }

  /**
   * Lines that have scrolled off a terminal cannot be redrawn: omits lines before the last, which shows the progress.
   */
  #fitting(block: readonly string[]): readonly string[] {
    const room = (this.screen.rows || Number.POSITIVE_INFINITY) - 1
    for (let kept = block.length; kept > 1; kept -= 1) {
      const left = block.length - kept
      const note = left === 0 ? [] : [`… ${left + 1} lines more in a taller window`]
      const fitting = [...block.slice(0, left === 0 ? -1 : kept - 2), ...note, ...block.slice(-1)]
      if (this.#rowsOf(fitting) <= room) return fitting
    }
    return block.slice(-1)
  }

  /** How many rows of the terminal they take: long lines go on in the next. */
  #rowsOf(block: readonly string[]): number {
    const columns = this.screen.columns || Number.POSITIVE_INFINITY
    return block.reduce((sum, line) => sum + Math.max(1, Math.ceil([...line].length / columns)), 0)
  }
}
