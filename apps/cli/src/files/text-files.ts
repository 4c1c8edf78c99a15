import { isUtf8 } from 'node:buffer'
import { accessSync, constants, existsSync, mkdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { errorText, UsageError } from '../errors.js'

/** The most bytes of a file that is read whole, decompressed; JavaScript's longest text has twice as many characters. */
const LARGEST_WHOLE_FILE = 256 * 2 ** 20

/**
 * Reads a file as text, decompressed if it is gzipped; if it cannot be read, is no UTF-8 or larger than
 * `LARGEST_WHOLE_FILE` the error is a `UsageError`.
 */
export function readTextFile(file: string): string {
  return decodeUtf8(bytesOf(file), file)
}

function bytesOf(file: string): Buffer {
  try {
    const bytes = readFileSync(file)
    return file.endsWith('.gz') ? gunzipSync(bytes, { maxOutputLength: LARGEST_WHOLE_FILE }) : bytes
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  }
}

/** Writes a text to a file; if that fails the error is a `UsageError`. */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${errorText(cause, { place: false })}`, { cause })
  }
}

/**
 * Creates a writable folder with its parents. Node's recursive mkdir never returns below a file system that takes no
 * folders, such as /proc.
 */
export function makeFolder(path: string): void {
  try {
    for (const folder of missingOf(resolve(path))) mkdirSync(folder)
    accessSync(path, constants.W_OK)
  } catch (cause) {
    throw new UsageError(`${path} cannot be written into: ${errorText(cause, { place: false })}`, { cause })
  }
  if (!statSync(path).isDirectory()) throw new UsageError(`${path} is a file: give a folder`)
}

function missingOf(path: string): string[] {
  const missing: string[] = []
  for (let at = path; !existsSync(at); at = dirname(at)) missing.unshift(at)
  return missing
}

/** Checks that a file which another process will read is readable. */
function requireReadable(file: string): void {
  try {
    accessSync(file, constants.R_OK)
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  }
  if (statSync(file).isDirectory()) throw new UsageError(`${file} cannot be read: it is a folder, not a file`)
}

/** Checks the same of a file that an option names. */
export function requireNamed(option: string, file: string): void {
  try {
    requireReadable(file)
  } catch (error) {
    if (!(error instanceof UsageError)) throw error
    throw new UsageError(`${option}: ${error.message}`, { cause: error })
  }
}

/** Checks that a result file is writable before the work that will fill it. */
export function requireWritable(file: string | undefined): void {
  if (file === undefined) return
  const place = existsSync(file) ? file : dirname(file)
  try {
    accessSync(place, constants.W_OK)
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${errorText(cause, { place: false })}`, { cause })
  }
  if (place === file && statSync(file).isDirectory())
    throw new UsageError(`${file} cannot be written: it is a folder, not a file`)
}

const LINE_FEED = 0x0a
/** A character has at most four bytes, so that a cut one leaves at most three behind. */
const LONGEST_TAIL = 3
const SHOWN = 20
/** Bytes of a file by which text and other content are told apart. */
const LOOKED_AT = 4096

/**
 * Decodes a file's bytes as UTF-8, piece by piece. Bytes that are none throw a `UsageError` with file and line, and how
 * to convert the file: replacement characters would count as other answers than the file has.
 */
export class StrictUtf8 {
  #tail: Buffer = Buffer.alloc(0)
  #line = 1
  #isFirst = true

  constructor(private readonly file: string) {}

  /** Decodes more bytes, without a byte order mark and without the start of a character that is not complete yet. */
  push(bytes: Buffer): string {
    const all = this.#tail.length === 0 ? bytes : Buffer.concat([this.#tail, bytes])
    const end = completeEnd(all)
    this.#tail = Buffer.from(all.subarray(end))
    const text = this.#decode(all.subarray(0, end))
    if (!this.#isFirst || text === '') return text
    this.#isFirst = false
    return text.startsWith('\uFEFF') ? text.slice(1) : text
  }

  /** Throws if the bytes end within a character. */
  end(): void {
    this.#decode(this.#tail)
  }

  #decode(bytes: Buffer): string {
    if (!isUtf8(bytes)) throw new UsageError(this.#problem(bytes))
    for (let at = bytes.indexOf(LINE_FEED); at >= 0; at = bytes.indexOf(LINE_FEED, at + 1)) this.#line += 1
    return bytes.toString('utf8')
  }

  #problem(bytes: Buffer): string {
    const { file } = this
    const start = bytes.subarray(0, 2).toString('hex')
    if (this.#isFirst && start === '1f8b') return `${file} is gzipped; give it a name that ends in .gz`
    if (this.#isFirst && (start === 'fffe' || start === 'feff')) {
      return `${file} is UTF-16, expected UTF-8. Convert it: ${conversion('UTF-16')}`
    }
    const at = firstBad(bytes)
    const before = bytes.subarray(0, at)
    const line = this.#line + before.filter((byte) => byte === LINE_FEED).length
    const lineStart = before.lastIndexOf(LINE_FEED) + 1
    const near = bytes.subarray(Math.max(lineStart, at - SHOWN), at + SHOWN).toString('latin1')
    const shown = JSON.stringify(near.split('\n', 1)[0])
    const byte = (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    const wrong = `${file}, line ${line}: the byte 0x${byte} is not UTF-8.`
    if (isBinary(bytes)) return `${wrong} The file is binary, expected text.`
    return `${wrong} If the file is Latin-1 (Windows-1252) it says ${shown}; then convert it: ${conversion('WINDOWS-1252')}`
  }
}

/** Whether bytes begin with control characters that no text has. */
function isBinary(bytes: Buffer): boolean {
  return bytes.subarray(0, LOOKED_AT).some((byte) => byte < 0x07 || (byte > 0x0d && byte < 0x1b))
}

/** Decodes a whole file's bytes as UTF-8, strictly. */
export function decodeUtf8(bytes: Buffer, file: string): string {
  const decoder = new StrictUtf8(file)
  const text = decoder.push(bytes)
  decoder.end()
  return text
}

function conversion(from: string): string {
  return `iconv -f ${from} -t UTF-8 old > new`
}

/** Where the last character that is complete ends. */
function completeEnd(bytes: Buffer): number {
  for (let back = 1; back <= Math.min(LONGEST_TAIL, bytes.length); back += 1) {
    const byte = bytes[bytes.length - back] ?? 0
    if (byte < 0x80) return bytes.length
    if (byte < 0xc0) continue
    const length = byte >= 0xf0 ? 4 : byte >= 0xe0 ? 3 : 2
    return length > back ? bytes.length - back : bytes.length
  }
  return bytes.length
}

/** The first byte that is not UTF-8, found by halving: every prefix before it is UTF-8, but for a cut character. */
function firstBad(bytes: Buffer): number {
  let good = 0
  let bad = bytes.length
  while (bad - good > 1) {
    const middle = (good + bad) >> 1
    const part = bytes.subarray(0, middle)
    if (isUtf8(part.subarray(0, completeEnd(part)))) good = middle
    else bad = middle
  }
  return completeEnd(bytes.subarray(0, good))
}
