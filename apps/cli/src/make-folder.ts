import { accessSync, constants, existsSync, mkdirSync, statSync } from 'node:fs'
import { dirname, resolve } from 'node:path'
import { errorText } from './errors/error-text.js'
import { UsageError } from './usage-error.js'

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
