import { readFileSync } from 'node:fs'
import { EvaluationStatistics, type EvaluationView } from '@cges-fleet/core'
import type { Locator, Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { axeFindings } from './axe-findings.js'
import { DashboardFleet } from './dashboard-fleet.js'
import { shiftsOn, watchShifts } from './layout-shifts.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const METHODS = [
  'sc@16',
  'sc@1',
  'esc:window=4@16',
  'asc-beta@16',
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-geom,gamma=0.99@16',
]
const WINDOWS = [
  ['wide, at the top', 1440, 'lead'],
  ['wide, at the signals', 1440, 'signals'],
  ['narrow, at the top', 390, 'lead'],
] as const

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of an evaluation', () => {
  let served: DashboardFleet
  let browser: TestBrowser
  let view: EvaluationView
  const address = () => `${served.address}/evaluations/${view.id}`

  beforeAll(async () => {
    served = await DashboardFleet.start()
    browser = await TestBrowser.open()
    view = await served.fleet.submit({ name: 'Watched', methods: METHODS, questions: 30 })
  })

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('keeps its place from live to final, and says what is settled only once it is', { timeout: 150_000 }, async () => {
    const watching = await Promise.all(
      WINDOWS.map(async ([name, width, at]) => {
        const { page, errors } = await browser.page({ viewport: { width, height: 900 } })
        await watchShifts(page)
        await page.goto(address())
        await page.getByTestId(at).waitFor()
        await page.getByTestId(at).evaluate((element) => element.scrollIntoView())
        return { name, page, errors }
      }),
    )
    const [first] = watching
    if (first === undefined) throw new Error('no page')
    const stories = new Map<string, string>()
    const until = performance.now() + 140_000
    while (performance.now() < until) {
      const { kind, text } = await storyOn(first.page)
      stories.set(kind, text)
      if (kind === 'pick' || kind === 'none') break
      await first.page.waitForTimeout(100)
    }
    for (const [kind, text] of stories) {
      const recommends = /fewer calls|same accuracy|more accurate|No method is shown/.test(text)
      expect([kind, recommends]).toEqual([kind, kind === 'pick' || kind === 'none'])
    }
    expect([...stories.keys()].at(-1)).toMatch(/^(pick|none)$/)
    expect(stories.get('running')).toMatch(/^Interim: \d+ of 30 trials are open, so nothing is settled yet/)
    for (const { name, page, errors } of watching) {
      await page.locator('[data-delta]').first().waitFor()
      await page.waitForTimeout(500)
      const { sum, seen } = await shiftsOn(page)
      expect(sum, `${name}: ${seen.join('; ')}`).toBeLessThanOrEqual(0.02)
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  it('tells what the statistics judged, SC at its largest budget being the baseline', async () => {
    const { page } = await browser.page()
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor()
    const { final } = EvaluationStatistics.parse(
      await (await fetch(`${served.address}/v1/evaluations/${view.id}/statistics`)).json(),
    )
    const compared = final?.methods.filter(({ comparison }) => comparison !== null) ?? []
    expect(compared.map(({ comparison }) => comparison?.baseline)).toEqual(Array.from({ length: 5 }, () => 'sc@16'))
    expect(await page.locator('[data-delta]').count()).toBe(5)
    expect(await page.locator('[data-method]').first().getAttribute('data-method')).toBe('sc@16')
    expect((await storyOn(page)).text).toContain('SC @16')
    const best = await page.locator('td.best[data-cell=accuracy]').count()
    expect(best).toBe(final?.best.accuracy.length)
    // A budget of one call has no other below it, and so no curve.
    expect(await page.locator('[data-curve]').count()).toBe(METHODS.length - 1)
    await page.context().close()
  })

  it.each([
    ['light', 1440],
    ['dark', 1440],
    ['light', 390],
    ['dark', 390],
  ] as const)(
    'has nothing serious for axe to find, %s at %i px, nor anything wider than the screen',
    async (colorScheme, width) => {
      const { page, errors } = await browser.page({ colorScheme, viewport: { width, height: 900 } })
      for (const path of ['', '/signals', '/signals?signal=mars']) {
        await page.goto(`${address()}${path}`)
        await page.locator('.chart-room').first().waitFor()
        await openAll(page)
        expect(await axeFindings(page), path).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth), path).toBe(0)
      }
      expect(errors).toEqual([])
      await page.context().close()
    },
  )

  it('reads every point of a chart by keys and by pointer, and has a table behind every chart', async () => {
    const { page } = await browser.page()
    await page.goto(address())
    const scatter = page.locator('figure[data-chart="Accuracy against calls"]')
    const said = scatter.locator('output')
    await scatter.locator('.chart-room').focus()
    const heights = await scatter.evaluate((figure) => figure.getBoundingClientRect().height)
    await page.keyboard.press('ArrowRight')
    expect(await said.textContent()).toMatch(/^SC @1: \d+\.\d% \[.*\] at 1\.00 calls$/)
    await page.keyboard.press('End')
    expect(await said.textContent()).toMatch(/^SC @16: .* at 16\.00 calls$/)
    await page.keyboard.press('ArrowDown')
    expect(await said.textContent()).toMatch(/had it been B \d+: \d+\.\d% at \d+\.\d\d calls$/)
    await page.keyboard.press('Escape')
    expect(await said.textContent()).toBe('')
    await scatter.locator('.mark .point').first().hover()
    expect(await said.textContent()).toMatch(/ calls$/)
    expect(await scatter.evaluate((figure) => figure.getBoundingClientRect().height)).toBe(heights)
    await openAll(page)
    for (const figure of await page.locator('figure.chart').all()) {
      expect(await figure.locator('tbody tr').count(), (await figure.getAttribute('data-chart')) ?? '').toBeGreaterThan(
        0,
      )
    }
    await page.context().close()
  })

  it('copies the table for a paper, and saves charts that need nothing else', async () => {
    const { page } = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'], colorScheme: 'dark' })
    await page.goto(address().replace('127.0.0.1', 'localhost'))
    await page.locator('[data-delta]').first().waitFor()
    const table = page.locator('section', { has: page.getByTestId('methods') })
    for (const [form, wanted] of [
      ['LaTeX', String.raw`\textbf{`],
      ['Markdown', '| SC @16 | **'],
      ['CSV', '"Method","Accuracy, %"'],
    ] as const) {
      await table.getByRole('button', { name: form }).click()
      await table.getByText(`Copied as ${form}.`).waitFor()
      expect(await page.evaluate(() => navigator.clipboard.readText())).toContain(wanted)
    }
    const scatter = page.locator('figure[data-chart="Accuracy against calls"]')
    await scatter.locator('summary').click()
    const svg = await saved(page, scatter.getByRole('button', { name: 'SVG' }))
    const text = svg.toString('utf8')
    expect(text).toContain('<title>Accuracy against calls</title>')
    expect(text).not.toMatch(/class=|var\(|light-dark|href=|url\(|<style|<script/)
    const drawn = await browser.page()
    await drawn.page.goto(`data:image/svg+xml;base64,${svg.toString('base64')}`)
    const colours = await drawn.page.evaluate(() =>
      [...document.querySelectorAll('text')].map((each) => getComputedStyle(each).fill),
    )
    expect(new Set(colours).size).toBeGreaterThan(4)
    expect(colours).toContain('rgb(89, 98, 111)')
    await drawn.page.context().close()
    const png = await saved(page, scatter.getByRole('button', { name: 'PNG' }))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const width = await scatter.locator('svg').evaluate((chart) => chart.getBoundingClientRect().width)
    expect(Math.abs(png.readUInt32BE(16) - 2 * Math.round(width))).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  it('prints without what only a screen can do, stays visible in forced colours, and moves nothing for who wants none', async () => {
    const { page } = await browser.page({ reducedMotion: 'reduce' })
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor()
    expect(await page.locator('.numbers').evaluate((numbers) => getComputedStyle(numbers).transitionDuration)).toBe(
      '0s',
    )
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    expect(
      await page
        .locator('.copy-buttons, .chart-more, .exports, .top')
        .evaluateAll((found) => found.filter((each) => each.checkVisibility()).length),
    ).toBe(0)
    expect(await page.getByTestId('methods').isVisible()).toBe(true)
    await page.emulateMedia({ media: 'screen', forcedColors: 'active' })
    const strokes = await page
      .locator('.what-if path')
      .evaluateAll((paths) => new Set(paths.map((path) => getComputedStyle(path).stroke)).size)
    expect(strokes).toBe(1)
    const shapes = await page
      .locator('[data-method] .marker .outline')
      .evaluateAll((paths) => new Set(paths.map((path) => path.getAttribute('d'))).size)
    expect(shapes).toBe(5)
    await page.context().close()
  })

  it('shows the signals larger, the promise of γ first, and keeps the one chosen in the address', async () => {
    const { page, errors } = await browser.page()
    await page.goto(address())
    await page.getByRole('link', { name: 'All signals' }).click()
    await page.waitForURL('**/signals')
    await page.locator('figure[data-chart="Effect on stopping"]').waitFor()
    expect(await page.locator('figure[data-chart="Effect on stopping"] figcaption').textContent()).toMatch(
      /CGES lns-arith γ \.99 @16: promised at most 1\.0% wrong, seen .* so (kept|broken|not settled)\./,
    )
    await page.getByRole('navigation', { name: 'Signal' }).getByRole('link', { name: 'mars' }).click()
    await page.waitForURL('**signal=mars')
    await page.locator('figure[data-chart="Reliability: mars"]').waitFor()
    expect(await page.getByText('always the same').first().isVisible()).toBe(true)
    expect(errors).toEqual([])
    await page.context().close()
  })
})

function storyOn(page: Page): Promise<{ kind: string; text: string }> {
  return page.getByTestId('lead').evaluate((lead) => ({
    kind: lead.getAttribute('data-story') ?? '',
    text: lead.textContent ?? '',
  }))
}

async function openAll(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const details of document.querySelectorAll('details')) details.open = true
  })
}

async function saved(page: Page, button: Locator): Promise<Buffer> {
  const [download] = await Promise.all([page.waitForEvent('download'), button.click()])
  return readFileSync(await download.path())
}
