import { ApiError, type Arguments, createClient } from '@cges-fleet/client'
import { issueText } from '@cges-fleet/core/issue-text'
import type { Problem } from '@cges-fleet/core'
import type { Answered, Asking, NamedRoute, Route } from '@cges-fleet/core/contract'
import { headers } from 'next/headers'
import { redirect } from 'next/navigation'
import { REQUESTED_HEADER, signInAddress } from '../addresses/sign-in'
import { parseApiUrl } from './env'
import { callerHeaders, unreachableProblem } from './upstream'

/** The API's answer: the value, or why there is none. */
export type ApiAnswer<T> = { readonly ok: true; readonly value: T } | { readonly ok: false; readonly problem: Problem }

const TIMEOUT_MS = 10_000

/**
 * Requests a route of the API at request time, as the signed-in reader, and checks the answer against the contract both
 * sides share.
 */
export async function fetchApi<const R extends Route>(
  route: R,
  ...[asking]: Arguments<R>
): Promise<ApiAnswer<Answered<NamedRoute<R>>>> {
  return fetchApiWithin(TIMEOUT_MS, route, asking)
}

/** Reads it as `fetchApi` does, in less time. */
export async function fetchApiWithin<const R extends Route>(
  timeoutMs: number,
  route: R,
  asking: Asking<NamedRoute<R>> | undefined,
): Promise<ApiAnswer<Answered<NamedRoute<R>>>> {
  const received = await headers()
  const answer = await answerOf(route, asking, { timeoutMs, as: callerHeaders(received) })
  if (!answer.ok && answer.problem.status === 401) redirect(signInAddress(received.get(REQUESTED_HEADER)))
  return answer
}

/** Requests what a share link shows: without a session, which the link's reader needs none of. */
export async function fetchByLink<const R extends Route>(
  timeoutMs: number,
  route: R,
  token: string,
): Promise<ApiAnswer<Answered<NamedRoute<R>>>> {
  const as = callerHeaders(await headers())
  as.delete('cookie')
  as.set('share-token', token)
  return answerOf(route, undefined, { timeoutMs, as })
}

interface Sending {
  readonly timeoutMs: number
  /** The headers that say who asks. */
  readonly as: Headers
}

async function answerOf<const R extends Route>(
  route: R,
  asking: Asking<NamedRoute<R>> | undefined,
  { timeoutMs, as }: Sending,
): Promise<ApiAnswer<Answered<NamedRoute<R>>>> {
  const url = parseApiUrl()
  const client = createClient({
    issueText,
    url: url.href,
    fetch: (to, init) => fetch(to, { ...init, headers: as, cache: 'no-store' }),
  })
  const given = [asking, { signal: AbortSignal.timeout(timeoutMs) }] as Arguments<R>
  try {
    return { ok: true, value: await client.call(route, ...given) }
  } catch (error) {
    return { ok: false, problem: problemOf(error, url.origin) }
  }
}

function problemOf(error: unknown, address: string): Problem {
  if (!(error instanceof ApiError)) throw error
  switch (error.failure.kind) {
    case 'refused':
      return error.failure.problem
    case 'unreachable':
    case 'broken off':
      return unreachableProblem(error.cause, address)
    case 'misunderstood': {
      const errors = error.failure.mismatches
        .slice(0, 5)
        .map(({ path, message }) => ({ field: path.join('.'), problem: message }))
      const detail = 'Check that the API and this dashboard are the same version. Unexpected parts of its answer:'
      return { type: 'about:blank', title: 'Unexpected answer from the API', status: 502, detail, errors }
    }
  }
}

/** Returns the address at which the reader's browser reaches this dashboard, and the API behind it. */
export async function ownAddress(): Promise<string> {
  const asking = await headers()
  return `${asking.get('x-forwarded-proto') ?? 'http'}://${asking.get('host') ?? 'localhost'}`
}
