const DEEPEST = 20

/** Members and elements a body may have, many times what any of ours needs: each is validated, and may be reported. */
export const MOST_MEMBERS = 4096

export interface Form {
  /** Whether it may contain escapes of NUL and of lone surrogates. */
  readonly anyCharacters: boolean
  readonly mostMembers: number
  /** Levels that it may nest; 20 unless set. */
  readonly deepest?: number
}

class FormProblem extends Error {}

/** Names with a meaning in JavaScript: no field of ours is called so, and no schema ever has to see them. */
const LANGUAGE_NAMES = new Set(['__proto__', 'constructor', 'prototype'])
/** The longest of them with every character escaped. */
const LONGEST_WRITTEN = 11 * '\\u0000'.length

const QUOTE = 0x22
const BACKSLASH = 0x5c
const COLON = 0x3a
const COMMA = 0x2c
const LETTER_U = 0x75
const OPEN_BRACE = 0x7b
const CLOSE_BRACE = 0x7d
const OPEN_BRACKET = 0x5b
const CLOSE_BRACKET = 0x5d

/**
 * Says what is wrong with a body, null if nothing is: it nests too deep, has too many members, names a field like one of
 * JavaScript's own (however escaped), or, unless it may contain any, has escapes of characters that PostgreSQL cannot
 * store: NUL and lone surrogates. Scans each byte once, before anything is built from them.
 */
export function formProblem(body: Buffer, form: Form): string | null {
  try {
    refuseForm(body, form)
    return null
  } catch (error) {
    if (error instanceof FormProblem) return error.message
    throw error
  }
}

function refuseForm(body: Buffer, { anyCharacters, mostMembers, deepest = DEEPEST }: Form): void {
  let depth = 0
  let members = 0
  let text = { start: 0, end: 0 }
  for (let at = 0; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) {
      text = { start: at, end: endOfText(body, at + 1, anyCharacters) }
      at = text.end
      continue
    }
    if (byte === COLON) refuseName(body, text.start, text.end)
    const opens = byte === OPEN_BRACE || byte === OPEN_BRACKET
    if ((opens || byte === COMMA) && ++members > mostMembers)
      throw new FormProblem(`The body has more than ${mostMembers} members: send fewer.`)
    if (opens) {
      if (++depth > deepest) throw new FormProblem(`The body nests deeper than ${deepest} levels.`)
    } else if (byte === CLOSE_BRACE || byte === CLOSE_BRACKET) depth--
  }
}

/** The position of the quote that ends a string; the body's length if none does. */
function endOfText(body: Buffer, start: number, anyCharacters: boolean): number {
  for (let at = start; at < body.length; at++) {
    const byte = body[at]
    if (byte === QUOTE) return at
    if (byte !== BACKSLASH) continue
    at++
    if (body[at] !== LETTER_U || anyCharacters) continue
    at += refuseNoText(body, at - 1)
  }
  return body.length
}

/** Returns how many bytes an escape has beyond its first two; refuses one of a character that cannot be stored. */
function refuseNoText(body: Buffer, at: number): number {
  const code = codeAt(body, at)
  if (code === null) return 0
  const isHigh = code >= 0xd800 && code <= 0xdbff
  const next = isHigh ? codeAt(body, at + 6) : null
  if (next !== null && next >= 0xdc00 && next <= 0xdfff) return 10
  if (code !== 0 && (code < 0xd800 || code > 0xdfff)) return 4
  const written = body.toString('latin1', at, at + 6)
  throw new FormProblem(`The body contains an invalid character, ${written}. Remove it.`)
}

/** The code unit of `\uXXXX` at a position; null if there is none. */
function codeAt(body: Buffer, at: number): number | null {
  if (body[at] !== BACKSLASH || body[at + 1] !== LETTER_U) return null
  const digits = body.toString('latin1', at + 2, at + 6)
  return /^[0-9a-f]{4}$/iu.test(digits) ? Number.parseInt(digits, 16) : null
}

function refuseName(body: Buffer, start: number, end: number): void {
  if (end - start - 1 > LONGEST_WRITTEN) return
  const name = nameOf(body.toString('latin1', start, end + 1))
  if (!LANGUAGE_NAMES.has(name)) return
  throw new FormProblem(`The body contains an unknown field, ${JSON.stringify(name)}. Remove it.`)
}

function nameOf(written: string): string {
  if (!written.includes('\\')) return written.slice(1, -1)
  try {
    return String(JSON.parse(written))
  } catch {
    return ''
  }
}
