import { Problem } from '@cges-fleet/core'
import { AwayError } from './away-error.js'
import { UsageError } from './usage-error.js'

/** Says what the API says of a request it did not take; an AwayError where it may take it later. */
export async function apiRefusal(response: Response, request: string, keyHint: string | null): Promise<UsageError> {
  const problem = Problem.safeParse(await response.json().catch(() => undefined))
  const { status } = response
  const said = problem.success ? problem.data.detail : `The API answered ${status} to ${request}`
  if (status === 401 && keyHint !== null) return new UsageError(`${said}\n${keyHint}`)
  if (status !== 429 && status < 500) return new UsageError(said)
  const seconds = Number(response.headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? 1000 * seconds : null
  return new AwayError(said, { retryAfterMs, broken: status === 500 })
}
