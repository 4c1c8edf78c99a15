import { ApiError, type Arguments, createClient } from '@cges-fleet/client'
import type { Address, Answered, NamedRoute } from '@cges-fleet/core/contract'

/** A field at fault, named as the API names it, and what to do about it. */
export interface FieldFault {
  readonly field: string
  readonly problem: string
}

/** The API's response to a request: its answer, or an explanation of why there is none. */
export type Reply<T> =
  | { readonly ok: true; readonly answer: T }
  | {
      readonly ok: false
      readonly why: string
      /** The status of the refusal; null if the request did not get through. */
      readonly status: number | null
      readonly faults: readonly FieldFault[]
    }

/** Asks the API from the browser, for something a reader waits for: a change, or more of a list. */
export async function ask<const At extends Address>(
  at: At,
  ...given: Arguments<At>
): Promise<Reply<Answered<NamedRoute<At>>>> {
  try {
    return await api.call(at, ...given).then((answer) => ({ ok: true, answer }) as const)
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'refused') {
      const { status, errors = [] } = error.failure.problem
      return { ok: false, why: error.message, status, faults: errors }
    }
    const why = 'The request did not get through. Check the connection and try again.'
    return { ok: false, why, status: null, faults: [] }
  }
}

/**
 * The API client for a page in a browser, which goes through this dashboard. It takes addresses, not routes: a route
 * brings its schemas, which are larger than the rest of a page, and which compile code where the page's policy forbids
 * it.
 */
export const api = createClient({ fetch: (path, init) => fetch(path, { ...init, cache: 'no-store' }) })
