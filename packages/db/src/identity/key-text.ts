import { randomBytes, randomInt } from 'node:crypto'

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
