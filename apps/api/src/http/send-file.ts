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
}

/** Sends a file to be saved, piece by piece; its media type follows from the extension of its name. */
export async function sendFile(response: HttpResponse, { name, pieces }: File, logger: Logger): Promise<void> {
  response.writeHead(200, {
    'content-type': TYPES[name.split('.').at(-1) as keyof typeof TYPES],
    'content-disposition': `attachment; filename="${name}"`,
    'cache-control': 'no-store',
  })
  await sendPieces(response, pieces).catch((error: Error) => {
    // The status line is already sent: breaking the connection tells the client that the file is incomplete.
    logger.error(`an export broke off: ${error.message}`, { stack: error.stack })
    response.destroy(error)
  })
}

/** Sends pieces with backpressure, and stops when the reader disconnects. */
async function sendPieces(response: HttpResponse, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return
    response.write(piece)
    await drained(response)
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
export function drained(response: ServerResponse, patienceMs = Infinity): Promise<boolean> {
  if (response.destroyed || !response.writableNeedDrain) return Promise.resolve(true)
  return new Promise((resolve) => {
    const settle = (inTime: boolean) => {
      clearTimeout(timer)
      response.off('drain', taken)
      response.off('close', taken)
      resolve(inTime)
    }
    const taken = () => settle(true)
    const timer = patienceMs === Infinity ? undefined : setTimeout(() => settle(false), patienceMs)
    response.once('drain', taken)
    response.once('close', taken)
  })
}
