import type { ServerResponse } from 'node:http'

/** A connection that nothing is sent over may be taken for dead, by clients and by what lies between. */
const ALIVE_MS = 5000

/** Begins a stream of server-sent events and keeps it alive; returns what ends that. */
export function openEventStream(response: ServerResponse): () => void {
  response.writeHead(200, { 'content-type': 'text/event-stream; charset=utf-8', 'cache-control': 'no-store' })
  response.write(': drawing\n\n')
  const alive = setInterval(() => {
    if (!response.writableNeedDrain) response.write(': drawing\n\n')
  }, ALIVE_MS)
  return () => clearInterval(alive)
}

/** Sends events and ends the stream: each named by its type, or else with a last line that says it is the last. */
export function sendEvents(response: ServerResponse, events: Iterable<object>, named: boolean): void {
  for (const event of events) {
    const name = named && 'type' in event ? `event: ${String(event.type)}\n` : ''
    response.write(`${name}data: ${JSON.stringify(event)}\n\n`)
  }
  response.end(named ? '' : 'data: [DONE]\n\n')
}
