import { ListEvaluations, pathOf } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { TestProvider } from '../access/test-provider.js'
import { ssoSettings } from '../access/use-people.js'
import { useTeams } from '../access/use-teams.js'
import { POOL, select, selectOne } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const provider = await TestProvider.start()

/** The key that a page shows this once. */
async function shownKey(page: Page): Promise<string> {
  return /cges_[a-z0-9]{12}_[\w-]{43}/.exec((await page.locator('.made').last().textContent()) ?? '')?.[0] ?? ''
}

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'administration in the browser', () => {
  const teams = useTeams({ ...ssoSettings(provider.issuer), KEY_SIGN_IN: 'on' })
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })
  afterAll(async () => {
    await browser?.close()
    provider.stop()
  })

  async function opened(key: string, path: string): Promise<Page> {
    const { page } = await browser.page()
    await signIn(page, dashboard, key)
    await page.goto(new URL(path, page.url()).href)
    return page
  }

  it('sets the price of a pool, for those who run pools', async () => {
    const page = await opened(teams().one.keys.operator, `/pool?pool=${POOL}`)
    await page.getByText('Change the price').click()
    const form = page.getByRole('form', { name: `Price of ${POOL}` })
    await form.getByLabel('GPU hour').fill('2.40')
    await form.getByLabel('Currency').fill('EUR')
    await form.getByRole('button', { name: 'Save the price' }).click()
    await form.getByRole('status').waitFor()
    const row = `SELECT gpu_hour_price::float8 AS hour, prompt_million_price AS prompt, currency FROM pool WHERE name = '${POOL}'`
    expect(await selectOne(teams().db, row)).toEqual({ hour: 2.4, prompt: null, currency: 'EUR' })
    await form.getByLabel('Currency').fill('USD')
    await form.getByRole('button', { name: 'Save the price' }).click()
    expect(await form.getByRole('alert').textContent()).toContain('EUR')
    await page.reload()
    await page.getByText('It costs 2.40 EUR a GPU hour').waitFor()
    const member = await opened(teams().one.keys.member, `/pool?pool=${POOL}`)
    await member.getByTestId('pool').waitFor()
    expect(await member.getByTestId('price').count()).toBe(0)
  })

  it('sets what a pool serves, and says why that stays once evaluations rely on it', async () => {
    const page = await opened(teams().one.keys.operator, `/pool?pool=${POOL}`)
    await page.getByText('Change what it serves').click()
    const form = page.getByRole('form', { name: `What ${POOL} serves` })
    await form.getByLabel('Step scorer').fill('steps-7b')
    await form.getByRole('button', { name: 'Save what it serves' }).click()
    await form.getByRole('status').waitFor()
    const row = `SELECT model, step_scorer AS scorer FROM pool WHERE name = '${POOL}'`
    const before = await selectOne<{ model: string; scorer: string }>(teams().db, row)
    expect(before.scorer).toBe('steps-7b')
    await form.getByLabel('Model', { exact: true }).fill('another')
    await form.getByRole('button', { name: 'Save what it serves' }).click()
    expect(await form.getByRole('alert').textContent()).toContain(`evaluations with model ${before.model}`)
    expect(await selectOne(teams().db, row)).toEqual(before)
    const member = await opened(teams().one.keys.member, `/pool?pool=${POOL}`)
    await member.getByTestId('pool').waitFor()
    expect(await member.getByTestId('promise').count()).toBe(0)
  })

  it('creates a team without a role for a group or a key, and says why not', async () => {
    const page = await opened(teams().one.keys['fleet-admin'], '/settings/team')
    const form = page.getByRole('form', { name: 'New team' })
    const create = async () => {
      await form.getByLabel('Name').fill('audio')
      await form.getByRole('button', { name: 'Create team' }).click()
    }
    await create()
    await form.getByText('Created audio. Next: make a key for it under Keys.').waitFor()
    await create()
    expect(await form.getByRole('alert').textContent()).toContain('audio')
    expect(
      await select(teams().db, `SELECT 1 FROM api_key k JOIN team t ON t.id = k.team_id WHERE t.name = 'audio'`),
    ).toEqual([])
  }, 300_000)

  it('makes a key that ends and may do little, and replaces it', async () => {
    const page = await opened(teams().one.keys.admin, '/settings/keys')
    const form = page.getByRole('form', { name: 'New key' })
    expect(await form.getByLabel('In team').count()).toBe(0)
    await form.getByLabel('New key for').fill('a dashboard')
    await form.getByLabel('Role').selectOption('viewer')
    await form.getByLabel('Expires').selectOption('in 30 days')
    await form.getByText('Limit what it may do').click()
    await form.getByLabel('evaluations:read').check()
    await form.getByRole('button', { name: 'Make key' }).click()
    await page.locator('.made').waitFor()
    const row = `SELECT role, scopes, round(extract(epoch FROM expires_at - now()) / 86400)::int AS days
      FROM api_key WHERE name = 'a dashboard' AND replaced_by IS NULL`
    expect(await selectOne(teams().db, row)).toEqual({ role: 'viewer', scopes: ['evaluations:read'], days: 30 })
    const before = await shownKey(page)
    await page.getByRole('row', { name: 'a dashboard' }).getByRole('button', { name: 'Replace' }).click()
    await expect.poll(async () => (await page.locator('.made').allTextContents()).join(' ')).toMatch(/works for a day/)
    const [after] = /cges_[a-z0-9]{12}_[\w-]{43}/.exec((await page.locator('.made').first().textContent()) ?? '') ?? []
    expect(after).not.toBe(before)
    for (const key of [before, after])
      expect((await teams().ask('GET', pathOf(ListEvaluations), { key })).status).toBe(200)
  }, 300_000)

  it('gives a group its role, and takes it away', async () => {
    const page = await opened(teams().two.keys.admin, '/settings/people')
    const form = page.getByRole('form', { name: 'Role of a group' })
    await form.getByLabel('Group, as your provider sends it').fill('/vision')
    await form.getByLabel('Role').selectOption('viewer')
    await form.getByRole('button', { name: 'Give the role' }).click()
    const row = page.getByTestId('group-roles').getByRole('row', { name: '/vision' })
    await row.getByRole('button', { name: 'Remove' }).click()
    await row.getByRole('button', { name: 'Remove the role' }).click()
    await row.waitFor({ state: 'detached' })
    const log = await select(teams().db, `SELECT action FROM audit WHERE subject = '/vision' ORDER BY id`)
    expect(log).toEqual([{ action: 'member.map' }, { action: 'member.unmap' }])
    const member = await opened(teams().two.keys.member, '/settings/people')
    await member.getByTestId('group-roles').getByRole('row', { name: 'two-admin' }).waitFor()
    expect(await member.getByRole('form', { name: 'Role of a group' }).count()).toBe(0)
  }, 300_000)
})
