import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

/** Reads a file as text, decompressed if it is gzipped; if it cannot be read the error is a `UsageError`. */
export function readTextFile(file: string): string {
  try {
    const bytes = readFileSync(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  }
}
