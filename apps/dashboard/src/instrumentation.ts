import { readApiUrl } from './env'

/** Stops the server at its start, not at its first page, when the environment is incomplete. */
export function register(): void {
  readApiUrl()
}
