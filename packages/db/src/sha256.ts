import { createHash } from 'node:crypto'

/** SHA-256 of a text as UTF-8: core has no hash of its own, so it is handed this one. */
export function sha256(text: string): Uint8Array {
  return createHash('sha256').update(text).digest()
}
