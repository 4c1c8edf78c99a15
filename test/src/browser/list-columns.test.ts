import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { POOL } from '../support/evaluation-rows.js'
import { manyEvaluations } from '../support/large-evaluations.js'
import { axeFindings } from './page-faults.js'
import { openList } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the columns of the list of evaluations', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  let watched: WatchedPage

  beforeAll(async () => {
    await manyEvaluations(teams().db, teams().two.id, 200)
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
    watched = await browser.page()
    await signIn(watched.page, dashboard, teams().two.keys.member)
    await watched.page.getByTestId('evaluations').waitFor()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('sorts by tokens, with those not known last, and tells the time left of what runs alone', async () => {
    const { page } = watched
    await openList(page, '?status=done&hide=none')
    await page.getByRole('link', { name: 'Tokens', exact: true }).click()
    await page.waitForURL((url) => url.search === '?status=done&sort=tokens&hide=none')
    await page.locator('th[aria-sort=ascending]').getByText('Tokens').waitFor()
    expect(new Set((await page.locator('[data-cell=tokens]').allTextContents()).slice(1))).toEqual(new Set(['300']))
    const left = page.locator('[data-cell=left]')
    expect(new Set(await left.allTextContents())).toEqual(new Set(['n/a']))
    await teams().ask('POST', pathOf(SubmitEvaluation), {
      key: teams().two.keys.member,
      body: { name: 'half done', benchmark: 'numbers-two', pool: POOL, methods: ['sc@2'] },
    })
    await teams().db.query(
      `UPDATE evaluation SET trials_closed = 1, trials_planned = 2, trials_started = 2, created_at = now() - interval '30 seconds'
       WHERE name = 'half done'`,
    )
    await teams().db.query(
      `INSERT INTO progress (team_id, evaluation_id, at, samples) SELECT team_id, id, now(), 1 FROM evaluation WHERE name = 'half done'`,
    )
    await openList(page, '?q=half+done&hide=none')
    expect(await left.textContent()).toBe('about 1 min')
  })

  it.each([1280, 1300, 1440])('shows its usual columns whole at %i px, however long a name is', async (width) => {
    const { page } = watched
    await teams().db.query(
      `UPDATE evaluation SET name = 'AIME 2025 with a model of a very long name, second try at temperature 0.6'
       WHERE id = (SELECT id FROM evaluation WHERE team_id = $1 ORDER BY created_at DESC LIMIT 1)`,
      [teams().two.id],
    )
    await page.setViewportSize({ width, height: 900 })
    await openList(page)
    const hidden = await page.locator('.list-scroll').evaluate((box) => box.scrollWidth - box.clientWidth)
    expect(hidden).toBeLessThanOrEqual(0)
  })

  it('leaves out the columns a reader does not want: in its address, in a view, and from then on', async () => {
    const { page } = watched
    const heads = () => page.getByRole('columnheader').allTextContents()
    await openList(page)
    const few = await heads()
    expect(few).not.toContain('Tokens')
    await openList(page, '?status=done&hide=none')
    const all = await heads()
    const menu = page.getByTestId('columns')
    await menu.getByRole('button', { name: 'Columns' }).focus()
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.parentElement?.textContent.trim())).toBe(
      'Benchmark and model',
    )
    await page.keyboard.press('Space')
    await page.waitForURL((url) => url.search === '?status=done&hide=benchmark')
    await menu.getByLabel('Tokens').uncheck()
    await page.waitForURL((url) => url.search === `?status=done&hide=${encodeURIComponent('benchmark,tokens')}`)
    await page.getByText('(2 hidden)').waitFor()
    const fewer = all.filter((head) => head !== 'Benchmark and model' && head !== 'Tokens')
    expect(await heads()).toEqual(fewer)
    expect(await page.locator('[data-evaluation]').first().locator('> *').count()).toBe(fewer.length)
    for (const width of [1440, 390]) {
      await page.setViewportSize({ width, height: 900 })
      expect(await axeFindings(page)).toEqual([])
      expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
    }
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.keyboard.type('Narrow')
    await page.keyboard.press('Enter')
    await openList(page)
    expect(await heads()).toEqual(few)
    await page.getByRole('link', { name: 'Narrow' }).click()
    await page.getByText('(2 hidden)').waitFor()
    expect(await heads()).toEqual(fewer)
    await menu.getByRole('button', { name: 'Columns' }).click()
    await menu.getByRole('button', { name: 'Show these from now on' }).click()
    await openList(page)
    expect(await heads()).toEqual(fewer)
    await openList(page, '?hide=none')
    expect(await heads()).toEqual(all)
  })
})
