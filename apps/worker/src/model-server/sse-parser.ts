const LINE_END = /\r\n|\r|\n/g

/** Longest event, in characters. */
const LONGEST_EVENT = 16_777_216

/** One event of a stream. */
export interface ServerEvent {
  /** Its type, such as `error`; null if it has none. */
  readonly name: string | null
  readonly data: string
}

/**
 * Turns the bytes of a server-sent event stream into its events, wherever the network split them. Throws StreamFault
 * for an event longer than `LONGEST_EVENT`, and for bytes that are not UTF-8.
 *
 * Invariant: however one byte sequence is split into pushes, the concatenation of what they return is the same. A
 * character or an event that is still incomplete waits for the next push, or for `end`.
 */
export class SseParser {
  readonly #decoder = new TextDecoder('utf-8', { fatal: true })
  /** The line that has not ended yet, in the pieces that came: joined once, however many there are. */
  #pieces: string[] = []
  #pieced = 0
  /** A carriage return at the end of a piece: the next may begin with its line feed. */
  #return = ''
  /** What the bytes after those taken are: thrown when more are to be taken. */
  #fault: StreamFault | null = null
  #data: string | null = null
  #name: string | null = null

  /** Takes the next bytes and returns every event they complete. */
  push(bytes: Uint8Array): ServerEvent[] {
    return this.#take(this.#decode(bytes))
  }

  /** The stream has ended in good order: returns the last event, if no blank line ended it. */
  end(): ServerEvent[] {
    const text = this.#decode()
    if (this.#fault !== null) throw this.#fault
    return this.#take(`${text}\n\n`)
  }

  /** The text of the next bytes; of those that are not UTF-8, what comes before. */
  #decode(bytes?: Uint8Array): string {
    if (this.#fault !== null) throw this.#fault
    try {
      return this.#decoder.decode(bytes, { stream: bytes !== undefined })
    } catch {
      this.#fault = new StreamFault('unreadable_event', 'the model server sent bytes that are not UTF-8')
      return new TextDecoder().decode(bytes).split('\uFFFD', 1)[0] ?? ''
    }
  }

  #take(next: string): ServerEvent[] {
    const text = this.#return + next
    this.#return = text.endsWith('\r') ? '\r' : ''
    const searched = text.slice(0, text.length - this.#return.length)
    const events: ServerEvent[] = []
    let start = 0
    for (const end of searched.matchAll(LINE_END)) {
      this.#takeLine(this.#pieces.join('') + searched.slice(start, end.index), events)
      this.#pieces = []
      this.#pieced = 0
      start = end.index + end[0].length
    }
    this.#pieces.push(searched.slice(start))
    this.#pieced += searched.length - start
    if (this.#pieced + (this.#data?.length ?? 0) > LONGEST_EVENT) {
      throw new StreamFault('too_long', `the model server sent an event of more than ${LONGEST_EVENT} characters`)
    }
    return events
  }

  #takeLine(line: string, events: ServerEvent[]): void {
    if (line === '') {
      if (this.#data !== null) events.push({ name: this.#name, data: this.#data })
      this.#data = this.#name = null
      return
    }
    if (line.startsWith('event:')) this.#name = line.slice('event:'.length).trim()
    if (line !== 'data' && !line.startsWith('data:')) return
    const value = line.slice(line.startsWith('data: ') ? 6 : 5)
    this.#data = this.#data === null ? value : `${this.#data}\n${value}`
  }
}

/**
 * What is wrong with an answer that was delivered.
 *
 * - `gave_up`: the server ended it of its own accord.
 * - `reported_error`: it reports an error.
 * - `no_end`: it stopped before its end.
 * - `unreadable_event`: an event that is no completion chunk.
 * - `no_completion`: all of it is something other than a completion.
 * - `unknown_end`: a finish_reason that is not known.
 * - `other_choice`: a second answer, though one was asked for.
 * - `text_after_end`: more text after its end.
 * - `too_long`: more bytes than the answer asked for can have.
 */
export type StreamFaultKind =
  | 'gave_up'
  | 'reported_error'
  | 'no_end'
  | 'unreadable_event'
  | 'no_completion'
  | 'unknown_end'
  | 'other_choice'
  | 'text_after_end'
  | 'too_long'

/** How a server answers whatever it is asked: it will do so again, even if no token came. */
const EVERY_TIME: ReadonlySet<StreamFaultKind> = new Set([
  'no_completion',
  'unknown_end',
  'other_choice',
  'text_after_end',
  'too_long',
])

/** A response that was delivered but reports, or shows, that its answer is incomplete or cannot be understood. */
export class StreamFault extends Error {
  override readonly name = 'StreamFault'

  constructor(
    readonly what: StreamFaultKind,
    message: string,
  ) {
    super(message)
  }

  /** Whether it may depend on the text being generated: only one such fault of a sample is redrawn. */
  isUnclear(hasBegun: boolean): boolean {
    return EVERY_TIME.has(this.what) || (hasBegun && this.what !== 'gave_up')
  }
}
