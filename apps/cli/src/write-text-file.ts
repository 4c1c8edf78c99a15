import { writeFileSync } from 'node:fs'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

/** Writes a text to a file; one that cannot be written is the user's to mend. */
export function writeTextFile(file: string, text: string): void {
  try {
    writeFileSync(file, text)
  } catch (cause) {
    throw new UsageError(`${file} cannot be written: ${errorText(cause, { place: false })}`, { cause })
  }
}
