import { setTimeout as sleep } from 'node:timers/promises'
import type { HttpRequest } from './http-request.js'
import { Refusal } from './refusal.js'

/** How long to wait for a sender in all before it must have sent this many more bytes. */
const PATIENCE_MS = 10_000
const LEAST_BYTES = 256 * 1024

/**
 * Yields a body's chunks with backpressure. Refuses senders slower than 25 KB a second, counting only the time spent
 * waiting for them.
 */
export async function* bodyPieces(request: HttpRequest): AsyncGenerator<Buffer> {
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
    throw new Refusal('too_slow', 'The body comes too slowly: send at least 25 KB a second.')
  })
  try {
    return await Promise.race([next.catch(brokenOff), late])
  } finally {
    waiting.abort()
    late.catch(() => undefined)
  }
}

function brokenOff(): never {
  throw new Refusal('invalid', 'The body broke off before its end: nothing of it is stored.')
}
