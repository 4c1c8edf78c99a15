import { createHmac, randomBytes, randomInt, timingSafeEqual } from 'node:crypto'
import { readFileSync } from 'node:fs'

/** A key in its parts: a public id and a secret. */
export interface KeyText {
  readonly id: string
  readonly secret: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const SECRET_BYTES = 32
const FORM = /^cges_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/

/** Generates a key: 256 random bits as secret, and an id to look it up by. */
export function newKeyText(): KeyText {
  const id = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { id, secret: newSecret() }
}

/** Generates 256 random bits as text that is safe in headers and cookies. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Formats a key as its holder sends it; the fixed prefix lets leak scanners find it. */
export function writeKey({ id, secret }: KeyText): string {
  return `cges_${id}_${secret}`
}

/** Parses a key from a request; null if it is not one. */
export function parseKey(text: string): KeyText | null {
  const [, id, secret] = FORM.exec(text) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}

/** Mixed into every stored hash and kept outside the database: a stolen dump alone opens nothing. */
export type Pepper = string & { readonly __pepper: true }

const LEAST = 32

interface PepperSettings {
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
