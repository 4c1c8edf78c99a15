import { mkdtempSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ssoSettings } from '../access/use-people.js'
import { useApi } from '../api/use-api.js'
import { selectOne } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { openPalette } from './page-actions.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { startProvider } from './real-provider.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const QUESTIONS = Array.from({ length: 4 }, (_, at) =>
  JSON.stringify({ question: `What is ${at} plus 1?`, answer: String(at + 1) }),
).join('\n')
const FILE = { name: 'sums.jsonl', mimeType: '', buffer: Buffer.from(QUESTIONS) }

const MOST_STEPS = 15

const NOWHERE = 'http://127.0.0.1:9'
const dashboard = NO_BROWSER === null ? (await dashboardFor(NOWHERE)).replace('127.0.0.1', 'localhost') : NOWHERE
const ACCOUNTS = { ada: { name: 'Ada Lovelace', email: 'ada@example.org', groups: ['/fleet-admins', '/vision'] } }
const provider = NO_BROWSER === null ? await startProvider(dashboard, ACCOUNTS) : null

/** A fleet that has its first team alone, which a group of the provider administers. */
function settings(): Readonly<Record<string, string>> {
  const groups = join(mkdtempSync(join(tmpdir(), 'cges-first-')), 'groups.yaml')
  writeFileSync(groups, JSON.stringify([{ group: '/fleet-admins', team: 'local', role: 'fleet-admin' }]))
  return {
    ...ssoSettings(provider?.issuer ?? NOWHERE),
    OIDC_GROUPS_FILE: groups,
    OIDC_SCOPES: 'openid profile email groups',
    OIDC_NAME: 'Example',
    PUBLIC_URL: dashboard,
    KEY_PEPPER: 'a pepper of tests, long enough to be one',
  }
}

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a team from nothing, signed in at a real provider', () => {
  const api = useApi(settings)
  let browser: TestBrowser
  let page: Page
  let steps = 0
  const press = async (what: Locator) => {
    steps += 1
    await what.click()
  }
  const enter = async (into: Locator, text: string) => {
    steps += 1
    await into.fill(text)
  }

  beforeAll(async () => {
    await dashboardFor(api().url)
    browser = await TestBrowser.open()
    page = (await browser.page()).page
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
  })
  afterAll(async () => {
    await browser?.close()
    provider?.process.kill('SIGKILL')
  })

  it('comes to the copied link of its first evaluation in 15 presses and entries at most', async () => {
    await page.goto(`${dashboard}/evaluations`)
    await press(page.getByRole('link', { name: 'Continue with Example' }))
    // The provider's own page is not the fleet's to shorten.
    await page.getByLabel('Account').fill('ada')
    await page.getByRole('button', { name: 'Enter' }).click()
    await page.waitForURL(`${dashboard}/evaluations`)
    expect(await faultsOn(page, 'first-team', SCREENS)).toEqual([])
    const first = page.getByTestId('first-team')
    expect(await first.textContent()).toContain('You are in local, the fleet’s own first team.')
    await press(first.getByRole('link', { name: 'Create team' }))
    const form = page.getByRole('form', { name: 'New team' })
    await expect.poll(() => form.getByLabel('Name').evaluate((field) => field === document.activeElement)).toBe(true)
    expect((await form.boundingBox())?.y).toBeLessThan(300)
    expect(await form.getByRole('button', { name: 'Create team' }).getAttribute('class')).toBe('primary')
    expect(await page.evaluate(() => scrollY)).toBe(0)
    expect(await faultsOn(page, 'create-team', SCREENS)).toEqual([])
    expect(await form.getByLabel('Role of the group').locator('option:checked').textContent()).toBe(
      'member: submits evaluations',
    )
    await enter(form.getByLabel('Name'), 'vision')
    const own = await form.locator('datalist option').evaluateAll((all) => all.map((one) => one.getAttribute('value')))
    expect(own).toEqual(['/fleet-admins', '/vision'])
    await enter(form.getByLabel('Its group, as Example sends it'), '/vision')
    await press(form.getByRole('button', { name: 'Create team' }))
    await form.getByText('Created vision. Everyone in /vision is a member of it.').waitFor()
    await form.getByRole('button', { name: 'Switch to vision' }).waitFor()
    expect(await faultsOn(page, 'new-team', SCREENS)).toEqual([])
    await press(form.getByRole('button', { name: 'Switch to vision' }))
    await page.waitForURL(`${dashboard}/evaluations`)
    expect(await page.getByLabel('Team').inputValue()).toBe('vision')
    expect(await page.getByTestId('first-team').count()).toBe(0)
    steps += 1
    await page.getByTestId('empty').getByLabel('File of questions').setInputFiles(FILE)
    await page.getByTestId('preview').waitFor()
    expect(await faultsOn(page, 'new-own', SCREENS)).toEqual([])
    await press(page.getByRole('button', { name: 'Save and start' }))
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    await press(page.getByRole('button', { name: 'Share' }))
    await page.getByText('Link copied.').waitFor()
    await page.getByText('Only this computer can open it: the address begins with localhost. Set PUBLIC_URL').waitFor()
    const link = await page.evaluate(() => navigator.clipboard.readText())
    console.log(`from Continue with to the copied link: ${steps} presses and entries`)
    expect(steps).toBeLessThanOrEqual(MOST_STEPS)
    expect(await faultsOn(page, 'shared', SCREENS)).toEqual([])
    const reader = await browser.page()
    expect((await reader.page.goto(link))?.status()).toBe(200)
  }, 300_000)

  it('shares the same link again, which its popover changes and revokes', async () => {
    const popover = page.getByRole('group', { name: 'Share' })
    const link = await popover.getByLabel('Read-only link').inputValue()
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Share' }).click()
    await expect.poll(() => popover.getByLabel('Read-only link').inputValue()).toBe(link)
    await popover.getByLabel('Change when the link to this page expires').selectOption('in a week')
    const days = `SELECT round(extract(epoch FROM expires_at - now()) / 86400)::int AS days FROM share_link`
    await expect.poll(() => selectOne(api().db, days)).toEqual({ days: 7 })
    await popover.getByRole('button', { name: /^Revoke/ }).click()
    await popover.getByText('Revoked').waitFor()
    const reader = await browser.page()
    expect((await reader.page.goto(link))?.status()).toBe(404)
  }, 60_000)

  it('is found by “create team”, and chosen where its creator makes keys, which are then listed', async () => {
    await page.getByLabel('Team').selectOption('local')
    await page.waitForURL(`${dashboard}/evaluations`)
    await page.getByTestId('empty').waitFor()
    await openPalette(page)
    await page.getByRole('dialog').getByRole('combobox').fill('create team')
    await page.keyboard.press('Enter')
    const form = page.getByRole('form', { name: 'New team' })
    await form.getByLabel('Name').fill('audio')
    await form.getByLabel('First key, for a program').fill('nightly')
    await form.getByRole('button', { name: 'Create team' }).click()
    await form.getByText('Created audio, and a member’s key for nightly.').waitFor()
    await page.getByRole('navigation', { name: 'Settings' }).getByRole('link', { name: 'Keys' }).click()
    await page.getByRole('row', { name: /nightly audio member active/ }).waitFor()
    const keys = page.getByRole('form', { name: 'New key' })
    expect(await keys.getByLabel('In team').inputValue()).toBe('audio')
    await keys.getByLabel('New key for').fill('weekly')
    await keys.getByRole('button', { name: 'Make key' }).click()
    await page.getByRole('row', { name: /weekly audio member active/ }).waitFor()
  }, 60_000)

  it('takes a file that is dropped anywhere on an empty list', async () => {
    await page.goto(`${dashboard}/evaluations`)
    const data = await page.evaluateHandle((text) => {
      const transfer = new DataTransfer()
      transfer.items.add(new File([text], 'dropped.jsonl'))
      return transfer
    }, QUESTIONS)
    const heading = page.getByRole('heading', { name: 'No evaluation yet' })
    await heading.dispatchEvent('drop', { dataTransfer: data })
    await page.waitForURL('**/evaluations/new?questions=own')
    await page.getByTestId('preview').waitFor()
    expect(await page.getByLabel('Benchmark name').inputValue()).toBe('dropped')
  }, 60_000)
})
