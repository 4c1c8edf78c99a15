import { readFileSync } from 'node:fs'
import { Comparison, QuestionCounts } from '@cges-fleet/core'
import { CountQuestions, pathOf } from '@cges-fleet/core/contract'
import { demoBenchmark } from '@cges-fleet/formats'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DashboardFleet } from './dashboard-fleet.js'
import { tabTo } from './page-actions.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'somebody without a mouse', () => {
  let served: DashboardFleet
  let browser: TestBrowser

  beforeAll(async () => {
    served = await DashboardFleet.start()
    await served.fleet.importBenchmark(demoBenchmark())
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('starts an evaluation, reads its table, opens the worst disagreement, and takes the questions away', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${served.address}/evaluations`, { waitUntil: 'networkidle' })
    await page.keyboard.press('n')
    await page.waitForURL(/evaluations\/new$/)
    await tabTo(page, /./, 'form select')
    await page.keyboard.press('ArrowDown')
    await startOf20(page)

    await page.keyboard.press('t')
    const table = page.getByRole('region', { name: 'Table: Accuracy against calls' })
    await table.waitFor()
    expect(await table.textContent()).toContain('CGES')
    expect(new URL(page.url()).searchParams.get('tables')).toBe('1')

    await tabTo(page, /./, '[data-counted]')
    await page.keyboard.press('Enter')
    await page.waitForURL('**/questions?**')
    await page.getByRole('link', { name: /^Worst disagreement/ }).waitFor()
    const worst = await worstOf(page)
    await page.keyboard.press('w')
    await page.waitForURL(`**/questions/${worst}?filter=disagree`)
    await page.getByTestId('verdicts').waitFor()
    expect(await page.getByTestId('provenance').textContent()).toBe('simulated')
    await page.keyboard.press('Escape')
    await page.waitForURL(/questions\?/)

    await page.getByRole('link', { name: 'CSV' }).waitFor()
    await page.keyboard.press('e')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const lines = readFileSync(await download.path(), 'utf8')
      .trimEnd()
      .split('\r\n')
    expect(lines.length).toBeGreaterThan(1)
    expect(lines[1]).toContain('"simulated",true')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('starts another of another seed, compares the two, and takes the comparison away', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${served.address}/evaluations/new`, { waitUntil: 'networkidle' })
    await tabTo(page, /./, 'form select')
    await page.keyboard.press('ArrowDown')
    await startOf20(page, '1')
    await page.keyboard.press('g')
    await page.keyboard.press('e')
    await page.waitForURL(/\/evaluations$/)
    await page.getByTestId('evaluations').waitFor()
    for (const key of ['j', 'x', 'j', 'x', 'c']) await page.keyboard.press(key)
    await page.waitForURL('**/compare?evaluations=**')
    await page.getByTestId('differences').locator('[data-judgement]').first().waitFor()
    await tabTo(page, 'JSON', 'button')
    const [download] = await Promise.all([page.waitForEvent('download'), page.keyboard.press('Enter')])
    const { comparison } = JSON.parse(readFileSync(await download.path(), 'utf8')) as { comparison: unknown }
    expect(Comparison.parse(comparison).pairs.length).toBeGreaterThan(0)
    expect(errors).toEqual([])
    await page.context().close()
  })
})

/** The position of the disagreement that the API calls the worst, in the evaluation whose page is open. */
async function worstOf(page: Page): Promise<number | undefined> {
  const [, id = ''] = /evaluations\/([0-9a-f-]{36})/.exec(page.url()) ?? []
  const address = new URL(pathOf(CountQuestions, { path: { id } }), page.url())
  return QuestionCounts.parse(await (await fetch(address)).json()).worst?.position
}

/** Takes twenty questions of the current choice, starts the evaluation, and waits for its end. */
async function startOf20(page: Page, seed = '0'): Promise<void> {
  await tabTo(page, 'Questions')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('20')
  await tabTo(page, /^Advanced/, 'summary')
  await page.keyboard.press('Enter')
  await tabTo(page, 'Seed')
  await page.keyboard.type(seed)
  await tabTo(page, 'Start evaluation')
  await page.keyboard.press('Enter')
  await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
  await expect.poll(() => page.getByTestId('freshness').textContent(), { timeout: 120_000 }).toBe('■ Final')
  await page.locator('[data-delta]').first().waitFor({ timeout: 60_000 })
}
