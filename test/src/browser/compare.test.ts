import type { ChildProcess } from 'node:child_process'
import { readFileSync } from 'node:fs'
import { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { GetComparison, writePath } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { comparedEvaluation } from '../support/compared-evaluation.js'
import { axeFindings } from './axe-findings.js'
import { end, startDashboardServer } from './dashboard-server.js'
import { shiftsOn, watchShifts } from './layout-shifts.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'evaluations side by side', () => {
  const api = useApi()
  let dashboard: { process: ChildProcess; address: string }
  let browser: TestBrowser
  let ids: readonly string[] = []

  beforeAll(async () => {
    const { db } = api()
    const of = { questions: 40, benchmark: 'compared' }
    const suite = 'a suite'
    ids = [
      await comparedEvaluation(db, { ...of, seed: 7, name: 'first', suite }),
      await comparedEvaluation(db, { ...of, seed: 8, name: 'second', wrongMore: true }),
      await comparedEvaluation(db, { benchmark: 'other', questions: 20, seed: 5, name: 'of another benchmark', suite }),
      await comparedEvaluation(db, { ...of, seed: 9, name: 'running', rounds: 2 }),
    ]
    dashboard = await startDashboardServer(api().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    if (dashboard !== undefined) await end(dashboard.process)
  })

  const places = () => [
    '/compare',
    `/compare?evaluations=${ids[0]}`,
    `/compare?evaluations=${ids.join(',')}&unpaired=1&all=1`,
    '/suite?suite=a+suite',
    `/suite?evaluations=${ids.join(',')}`,
  ]

  it('is walked by keyboard: select two, compare, open what one alone got right, back, copy as LaTeX', async () => {
    const { page, errors } = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${dashboard.address}/evaluations`, { waitUntil: 'networkidle' })
    await selectByKey(page, 'first')
    await selectByKey(page, 'second')
    await page.keyboard.press('c')
    await page.waitForURL('**/compare?evaluations=**')
    const counted = page.getByTestId('wins').locator('[data-agreement=this]').first()
    const count = Number(await counted.textContent())
    const answer = await api().get(writePath(GetComparison.at, { query: { evaluations: `${ids[0]},${ids[1]}` } }))
    expect(count).toBe(Comparison.parse(answer.body).pairs[0]?.paired?.onlyThis)
    await counted.focus()
    await page.keyboard.press('Enter')
    await page.waitForURL('**/questions?**agreement=this**')
    await expect.poll(() => page.getByTestId('matching').textContent()).toBe(String(count))
    expect(await page.textContent('.matching')).toContain('is right and')
    await page.goBack()
    await page.locator('[data-judgement]').first().waitFor()
    const words = await page.getByTestId('differences').locator('[data-judgement]').allTextContents()
    const finding = (await page.getByTestId('judged-finding').textContent()) ?? ''
    expect(words.filter((word) => !finding.toLowerCase().includes(word.replace(/^\P{L}+/u, '')))).toEqual([])
    const copy = page.getByRole('button', { name: 'LaTeX' }).first()
    await copy.focus()
    await page.keyboard.press('Enter')
    await page.getByText('Copied as LaTeX.').waitFor()
    const copied = await page.evaluate(() => navigator.clipboard.readText())
    expect(copied).toContain('\\begin{tabular}')
    expect(copied).toContain('B against A')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'JSON', exact: true }).click(),
    ])
    const saved: unknown = JSON.parse(readFileSync(await download.path(), 'utf8'))
    expect(saved).toMatchObject({ note: expect.stringContaining('Simulated'), comparison: answer.body })
    expect(ComparisonStatistics.parse((saved as { statistics: unknown }).statistics).pairs.length).toBeGreaterThan(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('keeps final figures apart from those that move, and pairs apart from other questions', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard.address}/compare?evaluations=${ids.join(',')}`)
    expect(await page.getByTestId('live-figures').textContent()).toContain('will end between')
    expect(await page.getByTestId('live-figures').locator('[data-live]').count()).toBe(3)
    expect(await page.getByTestId('not-paired').textContent()).toContain('“running” is not done')
    const apart = page.getByTestId('disjoint')
    expect(await apart.textContent()).toContain('0 questions in common')
    expect(await page.getByTestId('differences').locator('tbody tr').count()).toBe(3)
    await apart.getByRole('link').click()
    await page.waitForURL('**unpaired=1**')
    await page.locator('[data-chart="Differences in accuracy"]').getByText('not judged').first().waitFor()
    await page.goto(`${dashboard.address}/suite?evaluations=${ids.join(',')}`)
    expect(await page.textContent('.suite-page')).toContain('There is no average')
    await page.goto(`${dashboard.address}/compare?evaluations=${ids[0]},${ids[1]},019ab000-0000-7000-8000-000000000000`)
    await page.getByRole('link', { name: 'Go on without it' }).click()
    await page.getByTestId('differences').waitFor()
    await page.context().close()
  })

  it.each(['light', 'dark'] as const)('has nothing for axe to find, in %s, and does not jump', async (colorScheme) => {
    for (const place of places()) {
      for (const width of [1440, 390]) {
        const { page, errors } = await browser.page({ colorScheme, viewport: { width, height: 900 } })
        await watchShifts(page)
        await page.goto(dashboard.address + place, { waitUntil: 'networkidle' })
        expect(await axeFindings(page), `${place} ${width}`).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), place).toBeLessThanOrEqual(
          0,
        )
        const { sum, seen } = await shiftsOn(page)
        expect(sum, `${place} ${width} ${seen.join('; ')}`).toBeLessThanOrEqual(0.02)
        expect(errors, place).toEqual([])
        await page.context().close()
      }
    }
  })
})

async function selectByKey(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('x')
}
