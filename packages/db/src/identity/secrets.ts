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
export interface Pepper {
  /** What hashes are stored by. */
  readonly current: string
  /** Another whose hashes are accepted while the pepper is replaced; null at other times. */
  readonly accepted: string | null
}

const LEAST = 32

interface PepperSettings {
  readonly KEY_PEPPER?: string | undefined
  readonly KEY_PEPPER_FILE?: string | undefined
  readonly KEY_PEPPER_ACCEPTED?: string | undefined
  readonly KEY_PEPPER_ACCEPTED_FILE?: string | undefined
}

/** Loads the pepper, and one that is accepted besides, from files or variables; null if there is none, which means no sign-in. */
export function loadPepper(settings: PepperSettings): Pepper | null {
  const current = pepperIn(settings, 'KEY_PEPPER')
  const accepted = pepperIn(settings, 'KEY_PEPPER_ACCEPTED')
  if (current !== null) return { current, accepted }
  if (accepted === null) return null
  throw new Error('KEY_PEPPER_ACCEPTED is set, but not the pepper itself: set KEY_PEPPER_FILE')
}

function pepperIn(settings: PepperSettings, name: 'KEY_PEPPER' | 'KEY_PEPPER_ACCEPTED'): string | null {
  const text = settings[name]
  const path = settings[`${name}_FILE`]
  if (text !== undefined && path !== undefined) throw new Error(`set ${name} or ${name}_FILE, not both`)
  const pepper = path === undefined ? text : fileText(path, `${name}_FILE`)
  if (pepper === undefined) return null
  if (pepper.length >= LEAST) return pepper
  throw new Error(
    `the key pepper has ${pepper.length} characters and needs ${LEAST}: make one with \`openssl rand -base64 48\``,
  )
}

function fileText(path: string, setting: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch (cause) {
    throw new Error(`${setting} ${path} cannot be read: make it with \`openssl rand -base64 48 > ${path}\``, { cause })
  }
}

/**
 * The keyed hash a secret is stored and looked up by. Slow hashes are for passwords people choose; these are 256 random
 * bits.
 */
export function secretHash({ current }: Pepper, secret: string): Buffer {
  return hashBy(current, secret)
}

/** The hashes a secret may be stored by, the present one first. */
export function acceptedHashes({ current, accepted }: Pepper, secret: string): Buffer[] {
  return [current, ...(accepted === null ? [] : [accepted])].map((pepper) => hashBy(pepper, secret))
}

function hashBy(pepper: string, secret: string): Buffer {
  return createHmac('sha256', pepper).update(secret).digest()
}

/** Names a pepper without giving it away, so that keys can be counted by it. */
export function pepperMark(pepper: string): string {
  return hashBy(pepper, 'the mark of a pepper').toString('hex', 0, 4)
}

/** Compares two hashes in constant time. */
export function sameHash(one: Uint8Array, other: Uint8Array): boolean {
  return one.length === other.length && timingSafeEqual(one, other)
}
