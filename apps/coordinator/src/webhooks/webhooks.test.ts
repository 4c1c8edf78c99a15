import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingMessage, type Server } from 'node:http'
import { type AddressInfo, createServer as createTcpServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { isPrivate, publicLookup, refusalOf, sendMessage } from './message.js'
import { loadWebhooks, type Webhook } from './webhook.js'
import { retryDelay } from './deliveries.js'

const SECRET = `whsec_${Buffer.from('a secret of twenty-four bytes').toString('base64')}`
const MESSAGE = { id: 'm1', atSeconds: 1_763_800_000, body: '{"name":"ü"}' }

let folder = ''
let server: Server
let received: { readonly headers: IncomingMessage['headers']; readonly body: string }[] = []

beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'webhooks-'))
  server = createServer((request, response) => {
    const parts: Buffer[] = []
    request.on('data', (part: Buffer) => parts.push(part))
    request.on('end', () => {
      received.push({ headers: request.headers, body: Buffer.concat(parts).toString() })
      if (request.url === '/moved') response.setHeader('location', '/taken')
      response.writeHead(request.url === '/taken' ? 204 : request.url === '/moved' ? 302 : 503).end()
    })
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
})

afterAll(() => {
  server.close()
  rmSync(folder, { recursive: true })
})

function webhook(path: string, changes: Partial<Webhook> = {}): Webhook {
  const { port } = server.address() as AddressInfo
  return {
    name: 'ci',
    url: `http://127.0.0.1:${port}${path}`,
    secret: SECRET,
    format: 'json',
    private: true,
    ...changes,
  }
}

const refused = async (to: Webhook) => refusalOf(await sendMessage(to, MESSAGE))?.detail ?? null

const failureAt = async (url: string, changes: Partial<Webhook> = {}) =>
  refusalOf(await sendMessage(webhook('', { url, ...changes }), MESSAGE))?.failure

it('tells a name, a closed port, encryption and a cut connection apart', async () => {
  const { port } = server.address() as AddressInfo
  const cutting = createTcpServer((socket) => socket.once('data', () => socket.destroy()))
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
  const { port: cut } = cutting.address() as AddressInfo
  expect(await failureAt('http://no-such-host.invalid/')).toBe('name')
  expect(await failureAt(`https://127.0.0.1:${port}/taken`)).toBe('tls')
  expect(await failureAt(`http://127.0.0.1:${cut}/`)).toBe('broken')
  expect(await failureAt(`http://127.0.0.1:${port}/taken`, { private: false })).toBe('private')
  expect(await failureAt(`http://localhost:${port}/taken`, { private: false })).toBe('private')
  await new Promise((resolve) => cutting.close(resolve))
  expect(await failureAt(`http://127.0.0.1:${cut}/`)).toBe('refused')
})

it('signs what it sends, as another implementation verifies', async () => {
  received = []
  expect(await refused(webhook('/taken'))).toBeNull()
  const [{ headers, body } = { headers: {}, body: '' }] = received
  expect([headers['webhook-id'], headers['webhook-timestamp'], body]).toEqual(['m1', '1763800000', MESSAGE.body])
  const key = await crypto.subtle.importKey(
    'raw',
    new TextEncoder().encode('a secret of twenty-four bytes'),
    { name: 'HMAC', hash: 'SHA-256' },
    false,
    ['verify'],
  )
  const [version, signature = ''] = String(headers['webhook-signature']).split(',')
  const signed = new TextEncoder().encode(`m1.1763800000.${body}`)
  const bytes = Uint8Array.from(Buffer.from(signature, 'base64'))
  expect([version, await crypto.subtle.verify('HMAC', key, bytes, signed)]).toEqual(['v1', true])
})

it('follows no redirect, and says what was answered', async () => {
  received = []
  expect(await refused(webhook('/moved'))).toMatch(/302, a redirect, and none is followed/)
  expect(await refused(webhook('/other'))).toBe('answered 503')
  expect(received).toHaveLength(2)
})

it('asks no private address that it was not allowed, by its number or by a name', async () => {
  received = []
  expect(await refused(webhook('/taken', { private: false }))).toMatch(/127\.0\.0\.1 is a private address/)
  const url = webhook('/taken').url.replace('127.0.0.1', 'localhost')
  expect(await refused(webhook('', { url, private: false }))).toMatch(/localhost leads to .* private address/)
  const mapped = webhook('/taken').url.replace('127.0.0.1', '[::ffff:127.0.0.1]')
  expect(await refused(webhook('', { url: mapped, private: false }))).toMatch(/private address/)
  expect(received).toEqual([])
})

it.each([
  ['private', ['10.1.2.3', '127.0.0.1', '169.254.169.254', '172.31.0.1', '192.168.1.1', '100.64.0.1', '0.0.0.0']],
  ['private', ['::1', 'fd00::1', 'fe80::1', '::ffff:10.0.0.1', '224.0.0.1', '255.255.255.255']],
  ['public', ['1.1.1.1', '172.32.0.1', '2606:4700::1111', '192.169.0.1']],
])('takes for %s: %j', (kind, addresses) => {
  expect(addresses.filter((address) => isPrivate(address) !== (kind === 'private'))).toEqual([])
})

it('gives a public address as whoever asks wants it', async () => {
  const found = await new Promise<unknown>((resolve) => {
    publicLookup('1.1.1.1', { all: false }, (error, address, family) => resolve([error, address, family]))
  })
  expect(found).toEqual([null, '1.1.1.1', 4])
})

it('tries ten times, each later than the last, for about ten hours', () => {
  const delays = Array.from({ length: 9 }, (_, at) => retryDelay(at + 1) ?? 0)
  expect(delays).toEqual(delays.toSorted((a, b) => a - b))
  expect([retryDelay(10), retryDelay(11)]).toEqual([null, null])
  const hours = delays.reduce((sum, delay) => sum + delay, 0) / 3600
  expect(hours).toBeGreaterThan(9)
  expect(hours).toBeLessThan(12)
})

it.each([
  ['not json', /cannot be read as JSON/],
  ['{"webhooks":[{"name":"a","url":"ftp://x/","secret":"s3cr3t"}]}', /webhooks\[0\]\.url/],
  [`{"webhooks":[{"name":"a","url":"https://u:p@x/","secret":"${SECRET}"}]}`, /no user and no password/],
  [`{"webhooks":[${`{"name":"a","url":"https://x/","secret":"${SECRET}"},`.repeat(2).slice(0, -1)}]}`, /one twice/],
])('refuses the file %s, and tells no secret', (text, why) => {
  const file = join(folder, 'webhooks.json')
  writeFileSync(file, text)
  let said = ''
  try {
    loadWebhooks(file)
  } catch (error) {
    said = String(error)
  }
  expect(said).toMatch(why)
  expect(said).not.toMatch(/s3cr3t|whsec_Y/)
})

it('takes a webhook without a secret where its format is that of Slack, and no other', () => {
  const file = join(folder, 'slack.json')
  const listed = (more: object) => {
    writeFileSync(file, JSON.stringify({ webhooks: [{ name: 'chat', url: 'https://hooks.example.com/x', ...more }] }))
    return loadWebhooks(file)
  }
  expect(listed({ format: 'slack' })).toMatchObject([{ name: 'chat', format: 'slack' }])
  expect(() => listed({})).toThrow(/whsec_/)
  expect(() => listed({ format: 'teams' })).toThrow(/format/)
})

it('has none without a file', () => expect(loadWebhooks(undefined)).toEqual([]))
