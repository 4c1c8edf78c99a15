/** Where a display writes: a terminal is rewritten in place, anything else gets a line now and then. */
export interface Screen {
  readonly isTTY?: boolean
  write(text: string): unknown
}

const LINE_EVERY_MS = 5000

/** Shows something that changes: redrawn in place on a terminal, one line every few seconds in a log. */
export class LiveDisplay {
  #shown = 0
  #lastLineAt = Number.NEGATIVE_INFINITY

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
    } else if (this.clock() - this.#lastLineAt >= LINE_EVERY_MS) {
      this.#lastLineAt = this.clock()
      this.screen.write(`${line}\n`)
    }
  }

  /** Takes the block off the terminal, for what comes after it. */
  clear(): void {
    if (this.screen.isTTY === true && this.#shown > 0) this.screen.write(`\u001b[${this.#shown}A\u001b[J`)
    this.#shown = 0
  }
}
