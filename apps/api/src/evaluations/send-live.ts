import { hasEnded } from '@cges-fleet/core'
import { drained } from '../http/drained.js'
import type { HttpResponse } from '../http/http-response.js'
import { liveEvent, type LiveFrame } from './live-frame.js'

const HEARTBEAT_MS = 15_000

/** A client that has read nothing for this long is presumed asleep; it reconnects when it wakes up. */
const ASLEEP_MS = 30_000

/**
 * Sends frames as server-sent events, each with the evaluation's version as its id, applying backpressure while the
 * client is slow and ending the stream of one that does not read at all.
 */
export async function sendLive(
  response: HttpResponse,
  frames: AsyncIterable<LiveFrame>,
  asleepMs = ASLEEP_MS,
): Promise<void> {
  response.writeHead(200, {
    'content-type': 'text/event-stream; charset=utf-8',
    'cache-control': 'no-cache, no-store, no-transform',
    'x-accel-buffering': 'no',
  })
  response.write('retry: 2000\n\n')
  const beat = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': hb\n\n')
  }, HEARTBEAT_MS)
  try {
    for await (const { view, event } of frames) {
      response.write(event)
      if (hasEnded(view.status)) {
        response.write(liveEvent('bye', { version: view.version }))
        break
      }
      if (await drained(response, asleepMs)) continue
      response.destroy()
      break
    }
  } finally {
    clearInterval(beat)
    response.end()
  }
}
