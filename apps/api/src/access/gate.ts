import { randomUUID } from 'node:crypto'
import {
  DASHBOARD_HEADER,
  isCrossSite,
  GetHealth,
  GetMetrics,
  GetReadiness,
  sessionIn,
} from '@cges-fleet/core/contract'
import { clientAddress } from '../http/client-address.js'
import type { HttpRequest } from '../http/http-request.js'
import type { HttpResponse } from '../http/http-response.js'
import { Refusal } from '../http/refusal.js'
import { holdsKey } from './holds-key.js'
import type { Credential, KeyRing } from './key-ring.js'

const LOOPBACK = ['localhost', '127.0.0.1', '[::1]']
/** Probes, open to every cluster under whatever host name it uses; they reveal nothing about teams. */
const PROBES: ReadonlySet<string> = new Set([GetHealth, GetReadiness, GetMetrics].map(({ at }) => at.path))

/**
 * Checks every request before its body is read: refuses keys in URLs and cross-site requests, and authenticates the
 * caller. Authorisation is the guard's, by the route's scope.
 */
export function gate(ring: KeyRing, localNames: readonly string[]) {
  const names = new Set([...LOOPBACK, ...localNames])
  return async (request: HttpRequest, response: HttpResponse, next: () => void): Promise<void> => {
    request.requestId = randomUUID()
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    response.setHeader('x-request-id', request.requestId)
    await look(ring, request, names)
    next()
  }
}

const HEADERS = {
  'cache-control': 'private, no-store',
  'content-security-policy': `default-src 'none'; frame-ancestors 'none'; base-uri 'none'; form-action 'none'`,
  'referrer-policy': 'no-referrer',
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'cross-origin-resource-policy': 'same-origin',
}

async function look(ring: KeyRing, request: HttpRequest, names: ReadonlySet<string>): Promise<void> {
  if (holdsKey(request.originalUrl)) {
    throw new Refusal(
      'invalid',
      'A key does not belong in an address, which is logged and shared: send it as the header Authorization: Bearer <key>, and replace the one you sent.',
    )
  }
  if (request.originalUrl.includes('%00'))
    throw new Refusal('invalid', 'The address has a character that is none: %00.')
  refuseOtherSites(request)
  if (!ring.signIn) {
    if (!PROBES.has(request.originalUrl)) requireLocalName(request, names)
    request.caller = ring.local()
    return
  }
  const credential = credentialIn(request)
  if (credential !== null) request.caller = await ring.recognise(credential, clientAddress(request))
}

/** A session cookie counts only if the dashboard's server, which has checked the origin itself, forwards it. */
function refuseOtherSites({ headers, method }: HttpRequest): void {
  const said = { site: headers['sec-fetch-site'], mode: headers['sec-fetch-mode'] }
  if (isCrossSite({ method, ...said, byCookie: false }))
    throw new Refusal('forbidden', 'Requests from other sites are not answered.')
}

/** Without sign-in, requests must name a local host: guards against DNS rebinding. */
function requireLocalName({ headers }: HttpRequest, names: ReadonlySet<string>): void {
  for (const host of [headers.host, headers['x-forwarded-host']]) {
    if (host === undefined) continue
    const name = String(host).replace(/:\d+$/, '')
    if (names.has(name)) continue
    throw new Refusal(
      'forbidden',
      `This fleet has no sign-in and answers to localhost alone, not to "${name.slice(0, 80)}": open it as localhost, or set KEY_PEPPER_FILE for sign-in.`,
    )
  }
}

function credentialIn({ headers }: HttpRequest): Credential | null {
  const { authorization } = headers
  if (authorization !== undefined) return { kind: 'key', text: authorization.replace(/^Bearer +/i, '') }
  const token = sessionIn(headers.cookie)
  return token !== null && headers[DASHBOARD_HEADER] !== undefined ? { kind: 'session', text: token } : null
}
