import { createHash } from 'node:crypto'

/** SHA-256 of a text as UTF-8, for core, which takes its hash as a parameter. */
export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
