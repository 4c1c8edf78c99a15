import { createServer, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface ProbeOptions {
  readonly host: string
  /** 0 takes any free port. */
  readonly port: number
}

/** What a probe can ask. */
export interface ProbeAnswers {
  /** Why the process cannot do its work now, each reason a sentence; none where it can. */
  whyNotReady(): Promise<readonly string[]>
  metrics(): Promise<{ readonly contentType: string; readonly text: string }>
}

export interface ProbeServer {
  readonly url: string
  close(): Promise<void>
}

/**
 * Serves a process's probes: `/health` says that it lives and asks nobody else, so that an outage of a store or of a
 * model server never gets it killed; `/ready` says whether it can do its work and else why not; `/metrics` is for
 * Prometheus.
 */
export async function serveProbes(options: ProbeOptions, answers: ProbeAnswers): Promise<ProbeServer> {
  const server = createServer((request, response) => {
    answer(request.url ?? '', answers, response).catch((error: Error) => send(response, 500, { error: error.message }))
  })
  await listen(server, options)
  const { address, family, port } = server.address() as AddressInfo
  return {
    url: `http://${family === 'IPv6' ? `[${address}]` : address}:${port}`,
    close: async () => {
      server.closeAllConnections()
      await new Promise((closed) => server.close(closed))
    },
  }
}

async function answer(url: string, answers: ProbeAnswers, response: ServerResponse): Promise<void> {
  switch (url.split('?', 1)[0]) {
    case '/health':
      return send(response, 200, { status: 'ok' })
    case '/ready': {
      const reasons = await answers.whyNotReady()
      return reasons.length === 0
        ? send(response, 200, { status: 'ready' })
        : send(response, 503, { status: 'not ready', reasons })
    }
    case '/metrics': {
      const { contentType, text } = await answers.metrics()
      response.writeHead(200, { 'content-type': contentType }).end(text)
      return
    }
    default:
      return send(response, 404, { error: 'ask for /health, /ready or /metrics' })
  }
}

function send(response: ServerResponse, status: number, body: object): void {
  response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
}

function listen(server: Server, { host, port }: ProbeOptions): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = `port ${port} on ${host} is taken: set PORT to another, to 0 for any free one, or leave it out`
      reject(error.code === 'EADDRINUSE' ? new Error(taken, { cause: error }) : error)
    })
    server.listen(port, host, resolve)
  })
}
