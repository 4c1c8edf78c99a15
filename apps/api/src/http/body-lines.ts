import { setTimeout as sleep } from 'node:timers/promises'
import { issueText } from '@cges-fleet/core'
import { formProblem, MOST_MEMBERS } from '@cges-fleet/stores'
import type { z } from 'zod'
import { Refusal, schemaRefusal } from './refusal.js'
import type { HttpRequest } from './request.js'

const LONGEST_LINE = 1024 * 1024
const NEWLINE = 0x0a
/** Skipping millions of empty lines would block other requests. */
const MOST_EMPTY = 10_000

/** One line of a body, counted from 1. */
export interface BodyLine {
  readonly number: number
  readonly bytes: Buffer
}

/** Returns whether a request's body is lines of JSON (NDJSON), to be streamed. */
export function sendsLines({ headers }: Pick<HttpRequest, 'headers'>): boolean {
  return /^application\/x-ndjson\b/i.test(headers['content-type'] ?? '')
}

/**
 * Yields a body's lines, in the memory of one: the bytes given are valid until the next is asked for. Skips empty
 * lines. Refuses a line longer than 1 MB, and more than 10,000 empty ones.
 */
export async function* bodyLines(request: HttpRequest): AsyncGenerator<BodyLine> {
  refuseEncoded(request)
  const line = Buffer.allocUnsafe(LONGEST_LINE)
  let number = 1
  let length = 0
  let empty = 0
  const add = (piece: Buffer) => {
    if (length + piece.length > LONGEST_LINE) throw new Refusal('invalid', `line ${number}: it is longer than 1 MB`)
    length += piece.copy(line, length)
  }
  for await (const piece of bodyPieces(request)) {
    let from = 0
    for (let end = piece.indexOf(NEWLINE); end !== -1; end = piece.indexOf(NEWLINE, from)) {
      if (end > from) add(piece.subarray(from, end))
      if (length > 0) yield { number, bytes: line.subarray(0, length) }
      else if (++empty > MOST_EMPTY)
        throw new Refusal('invalid', `line ${number}: more than ${MOST_EMPTY} lines are empty: leave them out`)
      ;[number, length, from] = [number + 1, 0, end + 1]
    }
    add(piece.subarray(from))
  }
  if (length > 0) yield { number, bytes: line.subarray(0, length) }
}

/** Parses a line as JSON of a schema; a refusal names the line. */
export function parseLine<Schema extends z.ZodType>({ number, bytes }: BodyLine, schema: Schema): z.output<Schema> {
  try {
    const problem = formProblem(bytes, { anyCharacters: false, mostMembers: MOST_MEMBERS })
    if (problem !== null) throw new Refusal('invalid', problem)
    const read = schema.safeParse(JSON.parse(bytes.toString('utf8')), { error: issueText })
    if (read.success) return read.data
    throw schemaRefusal(read.error.issues)
  } catch (error) {
    if (error instanceof SyntaxError) throw new Refusal('invalid', `line ${number}: it is not JSON: ${error.message}`)
    if (!(error instanceof Refusal)) throw error
    const fields = error.fields.map(({ field, problem }) => ({ field: `line ${number}: ${field}`, problem }))
    throw new Refusal(error.kind, `line ${number}: ${error.message}`, fields)
  }
}

function refuseEncoded({ headers }: HttpRequest): void {
  const charset = /charset=\s*"?([^\s";]+)/iu.exec(headers['content-type'] ?? '')?.[1] ?? 'utf-8'
  if (charset.toLowerCase() !== 'utf-8') throw new Refusal('invalid', `Send the body as UTF-8, not as ${charset}.`)
  if ((headers['content-encoding'] ?? 'identity') !== 'identity')
    throw new Refusal('invalid', 'Send the body as it is, not compressed.')
}

/** How long to wait for a sender in all before it must have sent this many more bytes. */
const PATIENCE_MS = 10_000
const LEAST_BYTES = 256 * 1024

/**
 * Yields a body's chunks with backpressure. Refuses senders slower than 25 KB a second, counting only the time spent
 * waiting for them.
 */
async function* bodyPieces(request: HttpRequest): AsyncGenerator<Buffer> {
  const pieces = request.iterator({ destroyOnReturn: false })
  let waitedMs = 0
  let bytes = 0
  for (;;) {
    const began = performance.now()
    const next = await within(PATIENCE_MS - waitedMs, pieces.next())
    if (next.done === true) return
    waitedMs += performance.now() - began
    bytes += next.value.length
    if (bytes >= LEAST_BYTES) [waitedMs, bytes] = [0, 0]
    yield next.value
  }
}

async function within(ms: number, next: Promise<IteratorResult<Buffer>>): Promise<IteratorResult<Buffer>> {
  const waiting = new AbortController()
  const late = sleep(Math.max(0, ms), undefined, { signal: waiting.signal }).then(() => {
    throw new Refusal('too_slow', 'The body arrives too slowly. Send at least 25 KB a second.')
  })
  try {
    return await Promise.race([next.catch(brokenOff), late])
  } finally {
    waiting.abort()
    late.catch(() => undefined)
  }
}

function brokenOff(): never {
  throw new Refusal('invalid', 'The connection closed before the body was complete. Nothing was stored.')
}
