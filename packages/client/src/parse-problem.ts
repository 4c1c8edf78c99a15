import type { Problem } from '@cges-fleet/core'
import { ApiError } from './api-error.js'

/** Parses why the API refused a request; a proxy in between may answer in another format, or with nothing. */
export async function parseProblem(response: Response, request: string): Promise<ApiError> {
  const { status, headers } = response
  const body: unknown = await response.json().catch(() => null)
  const problem = isProblem(body)
    ? body
    : {
        type: 'about:blank',
        title: response.statusText || 'Refused',
        status,
        detail: `The API answered ${status} to ${request} and gave no reason.`,
      }
  const seconds = Number(headers.get('retry-after') ?? Number.NaN)
  const retryAfterMs = Number.isFinite(seconds) ? 1000 * seconds : null
  return new ApiError(problem.detail, { kind: 'refused', problem, retryAfterMs })
}

/** Checked by hand: the schema would be most of what a page loads for it. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  return 'detail' in value && typeof value.detail === 'string' && 'status' in value && typeof value.status === 'number'
}
