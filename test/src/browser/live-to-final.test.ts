import { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, pathOf } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { drawn, questions, round, submit } from '../support/evaluation-rows.js'
import { landAll } from '../support/landed-samples.js'
import { jumpOn, spiltTexts, watchShifts } from './page-faults.js'
import { readEvaluationPage, SHOWN_METHODS, writtenMethods } from './evaluation-page.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const LOOKED_AT = 6
const WIDTHS = [1440, 390]

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'an evaluation that gets on only while nobody looks', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let id = ''

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    id = await submit(api().db, { methods: SHOWN_METHODS, benchmark: { name: 'live', questions: questions(24) } })
    await getOn()
  })

  afterAll(async () => {
    await browser?.close()
  })

  /** Lands the requested samples; returns whether there were any. */
  async function getOn(): Promise<boolean> {
    const { db } = api()
    await round(db, id)
    const landed = await landAll(db, model, 80)
    await round(db, id)
    return landed > 0
  }

  const view = async () => EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)

  async function opened(width: number): Promise<Page> {
    const { page } = await browser.page({ viewport: { width, height: 900 } })
    await watchShifts(page)
    await page.goto(`${dashboard}/evaluations/${id}`)
    await page.getByRole('region', { name: 'Methods', exact: true }).waitFor()
    return page
  }

  it('has room for the longest time left', async () => {
    const page = await opened(1440)
    expect(await spiltTexts(page)).toEqual([])
    // What is written into the page below, nothing that is read again replaces.
    await page.context().setOffline(true)
    await page.getByTestId('offline').waitFor()
    const last = page.locator('.verdict-figures .figure-value').last()
    await last.evaluate((value) => (value.textContent = 'about 23 h 50 min'))
    expect(await spiltTexts(page)).toEqual([])
    await last.evaluate((value) => Object.assign(value.style, { width: '60px' }))
    expect(await spiltTexts(page)).toEqual([expect.stringContaining('about 23 h 50 min')])
    await page.context().close()
  })

  it('leaves the bar of an accuracy out where it has no room beside the word', async () => {
    const page = await opened(1300)
    await page.context().setOffline(true)
    const cells = page.locator('td[data-cell=accuracy]:has(.tag)')
    const spilt = await cells.evaluateAll((all) =>
      all.map((cell) => {
        cell.querySelectorAll('.tag').forEach((tag) => (tag.textContent = 'decided'))
        const [line, bar] = ['.cell-line', '.share-bar'].map((part) =>
          cell.querySelector(part)?.getBoundingClientRect(),
        )
        return line !== undefined && bar !== undefined && bar.top < line.bottom && bar.right > line.right
      }),
    )
    expect(spilt).toEqual(SHOWN_METHODS.map(() => false))
    await page.context().close()
  })

  it('has room at 1280 px for limits and hundreds of questions', async () => {
    const page = await opened(1280)
    await page.context().setOffline(true)
    const cut = await page.locator('.methods tbody tr').evaluateAll((rows) =>
      rows.flatMap((row) => {
        const longest: Record<string, string> = {
          accuracy: '<span>ends 16.3 to 30.3%</span>',
          delta: '<span>ends −12.3 to +14.5</span>',
          calls: '<span>ends 10.1 to 15.4</span>',
          questions: '<a>155 wrong</a><a>200 open</a>',
        }
        return Object.entries(longest).flatMap(([name, html]) => {
          const cell = row.querySelector(`td[data-cell=${name}]`)
          const line = cell?.querySelector('.cell-line.aside')
          if (cell == null || line == null) return []
          line.innerHTML = html
          const right = line.lastElementChild?.getBoundingClientRect().right ?? 0
          const by = right - cell.getBoundingClientRect().right + 8
          return by > 1 ? [`${name} by ${by.toFixed(1)} px`] : []
        })
      }),
    )
    if (process.env['KEEP_PICTURES'] !== undefined) await pictures([page], 'narrow')
    expect(cut).toEqual([])
    await page.context().close()
  })

  it('shows the very words of the API at every step, in rows of one height, and moves nothing', async () => {
    const pages = await Promise.all(WIDTHS.map(opened))
    const [wide] = pages
    if (wide === undefined) throw new Error('no page')
    const heights: number[][] = []
    let differences = 0
    for (let step = 0, goesOn = true; goesOn; step += 1, goesOn = await getOn()) {
      if (step >= LOOKED_AT) continue
      const current = await view()
      await expect.poll(async () => (await readEvaluationPage(wide)).version, { timeout: 90_000 }).toBe(current.version)
      const seen = await readEvaluationPage(wide)
      expect(seen.methods).toEqual(writtenMethods(current))
      heights.push([...seen.heights])
      differences += seen.methods.filter(({ difference }) => difference !== '').length
      if (process.env['KEEP_PICTURES'] !== undefined && step % 2 === 0) await pictures(pages, `live${step}`)
    }
    expect(differences).toBeGreaterThan(SHOWN_METHODS.length)
    for (const page of pages) await page.locator('[data-delta]').first().waitFor({ timeout: 60_000 })
    expect((await view()).status).toBe('done')
    const last = await readEvaluationPage(wide)
    expect(last.panel).not.toMatch(/so far|will end/)
    for (const each of heights) expect(each).toEqual(last.heights)
    if (process.env['KEEP_PICTURES'] !== undefined) await pictures(pages, 'final')
    for (const [at, page] of pages.entries()) {
      expect(await jumpOn(page), String(WIDTHS[at])).toBeNull()
    }
  })
})

/** Every third sample is wrong, and every fifth question hard. */
function model({ question, index }: { readonly question: string; readonly index: number }) {
  const number = Number(question.replaceAll(/\D/gu, ''))
  return drawn((index + number) % 3 === 0 || number % 5 === 0 ? `no ${(index * number) % 4}` : `${number}`)
}

async function pictures(pages: readonly Page[], name: string): Promise<void> {
  for (const [at, page] of pages.entries())
    await page.screenshot({ path: `${process.env['KEEP_PICTURES']}/${name}-${WIDTHS[at]}.png`, fullPage: true })
}
