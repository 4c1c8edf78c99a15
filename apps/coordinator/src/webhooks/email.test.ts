import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { WebhookMessage } from '@cges-fleet/core'
import { SMTPServer, type SMTPServerOptions } from 'smtp-server'
import { afterEach, expect, it } from 'vitest'
import { emailOf, sendEmail } from './email.js'
import { refusalOf } from './message.js'
import { hostOf } from './receiver.js'
import { loadWebhooks, type Smtp } from './webhook.js'

const ID = '01930000-0000-7000-8000-000000000001'
const test: WebhookMessage = { type: 'webhook.test', id: ID, link: 'https://f.example/x', webhook: 'ann', team: 'one' }

function ended(name: string): WebhookMessage {
  return {
    type: 'evaluation.stuck',
    id: ID,
    link: null,
    team: 'one',
    evaluation: { name, status: 'stuck', reason: null, trials: { total: 20, closed: 3, blocked: 0 } },
  } as unknown as WebhookMessage
}

interface Mail {
  readonly from: string
  readonly to: string[]
  readonly text: string
  readonly secure: boolean
}

const closing: (() => void)[] = []
afterEach(() => closing.splice(0).forEach((close) => close()))

/** A real SMTP server, with what it took. */
async function mailServer(options: SMTPServerOptions = {}) {
  const taken: Mail[] = []
  const server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onData: (stream, { envelope, secure }, done) => {
      const parts: Buffer[] = []
      stream.on('data', (part: Buffer) => parts.push(part))
      stream.on('end', () => {
        const from = envelope.mailFrom === false ? '' : envelope.mailFrom.address
        const to = envelope.rcptTo.map(({ address }) => address)
        taken.push({ from, to, text: Buffer.concat(parts).toString(), secure })
        done()
      })
    },
    ...options,
  })
  server.on('error', () => undefined)
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  closing.push(() => server.close())
  const { port } = server.server.address() as AddressInfo
  return { taken, port }
}

const at = (port: number, changes: Partial<Smtp> = {}): Smtp => ({
  url: `smtp://127.0.0.1:${port}`,
  from: 'fleet@example.org',
  plain: true,
  ...changes,
})

it('sends one sentence with its link, by the id that every attempt has', async () => {
  const { taken, port } = await mailServer()
  expect(await sendEmail(at(port), 'ann@example.org', test)).toEqual({ kind: 'answered', status: 250 })
  expect(taken).toMatchObject([{ from: 'fleet@example.org', to: ['ann@example.org'] }])
  expect(taken[0]?.text).toMatch(/^Message-ID: <01930000-0000-7000-8000-000000000001@example\.org>\r$/m)
  expect(taken[0]?.text).toMatch(/^Subject: cges-fleet: a test\r$/m)
  expect(taken[0]?.text).toContain('Team one tests the webhook ann. Nothing has happened.')
  expect(taken[0]?.text).toContain('https://f.example/x')
})

it('lets no name of an evaluation write a header, add a receiver or grow without bound', async () => {
  const { taken, port } = await mailServer()
  const evil = `x\r\nBcc: mallory@example.org\r\n\r\n<b>\u202E ${'long '.repeat(2000)}`
  await sendEmail(at(port), 'ann@example.org', ended(evil))
  const [mail] = taken
  const [head = ''] = mail?.text.split('\r\n\r\n') ?? []
  expect(mail?.to).toEqual(['ann@example.org'])
  expect(head.split('\r\n').filter((line) => /^(bcc|cc|to):/i.test(line))).toEqual(['To: ann@example.org'])
  expect(mail?.text.length).toBeLessThan(16_000)
  const { subject, text } = emailOf(ended(evil))
  expect(subject.length).toBeLessThanOrEqual(150)
  expect(text.length).toBeLessThanOrEqual(3001)
  expect(subject + text.trimEnd()).not.toMatch(/[\p{Cc}\p{Cf}]/u)
})

it('says what a server answers that takes no receiver, or no password', async () => {
  const refusing = await mailServer({
    onRcptTo: (_address, _session, done) => done(Object.assign(new Error('no such user'), { responseCode: 550 })),
  })
  const refused = await sendEmail(at(refusing.port), 'nobody@example.org', test)
  expect(refusalOf(refused)).toEqual({ failure: 'status', detail: 'answered 550' })
  expect(refusing.taken).toEqual([])
  const guarded = await mailServer({
    authOptional: false,
    allowInsecureAuth: true,
    onAuth: ({ username, password }, _session, done) =>
      username === 'me' && password === 'p@ss' ? done(null, { user: 'me' }) : done(new Error('wrong')),
  })
  const as = (who: string) =>
    sendEmail(at(guarded.port, { url: `smtp://${who}@127.0.0.1:${guarded.port}` }), 'a@b.c', test)
  expect(refusalOf(await as('me:wrong'))).toEqual({ failure: 'status', detail: 'answered 535' })
  expect(await as('me:p%40ss')).toEqual({ kind: 'answered', status: 250 })
})

it('sends nothing without encryption, or to a server whose certificate nobody vouches for', async () => {
  const plain = await mailServer()
  expect(refusalOf(await sendEmail(at(plain.port, { plain: false }), 'a@b.c', test))?.failure).toMatch(/tls|status/)
  const starts = await mailServer({ disabledCommands: [] })
  expect(refusalOf(await sendEmail(at(starts.port, { plain: false }), 'a@b.c', test))?.failure).toBe('tls')
  const secure = await mailServer({ secure: true })
  const url = `smtps://127.0.0.1:${secure.port}`
  expect(refusalOf(await sendEmail(at(secure.port, { url, plain: false }), 'a@b.c', test))?.failure).toBe('tls')
  expect([plain.taken, starts.taken, secure.taken]).toEqual([[], [], []])
})

it('tells a closed port and a host that is no mail server apart', async () => {
  const cutting = createServer((socket) => socket.end('HTTP/1.1 400 Bad Request\r\n\r\n'))
  await new Promise<void>((resolve) => cutting.listen(0, '127.0.0.1', resolve))
  const { port } = cutting.address() as AddressInfo
  expect(refusalOf(await sendEmail(at(port), 'a@b.c', test))).not.toBeNull()
  await new Promise((resolve) => cutting.close(resolve))
  expect(refusalOf(await sendEmail(at(port), 'a@b.c', test))?.failure).toBe('refused')
})

it('takes one plain address and needs a server', () => {
  const folder = mkdtempSync(join(tmpdir(), 'mail-'))
  closing.push(() => rmSync(folder, { recursive: true }))
  const file = join(folder, 'webhooks.json')
  const smtp = { url: 'smtps://u:p@mail.example.org', from: 'fleet@example.org' }
  const load = (url: string, more: object = { smtp }) => {
    writeFileSync(file, JSON.stringify({ ...more, webhooks: [{ name: 'ann', format: 'email', url }] }))
    return loadWebhooks(file)
  }
  expect(load('mailto:ann@example.org')).toMatchObject([{ smtp: { ...smtp, plain: false } }])
  expect(hostOf('mailto:ann@example.org')).toBe('example.org')
  for (const url of [
    'mailto:a@b.c,d@e.f',
    'mailto:a@b.c?bcc=d@e.f',
    'mailto:a%0d%0aBcc:x@b.c',
    'mailto:',
    'https://x/',
  ])
    expect(() => load(url), url).toThrow(/mailto:/)
  expect(() => load('mailto:a@b.c', {})).toThrow(/is needed to send e-mails/)
  expect(() => load('mailto:a@b.c', { smtp: { ...smtp, from: 'A <a@b.c>\r\nBcc: x@y.z' } })).toThrow(
    /one plain address/,
  )
})
