import { once } from 'node:events'
import { get, type IncomingMessage } from 'node:http'
import { setTimeout as sleep } from 'node:timers/promises'

/** A client that follows an evaluation's event stream on its own connection. */
export interface StreamClient {
  /** The version of the newest frame that was read; null before the first. */
  version(): number | null
  /** Reads what has arrived for a client that stalled, and returns whether the stream had been ended meanwhile. */
  wasCut(withinMs: number): Promise<boolean>
  leave(): void
}

/** The head of a frame; only this much of the stream is kept. */
const HEAD = /id: (\d+)\nevent: snapshot\n/g
const KEPT = 60

/** Follows a stream as a browser does, keeping none of it; a stalled client sends the request, and then never reads. */
export async function streamClient(url: string, stalled: boolean): Promise<StreamClient> {
  const asking = get(url, { agent: false, headers: { accept: 'text/event-stream' } })
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  if (answer.statusCode !== 200) throw new Error(`no stream: ${answer.statusCode}`)
  let version: number | null = null
  let tail = ''
  let over = false
  answer.on('error', () => undefined)
  asking.on('error', () => undefined)
  answer.on('close', () => (over = true))
  if (stalled) answer.socket.pause()
  else {
    answer.setEncoding('latin1').on('data', (text: string) => {
      const seen = tail + text
      for (const [, head] of seen.matchAll(HEAD)) version = Number(head)
      tail = seen.slice(-KEPT)
    })
  }
  const wasCut = async (withinMs: number) => {
    answer.socket.resume()
    answer.resume()
    const closed = once(answer, 'close').catch(() => undefined)
    if (!over) await Promise.race([closed, sleep(withinMs)])
    return over
  }
  return { version: () => version, wasCut, leave: () => asking.destroy() }
}
