import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { errorText } from './errors/error-text.js'
import { decodeUtf8 } from './strict-utf8.js'
import { UsageError } from './usage-error.js'

/** The most bytes of a file that is read whole, decompressed; JavaScript's longest text has twice as many characters. */
export const LARGEST_WHOLE_FILE = 256 * 2 ** 20

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
