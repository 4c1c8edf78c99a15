import { createServer, request as send } from 'node:http'
import type { AddressInfo } from 'node:net'
import { pipeline } from 'node:stream/promises'

export interface CapturingProxy {
  readonly url: string
  /** The bytes of every completion that passed, as latin-1, by the request's x-request-id. */
  readonly streams: ReadonlyMap<string, string>
  close(): void
}

/** Stands between a worker and its model server and keeps what the server wrote, to be counted by other code than the worker's. */
export async function capturingProxy(target: string): Promise<CapturingProxy> {
  const streams = new Map<string, string>()
  const server = createServer((request, response) => {
    const id = request.headers['x-request-id']
    const { method = 'GET', headers } = request
    const asked = send(new URL(request.url ?? '/', target), { method, headers }, (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.headers)
      if (typeof id === 'string') {
        answer.on('data', (bytes: Buffer) => streams.set(id, (streams.get(id) ?? '') + bytes.toString('latin1')))
      }
      pipeline(answer, response).catch(() => response.destroy())
    })
    asked.on('error', () => response.destroy())
    response.on('close', () => asked.destroy())
    request.pipe(asked)
  })
  await new Promise<void>((listening) => server.listen(0, '127.0.0.1', listening))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    streams,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}
