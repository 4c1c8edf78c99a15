import { ApiError, type Arguments } from '@cges-fleet/client'
import type { Address, Answered, NamedRoute } from '@cges-fleet/core/contract'
import { api } from './browser-client'

/** What the API made of a request: its answer, or in words why not. */
export type Asked<T> = { readonly ok: true; readonly answer: T } | { readonly ok: false; readonly why: string }

/** Asks the API from the browser, for what somebody waits for: a change, or more of what is shown. */
export async function ask<const At extends Address>(
  at: At,
  ...given: Arguments<At>
): Promise<Asked<Answered<NamedRoute<At>>>> {
  try {
    return await api.call(at, ...given).then((answer) => ({ ok: true, answer }) as const)
  } catch (error) {
    if (error instanceof ApiError && error.failure.kind === 'refused') return { ok: false, why: error.message }
    return { ok: false, why: 'The request did not get through. Check the connection and try again.' }
  }
}
