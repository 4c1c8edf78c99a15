import { request as requestPlain } from 'node:http'
import { request as requestSecure } from 'node:https'
import { isIP } from 'node:net'
import { isPrivate, publicLookup } from './public-lookup.js'
import { type Message, signMessage } from './sign-message.js'
import type { Webhook } from './webhook.js'

/** How long a receiver has for its answer. */
const TIMEOUT_MS = 10_000

/**
 * Sends a message to a webhook; null if it was taken, which is any status of 200 to 299, else why not. Follows no
 * redirect and reads nothing of what is answered.
 */
export function sendMessage(webhook: Webhook, message: Message): Promise<string | null> {
  const url = new URL(webhook.url)
  const literal = url.hostname.replace(/^\[(.*)\]$/, '$1')
  if (!webhook.private && isIP(literal) !== 0 && isPrivate(literal))
    return Promise.resolve(`${literal} is a private address, which is not allowed for it`)
  const request = url.protocol === 'https:' ? requestSecure : requestPlain
  return new Promise((resolve) => {
    const sent = request(url, {
      method: 'POST',
      agent: false,
      signal: AbortSignal.timeout(TIMEOUT_MS),
      headers: headersOf(webhook, message),
      ...(webhook.private ? {} : { lookup: publicLookup }),
    })
    sent.once('response', (response) => {
      response.destroy()
      resolve(refusalOf(response.statusCode ?? 0))
    })
    sent.once('error', (error) =>
      resolve(error.name === 'AbortError' || error.name === 'TimeoutError' ? 'no answer within 10 s' : error.message),
    )
    sent.end(message.body)
  })
}

function headersOf({ secret }: Webhook, message: Message): Record<string, string> {
  return {
    'content-type': 'application/json',
    'content-length': String(Buffer.byteLength(message.body)),
    'user-agent': 'cges-fleet',
    'webhook-id': message.id,
    'webhook-timestamp': String(message.atSeconds),
    'webhook-signature': signMessage(secret, message),
  }
}

function refusalOf(status: number): string | null {
  if (status >= 200 && status < 300) return null
  return status >= 300 && status < 400 ? `answered ${status}, a redirect, and none is followed` : `answered ${status}`
}
