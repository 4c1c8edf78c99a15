import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookMessage, WebhookTestView } from '@cges-fleet/core'
import { CancelEvaluation, GetWebhookTest, pathOf, SubmitEvaluation, TestWebhook } from '@cges-fleet/core/contract'
import { enterWebhooks, queueWebhookTest } from '@cges-fleet/db'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { SPEC, useApi } from '../api/use-api.js'
import { otherTeam, select } from '../support/evaluation-rows.js'
import { cges } from '../cli/run-cges.js'
import { listedWebhooks, startTelling, testedWebhook } from '../support/told-webhooks.js'
import type { RunningApp } from './spawn-app.js'

const KEY = Buffer.from('what both sides know of each other')
const api = useApi()
const received: { readonly headers: IncomingHttpHeaders; readonly body: string }[] = []
let folder = ''
let receiver: Server
let coordinator: RunningApp | undefined

/** A receiver that takes what is signed by the key, and at other paths fails or never answers. */
beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      const message = { headers: request.headers, body }
      received.push(message)
      if (request.url === '/hangs') return
      response.writeHead(request.url === '/breaks' ? 500 : isSigned(message) ? 204 : 401).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  folder = mkdtempSync(join(tmpdir(), 'hooks-'))
  const webhooks = ['takes', 'breaks', 'hangs', 'others', 'chat'].map((name) => ({
    name,
    url: `http://127.0.0.1:${port}/${name}`,
    secret: `whsec_${KEY.toString('base64')}`,
    private: true,
    ...(name === 'others' ? { teams: ['others'] } : {}),
    ...(name === 'chat' ? { format: 'slack' } : {}),
  }))
  coordinator = await startTelling(api(), { folder, hooks: { webhooks }, listed: 4 })
}, 60_000)

afterAll(async () => {
  await coordinator?.kill('SIGTERM')
  receiver?.closeAllConnections()
  receiver?.close()
  rmSync(folder, { recursive: true })
})

function isSigned({ headers, body }: { readonly headers: IncomingHttpHeaders; readonly body: string }): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`
}

it('sends a signed message once, and gives what the receiver answered', async () => {
  const test = await testedWebhook(api(), 'takes')
  expect(test).toMatchObject({ webhook: 'takes', status: 204, failure: null, detail: null })
  expect(test.tookMs).toBeLessThan(10_000)
  const [message] = received
  expect(received).toHaveLength(1)
  expect(message?.headers['webhook-id']).toBe(test.id)
  const body = WebhookMessage.parse(JSON.parse(message?.body ?? ''))
  const link = 'https://fleet.example/cges/settings/webhooks'
  expect(body).toEqual({ type: 'webhook.test', id: test.id, link, webhook: 'takes', team: expect.any(String) })
  expect((await listedWebhooks(api())).map((webhook) => [webhook.name, webhook.test?.id ?? null])).toEqual([
    ['breaks', null],
    ['chat', null],
    ['hangs', null],
    ['takes', test.id],
  ])
})

it('sends one text to a webhook with the format of Slack', async () => {
  received.length = 0
  expect(await testedWebhook(api(), 'chat')).toMatchObject({ status: 204, failure: null })
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    text: expect.stringMatching(
      /^Team \S+ tests the webhook chat\. Nothing has happened\. <https:\/\/fleet\.example\/cges\/settings\/webhooks>$/,
    ),
  })
})

it('tells a webhook with the format of Slack of an evaluation’s end in one text that links to it', async () => {
  received.length = 0
  const body = { ...SPEC, name: 'R&D <one>', notify: 'chat' }
  const submitted = await api().post(pathOf(SubmitEvaluation), body)
  expect(submitted.status, submitted.text).toBe(201)
  const { id } = submitted.body as { id: string }
  await api().post(pathOf(CancelEvaluation, { path: { id } }), {})
  await expect.poll(() => received.length, { timeout: 30_000 }).toBe(1)
  expect(received[0]?.headers['content-type']).toMatch(/^application\/json/)
  expect(JSON.parse(received[0]?.body ?? '')).toEqual({
    text: `R&amp;D &lt;one&gt; is cancelled, with 0 of 2 questions finished. <https://fleet.example/cges/evaluations/${id}>`,
  })
}, 60_000)

it('gives the status of a receiver that fails, and repeats nothing', async () => {
  received.length = 0
  expect(await testedWebhook(api(), 'breaks')).toMatchObject({ status: 500, failure: 'status' })
  await sleep(1_500)
  expect(received).toHaveLength(1)
})

it('is asked for on the command line too, which ends with 1 where the receiver does not accept', async () => {
  const [taken, broken, unknown] = ['takes', 'breaks', 'unknown'].map((name) =>
    cges(['webhook', 'test', name], { CGES_API: api().url }),
  )
  expect([await taken?.code, await broken?.code, await unknown?.code]).toEqual([0, 1, 1])
  expect(taken?.out()).toMatch(/^Accepted: the receiver answered 204 after [\d.]+ m?s\.$/m)
  expect(broken?.out()).toMatch(/^Not accepted: the receiver answered 500 after [\d.]+ m?s\. Expected 200 to 299\.$/m)
  expect(unknown?.err()).toContain('There is no webhook unknown. cges webhook list shows yours.')
  const list = cges(['webhook', 'list'], { CGES_API: api().url })
  expect(await list.code).toBe(0)
  expect(list.out()).toMatch(/^hangs +127\.0\.0\.1:\d+ +not tested$/m)
}, 60_000)

it('waits ten seconds for a receiver that hangs, refuses a fourth test meanwhile, and takes others', async () => {
  const hanging = testedWebhook(api(), 'hangs')
  await expect.poll(() => select(api().db, 'SELECT 1 FROM webhook_test WHERE ended_at IS NULL')).toHaveLength(1)
  const more = await Promise.all(
    Array.from({ length: 4 }, () => api().post(pathOf(TestWebhook, { path: { webhook: 'hangs' } }), undefined)),
  )
  expect(more.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([202, 202, 409, 409])
  const test = await hanging
  expect(test).toMatchObject({ status: null, failure: 'timeout' })
  expect(test.tookMs).toBeGreaterThan(9_500)
  expect(test.tookMs).toBeLessThan(15_000)
  await expect
    .poll(() => select(api().db, 'SELECT 1 FROM webhook_test WHERE ended_at IS NULL'), { timeout: 30_000 })
    .toHaveLength(0)
}, 60_000)

it('knows no webhook and no test of another team', async () => {
  received.length = 0
  for (const webhook of ['others', 'unknown']) {
    const { status } = await api().post(pathOf(TestWebhook, { path: { webhook } }), undefined)
    expect(status).toBe(404)
  }
  const test = await testedWebhook(api(), 'takes')
  const other = await otherTeam(api().db)
  await api().db.query('UPDATE webhook_test SET team_id = $1 WHERE id = $2', [other, test.id])
  const read = await api().get(pathOf(GetWebhookTest, { path: { webhook: 'takes', test: test.id } }))
  expect(read.status).toBe(404)
  expect(received).toHaveLength(1)
})

it('keeps a team’s newest 20, and says what nobody sent', async () => {
  const team = await otherTeam(api().db)
  await enterWebhooks(api().db, [{ name: 'nobodys', host: 'x.example', teams: null }])
  await coordinator?.kill('SIGTERM')
  for (let count = 0; count < 25; count += 1) {
    await queueWebhookTest(api().db, team, 'nobodys')
    await api().db.query(`UPDATE webhook_test SET made_at = made_at - interval '31 seconds' WHERE team_id = $1`, [team])
  }
  expect(await select(api().db, 'SELECT 1 FROM webhook_test WHERE team_id = $1', [team])).toHaveLength(20)
  const { body } = await api().post(pathOf(TestWebhook, { path: { webhook: 'nobodys' } }), undefined)
  const { id } = WebhookTestView.parse(body)
  await api().db.query(`UPDATE webhook_test SET made_at = made_at - interval '31 seconds' WHERE id = $1`, [id])
  const read = await api().get(pathOf(GetWebhookTest, { path: { webhook: 'nobodys', test: id } }))
  expect(read.body).toMatchObject({ failure: 'not_taken', endedAt: expect.any(String) })
})
