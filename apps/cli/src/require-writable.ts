import { accessSync, constants, existsSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

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
