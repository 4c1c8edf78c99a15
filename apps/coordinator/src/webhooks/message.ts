import { createHmac } from 'node:crypto'
import { lookup as systemLookup } from 'node:dns'
import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { BlockList, isIP, type LookupFunction } from 'node:net'
import type { WebhookFailure } from '@cges-fleet/core'
import type { Webhook } from './webhook.js'

/** How long a receiver has for its answer. */
const TIMEOUT_MS = 10_000

/** What became of one attempt to send a message: the receiver's status, or why there is none. */
export type Sent =
  | { readonly kind: 'answered'; readonly status: number }
  | { readonly kind: 'failed'; readonly failure: WebhookFailure; readonly detail: string }

/** Sends a message to a webhook. Follows no redirect and reads nothing of what is answered but its status. */
export function sendMessage(webhook: Webhook, message: Message): Promise<Sent> {
  const url = new URL(webhook.url)
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!webhook.private && isIP(literal) !== 0 && isPrivate(literal))
    return Promise.resolve(failedBy(new PrivateAddress(`${literal} is a private address`), 'unreachable'))
  const isSecure = url.protocol === 'https:'
  const request = isSecure ? requestSecure : requestPlain
  return new Promise((resolve) => {
    let reached: Reached = 'unreachable'
    const sent = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: headersOf(webhook, message),
      ...(webhook.private ? {} : { lookup: publicLookup }),
    })
    sent.once('socket', (socket) => {
      socket.once('connect', () => (reached = isSecure ? 'tls' : 'broken'))
      socket.once('secureConnect', () => (reached = 'broken'))
    })
    sent.once('response', (response) => {
      response.destroy()
      resolve({ kind: 'answered', status: response.statusCode ?? 0 })
    })
    sent.once('error', (error: NodeJS.ErrnoException) => resolve(failedBy(error, reached)))
    sent.end(message.body)
  })
}

/** What fails next: the connection, its encryption, or the exchange over it. */
type Reached = 'unreachable' | 'tls' | 'broken'

function failedBy(error: NodeJS.ErrnoException, reached: Reached): Sent {
  const isLate = error.name === 'AbortError' || error.name === 'TimeoutError'
  const detail = isLate ? `no answer within ${TIMEOUT_MS / 1000} s` : error.message || (error.code ?? error.name)
  return { kind: 'failed', failure: isLate ? 'timeout' : failureOf(error, reached), detail }
}

function failureOf(error: NodeJS.ErrnoException, reached: Reached): WebhookFailure {
  if (error instanceof PrivateAddress) return 'private'
  if (error.syscall === 'getaddrinfo') return 'name'
  return error.code === 'ECONNREFUSED' ? 'refused' : reached
}

/** Returns why a message was not accepted; null if it was, which is any status of 200 to 299. */
export function refusalOf(sent: Sent): { readonly failure: WebhookFailure; readonly detail: string } | null {
  if (sent.kind === 'failed') return sent
  const { status } = sent
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400
    ? { failure: 'redirect', detail: `answered ${status}, a redirect, and none is followed` }
    : { failure: 'status', detail: `answered ${status}` }
}

function headersOf({ secret }: Webhook, message: Message): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'cges-fleet',
    'webhook-id': message.id,
    'webhook-timestamp': String(message.atSeconds),
    ...(secret === undefined ? {} : { 'webhook-signature': signMessage(secret, message) }),
  }
}

/** A message as it is sent: its id, the same at every attempt, and the time of this attempt. */
interface Message {
  readonly id: string
  readonly atSeconds: number
  readonly body: string
}

/**
 * Signs a message by a secret `whsec_…`: HMAC-SHA-256 over `id.seconds.body`, in base64 behind `v1,`, as the specification
 * "Standard Webhooks" has it, so that its libraries can verify.
 */
function signMessage(secret: string, { id, atSeconds, body }: Message): string {
  const key = Buffer.from(secret.slice('whsec_'.length), 'base64')
  return `v1,${createHmac('sha256', key).update(`${id}.${atSeconds}.${body}`).digest('base64')}`
}

const PRIVATE = new BlockList()
for (const [network, prefix] of [
  ['0.0.0.0', 8],
  ['10.0.0.0', 8],
  ['100.64.0.0', 10],
  ['127.0.0.0', 8],
  ['169.254.0.0', 16],
  ['172.16.0.0', 12],
  ['192.0.0.0', 24],
  ['192.168.0.0', 16],
  ['198.18.0.0', 15],
  ['224.0.0.0', 3],
] as const)
  PRIVATE.addSubnet(network, prefix)
for (const [network, prefix] of [
  ['::', 127],
  ['64:ff9b::', 96],
  ['fc00::', 7],
  ['fe80::', 10],
  ['ff00::', 8],
] as const)
  PRIVATE.addSubnet(network, prefix, 'ipv6')

/** Returns whether an address is a loopback, private or otherwise non-public one. */
export function isPrivate(address: string): boolean {
  return PRIVATE.check(address, isIP(address) === 6 ? 'ipv6' : 'ipv4')
}

/** An address in a private network, for a webhook that may not be there. */
class PrivateAddress extends Error {
  constructor(what: string) {
    super(`${what}, which is not allowed for it`)
  }
}

/**
 * Resolves a host's addresses as the system does, and refuses a host with a private one: the owner of a name decides
 * where it points.
 */
export const publicLookup: LookupFunction = (host, options, done) => {
  systemLookup(host, { ...options, all: true }, (error, found) => {
    const [first] = found ?? []
    const hidden = found?.find(({ address }) => isPrivate(address))
    if (error !== null || first === undefined) return done(error ?? new Error(`${host} has no address`), [])
    if (hidden !== undefined)
      return done(new PrivateAddress(`${host} leads to ${hidden.address}, a private address`), [])
    return options.all === true ? done(null, found) : done(null, first.address, first.family)
  })
}
