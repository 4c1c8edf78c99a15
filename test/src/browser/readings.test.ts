import type { EvaluationView } from '@cges-fleet/core'
import { AddSamples, CreateImport, pathOf } from '@cges-fleet/core/contract'
import { LOCAL_TEAM, saveBenchmark } from '@cges-fleet/db'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { benchmark, questions, round } from '../support/evaluation-rows.js'
import { importedReadings, type Readings } from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page tells how answers were read', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    await saveBenchmark(api().db, LOCAL_TEAM, benchmark({ name: 'tiers', questions: questions(10) }))
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  /** Imports forty samples, and returns the address of the resulting evaluation. */
  async function imported(readings: readonly Readings[]): Promise<string> {
    const spec = { benchmark: 'tiers', model: 'm', source: { format: 'nemo', files: ['x'] }, methods: ['sc@4'] }
    const { id } = (await api().post(pathOf(CreateImport), spec)).body as EvaluationView
    await api().post(pathOf(AddSamples, { path: { id } }), { samples: importedReadings(readings), complete: true })
    await round(api().db, id)
    return `${dashboard}/evaluations/${id}`
  }

  it.each([
    ['dark', 1440],
    ['light', 390],
  ] as const)('with a warning where they are in doubt, on a %s screen of %i px', async (colorScheme, width) => {
    const address = await imported([
      { tier: 'marked', right: 10 },
      { tier: 'stated', right: 4, wrong: 1 },
      { tier: 'last', right: 5, wrong: 15 },
      { tier: null, wrong: 3 },
      { none: 2 },
    ])
    const { page, errors } = await browser.page({ colorScheme, viewport: { width, height: 844 } })
    await page.goto(`${address}?tab=run`)
    const panel = page.getByTestId('readings')
    await panel.waitFor()
    expect(await cells(page)).toEqual([
      ['marked', '10', '25.0%', '100.0%'],
      ['stated', '5', '12.5%', '80.0%'],
      ['last', '20', '50.0%', '25.0%'],
      ['not known', '3', '7.5%', '0.0%'],
      ['no_answer', '2', '5.0%', ''],
      ['truncated', '0', '0.0%', ''],
      ['declined', '0', '0.0%', ''],
    ])
    expect(await panel.textContent()).toContain('52.6% of the answers were read only as the last one that fits')
    expect(await page.getByTestId('notes').textContent()).toContain('Answers may be misread')
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBe(0)
    expect(await panel.evaluate(({ scrollWidth, clientWidth }) => scrollWidth - clientWidth)).toBe(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('without a warning where every answer was marked', async () => {
    const address = await imported([{ tier: 'marked', right: 30, wrong: 10 }])
    const { page } = await browser.page()
    await page.goto(`${address}?tab=run`)
    await page.getByTestId('readings').waitFor()
    expect((await cells(page)).slice(0, 3)).toEqual([
      ['marked', '40', '100.0%', '75.0%'],
      ['stated', '0', '0.0%', '—'],
      ['last', '0', '0.0%', '—'],
    ])
    expect(await page.locator('[data-testid=readings] .warn').count()).toBe(0)
    expect(await page.getByText('misread').count()).toBe(0)
    await page.context().close()
  })
})

/** Each row of the table: its label and the numbers shown. */
function cells(page: Page): Promise<string[][]> {
  return page.evaluate(() =>
    [...document.querySelectorAll<HTMLElement>('[data-readings]')].map((row) => [
      row.dataset['readings'] ?? '',
      ...[...row.querySelectorAll('td')].map(
        (cell) => cell.querySelector('[aria-hidden]')?.textContent ?? cell.innerText,
      ),
    ]),
  )
}
