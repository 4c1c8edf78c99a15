import type { Readable } from 'node:stream'

/** Longest error body that is read, in bytes: its beginning says what is wrong. */
export const LONGEST_ERROR_BODY = 65_536

/** The beginning of a body, at most so many bytes of it; `whole` if that is all of it. */
interface Beginning {
  readonly text: string
  readonly whole: boolean
}

/** Reads at most `most` bytes of a response, and closes the connection if there are more. */
export async function readBeginning(body: Readable, most: number): Promise<Beginning> {
  const chunks: Buffer[] = []
  let bytes = 0
  for await (const chunk of body as AsyncIterable<Buffer>) {
    chunks.push(chunk)
    bytes += chunk.length
    // Leaving the loop destroys the body, and with it the connection.
    if (bytes > most) break
  }
  return { text: Buffer.concat(chunks).subarray(0, most).toString('utf8'), whole: bytes <= most }
}

/** Reads a response's text, or null, and nothing more of it, once it is longer than `most` bytes. */
export async function readWithin(body: Readable, most: number): Promise<string | null> {
  const { text, whole } = await readBeginning(body, most)
  return whole ? text : null
}
