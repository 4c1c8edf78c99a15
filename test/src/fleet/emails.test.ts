import { mkdtempSync, rmSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeliveryList } from '@cges-fleet/core'
import { CancelEvaluation, ListDeliveries, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { SMTPServer } from 'smtp-server'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SPEC, useApi } from '../api/use-api.js'
import { listedWebhooks, startTelling, testedWebhook } from '../support/told-webhooks.js'
import type { RunningApp } from './spawn-app.js'

const api = useApi()
const taken: { readonly to: readonly string[]; readonly text: string }[] = []
let folder = ''
let server: SMTPServer
let coordinator: RunningApp | undefined

beforeAll(async () => {
  server = new SMTPServer({
    authOptional: true,
    disabledCommands: ['STARTTLS'],
    onRcptTo: ({ address }, _session, done) =>
      address.startsWith('gone') ? done(Object.assign(new Error('no such user'), { responseCode: 550 })) : done(),
    onData: (stream, { envelope }, done) => {
      let text = ''
      stream.on('data', (part: Buffer) => (text += part.toString()))
      stream.on('end', () => {
        taken.push({ to: envelope.rcptTo.map(({ address }) => address), text })
        done()
      })
    },
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', () => resolve()))
  const { port } = server.server.address() as AddressInfo
  folder = mkdtempSync(join(tmpdir(), 'mails-'))
  const webhooks = ['ann', 'gone'].map((name) => ({ name, format: 'email', url: `mailto:${name}@example.org` }))
  const smtp = { url: `smtp://127.0.0.1:${port}`, from: 'fleet@example.org', plain: true }
  coordinator = await startTelling(api(), { folder, hooks: { smtp, webhooks }, listed: 2 })
}, 60_000)

afterAll(async () => {
  await coordinator?.kill('SIGTERM')
  await new Promise<void>((resolve) => server.close(() => resolve()))
  rmSync(folder, { recursive: true })
})

/** Submits an evaluation that tells a webhook, and ends it. */
async function ended(notify: string): Promise<string> {
  const submitted = await api().post(pathOf(SubmitEvaluation), { ...SPEC, name: 'Of the night', notify })
  const { id } = submitted.body as { id: string }
  await api().post(pathOf(CancelEvaluation, { path: { id } }), {})
  return id
}

it('e-mails a test, and says what the mail server answered', async () => {
  expect(await listedWebhooks(api())).toMatchObject([{ host: 'example.org' }, { host: 'example.org' }])
  expect(await testedWebhook(api(), 'ann')).toMatchObject({ status: 250, failure: null })
  expect(await testedWebhook(api(), 'gone')).toMatchObject({ status: 550, failure: 'status' })
  expect(taken.splice(0)).toMatchObject([{ to: ['ann@example.org'] }])
})

it('e-mails the end of an evaluation once, and tries again where the receiver is refused', async () => {
  await ended('ann')
  await expect.poll(() => taken.length, { timeout: 30_000 }).toBe(1)
  expect(taken[0]?.text).toContain('Subject: cges-fleet: Of the night ended')
  const id = await ended('gone')
  const deliveries = async () =>
    DeliveryList.parse((await api().get(pathOf(ListDeliveries, { path: { id } }))).body).deliveries
  await expect.poll(async () => (await deliveries())[0]?.error, { timeout: 30_000 }).toBe('answered 550')
  expect((await deliveries())[0]).toMatchObject({ state: 'waiting', webhook: 'gone' })
  expect(taken).toHaveLength(1)
})
