import type { Problem } from '@cges-fleet/core'

/** Explains why the API gave no answer and what to do about it, in the form the API uses for its own errors. */
export function unreachableProblem(error: unknown, address: string): Problem {
  return {
    type: 'about:blank',
    title: 'The API cannot be reached',
    status: 502,
    detail: `No answer from ${address} (${causeOf(error)}). Start it with npm start, or restart the dashboard with API_URL set to its address.`,
  }
}

function causeOf(error: unknown): string {
  if (!(error instanceof Error)) return String(error)
  const { cause } = error
  if (cause instanceof Error) return 'code' in cause ? String(cause.code) : cause.message
  return error.name === 'TimeoutError' ? 'it took too long' : error.message
}
