import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { passOn } from './pass-on.js'

export interface Router {
  readonly url: string
  /** How many completions each server was sent. */
  readonly sent: readonly number[]
  close(): Promise<void>
}

/**
 * One address before several model servers, that passes each request to the next of them. It answers for its own health
 * alone, as routers do. For a server that is gone it answers 502 once, and then leaves it out.
 */
export async function startRouter(urls: readonly string[]): Promise<Router> {
  const sent = urls.map(() => 0)
  const gone = new Set<number>()
  let nth = 0
  const server = createServer((request, response) => {
    if (request.url === '/health') return void response.writeHead(200).end()
    const there = urls.flatMap((_, at) => (gone.has(at) ? [] : [at]))
    const at = there[nth++ % there.length] ?? 0
    if (request.url?.includes('/completions') === true) sent[at] = (sent[at] ?? 0) + 1
    passOn(urls[at] ?? '', request, response, () => {
      gone.add(at)
      response.writeHead(502, { 'content-type': 'text/plain' }).end('no server answers')
    })
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    sent,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}
