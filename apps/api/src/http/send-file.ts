import type { ServerResponse } from 'node:http'
import type { Logger } from '@cges-fleet/telemetry'
import type { HttpResponse } from './request.js'

const TYPES = {
  csv: 'text/csv; charset=utf-8; header=present',
  json: 'application/json; charset=utf-8',
  jsonl: 'application/x-ndjson; charset=utf-8',
} as const

interface File {
  readonly name: string
  readonly pieces: AsyncIterable<string>
  /** How long a reader may take for each 64 KiB before the connection is broken. */
  readonly patienceMs?: number
}

/** What is written at once, in bytes. */
const AT_ONCE = 65_536

/** Sends a file to be saved, piece by piece; its media type follows from the extension of its name. */
export async function sendFile(
  response: HttpResponse,
  { name, pieces, patienceMs = 60_000 }: File,
  logger: Logger,
): Promise<void> {
  response.writeHead(200, {
    'content-type': TYPES[name.split('.').at(-1) as keyof typeof TYPES],
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  await sendPieces(response, pieces, patienceMs).catch((error: Error) => {
    // The status line is already sent: breaking the connection tells the client that the file is incomplete.
    logger.error(`an export broke off: ${error.message}`, { stack: error.stack })
    response.destroy(error)
  })
}

/** Sends pieces with backpressure, and stops when the reader disconnects or no longer reads. */
async function sendPieces(response: HttpResponse, pieces: AsyncIterable<string>, patienceMs: number): Promise<void> {
  for await (const piece of pieces) {
    const bytes = Buffer.from(piece)
    for (let from = 0; from < bytes.length; from += AT_ONCE) {
      if (response.destroyed) return
      response.write(bytes.subarray(from, from + AT_ONCE))
      if (!(await drained(response, patienceMs)))
        throw new Error(`the reader took nothing for ${Math.round(patienceMs / 1000)} s`)
    }
  }
  response.end()
}

/**
 * Waits until the reader of a response has taken what was written, or is gone: backpressure, so that what is sent is never
 * held for who reads slowly.
 *
 * @param patienceMs How long the reader may take.
 * @returns False if that was not long enough.
 */
export function drained(response: ServerResponse, patienceMs: number): Promise<boolean> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = (inTime: boolean) => {
      clearTimeout(timer)
      response.off('drain', taken)
      response.off('close', taken)
      resolve(inTime)
    }
    const taken = () => settle(true)
    const timer = setTimeout(() => settle(false), patienceMs)
    response.once('drain', taken)
    response.once('close', taken)
  })
}
