import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { fileURLToPath } from 'node:url'
import { EndByProvider, FinishSignIn, pathOf } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { CLIENT, CLIENT_SECRET } from '../access/test-provider.js'
import { ssoSettings } from '../access/use-people.js'
import { useTeams } from '../access/use-teams.js'
import { select } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const PROGRAM = fileURLToPath(new URL('../support/provider/oidc-provider.mjs', import.meta.url))

/** Nothing answers there: the dashboard is needed before the API, which is told its address. */
const NOWHERE = 'http://127.0.0.1:9'
const dashboard = NO_BROWSER === null ? (await dashboardFor(NOWHERE)).replace('127.0.0.1', 'localhost') : NOWHERE

const ACCOUNTS = { ada: { name: 'Ada Lovelace', email: 'ada@example.org', groups: ['one-member', 'two-viewer'] } }

/** Starts npm's oidc-provider with this fleet as its client. */
async function startProvider(): Promise<{ readonly process: ChildProcess; readonly issuer: string }> {
  const client = {
    client_id: CLIENT,
    client_secret: CLIENT_SECRET,
    redirect_uris: [dashboard + pathOf(FinishSignIn)],
    post_logout_redirect_uris: [`${dashboard}/sign-in`],
    backchannel_logout_uri: dashboard + pathOf(EndByProvider),
    backchannel_logout_session_required: true,
    grant_types: ['authorization_code', 'refresh_token'],
  }
  const settings = JSON.stringify({ client, accounts: ACCOUNTS })
  const child = fork(PROGRAM, [settings], { stdio: ['ignore', 'ignore', 'ignore', 'ipc'] })
  const [message] = (await once(child, 'message')) as [{ readonly issuer: string }]
  return { process: child, issuer: message.issuer }
}

const provider = NO_BROWSER === null ? await startProvider() : null

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'single sign-on at a real provider', () => {
  const settings = { OIDC_SCOPES: 'openid profile email groups', OIDC_NAME: 'Example' }
  const teams = useTeams({ ...ssoSettings(provider?.issuer ?? NOWHERE), ...settings, PUBLIC_URL: dashboard })
  let browser: TestBrowser

  beforeAll(async () => {
    await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })
  afterAll(async () => {
    await browser?.close()
    provider?.process.kill('SIGKILL')
  })

  async function signIn(page: Page, path: string): Promise<void> {
    await page.goto(dashboard + path)
    expect(await page.getByLabel('Your key').count()).toBe(0)
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    await page.getByLabel('Account').fill('ada')
    await page.getByRole('button', { name: 'Enter' }).click()
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
    provider?.process.send({ ada: { ...ACCOUNTS.ada, groups: [] } })
    const opened = async () => {
      await select(teams().db, `UPDATE session SET asked_at = now() - interval '41 seconds'`)
      await page.goto(`${dashboard}/pool`)
      return page.url()
    }
    // The provider may hear of the group's end after it was asked.
    await expect.poll(opened, { interval: 1000 }).toMatch(/[/]sign-in[?]to=%2Fpool/)
    await page.getByRole('link', { name: 'Continue with Example' }).click()
    expect(await page.getByRole('alert').first().textContent()).toMatch(/in no team of this fleet/)
  }, 300_000)
})
