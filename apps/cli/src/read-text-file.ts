import { readFileSync } from 'node:fs'
import { gunzipSync } from 'node:zlib'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

/** Reads a file as text, unpacked where it is gzipped; one that cannot be read is the user's to mend. */
export function readTextFile(file: string): string {
  try {
    const bytes = readFileSync(file)
    return (file.endsWith('.gz') ? gunzipSync(bytes) : bytes).toString('utf8')
  } catch (cause) {
    throw new UsageError(`${file} cannot be read: ${errorText(cause, { place: false })}`, { cause })
  }
}
