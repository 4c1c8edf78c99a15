import { noteClients } from './api/client-chain'
import { parseApiUrl } from './api/env'

/** Stops the server at its start, not at its first page, when the environment is incomplete; and with its launcher. Sees whence requests come. */
export function register(): void {
  // Taken apart because the build also looks at this file for runtimes that have neither.
  const { exit, once } = process
  try {
    parseApiUrl()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    exit(1)
  }
  noteClients()
  // A server started by `cges up` has a channel to it, which closes when `cges up` ends, however it ends.
  once.call(process, 'disconnect', () => exit(0))
}
