import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId, noteRoundFailure } from '@cges-fleet/db'
import { DeliveryList, type DeliveryView, WebhookList, WebhookMessage } from '@cges-fleet/core'
import { CancelEvaluation, ListDeliveries, ListWebhooks, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, afterEach, beforeAll, expect, it } from 'vitest'
import { SPEC, submitted, useApi } from '../api/use-api.js'
import { drawn, questions, registerSilent, round, selectOne, submit, WORKER } from '../support/evaluation-rows.js'
import { landInTurns } from '../support/land-in-turns.js'
import { landAll } from '../support/landed-samples.js'
import { type RunningApp, spawnApp } from './spawn-app.js'

interface Received {
  readonly path: string
  readonly headers: IncomingHttpHeaders
  readonly body: string
}

const KEY = Buffer.from('what both sides know of each other')
const api = useApi()
const received: Received[] = []
const coordinators: RunningApp[] = []
let folder = ''
let receiver: Server
/** What a request is answered with; null leaves it without an answer. */
let answerTo: (request: Received) => number | null = () => 204

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      const message = { path: request.url ?? '', headers: request.headers, body }
      received.push(message)
      const status = answerTo(message)
      if (status === 302) response.setHeader('location', '/elsewhere')
      if (status !== null) response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
  const { port } = receiver.address() as AddressInfo
  folder = mkdtempSync(join(tmpdir(), 'hooks-'))
  const secret = `whsec_${KEY.toString('base64')}`
  const webhooks = ['ci', 'moved'].map((name) => ({
    name,
    url: `http://127.0.0.1:${port}/${name}`,
    secret,
    private: true,
  }))
  const others = { name: 'others', url: 'https://example.com/x', secret, teams: ['somebody-else'] }
  writeFileSync(join(folder, 'webhooks.json'), JSON.stringify({ webhooks: [...webhooks, others] }))
})

afterAll(async () => {
  for (const coordinator of coordinators) await coordinator.kill('SIGTERM')
  receiver?.closeAllConnections()
  receiver?.close()
  rmSync(folder, { recursive: true })
})

async function startCoordinator(): Promise<RunningApp> {
  const started = await spawnApp('coordinator', {
    DATABASE_URL: String((api().db.options as { url?: string }).url),
    WEBHOOKS_FILE: join(folder, 'webhooks.json'),
    DASHBOARD_URL: 'https://fleet.example/cges',
  })
  coordinators.push(started)
  return started
}

async function until<T>(read: () => Promise<T | null> | T | null, withinMs = 90_000): Promise<T> {
  for (const limit = performance.now() + withinMs; performance.now() < limit; await sleep(200)) {
    const found = await read()
    if (found !== null) return found
  }
  throw new Error('it did not come to be')
}

async function deliveries(id: string): Promise<readonly DeliveryView[]> {
  return DeliveryList.parse((await api().get(pathOf(ListDeliveries, { path: { id } }))).body).deliveries
}

function verified({ headers, body }: Received): boolean {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  return headers['webhook-signature'] === `v1,${createHmac('sha256', KEY).update(signed).digest('base64')}`
}

afterEach(() => {
  for (const { body } of received) expect(WebhookMessage.safeParse(JSON.parse(body)).error).toBeUndefined()
})

it('offers what the file names, to the teams it names, and refuses any other name', async () => {
  await startCoordinator()
  const known = await until(async () => {
    const { webhooks } = WebhookList.parse((await api().get(pathOf(ListWebhooks))).body)
    return webhooks.length === 0 ? null : webhooks
  })
  expect(known.map(({ name }) => name)).toEqual(['ci', 'moved'])
  expect(JSON.stringify(known)).not.toMatch(/whsec|\/ci/)
  for (const notify of ['others', 'unknown']) {
    const { status, text } = await api().post(pathOf(SubmitEvaluation), { ...SPEC, notify })
    expect([status, text]).toEqual([
      400,
      expect.stringContaining(`there is no webhook \\"${notify}\\"; known: ci, moved`),
    ])
  }
})

it('tells an end at least once, the same message each time, where the process that tells it is killed over it', async () => {
  const [first] = coordinators
  answerTo = () => {
    void first?.kill('SIGKILL')
    return null
  }
  const id = await submitted(api(), { notify: 'ci', name: 'Told', methods: ['sc@2'] })
  await until(async () => {
    const { status } = await selectOne<{ status: string }>(api().db, `SELECT status FROM evaluation WHERE id = $1`, [
      id,
    ])
    if (status === 'done') return true
    await round(api().db, id)
    await landAll(api().db, ({ question }) => drawn(question.includes('0') ? '0' : '7'))
    return null
  })
  await until(() => received[0] ?? null)
  await until(() => first?.process.signalCode ?? null)
  expect((await deliveries(id)).map(({ state, attempts }) => [state, attempts])).toEqual([['waiting', 1]])
  answerTo = () => 204
  await startCoordinator()
  const [delivery] = await until(async () => {
    const listed = await deliveries(id)
    return listed[0]?.state === 'delivered' ? listed : null
  })
  expect(delivery).toMatchObject({ webhook: 'ci', status: 'done', attempts: 2, error: null, nextAt: null })
  expect(received.map(verified)).toEqual([true, true])
  const [one, two] = received
  expect([two?.headers['webhook-id'], two?.body]).toEqual([delivery?.id, one?.body])
  expect(JSON.parse(two?.body ?? '')).toMatchObject({
    type: 'evaluation.ended',
    id: delivery?.id,
    link: `https://fleet.example/cges/evaluations/${id}`,
    evaluation: {
      id,
      name: 'Told',
      status: 'done',
      incomplete: false,
      answeredBy: 'simulated',
      trials: { total: 2, closed: 2, blocked: 0 },
    },
    best: { method: 'sc@2', accuracy: 0.5, trials: 2, calls: 2, savedAgainstSc: 0 },
  })
})

it('tells it once where several could, follows no redirect, and says what it waits for', async () => {
  await startCoordinator()
  received.length = 0
  answerTo = ({ path }) => (path === '/moved' ? 302 : 204)
  const ids = await Promise.all(['ci', 'ci', 'ci', 'moved'].map((notify) => submitted(api(), { notify })))
  for (const id of ids) await api().post(pathOf(CancelEvaluation, { path: { id } }))
  const last = ids[3] ?? ''
  await until(async () => (await deliveries(last))[0]?.error ?? null)
  await until(async () => {
    const all = await Promise.all(ids.slice(0, 3).map(deliveries))
    return all.every(([each]) => each?.state === 'delivered') ? true : null
  })
  const [moved] = await deliveries(last)
  expect(moved).toMatchObject({
    state: 'waiting',
    status: 'cancelled',
    error: expect.stringMatching(/302, a redirect/),
  })
  expect(Date.parse(moved?.nextAt ?? '')).toBeGreaterThan(Date.parse(moved?.at ?? ''))
  expect(received.filter(({ path }) => path === '/ci')).toHaveLength(3)
  expect(received.some(({ path }) => path === '/elsewhere')).toBe(false)
})

it('tells that samples are not alike, whose they are, and that rounds fail, each before any end', async () => {
  const { db } = api()
  received.length = 0
  answerTo = () => 204
  const bad = { id: newId(), secret: newId() }
  const id = await submit(db, { methods: ['sc@1'], benchmark: { name: 'one goes bad', questions: questions(300) } })
  await db.query(`UPDATE evaluation SET spec = spec || '{"notify": "ci"}' WHERE id = $1`, [id])
  await registerSilent(db, bad)
  let landed = 0
  const messageOf = (type: string) =>
    received.map(({ body }) => JSON.parse(body)).find((message) => message.type === type)
  while ((await deliveries(id)).length === 0 && landed < 300) {
    await round(db, id)
    landed = await landInTurns(db, id, { workers: [WORKER, bad], badFrom: 60, landed })
  }
  expect(await until(() => messageOf('evaluation.alarm') ?? null)).toMatchObject({
    link: `https://fleet.example/cges/evaluations/${id}`,
    evaluation: {
      id,
      status: 'running',
      endedAt: null,
      reason: { kind: expect.stringMatching(/^(answers_changed|server_differs)$/) },
    },
    alarm: { kind: expect.stringMatching(/^(server|order)$/), at: expect.any(Number) },
    best: null,
  })
  while ((await selectOne<{ kind: string }>(db, KIND, [id])).kind !== 'server' && landed < 300) {
    await round(db, id)
    landed = await landInTurns(db, id, { workers: [WORKER, bad], badFrom: 60, landed })
  }
  const ofServer = () => received.map(({ body }) => JSON.parse(body)).find(({ alarm }) => alarm?.server === bad.id)
  expect((await until(() => ofServer() ?? null)).evaluation.reason).toMatchObject({
    kind: 'server_differs',
    why: bad.id,
  })
  for (let nth = 0; nth < 3; nth++) await noteRoundFailure(db, id, 'a fault')
  expect(await until(() => messageOf('evaluation.stuck') ?? null)).toMatchObject({
    evaluation: { id, endedAt: null, reason: { kind: 'rounds_fail', counts: { failures: 3 }, why: 'a fault' } },
    alarm: null,
  })
  expect(new Set((await deliveries(id)).map(({ type }) => type))).toEqual(
    new Set(['evaluation.stuck', 'evaluation.alarm']),
  )
  expect(received.map(verified)).not.toContain(false)
})

const KIND = `SELECT coalesce(homogeneity -> 'alarm' ->> 'kind', '') AS kind FROM evaluation WHERE id = $1`
