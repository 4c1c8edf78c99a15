import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http'
import { once } from 'node:events'
import type { AddressInfo } from 'node:net'
import { pathOf, GetSession } from '@cges-fleet/core/contract'

/**
 * How an API behaves towards a dashboard: as it is, with what takes long never answered, failing whatever is asked but who asks, or
 * only where pages can do without, out of reach, refusing whoever asks, or asking to sign in first; stuck, it answers nothing, and
 * does not go away either.
 */
export type Manner = 'itself' | 'slow' | 'failing' | 'failing in part' | 'stuck' | 'away' | 'refusing' | 'signed out'

/** What a page does not wait for. */
const SLOW = /\/(?:statistics|question-counts)(?:\?|$)/

/** What a page shows the rest without. */
const PARTS = /\/(?:statistics|question-counts|deliveries|benchmarks|keys)(?:\?|$)/

/** An API before another, whose manners change as a test wants. */
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
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => switchable.answer(api, asked, answer))
    return switchable
  }

  /** Ends what is under way too, as an API that goes away does. */
  turn(manner: Manner): void {
    this.manner = manner
    this.server.closeAllConnections()
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  private answer(api: string, asked: IncomingMessage, answer: ServerResponse): void {
    const { url = '/' } = asked
    if (this.manner === 'away') return void asked.socket.destroy()
    if (this.manner === 'stuck') return
    const fails =
      this.manner === 'failing' ? url !== pathOf(GetSession) : this.manner === 'failing in part' && PARTS.test(url)
    if (fails) return tell(answer, 500, problem(500, 'It failed'))
    if (this.manner === 'slow' && SLOW.test(url)) return
    if (this.manner === 'signed out' && url === pathOf(GetSession))
      return tell(answer, 200, { signIn: true, caller: null })
    if (this.manner === 'signed out') return tell(answer, 401, problem(401, 'Sign in first'))
    if (this.manner === 'refusing' && url !== pathOf(GetSession)) {
      return tell(answer, 403, problem(403, 'Your key may not do this'))
    }
    const onwards = request(new URL(url, api), { method: asked.method, headers: asked.headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      found.pipe(answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    asked.pipe(onwards)
  }
}

function problem(status: number, title: string) {
  return { type: 'about:blank', title, status, detail: `${title}.` }
}

function tell(answer: ServerResponse, status: number, body: unknown): void {
  const type = status === 200 ? 'application/json' : 'application/problem+json'
  answer.writeHead(status, { 'content-type': type }).end(JSON.stringify(body))
}
