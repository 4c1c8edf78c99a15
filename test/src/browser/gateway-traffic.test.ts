import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { POOL } from '../support/evaluation-rows.js'
import { keepRequest } from '../support/kept-requests.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the traffic of a team’s gateway', () => {
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

  async function opened(key: string, width = 1440) {
    const watched = await browser.page({ viewport: { width, height: 900 } })
    await signIn(watched.page, dashboard, key)
    await watched.page.goto(new URL('/settings/team', watched.page.url()).href)
    await watched.page.getByRole('link', { name: 'Gateway', exact: true }).click()
    await watched.page.getByTestId('traffic').waitFor()
    return watched
  }

  it('says how to keep figures and how to ask the gateway, where there are none', async () => {
    const { page, errors } = await opened(teams().two.keys.viewer)
    const words = await page.getByTestId('no-traffic').textContent()
    expect(words).toContain('--keep-requests-days 30')
    expect(words).toContain('http://127.0.0.1:8090/v1')
    expect(errors).toEqual([])
  })

  it.each([1440, 390])(
    'shows what was saved first, then each model and method and each day, at %i px',
    async (width) => {
      const { db, one } = teams()
      await db.query('DELETE FROM kept_request')
      await db.query(`UPDATE team SET keep_requests_days = 30, audit_share = 0.01 WHERE id = $1`, [one.id])
      for (const seconds of [1, 2, 3]) await keepRequest(db, { team: one.id, seconds })
      await keepRequest(db, { team: one.id, method: 'sc@4', budget: 4, planned: 4, daysAgo: 2 })
      await db.query(
        `INSERT INTO request_audit (team_id, pool, method_key, audited, differed) VALUES ($1, $2, 'sc@4', 40, 2) ON CONFLICT DO NOTHING`,
        [one.id, POOL],
      )
      const { page, errors } = await opened(one.keys.viewer, width)
      const facts = await page.getByTestId('traffic-facts').textContent()
      expect(facts).toMatch(/^Calls saved53\.6%: 15 of 28Requests4.*Early answer differed2 of 40 \(/u)
      const [first, second] = await page
        .getByTestId('traffic-models')
        .getByRole('row')
        .allTextContents()
        .then((all) => all.slice(1))
      expect([first, second]).toEqual([
        expect.stringContaining('asc-beta:threshold=0.95@8'),
        expect.stringMatching(/sc@4.*2 of 40/u),
      ])
      const days = page.getByTestId('traffic-days')
      expect(await days.locator('figcaption').textContent()).toMatch(/^Most on \S+: 3 requests, \d+ calls made\./u)
      expect(await days.locator('.time-row').count()).toBe(2)
      await days.getByLabel('Table, picture: Calls a day').click()
      expect(await days.getByRole('row').count()).toBe(3)
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
      const pictures = process.env['PAGE_PICTURES']
      if (pictures !== undefined) await page.screenshot({ path: `${pictures}/traffic-${width}.png`, fullPage: true })
      await page.getByRole('link', { name: 'Today' }).click()
      await page.waitForURL(/days=1$/u)
      await expect.poll(() => days.locator('table tr').count()).toBe(2)
      expect(errors).toEqual([])
    },
  )
})
