import { randomUUID } from 'node:crypto'
import { unescape } from 'node:querystring'
import {
  DASHBOARD_HEADER,
  GetHealth,
  GetMetrics,
  GetReadiness,
  isCrossSite,
  sessionIn,
} from '@cges-fleet/core/contract'
import { type Database, hasKeys } from '@cges-fleet/db'
import type { ApiEnvironment } from '../env.js'
import { clientAddress, type HttpRequest, type HttpResponse } from '../http/request.js'
import { Refusal } from '../http/refusal.js'
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
      'Addresses are logged and shared, so do not put a key in one. Send the header Authorization: Bearer <key>, and replace the key you sent.',
    )
  }
  if (request.originalUrl.includes('%00'))
    throw new Refusal('invalid', 'The address contains a NUL character (%00). Remove it.')
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
      `This fleet has no sign-in, so it answers only at localhost, not at "${name.slice(0, 80)}". Open it as localhost, or set KEY_PEPPER_FILE to turn sign-in on.`,
    )
  }
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

const LOOPBACK_HOST = /^(localhost|127(\.\d{1,3}){3}|::1)$/
const HOW_TO_SIGN_IN =
  'set KEY_PEPPER_FILE to a file of 32 or more random characters (openssl rand -base64 48), then make the first key with `cges key create --admin`'

/** Requires sign-in if the API can be reached from other machines or by other users, or if keys exist. */
export async function requireSignIn(env: ApiEnvironment, identity: Database): Promise<void> {
  if (!LOOPBACK_HOST.test(env.HOST) && env.LOCAL_NAMES.length === 0) {
    throw new Error(
      `api: does not listen on ${env.HOST} without sign-in. To turn it on, ${HOW_TO_SIGN_IN}. Or leave HOST at 127.0.0.1`,
    )
  }
  if (await hasKeys(identity)) {
    throw new Error(
      `api: this database has API keys but KEY_PEPPER_FILE is not set, so anyone would be let in: ${HOW_TO_SIGN_IN}`,
    )
  }
}
