import type { ChildProcess } from 'node:child_process'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { selectOne } from '../support/evaluation-rows.js'
import { end, startDashboardServer } from './dashboard-fleet.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the settings of a fleet with sign-in', () => {
  const teams = useTeams()
  let dashboard: { process: ChildProcess; address: string }
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await startDashboardServer(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    if (dashboard !== undefined) await end(dashboard.process)
  })

  async function signedIn(key: string, width = 1440): Promise<WatchedPage> {
    const watched = await browser.page({ viewport: { width, height: 900 } })
    const { page } = watched
    await signIn(page, dashboard.address, key)
    await page.goto(new URL('/settings', page.url()).href)
    return watched
  }

  it.each([1440, 390])('lets who sees to teams change weights and limits, on a screen of %i px', async (width) => {
    const { page, errors } = await signedIn(teams().one.keys['fleet-admin'], width)
    const form = page.getByRole('form', { name: 'Team two' })
    await form.getByLabel('Weight').fill('2.5')
    await form.getByLabel('Samples in flight').fill(String(width))
    await form.getByLabel('Tokens a day').fill('')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('status').waitFor()
    const row = `SELECT weight::float8 AS weight, max_samples_in_flight AS most, max_tokens_per_day AS tokens FROM team WHERE name = 'two'`
    expect(await selectOne(teams().db, row)).toEqual({ weight: 2.5, most: width, tokens: null })
    // What cannot be is refused in words, and changes nothing.
    await form.getByLabel('Samples in flight').fill('0.5')
    await form.getByRole('button', { name: 'Save' }).click()
    expect(await form.getByRole('alert').textContent()).toMatch(/samplesInFlight/)
    expect(await selectOne(teams().db, row)).toMatchObject({ most: width })
    expect(errors.filter((error) => !/favicon|400/.test(error))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const pictures = process.env['CGES_PICTURES']
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/settings-${width}.png`, fullPage: true })
  })

  it('shows a member the limits of its own team, and no form', async () => {
    const { page } = await signedIn(teams().two.keys.member)
    expect(await page.getByTestId('limits').textContent()).toContain('2.5')
    expect(await page.getByTestId('teams').count()).toBe(0)
  })
})
