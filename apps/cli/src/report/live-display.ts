/** The output of a display: a terminal is redrawn in place, anything else gets a line now and then. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const LINE_EVERY_MS = 5000

/** Shows something that changes: redrawn in place on a terminal; in a log a line for each change, at most one every few seconds. */
export class LiveDisplay {
  #shown = 0
  #lastLineAt = Number.NEGATIVE_INFINITY
  #lastLine = ''

  constructor(
    private readonly screen: Screen,
    private readonly clock: () => number,
  ) {}

  /** Shows new content; `line` is what a log gets. */
  show(block: readonly string[], line: string): void {
    if (this.screen.isTTY === true) {
      this.clear()
      this.screen.write(`${block.join('\n')}\n`)
      this.#shown = block.length
    } else if (line !== this.#lastLine && this.clock() - this.#lastLineAt >= LINE_EVERY_MS) {
      this.#lastLineAt = this.clock()
      this.#lastLine = line
      this.screen.write(`${line}\n`)
    }
  }

  /** Clears the block from the terminal, for the output after it. */
  clear(): void {
    if (this.screen.isTTY === true && this.#shown > 0) this.screen.write(`\u001b[${this.#shown}A\u001b[J`)
    this.#shown = 0
  }
}
