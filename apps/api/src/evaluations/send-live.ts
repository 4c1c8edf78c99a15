import { once } from 'node:events'
import { type EvaluationView, hasEnded } from '@cges-fleet/core'
import type { HttpResponse } from '../http/http-response.js'

const HEARTBEAT_MS = 15_000

/** Sends frames as server-sent events, each with the evaluation's version as its id, waiting while the client is slow. */
export async function sendLive(response: HttpResponse, frames: AsyncIterable<EvaluationView>): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  const beat = setInterval(() => response.write(': hb\n\n'), HEARTBEAT_MS)
  try {
    for await (const frame of frames) {
      const more = response.write(event('snapshot', frame))
      if (hasEnded(frame.status)) {
        response.write(event('bye', { version: frame.version }))
        break
      }
      if (!more) await Promise.race([once(response, 'drain'), once(response, 'close')])
    }
  } finally {
    clearInterval(beat)
    response.end()
  }
}

function event(name: string, content: { version: number }): string {
  return `id: ${content.version}\nevent: ${name}\ndata: ${JSON.stringify(content)}\n\n`
}
