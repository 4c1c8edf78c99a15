import { request } from 'node:http'
import { connect, type Socket } from 'node:net'
import { ListBenchmarks, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterEach, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { residentMegabytes } from '../support/memory.js'

const api = useApi()
const MEGABYTE = 1024 * 1024
const GIGABYTE = 1024 * MEGABYTE
/** The most memory that one refused request may cost the process, as the kernel measures it. */
const GROWTH_MB = 32

const slow: Socket[] = []
afterEach(() => {
  for (const socket of slow.splice(0)) socket.destroy()
})

const memory = () => residentMegabytes(api().app.process.pid)

interface Refused {
  readonly status: number | undefined
  readonly ms: number
  readonly sent: number
}

/** Sends up to a gigabyte while the server accepts it; returns the answer, when it came, and how much had been sent. */
function sendGigabyte(headers: Record<string, string>): Promise<Refused> {
  const piece = Buffer.alloc(MEGABYTE, '[')
  const began = performance.now()
  return new Promise((resolve, reject) => {
    let sent = 0
    const upload = request(`${api().url}${pathOf(SubmitEvaluation)}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', ...headers },
    })
    upload.once('response', (response) => {
      resolve({ status: response.statusCode, ms: performance.now() - began, sent })
      upload.destroy()
    })
    upload.on('error', reject)
    const more = () => {
      while (sent < GIGABYTE && !upload.destroyed) {
        sent += piece.length
        if (!upload.write(piece)) return
      }
    }
    upload.on('drain', more)
    more()
  })
}

it.each([
  ['says how long it is', { 'content-length': String(GIGABYTE) }, 413],
  ['does not say how long it is', { 'transfer-encoding': 'chunked' }, 411],
])('refuses a body of a gigabyte that %s, and reads next to none of it', async (_, headers, refusal) => {
  await api().get(pathOf(ListBenchmarks))
  const before = memory()
  const { status, ms, sent } = await sendGigabyte(headers)
  const after = memory()
  expect(status).toBe(refusal)
  expect(sent).toBeLessThan(64 * MEGABYTE)
  expect(ms).toBeLessThan(1000)
  if (before !== null && after !== null) expect(after - before).toBeLessThan(GROWTH_MB)
  console.log(`${refusal} after ${ms.toFixed(0)} ms and ${sent / MEGABYTE} MB sent; memory ${before} → ${after} MB`)
})

it('cuts off who goes on sending what was refused', async () => {
  const { hostname, port } = new URL(api().url)
  const socket = connect(Number(port), hostname).on('error', () => undefined)
  slow.push(socket)
  const head = `POST ${pathOf(SubmitEvaluation)} HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/json\r\nContent-Length: ${GIGABYTE}\r\n\r\n`
  socket.write(head)
  const answered = new Promise((resolve) => socket.once('data', (bytes) => resolve(String(bytes).split('\r\n')[0])))
  const shut = new Promise<number>((resolve) => socket.once('close', () => resolve(performance.now())))
  const drip = setInterval(() => socket.writable && socket.write('['.repeat(1000)), 50)
  try {
    expect(await answered).toContain('413')
    const from = performance.now()
    expect((await shut) - from).toBeLessThan(5000)
  } finally {
    clearInterval(drip)
  }
})

it('goes on answering beside 500 clients that send their headers a byte at a time, and shuts them out', async () => {
  let shut = 0
  for (let n = 0; n < 500; n++) {
    const { hostname, port } = new URL(api().url)
    const socket = connect(Number(port), hostname).on('error', () => undefined)
    socket.on('close', () => shut++)
    socket.write(`GET ${pathOf(ListBenchmarks)} HTTP/1.1\r\nHost: localhost\r\nX-Slow: `)
    slow.push(socket)
  }
  const before = memory()
  const drip = setInterval(() => slow.forEach((socket) => socket.writable && socket.write('x')), 500)
  try {
    const waits: number[] = []
    while (shut < slow.length && waits.length < 200) {
      const began = performance.now()
      expect((await api().get(pathOf(ListBenchmarks))).status).toBe(200)
      waits.push(performance.now() - began)
      await new Promise((resolve) => setTimeout(resolve, 100))
    }
    expect(shut).toBe(slow.length)
    expect(Math.max(...waits)).toBeLessThan(1000)
    const after = memory()
    if (before !== null && after !== null) expect(after - before).toBeLessThan(GROWTH_MB)
    console.log(`slowest answer ${Math.max(...waits).toFixed(0)} ms; memory ${before} → ${after} MB`)
  } finally {
    clearInterval(drip)
  }
})
