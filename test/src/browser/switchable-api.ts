import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pathOf, GetSession } from '@cges-fleet/core/contract'

/**
 * How an API behaves towards a dashboard: normally; answering what takes long after the page; never answering it; failing every request except for
 * the session, or only those that pages can do without; unreachable; refusing every user; or asking to sign in first. A
 * stuck one answers nothing, and does not close the connection either.
 */
export type Manner =
  | 'itself'
  | 'late'
  | 'slow'
  | 'failing'
  | 'failing in part'
  | 'stuck'
  | 'away'
  | 'refusing'
  | 'signed out'

/** Requests that a page does not wait for. */
const SLOW = /\/(?:statistics|question-counts)(?:\?|$)/

/** Longer than a page waits for what takes long. */
const LATE_MS = 1500

/** Requests without which a page still shows the rest. */
const PARTS = /\/(?:statistics|question-counts|deliveries|benchmarks|keys)(?:\?|$)/

/** A proxy in front of an API, whose behaviour a test can switch. */
export class SwitchableApi {
  manner: Manner = 'itself'

  private constructor(
    readonly url: string,
    private readonly server: ReturnType<typeof createServer>,
  ) {}

  static async before(api: string): Promise<SwitchableApi> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const switchable = new SwitchableApi(`http://127.0.0.1:${port}`, server)
    server.on('request', (request: IncomingMessage, answer: ServerResponse) => switchable.answer(api, request, answer))
    return switchable
  }

  /** Ends requests in progress too, as an API that goes away does. */
  turn(manner: Manner): void {
    this.manner = manner
    this.server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  private answer(api: string, incoming: IncomingMessage, answer: ServerResponse): void {
    const { url = '/' } = incoming
    if (this.manner === 'away') return void incoming.socket.destroy()
    if (this.manner === 'stuck') return
    const fails =
      this.manner === 'failing' ? url !== pathOf(GetSession) : this.manner === 'failing in part' && PARTS.test(url)
    if (fails) return tell(answer, 500, problem(500, 'It failed'))
    if (this.manner === 'slow' && SLOW.test(url)) return
    if (this.manner === 'late' && SLOW.test(url)) return void setTimeout(() => pass(api, incoming, answer), LATE_MS)
    if (this.manner === 'signed out' && url === pathOf(GetSession))
      return tell(answer, 200, {
        signIn: true,
        ways: { key: true, provider: null, groupsClaim: null },
        caller: null,
        left: null,
      })
    if (this.manner === 'signed out') return tell(answer, 401, problem(401, 'Sign in first'))
    if (this.manner === 'refusing' && url !== pathOf(GetSession)) {
      return tell(answer, 403, problem(403, 'Your key may not do this'))
    }
    pass(api, incoming, answer)
  }
}

function pass(api: string, asked: IncomingMessage, answer: ServerResponse): void {
  const { url = '/', method, headers } = asked
  const onwards = request(new URL(url, api), { method, headers }, (found) => {
    answer.writeHead(found.statusCode ?? 502, found.headers)
    found.pipe(answer)
  })
  onwards.on('error', () => answer.destroy())
  answer.on('close', () => onwards.destroy())
  asked.pipe(onwards)
}

function problem(status: number, title: string) {
  return { type: 'about:blank', title, status, detail: `${title}.` }
}

function tell(answer: ServerResponse, status: number, body: unknown): void {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  answer.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
