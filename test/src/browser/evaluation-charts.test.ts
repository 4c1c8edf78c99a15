import { type EvaluationView, GammaAdvice, gammaVerdictWords } from '@cges-fleet/core'
import { GetGammaAdvice, pathOf } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { DashboardFleet } from './dashboard-fleet.js'
import { openDetails, openTab, readByKeys, savedFile } from './page-actions.js'
import { SHOWN_METHODS } from './evaluation-page.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'tables and charts of an evaluation', () => {
  let served: DashboardFleet
  let browser: TestBrowser
  let view: EvaluationView
  const address = () => `${served.address}/evaluations/${view.id}`

  beforeAll(async () => {
    served = await DashboardFleet.start()
    browser = await TestBrowser.open()
    const { id } = await served.fleet.submit({ name: 'Charted', methods: SHOWN_METHODS, questions: 30 })
    view = await served.fleet.until(id, ({ status }) => status === 'done')
    const { page } = await browser.page()
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor({ timeout: 90_000 })
    await page.context().close()
  }, 200_000)

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('reads every point of a chart by keys and by pointer, and has a table behind every chart', async () => {
    const { page } = await browser.page()
    await page.goto(address())
    const scatter = page.locator('figure[data-chart="Accuracy against calls"]')
    const said = scatter.locator('output.read-out')
    const heights = await scatter.evaluate((figure) => figure.getBoundingClientRect().height)
    await expect.poll(() => readByKeys(scatter, 'ArrowRight')).toMatch(/^SC @1: \d+\.\d% \[.*\] at 1\.00 calls$/)
    await expect.poll(() => readByKeys(scatter, 'ArrowRight', 'End')).toMatch(/^SC @16: .* at 16\.00 calls$/)
    await page.keyboard.press('ArrowDown')
    await expect.poll(() => said.textContent()).toMatch(/had it been B \d+: \d+\.\d% at \d+\.\d\d calls$/)
    await page.keyboard.press('Escape')
    await expect.poll(() => said.textContent()).toBe('')
    await scatter.locator('.mark .point').first().hover()
    await expect.poll(() => said.textContent()).toMatch(/ calls$/)
    expect(await scatter.evaluate((figure) => figure.getBoundingClientRect().height)).toBe(heights)
    const titles = new Set<string>()
    for (const tab of ['Questions', 'Stopping', 'Confidence', 'Run']) {
      await openTab(page, tab)
      await openDetails(page)
      for (const figure of await page.locator('figure.chart').all()) {
        const title = (await figure.getAttribute('data-chart')) ?? ''
        titles.add(title)
        expect(await figure.locator('tbody tr').count(), title).toBeGreaterThan(0)
      }
    }
    expect(titles.size).toBeGreaterThanOrEqual(8)
    await page.context().close()
  })

  it('opens the questions behind a point by Enter and by a click, and those a difference rests on', async () => {
    const { page, errors } = await browser.page()
    const scatter = page.locator('figure[data-chart="Accuracy against calls"]')
    const opened = () => new URL(page.url()).searchParams
    await page.goto(address())
    await expect.poll(() => readByKeys(scatter, 'End', 'ArrowRight', 'End')).toMatch(/^SC @16/)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/questions?**')
    expect([opened().get('method'), opened().get('verdict')]).toEqual(['sc@16', 'resolved'])
    await page.goto(address())
    const mark = scatter.locator('.mark .point').last()
    await mark.hover()
    await expect.poll(() => scatter.locator('output.read-out').textContent()).toMatch(/ calls/)
    await mark.click()
    await page.waitForURL('**/questions?**')
    expect(view.methods.map(({ key }) => key)).toContain(opened().get('method'))
    await page.goto(address())
    const row = page.locator('[data-method="sc@1"]')
    const lost = row.locator('[data-counted=other]')
    const count = Number(/\d+/.exec((await lost.textContent()) ?? '')?.[0])
    await lost.click()
    await page.waitForURL('**agreement=other**')
    await expect.poll(() => page.getByTestId('matching').textContent()).toBe(String(count))
    expect(count).toBeGreaterThan(0)
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('draws accuracy against tokens where that is chosen, says so, and keeps it in the address', async () => {
    const { page, errors } = await browser.page()
    await page.goto(`${address()}?cost=tokens`)
    const scatter = page.locator('figure[data-chart="Accuracy against tokens"]')
    await expect.poll(() => readByKeys(scatter, 'ArrowRight', 'End')).toMatch(/^SC @16: .* at [\d,]+ tokens$/)
    await page.keyboard.press('ArrowDown')
    await expect
      .poll(() => scatter.locator('output.read-out').textContent())
      .toMatch(/had it been B \d+: \d+\.\d% at [\d,]+ tokens$/)
    const sc = view.methods.find(({ label }) => label.startsWith('sc@16'))
    expect(await scatter.locator('tbody').textContent()).toContain(Math.round(sc?.tokens ?? 0).toLocaleString('en'))
    await page.getByRole('button', { name: 'calls', exact: true }).click()
    await page.locator('figure[data-chart="Accuracy against calls"]').waitFor()
    expect(new URL(page.url()).search).toBe('')
    await page.getByRole('button', { name: 'tokens', exact: true }).focus()
    await page.keyboard.press('Enter')
    await scatter.waitFor()
    expect(new URL(page.url()).search).toBe('?cost=tokens')
    expect(errors).toEqual([])
    await page.context().close()
  })

  it('copies the table for a paper, and saves charts that need nothing else', async () => {
    const { page } = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'], colorScheme: 'dark' })
    await page.goto(address().replace('127.0.0.1', 'localhost'))
    await page.locator('[data-delta]').first().waitFor()
    const table = page.locator('.methods-panel')
    await table.getByRole('button', { name: /^Methods: copy/ }).click()
    for (const [form, wanted] of [
      ['LaTeX', String.raw`\textbf{`],
      ['Markdown', '| SC @16 | **'],
      ['CSV', '"Method","Accuracy, %"'],
    ] as const) {
      await table.getByRole('button', { name: form }).click()
      await table.getByText(`Copied as ${form}.`).waitFor()
      const copied = await page.evaluate(() => navigator.clipboard.readText())
      expect(copied).toContain(wanted)
      expect(copied).toContain('Simulated. The answers come from the built-in simulator')
    }
    const scatter = page.locator('figure[data-chart="Accuracy against calls"]')
    await scatter.locator('summary').click()
    const svg = await savedFile(page, scatter.getByRole('button', { name: 'SVG' }))
    const text = svg.toString('utf8')
    expect(text).toContain('<title>Accuracy against calls</title>')
    expect(text).toContain('>simulated</text></svg>')
    expect(text).not.toMatch(/class=|var\(|light-dark|href=|url\(|<style|<script/)
    const drawn = await browser.page()
    await drawn.page.goto(`data:image/svg+xml;base64,${svg.toString('base64')}`)
    const colours = await drawn.page.evaluate(() =>
      [...document.querySelectorAll('text')].map((each) => getComputedStyle(each).fill),
    )
    expect(new Set(colours).size).toBeGreaterThan(4)
    expect(colours).toContain('rgb(89, 98, 111)')
    await drawn.page.context().close()
    const png = await savedFile(page, scatter.getByRole('button', { name: 'PNG' }))
    expect(png.subarray(1, 4).toString()).toBe('PNG')
    const width = await scatter.locator('svg[role=img]').evaluate((chart) => chart.getBoundingClientRect().width)
    expect(Math.abs(png.readUInt32BE(16) - 2 * Math.round(width))).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  it('prints without what only a screen can do, stays visible in forced colours, and moves nothing for who wants none', async () => {
    const { page } = await browser.page({ reducedMotion: 'reduce' })
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor()
    const duration = await page.locator('.numbers').evaluate((each) => getComputedStyle(each).transitionDuration)
    expect(duration).toBe('0s')
    await page.emulateMedia({ media: 'print', colorScheme: 'dark' })
    const onScreen = page.locator('.copy-buttons, .chart-more, .exports, .top')
    expect(await onScreen.evaluateAll((found) => found.filter((each) => each.checkVisibility()).length)).toBe(0)
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
    await openTab(page, 'Confidence')
    await page.getByRole('link', { name: 'All signals' }).click()
    await page.waitForURL('**/signals')
    await page.locator('figure[data-chart="Effect on stopping"]').waitFor()
    expect(await page.locator('figure[data-chart="Effect on stopping"] figcaption').textContent()).toMatch(
      /CGES lns-arith γ \.99 @16: aimed for at most 1\.0% errors, measured .* (?:is met|is miscalibrated|too few stops to tell)\./i,
    )
    await page.getByRole('navigation', { name: 'Signal' }).getByRole('link', { name: 'mars' }).click()
    await page.waitForURL('**signal=mars')
    // Each method says whether it pays, and the command that finds a better γ uses the signal shown.
    const advice = page.getByTestId('advice')
    expect(await advice.textContent()).toMatch(/CGES lns-arith γ \.99 @16 .*Δ .* points against SC/)
    await advice.getByText(`tune ${new URL(address()).pathname.split('/').at(-1) ?? ''} --signal mars`).waitFor()
    // So does the advice beside it, whose figures are the API's.
    const read = await fetch(served.address + pathOf(GetGammaAdvice, { path: { id: view.id, signal: 'mars' } }))
    const found = GammaAdvice.parse(await read.json()).advice
    const gamma = page.getByTestId('gamma-advice')
    // Pages close percentages up.
    const words = found === null ? 'none' : gammaVerdictWords(found.verdict).replaceAll(' %', '%')
    await gamma.getByText(words).waitFor()
    expect(await gamma.textContent()).toMatch(/chosen on 15 questions .* The figures are of the other/)
    const reliability = page.locator('figure[data-chart="Reliability: mars"]')
    await reliability.waitFor()
    await page.getByRole('link', { name: 'Bins of equal width' }).click()
    await page.waitForURL('**signal=mars&bins=width')
    await reliability.locator('summary').click()
    const limits = await reliability
      .locator('tbody tr')
      .evaluateAll((rows) =>
        rows.map((row) => [...row.children].slice(0, 2).map(({ textContent }) => Number(textContent))),
      )
    expect(limits.length).toBeGreaterThan(0)
    expect(limits.filter(([low = 0, high = 0]) => Math.abs(high - low - 0.1) > 1e-9)).toEqual([])
    expect(await page.getByText('always the same').first().isVisible()).toBe(true)
    expect(errors).toEqual([])
    await page.context().close()
  })
})
