import { EvaluationStatistics, type EvaluationView } from '@cges-fleet/core'
import { GetStatistics, pathOf, PauseEvaluation, ResumeEvaluation } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { forgetShifts, jumpOn, watchShifts } from './page-faults.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { DashboardFleet } from './dashboard-fleet.js'
import { openDetails } from './page-actions.js'
import { SHOWN_METHODS } from './evaluation-page.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const WINDOWS = [
  ['wide, at the top', 1440, '[data-testid=lead]', ''],
  ['wide, at the signals', 1440, '[data-testid=signals]', '?tab=confidence'],
  ['wide, at the run', 1440, '.kpis [data-testid=closed]', '?tab=run'],
  ['narrow, at the top', 390, '[data-testid=lead]', ''],
] as const

const TABS = ['', '?tab=stopping', '?tab=confidence', '?tab=run', '?tab=details']

/** As long a sentence as the page's second line has. */
const LONGEST =
  'Difference −13.3 points, 95% interval −16.3 to +15.6. CGES lns-arith γ .99 @16 is more accurate still: difference +13.3 points, 95% interval −16.3 to +15.6.'

/** The kinds of verdict that rest on the final statistics. */
const JUDGED = /^(pick|open|none)$/

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the page of an evaluation', () => {
  let served: DashboardFleet
  let browser: TestBrowser
  let view: EvaluationView
  const address = () => `${served.address}/evaluations/${view.id}`

  beforeAll(async () => {
    served = await DashboardFleet.start()
    browser = await TestBrowser.open()
    view = await served.fleet.submit({ name: 'Watched', methods: SHOWN_METHODS, questions: 30 })
    await served.fleet.post(pathOf(PauseEvaluation, { path: { id: view.id } }), {})
  })

  afterAll(async () => {
    await browser?.close()
    await served?.stop()
  })

  it('keeps its place from live to final, and says what is settled only once it is', { timeout: 150_000 }, async () => {
    const watching = await Promise.all(
      WINDOWS.map(async ([name, width, at, tab]) => {
        const { page, errors } = await browser.page({ viewport: { width, height: 900 } })
        await watchShifts(page)
        await page.goto(address() + tab)
        await page.locator(at).waitFor()
        await page.locator(at).evaluate((element) => element.scrollIntoView())
        return { name, page, errors }
      }),
    )
    await served.fleet.post(pathOf(ResumeEvaluation, { path: { id: view.id } }), {})
    for (const { page } of watching) {
      await expect.poll(() => page.locator('article [data-testid=status]').textContent()).not.toContain('paused')
      await forgetShifts(page)
    }
    const [first] = watching
    if (first === undefined) throw new Error('no page')
    const stories = new Map<string, string>()
    const until = performance.now() + 140_000
    while (performance.now() < until) {
      const { kind, text } = await storyOn(first.page)
      stories.set(kind, text)
      if (JUDGED.test(kind)) break
      await first.page.waitForTimeout(100)
    }
    for (const [kind, text] of stories) {
      const recommends = /same accuracy|more accurate|accuracy within|No method keeps|No cheaper method/.test(text)
      expect([kind, recommends]).toEqual([kind, JUDGED.test(kind)])
    }
    expect([...stories.keys()].at(-1)).toMatch(JUDGED)
    expect(stories.get('running')).toMatch(/^Interim: .*\d+ of 30 questions finished/)
    for (const { name, page, errors } of watching) {
      await page.locator('[data-delta]').first().waitFor()
      await page.waitForTimeout(500)
      expect(await jumpOn(page), name).toBeNull()
      expect(errors).toEqual([])
      await page.context().close()
    }
  })

  it('tells what the statistics judged, SC at its largest budget being the baseline', async () => {
    const { page } = await browser.page()
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor()
    const { final } = EvaluationStatistics.parse(
      await (await fetch(served.address + pathOf(GetStatistics, { path: { id: view.id } }))).json(),
    )
    const compared = final?.methods.filter(({ comparison }) => comparison !== null) ?? []
    expect(compared.map(({ comparison }) => comparison?.baseline)).toEqual(Array.from({ length: 5 }, () => 'sc@16'))
    expect(await page.locator('[data-delta]').count()).toBe(5)
    expect(await page.locator('[data-method]').first().getAttribute('data-method')).toBe('sc@16')
    expect((await storyOn(page)).text).toContain('SC @16')
    expect(await page.locator('.methods-footnote').textContent()).toMatch(
      /^SC, self-consistency, .*CGES stops once .* γ/,
    )
    const best = await page.locator('td.best[data-cell=accuracy]').count()
    expect(best).toBe(final?.best.accuracy.length)
    // A budget of one call has none below it, and so no curve.
    expect(await page.locator('[data-curve]').count()).toBe(SHOWN_METHODS.length - 1)
    await page.context().close()
  })

  it.each([1440, 1024, 390])(
    'keeps what is below the verdict in its place where a sentence takes a line more, %i px wide',
    async (width) => {
      const { page } = await browser.page({ viewport: { width, height: 900 } })
      await page.goto(address())
      await page.locator('[data-delta]').first().waitFor()
      const heightWith = (text: string) =>
        page.locator('.verdict .lead-detail').evaluate((element, words) => {
          element.textContent = words
          return element.closest('.verdict')?.getBoundingClientRect().height
        }, text)
      // As a page that was opened while the evaluation ran.
      await page.locator('article').evaluate((article) => article.removeAttribute('data-still'))
      const short = await heightWith('Short.')
      expect(short).toBeGreaterThan(0)
      expect(await heightWith(LONGEST)).toBe(short)
      await page.context().close()
    },
  )

  it('has nothing for axe to find on any screen, nor anything wider', { timeout: 600_000 }, async () => {
    const { page, errors } = await browser.page()
    await page.goto(address())
    await page.locator('[data-delta]').first().waitFor({ timeout: 90_000 })
    const faults: string[] = []
    for (const path of [...TABS, '/signals', '/signals?signal=mars']) {
      await page.goto(`${address()}${path}`)
      await page.locator('.chart-room').first().waitFor()
      await expect.poll(() => page.locator('.tab-waiting').count()).toBe(0)
      await openDetails(page)
      faults.push(...(await faultsOn(page, path, SCREENS)))
    }
    expect([...faults, ...errors]).toEqual([])
    await page.context().close()
  })
})

function storyOn(page: Page): Promise<{ kind: string; text: string }> {
  return page.getByTestId('lead').evaluate((lead) => ({
    kind: lead.getAttribute('data-story') ?? '',
    text: lead.textContent ?? '',
  }))
}
