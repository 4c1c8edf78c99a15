import { createCipheriv, createDecipheriv, hkdfSync, randomBytes } from 'node:crypto'
import type { Pepper } from '@cges-fleet/db'

const CIPHER = 'aes-256-gcm'
const IV_BYTES = 12
const TAG_BYTES = 16

/** What sealed data is for; data sealed for one purpose does not open for another. */
export type Purpose = 'sign-in' | 'tokens'

/** Encrypts what is kept outside this process: by a key made from the pepper, so that every API process has it. */
export class Sealer {
  readonly #key: Buffer
  /** Others that are opened with besides. */
  readonly #accepted: readonly Buffer[]

  constructor({ current, accepted }: Pepper) {
    this.#key = keyFrom(current)
    this.#accepted = accepted === null ? [] : [keyFrom(accepted)]
  }

  /** Encrypts a value of JSON. */
  seal(purpose: Purpose, value: unknown): Buffer {
    const iv = randomBytes(IV_BYTES)
    const cipher = createCipheriv(CIPHER, this.#key, iv).setAAD(Buffer.from(purpose))
    const text = Buffer.concat([cipher.update(JSON.stringify(value), 'utf8'), cipher.final()])
    return Buffer.concat([iv, cipher.getAuthTag(), text])
  }

  /** Decrypts what `seal` made for this purpose; null if it is anything else, or the pepper has changed. */
  open(purpose: Purpose, sealed: Buffer): unknown {
    const [iv, tag, text] = [
      sealed.subarray(0, IV_BYTES),
      sealed.subarray(IV_BYTES, IV_BYTES + TAG_BYTES),
      sealed.subarray(IV_BYTES + TAG_BYTES),
    ]
    if (tag.length !== TAG_BYTES) return null
    for (const key of [this.#key, ...this.#accepted]) {
      try {
        const decipher = createDecipheriv(CIPHER, key, iv).setAAD(Buffer.from(purpose)).setAuthTag(tag)
        return JSON.parse(Buffer.concat([decipher.update(text), decipher.final()]).toString('utf8')) as unknown
      } catch {
        // Sealed by another key, or not by any of ours.
      }
    }
    return null
  }
}

function keyFrom(pepper: string): Buffer {
  return Buffer.from(hkdfSync('sha256', pepper, '', 'cges single sign-on', 32))
}
