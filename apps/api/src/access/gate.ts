import { randomUUID } from 'node:crypto'
import { unescape } from 'node:querystring'
import {
  DASHBOARD_HEADER,
  EndSession,
  FinishSignIn,
  GetHealth,
  GetMetrics,
  GetReadiness,
  GetSession,
  isCrossSite,
  sessionIn,
  StartSession,
  StartSignIn,
} from '@cges-fleet/core/contract'
import { foreignHost } from '@cges-fleet/stores'
import { clientAddress, type HttpRequest, type HttpResponse } from '../http/request.js'
import { Refusal } from '../http/refusal.js'
import type { Caller } from './caller.js'
import type { Credential, KeyRing } from './key-ring.js'

/** Probes, open to every cluster under whatever host name it uses; they reveal nothing about teams. */
const PROBES: ReadonlySet<string> = new Set([GetHealth, GetReadiness, GetMetrics].map(({ at }) => at.path))

/**
 * Checks every request before its body is read: refuses keys in URLs and cross-site requests, and authenticates the
 * caller. Authorisation is the guard's, by the route's scope.
 */
export function gate(ring: KeyRing, localNames: readonly string[]) {
  return async (request: HttpRequest, response: HttpResponse, next: () => void): Promise<void> => {
    request.requestId = randomUUID()
    for (const [name, value] of Object.entries(HEADERS)) response.setHeader(name, value)
    response.setHeader('x-request-id', request.requestId)
    await look(ring, request, localNames)
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

async function look(ring: KeyRing, request: HttpRequest, localNames: readonly string[]): Promise<void> {
  if (holdsKey(request.originalUrl)) {
    throw new Refusal(
      'invalid',
      'Addresses are logged and shared, so do not put a key in one. Send the header Authorization: Bearer <key>, and replace the key you sent.',
    )
  }
  if (request.originalUrl.includes('%00'))
    throw new Refusal('invalid', 'The address contains a NUL character (%00). Remove it.')
  refuseOtherSites(request)
  if (!ring.signIn) {
    if (!PROBES.has(request.originalUrl)) requireLocalName(request, localNames)
    request.caller = ring.local()
    return
  }
  const credential = credentialIn(request)
  if (credential === null) return
  const recognised = ring.recognise(credential, clientAddress(request))
  const caller = await (credential.kind === 'session' ? orSignedOut(request, recognised) : recognised)
  if (caller !== null) request.caller = caller
}

/** What signs browsers in and out: one whose session has ended must reach it, or it could not sign in again. */
const OPEN_TO_ENDED: ReadonlySet<string> = new Set(
  [GetSession, StartSession, EndSession, StartSignIn, FinishSignIn].map(({ at }) => at.path),
)

async function orSignedOut({ originalUrl }: HttpRequest, recognised: Promise<Caller>): Promise<Caller | null> {
  try {
    return await recognised
  } catch (error) {
    const isOpen = OPEN_TO_ENDED.has(originalUrl.split('?', 1)[0] ?? '')
    if (isOpen && error instanceof Refusal && error.kind === 'unauthenticated') return null
    throw error
  }
}

/** A session cookie counts only if the dashboard's server, which has checked the origin itself, forwards it. */
function refuseOtherSites({ headers, method }: HttpRequest): void {
  const said = { site: headers['sec-fetch-site'], mode: headers['sec-fetch-mode'] }
  if (isCrossSite({ method, ...said, byCookie: false }))
    throw new Refusal('forbidden', 'Requests from other sites are not answered.')
}

/** Without sign-in, requests must name a local host: guards against DNS rebinding. */
function requireLocalName({ headers }: HttpRequest, localNames: readonly string[]): void {
  const name = foreignHost([headers.host, headers['x-forwarded-host']], localNames)
  if (name === null) return
  throw new Refusal(
    'forbidden',
    `This fleet has no sign-in, so it answers only at localhost, not at "${name.slice(0, 80)}". Open it as localhost, or set KEY_PEPPER_FILE to turn sign-in on.`,
  )
}

function credentialIn({ headers }: HttpRequest): Credential | null {
  const { authorization } = headers
  if (authorization !== undefined) return { kind: 'key', text: authorization.replace(/^Bearer +/i, '') }
  const token = sessionIn(headers.cookie)
  return token !== null && headers[DASHBOARD_HEADER] !== undefined ? { kind: 'session', text: token } : null
}

const KEY_NAME = /key|token|authorization/iu
const KEY = /cges_[a-z0-9]{12}_/iu

/**
 * Returns whether a URL contains a key, or a parameter named like one, however it is escaped. Runs before sign-in on
 * anybody's input: linear in the URL's length.
 */
export function holdsKey(address: string): boolean {
  if (KEY.test(unescape(address))) return true
  const [, ...parameters] = address.split(/[?&#]/u)
  return parameters.some((parameter) => KEY_NAME.test(unescape(parameter.split('=', 1)[0] ?? '')))
}
