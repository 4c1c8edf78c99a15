import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { startDashboardServer } from './dashboard-server.js'

/** The API that the pages of this process read. */
let upstream = ''
let started: Promise<string> | null = null

/**
 * The address of a dashboard whose pages read `api` from now on. The files that run in one process use one server, one
 * after the other: starting one takes longer than most tests.
 */
export async function dashboardFor(api: string): Promise<string> {
  upstream = api
  started ??= start()
  return started
}

async function start(): Promise<string> {
  const forwarder = createServer(forward)
  forwarder.listen(0, '127.0.0.1').unref()
  await once(forwarder, 'listening')
  const { port } = forwarder.address() as AddressInfo
  const { process: server, address } = await startDashboardServer(`http://127.0.0.1:${port}`)
  process.once('exit', () => server.kill('SIGKILL'))
  server.unref()
  server.channel?.unref()
  return address
}

/** Hands a request on to whichever API is being read; a connection that breaks on one side is broken on the other. */
function forward(asked: IncomingMessage, answer: ServerResponse): void {
  const { url = '/', method, headers } = asked
  const onwards = request(new URL(url, upstream), { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
    found.on('error', () => answer.destroy())
  })
  onwards.on('error', () => asked.socket.destroy())
  answer.on('close', () => onwards.destroy())
  asked.pipe(onwards)
}
