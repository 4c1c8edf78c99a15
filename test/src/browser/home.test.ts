import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, POOL, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { comparedEvaluation, settledEvaluation } from '../support/made-evaluations.js'
import { jumpOn, watchShifts } from './page-faults.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

/** A border beside the 36 px of a row. */
const ROW_PX = 37.5

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the home page', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let settled = ''
  let running = ''

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  it('has three doors while there is nothing', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${dashboard}/evaluations`)
    const doors = page.getByTestId('empty').locator('[data-door]')
    await doors.first().waitFor()
    expect(await doors.locator('h3').allTextContents()).toEqual(['Drop questions', 'Drop a log', 'Watch the demo'])
    expect(await doors.locator('a').evaluateAll((links) => links.map((link) => link.getAttribute('href')))).toEqual([
      '/evaluations/new?questions=own',
      '/evaluations/import',
    ])
    expect(errors).toEqual([])
    await page.context().close()
  })

  describe('with evaluations', () => {
    beforeAll(async () => {
      const { db } = api()
      const suite = 'a suite'
      await comparedEvaluation(db, { questions: 20, benchmark: 'one', seed: 1, name: 'first of it', suite })
      settled = await settledEvaluation(db)
      await comparedEvaluation(db, { questions: 20, benchmark: 'two', seed: 2, name: 'second of it', suite })
      const benchmark = { name: 'lively', questions: questions(60) }
      running = await submit(db, { methods: ['sc@4'], benchmark, changes: { name: 'going on' } })
      for (let times = 0; times < 3; times++) {
        await round(db, running)
        await landAll(db, ({ index }) => drawn(`${index % 3}`))
      }
      await round(db, running)
      const lost = await submit(db, { methods: ['sc@4'], changes: { name: 'lost' } })
      await db.query(`UPDATE evaluation SET status = 'failed', finished_at = now() WHERE id = $1`, [lost])
      await db.query(`UPDATE pool SET gpu_hour_price = 3, currency = 'EUR' WHERE name = $1`, [POOL])
      await db.query(`UPDATE spending SET money = 1.5, gpu_ms = 1800000 WHERE evaluation_id = $1`, [settled])
    })

    it('says what goes on, what needs the reader and who has the pool, then the newest with suites together', async () => {
      const { page, errors } = await browser.page()
      await watchShifts(page)
      await page.goto(`${dashboard}/evaluations`, { waitUntil: 'networkidle' })
      const strip = (await page.getByTestId('home-strip').textContent()) ?? ''
      expect(strip).toMatch(/^1 running/)
      expect(strip).toContain('1 needs you: an evaluation failed')
      expect(strip).toMatch(/pool \d+% in use|pool has no worker/)
      const card = page.locator(`[data-now="${running}"]`)
      expect(await card.textContent()).toMatch(/going on.*running/)
      const rows = page.getByTestId('evaluations').locator('tbody tr')
      const names = await rows.evaluateAll((all) =>
        all.map((row) => row.querySelector('th a')?.textContent ?? `· ${row.querySelector('a')?.textContent ?? ''}`),
      )
      expect(names.slice(0, 5)).toEqual(['lost', 'going on', '· a suite', 'second of it', 'first of it'])
      expect(await page.getByTestId('total').textContent()).toBe('5 evaluations')
      const heights = await page
        .locator('[data-evaluation]:not(:has(.reason))')
        .evaluateAll((all) => all.map((row) => row.getBoundingClientRect().height))
      expect(Math.max(...heights), heights.join(' ')).toBeLessThanOrEqual(ROW_PX)
      const row = page.locator(`[data-evaluation="${settled}"]`)
      expect(await row.locator('[data-cell=cost]').textContent()).toBe('1.50 EUR')
      expect(await row.locator('[data-cell=accuracy]').textContent()).toMatch(/^\d+\.\d%(SC \d+\.\d%|of 60 questions)$/)
      expect(await jumpOn(page)).toBeNull()
      await page.getByRole('button', { name: 'Filters' }).click()
      await page.getByLabel('Status').selectOption('failed')
      await page.waitForURL('**status=failed**')
      await expect.poll(() => page.getByTestId('total').textContent()).toBe('1 evaluation with these conditions')
      expect(await page.getByTestId('home-strip').count()).toBe(0)
      await page.getByRole('link', { name: 'Remove filter: Status: failed' }).click()
      await page.waitForURL((url) => url.search === '')
      expect(errors).toEqual([])
      await page.context().close()
    })

    it('shows what a finished evaluation cost without a click, and each method alone', async () => {
      const { page } = await browser.page()
      await page.goto(`${dashboard}/evaluations/${settled}`)
      await page.locator('[data-delta]').first().waitFor({ timeout: 60_000 })
      const cost = page.getByTestId('run-cost')
      expect(await cost.textContent()).toBe('This run: 1.50 EUR, 30 min of GPU')
      const box = await cost.boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? 900)).toBeLessThan(900)
      await page.context().close()
    })

    it('comes to a first number with five presses of Tab at most', async () => {
      const { page } = await browser.page()
      for (const path of ['/evaluations', `/evaluations/${settled}`]) {
        await page.goto(`${dashboard}${path}`, { waitUntil: 'networkidle' })
        await page.locator('main :is(a, button)', { hasText: /\d/ }).first().waitFor()
        await page.keyboard.press('Tab')
        await page.keyboard.press('Enter')
        const passed: string[] = []
        while (passed.length < 12 && !/\d/.test(passed.at(-1) ?? '')) {
          await page.keyboard.press('Tab')
          passed.push(await page.evaluate(() => document.activeElement?.textContent?.trim() ?? ''))
        }
        expect(passed.length + 1, `${path}: ${passed.join(' | ')}`).toBeLessThanOrEqual(5)
      }
      await page.context().close()
    })

    it('has nothing for axe to find on any screen, and fits a phone', async () => {
      const { page } = await browser.page()
      await page.goto(`${dashboard}/evaluations`, { waitUntil: 'networkidle' })
      const faults = await faultsOn(page, 'home', SCREENS)
      await page.goto(`${dashboard}/evaluations/${settled}`, { waitUntil: 'networkidle' })
      faults.push(...(await faultsOn(page, 'evaluation', SCREENS)))
      expect(faults).toEqual([])
      await page.context().close()
    })
  })
})
