import type { Readable } from 'node:stream'

/** Reads a response's text, or null, and nothing more of it, once it is longer than `most` bytes. */
export async function readWithin(body: Readable, most: number): Promise<string | null> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    bytes += chunk.length
    // Leaving the loop destroys the body, and with it the connection.
    if (bytes > most) return null
    chunks.push(chunk)
  }
  return Buffer.concat(chunks).toString('utf8')
}
