import { once } from 'node:events'
import { createServer, type IncomingMessage, request, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setTimeout as sleep } from 'node:timers/promises'
import type { SeededRandom } from '@cges-fleet/methods'

/**
 * How a stream is cut: the connection is reset, the stream ends as if complete, it falls silent before a reset, nothing
 * listens for a while, or reconnecting is refused.
 */
export const MANNERS = ['reset', 'ended', 'silent', 'away', 'refused'] as const

export interface Cut {
  readonly manner: (typeof MANNERS)[number]
  /**
   * Bytes of the stream that still arrive, unless the evaluation's end comes first: then only the share `ofEnd` of that
   * does.
   */
  readonly afterBytes: number
  /** Between 0 and 1. */
  readonly ofEnd: number
  /** How long the stream is silent or the server away. */
  readonly forMs: number
}

const END = /"finishedAt":"|event: bye/
const STREAM = /\/live(?:\?|$)/
const NEVER = Number.MAX_SAFE_INTEGER
/** About seven frames of an evaluation with a handful of methods. */
const MOST_BYTES = 50_000

/**
 * Draws where and how a stream is cut: anywhere in its first frames or, for half of the last cuts, in the frame that
 * reports the evaluation's end.
 */
export function drawCut(random: SeededRandom, last: boolean): Cut {
  return {
    manner: random.pick(MANNERS),
    afterBytes: last && random.next() < 0.5 ? NEVER : random.int(0, MOST_BYTES),
    ofEnd: random.next(),
    forMs: random.int(0, 4_000),
  }
}

/** A proxy in front of a dashboard for one page, which cuts the page's event streams. */
export class CuttingProxy {
  /** Cuts made so far. */
  readonly made: Cut[] = []
  #awayUntil = 0
  #refuses = false

  private constructor(
    readonly address: string,
    private readonly server: ReturnType<typeof createServer>,
    private readonly cuts: Cut[],
  ) {}

  /** Each stream opened gets the next of the cuts; after the last, streams are left alone. */
  static async before(address: string, cuts: readonly Cut[]): Promise<CuttingProxy> {
    const server = createServer()
    server.listen(0, '127.0.0.1')
    await once(server, 'listening')
    const { port } = server.address() as AddressInfo
    const proxy = new CuttingProxy(`http://127.0.0.1:${port}`, server, [...cuts])
    server.on('request', (asked: IncomingMessage, answer: ServerResponse) => proxy.#answer(address, asked, answer))
    return proxy
  }

  async close(): Promise<void> {
    this.server.close()
    this.server.closeAllConnections()
    await once(this.server, 'close')
  }

  #answer(address: string, asked: IncomingMessage, answer: ServerResponse): void {
    const { url = '/', method, headers } = asked
    if (performance.now() < this.#awayUntil) return void asked.socket.destroy()
    const isStream = STREAM.test(url)
    if (isStream && this.#refuses) {
      this.#refuses = false
      return void answer.writeHead(503, { 'content-type': 'application/problem+json' }).end('{}')
    }
    const onwards = request(new URL(url, address), { method, headers }, (found) => {
      answer.writeHead(found.statusCode ?? 502, found.headers)
      const cut = isStream && found.statusCode === 200 ? this.cuts.shift() : undefined
      if (cut === undefined) found.pipe(answer)
      else void this.#passUntil(cut, found, answer)
    })
    onwards.on('error', () => answer.destroy())
    answer.on('close', () => onwards.destroy())
    asked.pipe(onwards)
  }

  async #passUntil(cut: Cut, found: IncomingMessage, answer: ServerResponse): Promise<void> {
    answer.flushHeaders()
    let left = cut.afterBytes
    try {
      for await (const piece of found as AsyncIterable<Buffer>) {
        if (END.test(piece.toString())) left = Math.min(left, Math.floor(cut.ofEnd * piece.length))
        if (left < piece.length) return await this.#make(cut, answer, piece.subarray(0, left))
        answer.write(piece)
        left -= piece.length
      }
      answer.end()
    } catch {
      answer.destroy()
    }
  }

  async #make(cut: Cut, answer: ServerResponse, last: Buffer): Promise<void> {
    this.made.push(cut)
    await new Promise<void>((resolve) => void answer.write(last, () => resolve()))
    if (cut.manner === 'ended') return void answer.end()
    if (cut.manner === 'silent') await sleep(cut.forMs)
    if (cut.manner === 'refused') this.#refuses = true
    answer.socket?.resetAndDestroy()
    if (cut.manner !== 'away') return
    this.#awayUntil = performance.now() + cut.forMs
    this.server.closeAllConnections()
  }
}
