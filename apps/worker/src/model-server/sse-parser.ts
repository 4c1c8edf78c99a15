const LINE_END = /\r\n|\r|\n/g

/**
 * Turns the bytes of a server-sent event stream into the data of its events, wherever the network split them.
 *
 * Invariant: however one byte sequence is split into pushes, the concatenation of what they return is the same. A
 * character or an event that is still incomplete waits for the next push; one that never completes is dropped.
 */
export class SseParser {
  readonly #decoder = new TextDecoder()
  #rest = ''
  #searched = 0
  #data: string | null = null

  /** Takes the next bytes and returns the data of every event they complete. */
  push(bytes: Uint8Array): string[] {
    this.#rest += this.#decoder.decode(bytes, { stream: true })
    const events: string[] = []
    let start = 0
    LINE_END.lastIndex = this.#searched
    for (let end = LINE_END.exec(this.#rest); end !== null; end = LINE_END.exec(this.#rest)) {
      const undecided = end[0] === '\r' && LINE_END.lastIndex === this.#rest.length
      if (undecided) break
      this.#takeLine(this.#rest.slice(start, end.index), events)
      start = LINE_END.lastIndex
    }
    this.#rest = this.#rest.slice(start)
    this.#searched = this.#rest.endsWith('\r') ? this.#rest.length - 1 : this.#rest.length
    return events
  }

  #takeLine(line: string, events: string[]): void {
    if (line === '') {
      if (this.#data !== null) events.push(this.#data)
      this.#data = null
      return
    }
    if (line !== 'data' && !line.startsWith('data:')) return
    const value = line.slice(line.startsWith('data: ') ? 6 : 5)
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`
  }
}
