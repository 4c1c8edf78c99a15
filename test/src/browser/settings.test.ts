import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { selectOne } from '../support/evaluation-rows.js'
import { dashboardFor } from './dashboard-server.js'
import { tabTo } from './page-actions.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the settings of a fleet with sign-in', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function signedIn(key: string, path: string, width = 1440): Promise<WatchedPage> {
    const watched = await browser.page({ viewport: { width, height: 900 } })
    const { page } = watched
    await signIn(page, dashboard, key)
    await page.goto(new URL(path, page.url()).href)
    return watched
  }

  it.each([1440, 390])('lets who sees to teams change weights and limits, on a screen of %i px', async (width) => {
    const { page, errors } = await signedIn(teams().one.keys['fleet-admin'], '/settings/team', width)
    const form = page.getByRole('form', { name: 'Team two' })
    await form.getByLabel('Weight').fill('2.5')
    await form.getByLabel('Samples in flight').fill(String(width))
    await form.getByLabel('Tokens a day').fill('')
    await form.getByLabel('Stored, in GiB').fill('1.5')
    await form.getByLabel('Delete only their texts').fill('14')
    await form.getByLabel('Keep figures of gateway requests').fill('30')
    await form.getByLabel('Share of them to audit').fill('1')
    await form.getByRole('button', { name: 'Save' }).click()
    await form.getByRole('status').waitFor()
    const row = `SELECT weight::float8 AS weight, max_samples_in_flight AS most, max_tokens_per_day AS tokens,
      max_stored_bytes::float8 AS stored, keep_texts_days AS texts,
      keep_requests_days AS requests, audit_share AS audit FROM team WHERE name = 'two'`
    const saved = {
      weight: 2.5,
      most: width,
      tokens: null,
      stored: 1.5 * 2 ** 30,
      texts: 14,
      requests: 30,
      audit: 0.01,
    }
    expect(await selectOne(teams().db, row)).toEqual(saved)
    // An invalid value is refused with an explanation, and changes nothing.
    await form.getByLabel('Samples in flight').fill('0.5')
    await form.getByRole('button', { name: 'Save' }).click()
    expect(await form.getByRole('alert').textContent()).toMatch(/samplesInFlight/)
    expect(await selectOne(teams().db, row)).toMatchObject({ most: width })
    expect(errors.filter((error) => !/favicon|400/.test(error))).toEqual([])
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    const pictures = process.env['PAGE_PICTURES']
    if (pictures !== undefined) await page.screenshot({ path: `${pictures}/settings-${width}.png`, fullPage: true })
  })

  it('shows a member the limits of its own team, and no form', async () => {
    const { page } = await signedIn(teams().two.keys.member, '/settings/team')
    expect(await page.getByTestId('limits').textContent()).toMatch(
      /2\.5.*Stored.* of 1\.5 GiB.*Texts of ended evaluationsdeleted after 14 days/,
    )
    expect(await page.getByTestId('teams').count()).toBe(0)
  })

  it('shows each reader the sections there are for them, and who of their own team alone acts', async () => {
    const viewer = await signedIn(teams().two.keys.viewer, '/settings')
    expect(await sections(viewer.page)).toEqual(['Account', 'Team', 'Gateway', 'Webhooks', 'Preferences'])
    expect(await viewer.page.getByTestId('account').textContent()).toContain('a viewer')
    await viewer.page.goto(new URL('/settings/keys', viewer.page.url()).href)
    await viewer.page.getByText('Your key may not see this').waitFor()
    const admin = await signedIn(teams().one.keys['fleet-admin'], '/settings/team')
    expect(await sections(admin.page)).toEqual([
      'Account',
      'Team',
      'Gateway',
      'People',
      'Keys',
      'Share links',
      'Webhooks',
      'Preferences',
      'Log',
    ])
    const members = await admin.page.getByTestId('members').getByRole('row').allTextContents()
    expect(members.length).toBeGreaterThan(5)
    expect(members.slice(1).filter((row) => !row.includes('one'))).toEqual([])
  })

  it('is gone through by keyboard alone: from any page to a section, and to its choices', async () => {
    const { page } = await signedIn(teams().one.keys.member, '/evaluations')
    await page.keyboard.press('g')
    await page.keyboard.press('s')
    await page.getByTestId('account').waitFor()
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox').fill('preferences')
    await page.keyboard.press('Enter')
    await page.getByTestId('preferences').waitFor()
    await tabTo(page, 'System', 'input[name=theme]')
    await page.keyboard.press('ArrowRight')
    expect(await page.getByRole('radio', { name: 'Light' }).isChecked()).toBe(true)
    expect(await page.locator('html').getAttribute('data-theme')).toBe('light')
  })
})

function sections(page: WatchedPage['page']): Promise<string[]> {
  return page.getByRole('navigation', { name: 'Settings' }).getByRole('link').allTextContents()
}
