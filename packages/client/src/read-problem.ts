import type { Problem } from '@cges-fleet/core'
import { ApiError } from './api-error.js'

/** Reads why the API did not do what it was asked; what is between it and us may answer in words of its own, or none. */
export async function readProblem(response: Response, request: string): Promise<ApiError> {
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

/** Looked at by hand: the schema would be most of what a page loads for it. */
function isProblem(value: unknown): value is Problem {
  if (typeof value !== 'object' || value === null) return false
  return 'detail' in value && typeof value.detail === 'string' && 'status' in value && typeof value.status === 'number'
}
