import { drained } from '../http/drained.js'
import type { HttpResponse } from '../http/http-response.js'

/** Sends pieces with backpressure, and stops when the reader disconnects. */
export async function sendPieces(response: HttpResponse, pieces: AsyncIterable<string>): Promise<void> {
  for await (const piece of pieces) {
    if (response.destroyed) return
    response.write(piece)
    await drained(response)
  }
  response.end()
}
