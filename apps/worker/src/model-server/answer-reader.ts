import { type CompletionCollector, noCompletion } from './completion-collector.js'
import { SseParser, StreamFault } from './sse-parser.js'

const OPENING_BRACE = 0x7b
/** Blanks, line ends and the bytes of a byte order mark. */
const BEFORE_TEXT: ReadonlySet<number> = new Set([0x20, 0x09, 0x0a, 0x0d, 0xef, 0xbb, 0xbf])
/** How much of a response that is no completion is shown, in bytes. */
const SHOWN_BYTES = 400

/** Bounds of a response in bytes: a fixed part, and one for each token and each of its listed alternatives. */
const BASE_BYTES = 16_777_216
const TOKEN_BYTES = 1024
const ALTERNATIVE_BYTES = 256

/** The most bytes that the response with an answer may have: several times what JSON takes for so many tokens. */
export function mostBytes(tokens: number, alternatives: number): number {
  return BASE_BYTES + tokens * (TOKEN_BYTES + alternatives * ALTERNATIVE_BYTES)
}

/**
 * Reads a response's bytes into a collector: a stream of events, or one JSON object from a server that answers whole
 * though a stream was requested. Throws StreamFault for anything else, and for more than `most` bytes.
 */
export class AnswerReader {
  readonly #parser = new SseParser()
  /** All of a whole answer; of a stream, its beginning. */
  readonly #kept: Uint8Array[] = []
  #isWhole: boolean | null = null
  #bytes = 0
  #events = 0

  constructor(
    private readonly collector: CompletionCollector,
    private readonly most: number,
  ) {}

  push(bytes: Uint8Array): void {
    if (this.#isWhole === null) {
      const first = bytes.find((byte) => !BEFORE_TEXT.has(byte))
      if (first !== undefined) this.#isWhole = first === OPENING_BRACE
    }
    if (this.#isWhole !== false || this.#bytes < SHOWN_BYTES) this.#kept.push(bytes)
    this.#bytes += bytes.length
    if (this.#bytes > this.most) {
      throw new StreamFault('too_long', `the model server sent more than ${this.most} bytes for one answer`)
    }
    if (this.#isWhole !== true) this.#take(this.#parser.push(bytes))
  }

  /** The response has ended in good order. */
  end(): void {
    if (this.#isWhole === true) return this.collector.takeWhole(this.#text())
    this.#take(this.#parser.end())
    if (this.#events === 0 && this.#isWhole !== null) throw noCompletion(this.#text())
  }

  #take(events: ReturnType<SseParser['push']>): void {
    this.#events += events.length
    for (const event of events) if (!this.collector.mayEnd && !this.collector.isOverLimit) this.collector.take(event)
  }

  #text(): string {
    return new TextDecoder().decode(Buffer.concat(this.#kept))
  }
}
