import { once } from 'node:events'
import type { HttpResponse } from '../http/http-response.js'

/** Sends pieces at the reader's pace, and stops asking for more where the reader has left. */
export async function sendPieces(response: HttpResponse, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return
    if (!response.write(piece)) await Promise.race([once(response, 'drain'), once(response, 'close')])
  }
  response.end()
}
