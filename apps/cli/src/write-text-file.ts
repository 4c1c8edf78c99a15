import { writeFileSync } from 'node:fs'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

/** Writes a text to a file; if that fails the error is a `UsageError`. */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${errorText(cause, { place: false })}`, { cause })
  }
}
