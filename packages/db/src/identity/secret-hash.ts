import { createHmac, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** Mixed into every stored hash and kept outside the database: a stolen dump alone opens nothing. */
export type Pepper = string & { readonly __pepper: true }

const LEAST = 32

export interface PepperSettings {
  readonly KEY_PEPPER?: string | undefined
  readonly KEY_PEPPER_FILE?: string | undefined
}

/** Loads the pepper from its file or variable; null if there is none, which means no sign-in. */
export function loadPepper({ KEY_PEPPER, KEY_PEPPER_FILE }: PepperSettings): Pepper | null {
  if (KEY_PEPPER !== undefined && KEY_PEPPER_FILE !== undefined) {
    throw new Error('set KEY_PEPPER or KEY_PEPPER_FILE, not both')
  }
  const text = KEY_PEPPER_FILE === undefined ? KEY_PEPPER : fileText(KEY_PEPPER_FILE)
  if (text === undefined) return null
  if (text.length >= LEAST) return text as Pepper
  throw new Error(
    `the key pepper has ${text.length} characters and needs ${LEAST}: make one with \`openssl rand -base64 48\``,
  )
}

function fileText(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new Error(`KEY_PEPPER_FILE ${path} cannot be read: make it with \`openssl rand -base64 48 > ${path}\``, {
      cause,
    })
  }
}

/**
 * The keyed hash a secret is stored and looked up by. Slow hashes are for passwords people choose; these are 256 random
 * bits.
 */
export function secretHash(pepper: Pepper, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest()
}

/** Compares two hashes in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
