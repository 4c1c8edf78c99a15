import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cachedPython } from '../support/cached-python.js'

const REQUIREMENTS = fileURLToPath(new URL('../../src/peers/requirements.txt', import.meta.url))

/**
 * Gives a Python with the other programs that `packages/python` goes with, made once for each list of them and kept in the
 * user's cache. Throws an Error that says what is missing where none can be made.
 */
export function peersPython(): string {
  const listed = createHash('sha256').update(readFileSync(REQUIREMENTS)).digest('hex').slice(0, 12)
  return cachedPython(`peers-${listed}`, 'Inspect, lm-eval and others, about 1 GB, a minute or more,', (pip) => {
    // Compiled ahead, all that is never imported would cost most of the time.
    pip('install', '--no-compile', '--requirement', REQUIREMENTS)
  })
}
