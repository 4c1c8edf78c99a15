import { createHmac } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { createServer, type IncomingHttpHeaders, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DeliveryList } from '@cges-fleet/core'
import { CancelEvaluation, ListDeliveries, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, expect, it } from 'vitest'
import { submitted, useApi } from '../api/use-api.js'
import { startTelling } from '../support/told-webhooks.js'
import type { RunningApp } from './spawn-app.js'

const SECRETS = { old: Buffer.alloc(32, 'the old one '), new: Buffer.alloc(32, 'the new one ') } as const
type SecretName = keyof typeof SECRETS

const api = useApi()
const folder = mkdtempSync(join(tmpdir(), 'rotated-'))
const coordinators: RunningApp[] = []
const received: { readonly id: string; readonly signedWith: SecretName | null }[] = []
let receiver: Server
let status = 204

beforeAll(async () => {
  receiver = createServer((request, response) => {
    let body = ''
    request.setEncoding('utf8').on('data', (part: string) => {
      body += part
    })
    request.on('end', () => {
      const { headers } = request
      received.push({ id: String(headers['webhook-id']), signedWith: signerOf(headers, body) })
      response.writeHead(status).end()
    })
  })
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve))
})
afterAll(async () => {
  for (const coordinator of coordinators) await coordinator.kill('SIGTERM')
  receiver?.closeAllConnections()
  receiver?.close()
  rmSync(folder, { recursive: true })
})

/** The secret that a message is signed with, of those that the receiver takes. */
function signerOf(headers: IncomingHttpHeaders, body: string): SecretName | null {
  const signed = `${String(headers['webhook-id'])}.${String(headers['webhook-timestamp'])}.${body}`
  const signatures = String(headers['webhook-signature']).split(' ')
  const isOf = (name: SecretName) =>
    signatures.includes(`v1,${createHmac('sha256', SECRETS[name]).update(signed).digest('base64')}`)
  return isOf('new') ? 'new' : isOf('old') ? 'old' : null
}

/** Starts a coordinator with this secret in the file. */
async function start(name: SecretName): Promise<RunningApp> {
  const { port } = receiver.address() as AddressInfo
  const secret = `whsec_${SECRETS[name].toString('base64')}`
  const hooks = { webhooks: [{ name: 'ci', url: `http://127.0.0.1:${port}/ci`, secret, private: true }] }
  const coordinator = await startTelling(api(), { folder, hooks, listed: 1 })
  coordinators.push(coordinator)
  return coordinator
}

/** Ends an evaluation, whose message the receiver answers with this status; returns the message's id once it has answered. */
async function sent(answer: number): Promise<string> {
  status = answer
  const id = await submitted(api(), { notify: 'ci' })
  await api().post(pathOf(CancelEvaluation, { path: { id } }))
  const delivery = async () => {
    const { body } = await api().get(pathOf(ListDeliveries, { path: { id } }))
    return DeliveryList.parse(body).deliveries[0]
  }
  // An attempt counts before its answer, which another status would change.
  const hasAnswered = async () => {
    const of = (await delivery())?.id
    return received.some((one) => one.id === of)
  }
  await expect.poll(hasAnswered, { timeout: 120_000 }).toBe(true)
  return (await delivery())?.id ?? ''
}

it('changes a webhook’s secret without a stop: a message that waits is signed with the new one', async () => {
  const before = await start('old')
  const told = await sent(204)
  const waiting = await sent(503)
  await start('new')
  await before.kill('SIGTERM')
  status = 204
  const signers = (id: string) => received.filter((one) => one.id === id).map(({ signedWith }) => signedWith)
  await expect.poll(() => signers(waiting).at(-1), { timeout: 120_000 }).toBe('new')
  expect(signers(told)).toEqual(['old'])
  expect(signers(waiting)[0]).toBe('old')
  expect(signers(await sent(204))).toEqual(['new'])
  expect(received.map(({ signedWith }) => signedWith)).not.toContain(null)
})
