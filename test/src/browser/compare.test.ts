import { readFileSync } from 'node:fs'
import { Comparison, ComparisonStatistics } from '@cges-fleet/core'
import { GetComparison, writePath } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useApi } from '../api/use-api.js'
import { comparedEvaluation } from '../support/made-evaluations.js'
import { jumpOn, watchShifts } from './page-faults.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { dashboardFor } from './dashboard-server.js'
import { SwitchableApi } from './switchable-api.js'
import { NO_BROWSER, TestBrowser } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'evaluations side by side', () => {
  const api = useApi()
  let dashboard: string
  let browser: TestBrowser
  let ids: readonly string[] = []
  let early = ''

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
    const until = { kind: 'accuracy', width: 0.6, atLeast: 10 } as const
    early = await comparedEvaluation(db, { ...of, seed: 9, name: 'ended early', until, wrongMore: true })
    dashboard = await dashboardFor(api().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  const places = () => [
    '/compare',
    `/compare?evaluations=${ids[0]}`,
    `/compare?evaluations=${ids.join(',')}&unpaired=1&all=1`,
    '/suite',
    '/suite?suite=a+suite',
    `/suite?evaluations=${ids.join(',')}`,
    `/compare?evaluations=${ids[0]},${early}`,
    `/suite?evaluations=${early},${ids[2]}`,
  ]

  it('shows how far what ended early got, judged, and apart from differences over all questions', async () => {
    const { page, errors } = await browser.page({ viewport: { width: 1280, height: 720 } })
    const query = { evaluations: `${ids[0]},${early}` }
    const { pairs } = Comparison.parse((await api().get(writePath(GetComparison.at, { query }))).body)
    await page.goto(`${dashboard}/compare?evaluations=${query.evaluations}`, { waitUntil: 'networkidle' })
    const rows = page.getByTestId('early-differences').locator('tbody tr')
    const found = pairs.map((pair) => pair.early ?? { closed: 0, judgement: 'none' })
    expect(await rows.locator('td:last-child').allTextContents()).toEqual(found.map(({ closed }) => `${closed} of 40`))
    expect(found[0]?.closed).toBeLessThan(40)
    expect(await page.getByTestId('differences').count()).toBe(0)
    await page.goto(`${dashboard}/suite?evaluations=${early},${ids[2]}`, { waitUntil: 'networkidle' })
    expect(await page.locator('tr.delta td.interim').count()).toBe(4)
    expect(await page.getByText('No difference is shown').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('is walked by keyboard: select two, compare, open what one alone got right, back, copy as LaTeX', async () => {
    const { page, errors } = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${dashboard}/evaluations`, { waitUntil: 'networkidle' })
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
    const section = page.locator('section').filter({ has: page.getByTestId('differences') })
    const copy = section.getByRole('button', { name: 'LaTeX' })
    await copy.focus()
    await page.keyboard.press('Enter')
    await section.getByText('Copied as LaTeX.').waitFor()
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

  it('shows what the other evaluation answered, and leads to the same question there and back', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/compare?evaluations=${ids[0]},${ids[1]}`)
    const counted = page.getByTestId('wins').locator('[data-agreement=other]').first()
    const count = Number(await counted.textContent())
    expect(count).toBeGreaterThan(0)
    await counted.click()
    const given = page.locator(`.versus[data-versus="${ids[0]}"]`)
    await given.first().waitFor()
    expect(await given.count()).toBe(count)
    for (const words of await given.allTextContents()) expect(words).toMatch(/^In first: .*right/)
    await given.first().getByRole('link').click()
    await page.waitForURL(`**/evaluations/${ids[0]}/questions/*agreement=this*`)
    const here = new URL(page.url()).pathname.split('/').at(-1)
    await page.getByTestId('same-question').click()
    await page.waitForURL(`**/evaluations/${ids[1]}/questions/${here}?*agreement=other*`)
    await page.context().close()
  })

  it('has its methods and one more evaluation chosen on the page, and copies any table of it', async () => {
    const { page } = await browser.page({ permissions: ['clipboard-read', 'clipboard-write'] })
    await page.goto(`${dashboard}/compare?evaluations=${ids[0]},${ids[1]}`)
    const form = page.getByTestId('methods-form')
    await form.locator('summary').click()
    const boxes = form.getByRole('checkbox')
    const all = await boxes.count()
    await boxes.nth(1).uncheck()
    await form.getByRole('button').click()
    await page.waitForURL('**methods=**')
    expect(await form.locator('summary').textContent()).toContain(`${all - 1} of ${all}`)
    const add = page.getByTestId('add-evaluation')
    await add.getByRole('combobox').selectOption(ids[3] ?? '')
    await add.getByRole('button').click()
    await page.waitForURL(`**${ids[3]}**`)
    expect(await page.getByTestId('compared').locator('li').count()).toBe(3)
    expect(await form.locator('summary').textContent()).toContain(`${all - 1} of ${all}`)
    const wins = page.locator('section').filter({ has: page.getByTestId('wins') })
    await wins.getByRole('button', { name: 'CSV' }).click()
    await wins.getByText('Copied as CSV.').waitFor()
    const [note, head, row] = (await page.evaluate(() => navigator.clipboard.readText())).split('\r\n')
    expect(note).toMatch(/^# .*imulated/)
    expect(head).toBe('"First against second","Both right","Only the first right","Only the second right","Both wrong"')
    const counts = row?.split(',').slice(-4).map(Number) ?? []
    expect(counts.reduce((sum, each) => sum + each, 0)).toBe(40)
    await page.context().close()
  })

  it('keeps final figures apart from those that move, and pairs apart from other questions', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/compare?evaluations=${ids.join(',')}`)
    expect(await page.getByTestId('live-figures').textContent()).toContain('will end between')
    expect(await page.getByTestId('live-figures').locator('[data-live]').count()).toBe(3)
    expect(await page.getByTestId('not-paired').textContent()).toContain('“running” is not finished')
    const apart = page.getByTestId('disjoint')
    expect(await apart.textContent()).toContain('0 questions in common')
    expect(await page.getByTestId('differences').locator('tbody tr').count()).toBe(3)
    await apart.getByRole('link').click()
    await page.waitForURL('**unpaired=1**')
    await page.locator('[data-chart="Differences in accuracy"]').getByText('not judged').first().waitFor()
    await page.goto(`${dashboard}/suite?evaluations=${ids.join(',')}`)
    expect(await page.textContent('.suite-page')).toContain('There is no average')
    const nobody = '019ab000-0000-7000-8000-000000000000'
    await page.goto(`${dashboard}/compare?evaluations=${nobody},${ids[0]},${ids[1]}&base=${nobody}`)
    expect(await page.getByTestId('gone').textContent()).toContain(nobody)
    expect(await page.getByTestId('differences').locator('tbody tr').count()).toBe(3)
    await page.getByRole('link', { name: 'Leave it out of the link' }).click()
    await page.waitForURL((url) => !url.search.includes(nobody))
    await page.getByTestId('differences').waitFor()
    expect(await page.getByTestId('gone').count()).toBe(0)
    await page.goto(`${dashboard}/compare?evaluations=${ids[0]},${nobody}`)
    await page.getByRole('link', { name: 'Compare without it' }).click()
    await page.getByTestId('choose').waitFor()
    await page.context().close()
  })

  it('lists the suites where an address names none', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/suite`)
    expect(await page.getByTestId('choose-suite').textContent()).toContain('a suite212 evaluations2 done')
    await page.getByRole('link', { name: 'a suite', exact: true }).click()
    await page.waitForURL('**/suite?suite=a%20suite')
    await page.getByTestId('suite').waitFor()
    await page.context().close()
  })

  it('keeps methods and averages of a suite in sight while its benchmarks scroll', async () => {
    const { page } = await browser.page({ viewport: { width: 940, height: 900 } })
    await page.goto(`${dashboard}/suite?evaluations=${ids.join(',')}`, { waitUntil: 'networkidle' })
    const region = page.getByRole('region', { name: 'The suite’s table' })
    const [hidden, ...spans] = await region.evaluate((box) => {
      const frame = box.getBoundingClientRect()
      const ends = () => {
        const row = box.querySelector('tbody tr') ?? box
        const [first, last] = [row.firstElementChild ?? row, row.lastElementChild ?? row]
        return [first.getBoundingClientRect().left - frame.left, last.getBoundingClientRect().right - frame.right]
      }
      const before = ends()
      box.scrollTo({ left: box.scrollWidth })
      return [box.scrollWidth - box.clientWidth, ...before, ...ends()]
    })
    expect(hidden).toBeGreaterThan(20)
    for (const span of spans) expect(Math.abs(span)).toBeLessThanOrEqual(2)
    await page.context().close()
  })

  it('leads past what every page has, with the first key', async () => {
    const { page } = await browser.page()
    await page.goto(`${dashboard}/suite?suite=a+suite`, { waitUntil: 'networkidle' })
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe('Skip to the content')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Tab')
    expect(await page.evaluate(() => document.activeElement?.closest('main') !== null)).toBe(true)
    await page.context().close()
  })

  it('does not jump where judgements come after the page', async () => {
    const late = await SwitchableApi.before(api().url)
    late.turn('late')
    await dashboardFor(late.url)
    for (const place of places().filter((each) => each.includes(',') && !each.includes(early))) {
      for (const width of [1440, 390]) {
        const { page } = await browser.page({ viewport: { width, height: 900 } })
        await watchShifts(page)
        await page.goto(dashboard + place)
        await page.getByText('being computed').first().waitFor()
        const rest = page.locator('table').filter({ hasText: 'being computed' }).first()
        await rest.evaluate((table) => table.scrollIntoView())
        await page.locator('[data-judgement]').first().waitFor()
        await page.waitForTimeout(300)
        expect(await jumpOn(page), `${place} ${width}`).toBeNull()
        await page.context().close()
      }
    }
    await dashboardFor(api().url)
    await late.close()
  })

  it('has nothing for axe to find on any screen, and does not jump', async () => {
    const faults: string[] = []
    for (const [at, place] of places().entries()) {
      const width = at % 2 === 0 ? 1440 : 390
      const { page, errors } = await browser.page({ viewport: { width, height: 900 } })
      await watchShifts(page)
      await page.goto(dashboard + place, { waitUntil: 'networkidle' })
      expect(await jumpOn(page), `${place} ${width}`).toBeNull()
      faults.push(...(await faultsOn(page, place, SCREENS)))
      expect(errors, place).toEqual([])
      await page.context().close()
    }
    expect(faults).toEqual([])
  })
})

async function selectByKey(page: Page, name: string): Promise<void> {
  await page.getByRole('link', { name, exact: true }).focus()
  await page.keyboard.press('x')
}
