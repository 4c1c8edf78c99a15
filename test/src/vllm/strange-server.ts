import { randomBytes } from 'node:crypto'
import { createServer, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passOn } from './pass-on.js'

/** What a strange server answers a completion with; `healthy` passes it on to the one it stands in front of. */
export type Strangeness = 'healthy' | 'redirect' | 'html' | 'garbage' | 'garbage events'

export interface StrangeServer {
  readonly url: string
  /** What it answers completions with from now on; with `everything` whatever else it is asked too. */
  turn(to: Strangeness, everything?: boolean): void
  /** How many completions it has been asked for since it turned. */
  readonly completionCount: () => number
  close(): Promise<void>
}

/** A server in front of a model server, that answers as if something else had come to listen at its address. */
export async function startStrangeServer(upstream: string): Promise<StrangeServer> {
  let now: Strangeness = 'healthy'
  let whole = false
  let completions = 0
  const server = createServer((request, response) => {
    const isCompletion = request.url?.includes('/completions') === true
    if (isCompletion) completions += 1
    if (now === 'healthy' || !(isCompletion || whole)) return passOn(upstream, request, response)
    request.resume()
    strangely(now, response)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    turn: (to, everything = false) => {
      now = to
      whole = everything
      completions = 0
    },
    completionCount: () => completions,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

function strangely(how: Exclude<Strangeness, 'healthy'>, response: ServerResponse): void {
  switch (how) {
    case 'redirect':
      response.writeHead(307, { location: 'https://login.example/' }).end('Moved to the login')
      return
    case 'html':
      response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Welcome to nginx!</title>')
      return
    case 'garbage':
      response.writeHead(200, { 'content-type': 'text/event-stream' })
      response.end(Buffer.concat([Buffer.from('\u0000garbled\u0000'), randomBytes(500)]))
      return
    case 'garbage events':
      response.writeHead(200, { 'content-type': 'text/event-stream' }).end('data: {{garbled\n\n'.repeat(3))
  }
}
