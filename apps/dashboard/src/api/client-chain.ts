import type { IncomingMessage } from 'node:http'

/** The most addresses passed on: more than any request comes through. */
const MOST = 8

/**
 * Notes on every request which address it came from, after what proxies before this server said: the framework hides the
 * connection from pages, and takes a header that a browser wrote for the truth. Whose words count is for the API to say.
 */
export function noteClients(): void {
  // Taken apart because the build also looks at this file for runtimes that have neither.
  const { getBuiltinModule } = process
  getBuiltinModule('node:diagnostics_channel').subscribe('http.server.request.start', (message) => {
    const { headers, socket } = requestIn(message)
    const said = String(headers['x-forwarded-for'] ?? '').split(',')
    const chain = [...said, socket.remoteAddress ?? ''].map((address) => address.trim()).filter(Boolean)
    headers[CLIENT_CHAIN] = chain.slice(-MOST).join(', ')
  })
}

/** Node documents what this channel's messages hold, and its types do not. */
function requestIn(message: unknown): IncomingMessage {
  return (message as { request: IncomingMessage }).request
}

/**
 * The header in which this server passes a request's client address to itself; a browser's value for it is overwritten.
 */
export const CLIENT_CHAIN = 'x-cges-client-chain'
