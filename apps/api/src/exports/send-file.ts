import type { Logger } from '@cges-fleet/telemetry'
import type { HttpResponse } from '../http/http-response.js'
import { sendPieces } from './send-pieces.js'

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
