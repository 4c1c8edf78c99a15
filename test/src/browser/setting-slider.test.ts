import { EvaluationStatistics, EvaluationView, MethodFlips } from '@cges-fleet/core'
import { GetEvaluation, GetFlips, GetStatistics, pathOf } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { round } from '../support/evaluation-rows.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

const CGES = 'cges:confidence=lns-arith,gamma=0.95@16'
/** Twelve: as many as fit the first screen. */
const METHODS = [
  'sc@16',
  'sc@8',
  'sc@1',
  'esc:window=4@16',
  'esc:window=2@16',
  'asc-beta@16',
  'asc-beta:threshold=0.8@16',
  'asc-dirichlet@16',
  CGES,
  'cges:confidence=lns-arith,gamma=0.99@16',
  'cges:confidence=lns-arith,gamma=0.8@16',
  'cges:confidence=lns-arith,gamma=0.7@16',
]
const MOVES = 120

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a setting slid for a whole evaluation', () => {
  const api = useApi()
  let browser: TestBrowser
  let dashboard: string
  let id = ''

  beforeAll(async () => {
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
    id = await questionedEvaluation(api().db, { methods: METHODS, whole: true })
  })

  afterAll(async () => {
    await browser?.close()
  })

  const view = async () => EvaluationView.parse((await api().get(pathOf(GetEvaluation, { path: { id } }))).body)

  async function opened(viewport = { width: 1440, height: 900 }): Promise<Page> {
    const { page } = await browser.page({ viewport })
    await page.goto(`${dashboard}/evaluations/${id}`)
    await page.locator('[data-testid=setting] input:enabled').waitFor({ timeout: 60_000 })
    return page
  }

  it('shows verdict, twelve methods, chart and slider on the first screen', async () => {
    const page = await opened()
    expect(await page.locator('[data-method]').count()).toBe(METHODS.length)
    for (const part of [
      '[data-testid=lead]',
      '[data-method] >> nth=-1',
      '.results .chart-room',
      '[data-testid=setting]',
    ]) {
      const box = await page.locator(part).first().boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Infinity), part).toBeLessThanOrEqual(900)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1150)
    const heights = await page
      .locator('[data-method]')
      .evaluateAll((rows) => rows.map((row) => Math.round(row.getBoundingClientRect().height * 4) / 4))
    expect(Math.max(...heights), heights.join(' ')).toBeLessThanOrEqual(37)
    await page.context().close()
  })

  it('shows verdict and six methods on a small screen, and is less than two screens high', async () => {
    const page = await opened({ width: 1280, height: 720 })
    for (const part of ['[data-testid=lead]', '[data-method] >> nth=5']) {
      const box = await page.locator(part).first().boundingBox()
      expect((box?.y ?? 0) + (box?.height ?? Infinity), part).toBeLessThanOrEqual(720)
    }
    expect(await page.evaluate(() => document.documentElement.scrollHeight)).toBeLessThanOrEqual(1400)
    await page.context().close()
  })

  it('zooms to the methods in a box, takes one out by name, and reads a point beside it', async () => {
    const page = await opened()
    const chart = page.locator('.results .chart')
    const marks = chart.locator('.mark')
    expect(await marks.count()).toBe(METHODS.length)
    const room = await chart.locator('.chart-room').boundingBox()
    const mark = await marks.first().locator('.point').boundingBox()
    if (room === null || mark === null) throw new Error('no chart')
    await page.mouse.move(mark.x - 12, mark.y - 12)
    await page.mouse.down()
    await page.mouse.move(mark.x + mark.width + 12, mark.y + mark.height + 12, { steps: 4 })
    await page.mouse.up()
    await expect.poll(() => marks.count()).toBeLessThan(METHODS.length)
    expect(await chart.locator('[data-curve]').count()).toBe(0)
    await chart.getByRole('button', { name: 'Show all' }).click()
    await expect.poll(() => marks.count()).toBe(METHODS.length)
    await chart.getByRole('button', { name: 'Methods in the chart' }).click()
    await chart.getByRole('checkbox').first().uncheck()
    await expect.poll(() => marks.count()).toBe(METHODS.length - 1)
    await page.keyboard.press('Escape')
    await chart.getByRole('button', { name: 'Show all' }).click()
    await chart.locator('.chart-room').focus()
    await page.keyboard.press('ArrowRight')
    expect(await chart.locator('.read-tip').textContent()).toBe(await chart.locator('.read-out').textContent())
    await chart.getByRole('button', { name: 'time', exact: true }).click()
    await chart.getByRole('heading', { name: 'Accuracy against time' }).waitFor()
    expect(await marks.count()).toBe(METHODS.length)
    await page.context().close()
  })

  it('moves the row, the chart and the questions that flip, by the figures of the API', async () => {
    const page = await opened()
    const key = (await view()).methods.find(({ label }) => label.includes('gamma=0.95'))?.key ?? ''
    await page.locator(`[data-method="${key}"]`).getByRole('button').click()
    const { final } = EvaluationStatistics.parse((await api().get(pathOf(GetStatistics, { path: { id } }))).body)
    const flips = MethodFlips.parse((await api().get(pathOf(GetFlips, { path: { id, method: key } }))).body)
    const points = final?.curves.find((curve) => curve.key === key)?.points ?? []
    expect(points.length).toBeGreaterThan(10)
    const slider = page.getByRole('slider')
    await slider.focus()
    await page.keyboard.press('Home')
    const row = page.locator(`[data-method="${key}"]`)
    for (const [place, { at, accuracy, calls }] of points.entries()) {
      const wanted = at === 0.95 ? undefined : flips.points[place]
      if (wanted !== undefined) {
        expect(await row.locator('[data-cell=calls] .value').textContent()).toBe(calls.toFixed(2))
        expect(await row.locator('[data-cell=accuracy] .value').textContent()).toBe(`${(100 * accuracy).toFixed(1)}%`)
        expect(await row.textContent()).toContain('not judged')
        const count = String(wanted.gained.count + wanted.spoilt.count)
        await expect.poll(() => page.locator('[data-flips]').getAttribute('data-flips')).toBe(count)
        expect(await page.locator('.tried-ring').count()).toBe(1)
      }
      await page.keyboard.press('ArrowRight')
    }
    await page.getByRole('button', { name: /^Back to/ }).click()
    expect(await page.locator('.tried-ring').count()).toBe(0)
    expect(await row.textContent()).not.toContain('not judged')
    await page.context().close()
  })

  it('redraws twelve methods in no more than two layouts of the page', async () => {
    const page = await opened()
    await page.getByRole('slider').focus()
    await page.locator('[data-testid=setting]').hover()
    const { moves, layouts } = await page.evaluate(slide, MOVES)
    const [move, layout] = [moves, layouts].map((took) => took.toSorted((a, b) => a - b)[MOVES / 4] ?? Number.NaN)
    console.info(
      `a quarter of the moves within ${move?.toFixed(1)} ms, of the layouts of the page within ${layout?.toFixed(1)} ms`,
    )
    expect(move).toBeLessThanOrEqual(2 * (layout ?? Number.NaN))
    await page.context().close()
  })

  it('adds the value tried as a method without a call', async () => {
    const page = await opened()
    const before = await view()
    await page.getByRole('slider').focus()
    await page.keyboard.press('Home')
    await page.getByRole('button', { name: /^Add as a method/ }).click()
    await page.getByText('Added').waitFor()
    for (let rounds = 0; rounds < 5; rounds += 1) await round(api().db, id)
    await page.locator('[data-method]').nth(METHODS.length).waitFor()
    const after = await view()
    expect(after.methods).toHaveLength(METHODS.length + 1)
    expect([after.status, after.samples.drawn]).toEqual(['done', before.samples.drawn])
    await page.context().close()
  })
})

/**
 * Moves the slider to and fro, and lays the whole page out anew in turns with it; returns how long each took until the layout was
 * done, in milliseconds.
 */
function slide(moves: number): Promise<{ moves: number[]; layouts: number[] }> {
  const slider = document.querySelector<HTMLInputElement>('[data-testid=setting] input')
  if (slider === null) throw new Error('no slider')
  const set = Object.getOwnPropertyDescriptor(HTMLInputElement.prototype, 'value')?.set
  const most = Number(slider.max)
  const took = { moves: [] as number[], layouts: [] as number[] }
  const timed = (act: () => void) => {
    const begun = performance.now()
    act()
    slider.getBoundingClientRect()
    return performance.now() - begun
  }
  return new Promise((resolve) => {
    const step = () => {
      const at = took.moves.length
      const move = () => {
        set?.call(slider, String(at % (most + 1)))
        slider.dispatchEvent(new Event('input', { bubbles: true }))
      }
      took.moves.push(timed(move))
      took.layouts.push(timed(() => (document.documentElement.style.fontSize = at % 2 === 0 ? '15px' : '')))
      if (at + 1 < moves) requestAnimationFrame(step)
      else resolve(took)
    }
    requestAnimationFrame(step)
  })
}
