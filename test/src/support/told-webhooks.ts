import { writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { WebhookList, WebhookTestView } from '@cges-fleet/core'
import { GetWebhookTest, ListWebhooks, pathOf, TestWebhook } from '@cges-fleet/core/contract'
import { expect } from 'vitest'
import type { Api } from '../api/use-api.js'
import { type RunningApp, spawnApp } from '../fleet/spawn-app.js'

/** Starts a coordinator that tells the webhooks of a file, and waits until the API lists as many. */
export async function startTelling(
  api: Api,
  { folder, hooks, listed }: { readonly folder: string; readonly hooks: object; readonly listed: number },
): Promise<RunningApp> {
  const file = join(folder, 'webhooks.json')
  writeFileSync(file, JSON.stringify(hooks))
  const coordinator = await spawnApp('coordinator', {
    DATABASE_URL: String((api.db.options as { url?: string }).url),
    WEBHOOKS_FILE: file,
    DASHBOARD_URL: 'https://fleet.example/cges/',
  })
  while ((await listedWebhooks(api)).length < listed) await sleep(100)
  return coordinator
}

export async function listedWebhooks(api: Api) {
  return WebhookList.parse((await api.get(pathOf(ListWebhooks))).body).webhooks
}

/** Asks for a test of a webhook, and waits until it has ended. */
export async function testedWebhook(api: Api, webhook: string): Promise<WebhookTestView> {
  const { status, body } = await api.post(pathOf(TestWebhook, { path: { webhook } }), undefined)
  expect(status).toBe(202)
  const { id } = WebhookTestView.parse(body)
  for (;;) {
    const read = await api.get(pathOf(GetWebhookTest, { path: { webhook, test: id } }))
    const test = WebhookTestView.parse(read.body)
    if (test.endedAt !== null) return test
    await sleep(100)
  }
}
