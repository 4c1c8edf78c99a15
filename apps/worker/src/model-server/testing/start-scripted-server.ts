import { createServer, type IncomingHttpHeaders, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

type Seen = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: string }
type Script = (response: ServerResponse, seen: Seen) => void

/** A server that follows a script, to test what a model server can do to a worker. */
export type ScriptedServer = {
  readonly url: string
  readonly http: Server
  readonly seen: Seen[]
  script: Script
  close(): Promise<void>
}

/** Starts a scripted server on a free port. */
export async function startScriptedServer(): Promise<ScriptedServer> {
  const http = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (text: string) => (body += text))
    request.on('end', () => {
      const one = { path: request.url ?? '', headers: request.headers, body }
      scripted.seen.push(one)
      scripted.script(response, one)
    })
  })
  await new Promise<void>((listening) => http.listen(0, '127.0.0.1', listening))
  const scripted: ScriptedServer = {
    url: `http://127.0.0.1:${(http.address() as AddressInfo).port}`,
    http,
    seen: [],
    script: answers(500, 'no script'),
    close: async () => {
      http.closeAllConnections()
      await new Promise((closed) => http.close(closed))
    },
  }
  return scripted
}

/** Writes events and leaves the stream open. */
export function write(response: ServerResponse, events: readonly string[]): void {
  if (!response.headersSent) response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8' })
  response.write(events.map((event) => `data: ${event}\n\n`).join(''))
}

/** A script that streams events and ends. */
export function sends(...events: readonly string[]): Script {
  return (response) => {
    write(response, events)
    response.end()
  }
}

/** A script that answers with a status and a body. */
export function answers(status: number, body: string): Script {
  return (response) => {
    response.writeHead(status, { 'content-type': 'application/json' }).end(body)
  }
}
