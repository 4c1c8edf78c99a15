import { once } from 'node:events'
import { writeFileSync } from 'node:fs'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { ssoSettings } from '../access/use-people.js'
import { useTeams } from '../access/use-teams.js'
import { select } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { takePicture } from './page-looks.js'
import { startProvider } from './real-provider.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** Nothing answers there: the dashboard is needed before the API, which is told its address. */
const NOWHERE = 'http://127.0.0.1:9'
const dashboard = NO_BROWSER === null ? (await dashboardFor(NOWHERE)).replace('127.0.0.1', 'localhost') : NOWHERE

const ACCOUNTS = {
  ada: { name: 'Ada Lovelace', email: 'ada@example.org', groups: ['one-member', 'two-viewer'] },
  bob: { name: 'Bob', email: 'bob@example.org' },
}

const provider = NO_BROWSER === null ? await startProvider(dashboard, ACCOUNTS) : null

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'single sign-on at a real provider', () => {
  const settings: Readonly<Record<string, string>> = {
    ...ssoSettings(provider?.issuer ?? NOWHERE),
    OIDC_NAME: 'Example',
    PUBLIC_URL: dashboard,
  }
  const teams = useTeams(settings)
  let browser: TestBrowser

  beforeAll(async () => {
    await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })
  afterAll(async () => {
    await browser?.close()
    provider?.process.kill('SIGKILL')
  })

  async function enter(page: Page, path: string, account: keyof typeof ACCOUNTS): Promise<void> {
    await page.goto(dashboard + path)
    expect(await page.getByLabel('Your key').count()).toBe(0)
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    await page.getByLabel('Account').fill(account)
    await page.getByRole('button', { name: 'Enter' }).click()
  }

  async function signIn(page: Page, path: string): Promise<void> {
    await enter(page, path, 'ada')
    await page.waitForURL(`${dashboard}${path}`)
  }

  it('signs in, changes the team, and signs out here and there', async () => {
    const { page } = await browser.page()
    await signIn(page, '/evaluations')
    await page.getByRole('link', { name: teams().one.mark }).first().waitFor()
    await page.getByLabel('Team').selectOption('two')
    await page.getByRole('link', { name: teams().two.mark }).first().waitFor()
    expect(await page.getByRole('link', { name: teams().one.mark }).count()).toBe(0)
    await page.goto(`${dashboard}/settings`)
    expect(await page.getByTestId('account').textContent()).toMatch(/Ada Lovelace.*one \(member\), two \(viewer\)/)
    await page.getByTestId('account').getByRole('button', { name: 'Sign out' }).click()
    await page.getByRole('button', { name: /sign me out/i }).click()
    await page.waitForURL(`${dashboard}/sign-in`)
    expect(await select(teams().db, `SELECT 1 AS one FROM session`)).toEqual([])
  }, 300_000)

  it('names the claim that a sign-in without groups lacks, on the page and in the log', async () => {
    const { page } = await browser.page()
    await enter(page, '/pool', 'bob')
    await page.getByText('no claim “groups”').waitFor()
    expect(teams().app.logged()).toMatch(/a sign-in has no claim \\"groups\\"[^"]*It has: sub, [^"]*name, /)
  }, 300_000)

  it('takes another client secret without a restart: no session ends, and no sign-in fails', async () => {
    const { page } = await browser.page()
    await signIn(page, '/pool')
    // First the file, then the provider: the API reads the file once the provider refuses what it knew.
    const secret = 'a client secret of tomorrow 0123456789'
    writeFileSync(settings['OIDC_CLIENT_SECRET_FILE'] ?? '', secret)
    const changed = provider === null ? [] : once(provider.process, 'message')
    provider?.process.send({ clientSecret: secret })
    expect(await changed).toEqual([{ clientSecret: secret }, undefined])
    const { page: another } = await browser.page()
    await signIn(another, '/pool')
    await select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)
    await page.goto(`${dashboard}/evaluations`)
    await page.getByRole('link', { name: teams().one.mark }).first().waitFor()
    expect(await select(teams().db, `SELECT 1 AS one FROM session`)).toHaveLength(2)
    await select(teams().db, `DELETE FROM session`)
  }, 300_000)

  it('is signed out by the provider, and by the end of a group', async () => {
    const { page } = await browser.page()
    await signIn(page, '/pool')
    await page.goto(`${provider?.issuer ?? ''}/session/end`)
    await page.getByRole('button', { name: /sign me out/i }).click()
    await page
      .getByText(/success/i)
      .first()
      .waitFor()
    expect(await select(teams().db, `SELECT 1 AS one FROM session`)).toEqual([])
    await signIn(page, '/pool')
    provider?.process.send({ accounts: { ada: { ...ACCOUNTS.ada, groups: [] } } })
    const opened = async () => {
      await select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)
      await page.goto(`${dashboard}/pool`)
      return page.url()
    }
    // The provider may hear of the group's end after it was asked.
    await expect.poll(opened, { interval: 1000 }).toMatch(/[/]sign-in[?]to=%2Fpool/)
    expect(await page.getByRole('alert').first().textContent()).toMatch(
      /Your access to team one ended: none of your groups/,
    )
    await takePicture(page, 'access-ended')
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    expect(await page.getByRole('alert').first().textContent()).toMatch(/in no team of this fleet/)
  }, 300_000)
})
