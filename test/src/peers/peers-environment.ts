import { createHash } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { cachedPython } from '../support/cached-python.js'

const REQUIREMENTS = fileURLToPath(new URL('../../src/peers/requirements.txt', import.meta.url))

const PROXIES = fileURLToPath(new URL('../../src/benches/peers/proxies.txt', import.meta.url))

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

/** Gives a Python with other proxies that vote, likewise; without what OptiLLM needs for models of its own. */
export function proxiesPython(): string {
  const listed = createHash('sha256').update(readFileSync(PROXIES)).digest('hex').slice(0, 12)
  return cachedPython(`proxies-${listed}`, 'its_hub and OptiLLM, about 300 MB, a minute or more,', (pip) => {
    pip('install', '--no-compile', '--no-deps', 'optillm==0.4.0')
    pip('install', '--no-compile', '--requirement', PROXIES)
  })
}
