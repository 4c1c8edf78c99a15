import { once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { setImmediate } from 'node:timers/promises'
import type { EvaluationView } from '@cges-fleet/core'
import { afterEach, expect, it } from 'vitest'
import type { HttpResponse } from '../http/request.js'
import { liveSnapshot, type LiveSnapshot, sendLive } from './live-evaluations.js'

let server: Server | undefined

afterEach(() => {
  server?.close()
  server?.closeAllConnections()
})

/** More than the networks of one machine hold for somebody. */
const FRAMES = 400
const PADDING = 'x'.repeat(100_000)

async function* frames(made: number[]): AsyncGenerator<LiveSnapshot> {
  for (let version = 0; version < FRAMES; version++) {
    made.push(version)
    yield liveSnapshot({ version, note: PADDING, status: 'running' } as EvaluationView)
    await setImmediate()
  }
}

/** Serves the frames to one reader; gives their side and ours. */
async function served(made: number[], asleepMs: number) {
  const httpServer = createServer()
  server = httpServer
  httpServer.listen(0, '127.0.0.1')
  await once(httpServer, 'listening')
  const asking = get({ port: (httpServer.address() as AddressInfo).port, agent: false })
  asking.on('error', () => undefined)
  const [, response] = (await once(httpServer, 'request')) as [IncomingMessage, ServerResponse]
  const most = { listeners: 0, held: 0 }
  const write = response.write.bind(response)
  response.write = ((piece: string | Buffer) => {
    const taken = write(piece)
    most.listeners = Math.max(most.listeners, response.listenerCount('close'), response.listenerCount('drain'))
    most.held = Math.max(most.held, response.writableLength)
    return taken
  }) as typeof response.write
  const sent = sendLive(response as HttpResponse, frames(made), asleepMs)
  const [answer] = (await once(asking, 'response')) as [IncomingMessage]
  return { answer, response, sent, most }
}

it('holds one frame for a reader who never reads, and ends the stream', async () => {
  const made: number[] = []
  const { answer, response, sent, most } = await served(made, 200)
  answer.socket.pause()
  await sent
  expect(response.destroyed).toBe(true)
  expect(made.length).toBeLessThan(FRAMES)
  expect(most.held).toBeLessThan(2 * PADDING.length)
})

it('sends a reader all of it, listening to the connection no more often at the end than at first', async () => {
  const { answer, sent, most } = await served([], 60_000)
  let read = 0
  answer.on('data', (piece: Buffer) => (read += piece.length))
  await Promise.all([sent, once(answer, 'end')])
  expect(read).toBeGreaterThan(FRAMES * PADDING.length)
  expect(most.listeners).toBeLessThan(10)
})
