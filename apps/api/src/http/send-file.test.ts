import { EventEmitter, once } from 'node:events'
import { createServer, get, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { logger } from '@cges-fleet/telemetry'
import { afterEach, expect, it } from 'vitest'
import type { HttpResponse } from './request.js'
import { sendFile } from './send-file.js'

const PIECE = 'é'.repeat(150_001)
const PIECES = 200
let server: Server | undefined

afterEach(() => server?.closeAllConnections())

interface Export {
  readonly reader: IncomingMessage
  /** Resolves once the export has ended, to how many pieces were read for it. */
  readonly ended: Promise<number>
}

/** Exports 60 MB, and has a reader that has read nothing yet. */
async function exporting(patienceMs: number): Promise<Export> {
  let read = 0
  const end = new EventEmitter()
  const ended = once(end, 'end').then(() => read)
  async function* pieces(): AsyncGenerator<string> {
    try {
      for (; read < PIECES; read += 1) yield await Promise.resolve(PIECE)
    } finally {
      end.emit('end')
    }
  }
  server = createServer((_, response) => {
    const file = { name: 'all.csv', pieces: pieces(), patienceMs }
    void sendFile(response as HttpResponse, file, logger('Test'))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const [reader] = (await once(get({ port: (server.address() as AddressInfo).port }), 'response')) as [IncomingMessage]
  return { reader, ended }
}

it('breaks an export off whose reader takes nothing, and reads no more for it', async () => {
  const { reader, ended } = await exporting(300)
  expect(await ended).toBeLessThan(PIECES / 2)
  await expect(reader.resume().toArray()).rejects.toThrow('aborted')
})

it('waits for a reader that is slow, and sends every byte', async () => {
  const { reader } = await exporting(60_000)
  await new Promise((resolve) => setTimeout(resolve, 500))
  const text = Buffer.concat((await reader.toArray()) as Buffer[]).toString()
  expect(text === PIECE.repeat(PIECES)).toBe(true)
})
