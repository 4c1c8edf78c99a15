import { EvaluationPage } from '@cges-fleet/core'
import { ListEvaluations, pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { POOL, select } from '../support/evaluation-rows.js'
import { manyEvaluations } from '../support/large-evaluations.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { listedBy, listedNames, openList, openPalette } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

const MANY = 10_000

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'the list of evaluations in a browser', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  let watched: WatchedPage

  beforeAll(async () => {
    await manyEvaluations(teams().db, teams().two.id, MANY)
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
    watched = await signedIn(teams().two.keys.member)
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function signedIn(key: string, options: object = {}): Promise<WatchedPage> {
    const opened = await browser.page(options)
    await signIn(opened.page, dashboard, key)
    await opened.page.getByTestId('evaluations').waitFor()
    return opened
  }

  it('shows a page of ten thousand with few elements, and walks on from there', async () => {
    const { page } = watched
    expect(await listedNames(page)).toHaveLength(50)
    expect(await page.evaluate(() => document.querySelectorAll('*').length)).toBeLessThan(50 * 50 + 600)
    const first = await listedNames(page)
    await page.getByRole('link', { name: 'Next page' }).click()
    await page.waitForURL(/cursor=/)
    await page.getByRole('link', { name: 'First page' }).waitFor()
    const second = await listedNames(page)
    expect(second).toHaveLength(50)
    expect(second.filter((name) => first.includes(name))).toEqual([])
    await page.goBack()
    await page
      .getByText(first[0] ?? '')
      .first()
      .waitFor()
    expect(await listedNames(page)).toEqual(first)
  })

  it('filters, searches and sorts by its address, and Back undoes each', async () => {
    const { page } = watched
    await openList(page)
    await page.getByRole('button', { name: 'Filters' }).click()
    await page.getByLabel('Status').selectOption('failed')
    await listedBy(page, '?status=failed', /Nightly|Smoke|Sweep|Baseline|Ablation/)
    await page.getByRole('link', { name: 'Name', exact: true }).click()
    await listedBy(page, '?status=failed&sort=name', /Nightly 10/)
    expect(await page.getByRole('columnheader', { name: 'Name' }).getAttribute('aria-sort')).toBe('ascending')
    await page.keyboard.press('/')
    await page.keyboard.type('nightly 20')
    await listedBy(page, '?status=failed&q=nightly+20&sort=name', /Nightly 20/)
    expect((await listedNames(page)).every((name) => name.startsWith('Nightly 20'))).toBe(true)
    await page.goBack()
    await listedBy(page, '?status=failed&sort=name', /Nightly 10/)
    await page.goBack()
    await page.waitForURL((url) => url.search === '?status=failed')
    await page.goBack()
    await page.waitForURL((url) => url.search === '')
    await page.getByText('the newest').first().waitFor()
    expect(await page.getByLabel('Status').inputValue()).toBe('')
    // Invalid parameters of an address are ignored, and nothing breaks.
    await openList(page, '?status=asleep&sort=upwards&x=1')
    expect(await listedNames(page)).toHaveLength(50)
    await openList(page, '?q=there+is+none+of+this+name')
    await page.getByRole('link', { name: 'Clear the filter' }).click()
    await page.getByText('the newest').first().waitFor()
  })

  it('shows the very figures of the API, the final ones and where there are none', async () => {
    const { page } = watched
    await openList(page, '?sort=saved')
    const { body } = await teams().ask('GET', pathOf(ListEvaluations, { query: { sort: 'saved' } }), {
      key: teams().two.keys.viewer,
    })
    const { evaluations } = EvaluationPage.parse(body)
    const shown = await page.locator('[data-cell=accuracy]').allTextContents()
    expect(shown.map((text) => text.slice(0, text.indexOf('%') + 1))).toEqual(
      evaluations.map(({ best }) => `${(100 * (best?.accuracy ?? Number.NaN)).toFixed(1)}%`),
    )
  })

  it('moves no row by itself: what would stand elsewhere is said, and shown when asked for', async () => {
    const { page } = watched
    await openList(page)
    const before = await listedNames(page)
    await teams().ask('POST', pathOf(SubmitEvaluation), {
      key: teams().two.keys.member,
      body: { name: 'came later', benchmark: 'numbers-two', pool: POOL, methods: ['sc@2'] },
    })
    const chip = page.getByTestId('order-changed')
    await chip.waitFor({ timeout: 60_000 })
    expect(await listedNames(page)).toEqual(before)
    await chip.click()
    expect((await listedNames(page))[0]).toBe('came later')
    expect(await chip.count()).toBe(0)
  })

  it('is walked and selected with keys, and cancels several after saying what that does', async () => {
    const { page } = watched
    await openList(page, '?status=running')
    const [first, second] = await listedNames(page)
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('j')
    await page.keyboard.press('x')
    await page.keyboard.press('k')
    expect(await page.evaluate(() => document.activeElement?.textContent)).toBe(first)
    await page.getByRole('button', { name: 'Cancel 2' }).click()
    const dialog = page.getByRole('dialog')
    expect(await dialog.textContent()).toMatch(/The 0 calls made so far are paid/)
    await dialog.getByRole('button', { name: 'Cancel them' }).click()
    await dialog.waitFor({ state: 'hidden' })
    const sql = `SELECT status FROM evaluation WHERE team_id = $1 AND name = ANY ($2)`
    expect(await select(teams().db, sql, [teams().two.id, [first, second]])).toEqual([
      { status: 'cancelled' },
      { status: 'cancelled' },
    ])
    await page.keyboard.press('.')
    await page.getByRole('option', { name: 'New evaluation' }).waitFor()
    expect(await page.getByRole('option', { name: /^Pool/ }).count()).toBe(0)
    await page.keyboard.press('Escape')
    // Single-letter keys can be turned off, permanently.
    await page.keyboard.press('?')
    await page.getByLabel(/single-letter shortcuts/).uncheck()
    await page.keyboard.press('Escape')
    await page.keyboard.press('n')
    await page.keyboard.press('?')
    await openList(page)
    await page.keyboard.press('?')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('keeps views of the reader’s own, and has one of what is theirs', async () => {
    const { page } = watched
    await openList(page, '?tag=paper')
    await page.getByRole('button', { name: 'Save this view' }).click()
    await page.keyboard.type('The paper')
    await page.keyboard.press('Enter')
    await openList(page)
    await page.getByRole('link', { name: 'The paper' }).click()
    await page.waitForURL((url) => url.search === '?tag=paper')
    await page.getByText('Ablation').or(page.getByText('Nightly')).first().waitFor()
    expect(await listedNames(page)).toHaveLength(MANY / 1000)
    await page.getByRole('link', { name: 'Mine' }).click()
    await page.waitForURL((url) => url.search === '?owner=a+member')
    await page.getByText('came later').waitFor()
    expect(await listedNames(page)).toEqual(['came later'])
  })

  it('goes anywhere by name', async () => {
    const { page } = watched
    await openList(page)
    await openPalette(page)
    await page.keyboard.type('nightly 1235')
    await page.getByRole('option', { name: /Nightly 1235/ }).waitFor()
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'Nightly 1235' }).waitFor()
    await openPalette(page)
    await page.keyboard.type('pool')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/pool$/)
    await page.keyboard.press('Control+k')
    await page.keyboard.press('Escape')
    expect(await page.getByRole('dialog').count()).toBe(0)
  })

  it('has nothing for axe to find on any screen, and fits a phone', async () => {
    const { page, errors } = await signedIn(teams().two.keys.member)
    const faults: string[] = []
    for (const search of ['', '?q=nothing+has+this+name']) {
      await openList(page, search)
      faults.push(...(await faultsOn(page, `list ${search}`, SCREENS)))
    }
    await page.keyboard.press('Control+k')
    await page.getByRole('dialog').waitFor()
    faults.push(...(await faultsOn(page, 'palette', SCREENS)))
    expect([...faults, ...errors.filter((error) => !/favicon/.test(error))]).toEqual([])
  })
})
