import { randomBytes, randomInt } from 'node:crypto'

/** A key in its parts: the id names it, the secret opens. */
export interface KeyText {
  readonly id: string
  readonly secret: string
}

const LETTERS = 'abcdefghijklmnopqrstuvwxyz0123456789'
const SECRET_BYTES = 32
const FORM = /^cges_([a-z0-9]{12})_([A-Za-z0-9_-]{43})$/

/** Makes a key nobody can guess: 256 random bits behind an id that finds its row. */
export function newKeyText(): KeyText {
  const id = Array.from({ length: 12 }, () => LETTERS[randomInt(LETTERS.length)]).join('')
  return { id, secret: newSecret() }
}

/** Makes 256 random bits, written for headers and cookies. */
export function newSecret(): string {
  return randomBytes(SECRET_BYTES).toString('base64url')
}

/** Writes a key as its holder sends it; the fixed start lets scanners of leaked secrets find it. */
export function writeKey({ id, secret }: KeyText): string {
  return `cges_${id}_${secret}`
}

/** Reads a key that somebody sent; null where it is none. */
export function readKey(text: string): KeyText | null {
  const [, id, secret] = FORM.exec(text) ?? []
  return id === undefined || secret === undefined ? null : { id, secret }
}
