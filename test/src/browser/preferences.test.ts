import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser, type WatchedPage } from './test-browser.js'

const CALCUTTA = /UTC\+05:30/

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'what a reader prefers', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let evaluation: string

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    evaluation = await questionedEvaluation(api().db, { methods: ['sc@4'] })
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function preferences(): Promise<WatchedPage> {
    const watched = await browser.page({ timezoneId: 'Asia/Calcutta' })
    await watched.page.goto(`${dashboard}/settings/preferences`)
    return watched
  }

  /** The HTML of a page as the server sends it, before any script runs. */
  async function served({ page }: WatchedPage, path: string): Promise<string> {
    return await (await page.request.get(`${dashboard}${path}`)).text()
  }

  it('is painted with by the server, on every page, before a script runs', async () => {
    const watched = await preferences()
    const { page, errors } = watched
    expect(await served(watched, '/pool')).toContain('data-theme="system"')
    await page.getByRole('radio', { name: 'Dark' }).check()
    await page.getByRole('radio', { name: 'Dense' }).check()
    await page.getByRole('radio', { name: /^Asia/ }).check()
    await expect.poll(() => page.getByTestId('preferences').textContent()).toMatch(CALCUTTA)
    for (const path of ['/pool', '/evaluations', `/evaluations/${evaluation}`, '/settings']) {
      const html = await served(watched, path)
      expect(html, path).toContain('data-theme="dark"')
      expect(html, path).toContain('data-density="dense"')
      expect(html, path).toMatch(/data-zone="Asia\/(?:Calcutta|Kolkata)"/)
    }
    const html = await served(watched, `/evaluations/${evaluation}`)
    expect(html).toMatch(CALCUTTA)
    await page.goto(`${dashboard}/evaluations/${evaluation}?tab=details`)
    await page.getByTestId('provenance-details').locator('summary').click()
    const provenance = page.getByTestId('provenance-details').locator('.facts')
    expect(await provenance.textContent()).toMatch(CALCUTTA)
    expect(errors).toEqual([])
  })

  it('changes with the toggles of the page’s head, and they with it', async () => {
    const { page } = await preferences()
    await page.getByRole('radio', { name: 'Light' }).check()
    const toggle = page.getByTitle(/^Colours: light/)
    await toggle.click()
    expect(await page.getByRole('radio', { name: 'Dark' }).isChecked()).toBe(true)
  })

  it('sorts the list where its address names no order, and nowhere else', async () => {
    const { page } = await preferences()
    const sorted = () => page.locator('th[aria-sort]').textContent()
    await page.getByRole('radio', { name: 'fewest calls' }).check()
    await page.goto(`${dashboard}/evaluations`)
    expect(await sorted()).toMatch(/^Calls/)
    expect(await page.getByRole('link', { name: 'All', exact: true }).getAttribute('aria-current')).toBe('page')
    await page.getByRole('link', { name: /^Submitted/ }).click()
    await expect.poll(sorted).toMatch(/^Submitted/)
    await page.goto(`${dashboard}/evaluations?sort=name`)
    expect(await sorted()).toMatch(/^Name/)
  })
})
