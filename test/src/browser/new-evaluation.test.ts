import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { selectOne } from '../support/evaluation-rows.js'
import { faultsOn, SCREENS } from './page-looks.js'
import { addMethods, openAdvanced, openMethod, startButton, submittedAs, tabTo } from './page-actions.js'
import { dashboardFor } from './dashboard-server.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a new evaluation in a browser', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await dashboardFor(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  async function opened(key = teams().one.keys.member): Promise<WatchedPage> {
    const watched = await browser.page()
    await signIn(watched.page, dashboard, key)
    await watched.page.goto(new URL('/evaluations/new', watched.page.url()).href)
    return watched
  }

  it('is made with the keyboard alone, from the list to its page', async () => {
    const { page } = await opened()
    await page.goto(new URL('/evaluations', page.url()).href)
    await page.getByTestId('evaluations').waitFor()
    await pressUntil(page, 'n', /evaluations\/new$/)
    await page.getByLabel('Benchmark').waitFor()
    await tabTo(page, 'Budget')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4')
    await tabTo(page, 'Name')
    await page.keyboard.type('By keys alone')
    await tabTo(page, 'Start evaluation')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'By keys alone' }).waitFor()
    const [row] = await submittedAs(teams().db, 'By keys alone')
    expect(row).toMatchObject({ owner: 'a member', replicates: 1, questions: 2 })
    expect(JSON.stringify(row)).toContain('"budget":4')
  })

  it('is made once however often it is clicked, and what was typed is kept until then', async () => {
    const { page } = await opened()
    await page.getByLabel('Name').fill('Clicked twice')
    await page.reload()
    await expect.poll(() => page.getByLabel('Name').inputValue()).toBe('Clicked twice')
    await startButton(page).dblclick()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    expect(await submittedAs(teams().db, 'Clicked twice')).toHaveLength(1)
    await page.goto(new URL('/evaluations/new', page.url()).href)
    expect(await page.getByLabel('Name').inputValue()).toBe('')
  })

  it('takes nothing before its scripts are at work, so that nothing typed is lost', async () => {
    const { page } = await opened()
    let held = true
    await page.route(/\/_next\/static\/[^?]+\.js/, async (route) => {
      await expect.poll(() => held).toBe(false)
      await route.continue()
    })
    await page.reload({ waitUntil: 'commit' })
    const name = page.getByLabel('Name')
    expect([await name.isDisabled(), await startButton(page).isDisabled()]).toEqual([true, true])
    held = false
    await name.fill('Typed early')
    await page.reload()
    await expect.poll(() => name.inputValue()).toBe('Typed early')
  })

  it('sends the same key again where the answer was lost, and makes one', async () => {
    const { page } = await opened()
    await page.getByLabel('Name').fill('Answer lost')
    let lost = 0
    await page.route(`**${pathOf(SubmitEvaluation)}`, async (route) => {
      if (lost++ > 0) return route.continue()
      await route.fetch()
      return route.abort()
    })
    await startButton(page).click()
    expect(await page.getByTestId('faults').textContent()).toContain('it will not start twice')
    await startButton(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    expect([lost, (await submittedAs(teams().db, 'Answer lost')).length]).toEqual([2, 1])
  })

  it('says beside a field what is wrong once it is left, and leads to each from a summary that takes the focus', async () => {
    const { page } = await opened()
    const gamma = page.getByLabel('gamma')
    await openMethod(page, 'CGES')
    await gamma.fill('2')
    await gamma.blur()
    await page.getByText('gamma must be a number strictly between 0 and 1, not 2').first().waitFor()
    expect(await gamma.getAttribute('aria-invalid')).toBe('true')
    await openMethod(page, 'CGES')
    expect(await gamma.isVisible()).toBe(false)
    expect(await page.getByTestId('faults').count()).toBe(0)
    await startButton(page).click()
    const faults = page.getByTestId('faults')
    await faults.waitFor()
    expect(await faults.evaluate((box) => box === document.activeElement)).toBe(true)
    await faults.getByRole('link').click()
    expect(await gamma.evaluate((input) => input === document.activeElement)).toBe(true)
    await gamma.fill('0.9')
    await openAdvanced(page)
    await page.getByLabel('Temperature').fill('hot')
    await page.getByLabel('Temperature').blur()
    await page.getByText('must be a number from 0 to 2').waitFor()
    expect(await submittedAs(teams().db, 'Numbers MARK-OF-ONE on test-pool')).toEqual([])
  })

  it('explains once what most methods can be given, and every field of it leads there', async () => {
    const { page } = await opened()
    await addMethods(page, 'DSC', 'MMC')
    const explained = page.getByTestId('shared-parameters').locator('dd')
    expect(await explained.count()).toBeGreaterThanOrEqual(3)
    const text = (await page.locator('main').textContent()) ?? ''
    for (const about of await explained.all()) {
      expect(text.split((await about.textContent()) ?? '')).toHaveLength(2)
      expect(
        await page.locator(`input[aria-describedby~="${await about.getAttribute('id')}"]`).count(),
      ).toBeGreaterThan(1)
    }
    const orphans = await page
      .locator('[aria-describedby]')
      .evaluateAll((fields) =>
        fields
          .flatMap((field) => field.getAttribute('aria-describedby')?.split(' ') ?? [])
          .filter((id) => document.getElementById(id) === null),
      )
    expect(orphans).toEqual([])
  })

  it('fills the form from a preset, and fits a screen with each', async () => {
    const { page, errors } = await opened()
    await page.getByRole('region', { name: 'Forecast' }).getByRole('table').waitFor()
    await page.getByLabel('Name').fill('Kept')
    const height = () => page.evaluate(() => document.documentElement.scrollHeight)
    expect(await height()).toBeLessThanOrEqual(900)
    const presets = page.getByRole('group', { name: 'Start from' }).getByRole('button')
    const methods: number[] = []
    for (const preset of await presets.all()) {
      await preset.click()
      expect(await preset.getAttribute('aria-pressed')).toBe('true')
      methods.push(await page.locator('.method-line').count())
      await page.locator('[aria-busy=false][aria-label=Forecast]').waitFor()
      expect([await preset.textContent(), await height()]).toEqual([expect.anything(), 900])
    }
    expect(methods).toEqual([4, 11, 15, 13])
    expect(await page.getByLabel('Name').inputValue()).toBe('Kept')
    expect(await page.getByTestId('advanced').textContent()).toContain('sampling.temperature 0.7')
    expect(await page.getByTestId('set-aside').count()).toBe(0)
    expect(errors).toEqual([])
  })

  it('adds a method ready to run, or opens it where only its user can give a number', async () => {
    const { page } = await opened()
    const focused = () => page.evaluate(() => document.activeElement?.closest('.method-line')?.textContent ?? '')
    await addMethods(page, 'CISC')
    await expect.poll(focused).toMatch(/^CISC *lns-arith/)
    await addMethods(page, 'Fixed total')
    await expect.poll(() => page.locator('.method-line details[open]').count()).toBe(1)
    await page.keyboard.type('400')
    await expect.poll(focused).toContain('totalCalls=400')
    await page.getByRole('button', { name: 'Remove Fixed total' }).click()
    expect(await page.locator('.method-line').count()).toBe(5)
  })

  it('says what it would take and tell, as the API forecasts it', async () => {
    const { page } = await opened()
    const forecast = page.getByRole('region', { name: 'Forecast' })
    await forecast.getByText('32', { exact: true }).first().waitFor()
    await openAdvanced(page)
    await page.getByLabel('Replicates').fill('3')
    await forecast.getByText('96', { exact: true }).first().waitFor()
    expect(await forecast.textContent()).toContain('6 questions')
    expect(await forecast.textContent()).toContain('If they disagree on 10% of the questions: none, it has too few')
    expect(await forecast.textContent()).toContain('Your team has no limits.')
    await teams().db.query(`UPDATE team SET max_calls_per_evaluation = 50 WHERE id = $1`, [teams().one.id])
    await page.getByLabel('Replicates').fill('4')
    await forecast.getByText('It cannot end').waitFor()
    expect(await forecast.textContent()).toContain('50 calls in one evaluation')
    await teams().db.query(`UPDATE team SET max_calls_per_evaluation = NULL WHERE id = $1`, [teams().one.id])
  })

  it('opens another evaluation as a draft, and says what differs from it', async () => {
    const { page } = await opened()
    await page.goto(new URL(`/evaluations/new?clone=${teams().one.evaluation}`, page.url()).href)
    await page.getByText('Nothing differs').waitFor()
    expect(await page.getByLabel('Name').inputValue()).toContain('(rerun)')
    expect(await page.getByTestId('advanced').locator('summary').textContent()).toMatch(/seed \d+/)
    await openAdvanced(page)
    expect(await page.getByLabel('Seed').inputValue()).not.toBe('7')
    await page.getByLabel('Name').fill('A clone')
    await page.getByLabel('Seed').fill('11')
    const differs = page.getByRole('region', { name: 'What differs from the original' })
    expect(await differs.textContent()).toMatch(/seed\d+ 11/)
    await startButton(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    const original = await selectOne<object>(
      teams().db,
      `SELECT spec, benchmark_id, pool, replicates, questions FROM evaluation WHERE id = $1`,
      [teams().one.evaluation],
    )
    expect((await submittedAs(teams().db, 'A clone'))[0]).toMatchObject({ ...original, seed: '11' })
    await page.goto(new URL('/evaluations/new?clone=00000000-0000-7000-8000-000000000000', page.url()).href)
    await page.getByTestId('not-found').waitFor()
  })

  it('is not offered to those who may not, who are told whom to ask', async () => {
    const { page } = await opened(teams().one.keys.viewer)
    expect(await page.getByTestId('may-not-submit').textContent()).toContain('ask an admin of your team')
    await page.goto(new URL('/evaluations', page.url()).href)
    await page.getByTestId('evaluations').waitFor()
    expect(await page.getByRole('link', { name: 'New evaluation' }).count()).toBe(0)
    await page.keyboard.press('n')
    await page.keyboard.press('Control+k')
    await page.keyboard.type('new')
    expect(await page.getByRole('option', { name: /New evaluation/ }).count()).toBe(0)
  })

  it('submits a suite from the same form, and leads to its table', async () => {
    const { page } = await opened()
    await page.getByRole('button', { name: 'Several benchmarks or models' }).click()
    await page.getByRole('button', { name: 'Start suite' }).click()
    await page.getByText('Name the suite.').first().waitFor()
    await page.getByLabel('Suite', { exact: true }).fill('By the form')
    await page.getByTestId('of-suite').waitFor()
    await openAdvanced(page)
    await page.getByLabel('May end early').selectOption('once each accuracy is known')
    await page.getByLabel('Within, points').fill('4')
    expect(await faultsOn(page, 'as a suite', SCREENS)).toEqual([])
    await page.getByRole('button', { name: 'Start suite' }).click()
    await page.waitForURL(/\/suite\?suite=By(\+|%20)the(\+|%20)form$/)
    const rows: object[] = await teams().db.query(
      "SELECT spec -> 'until' AS until FROM evaluation WHERE suite = 'By the form'",
    )
    expect(rows).toEqual([{ until: { kind: 'accuracy', width: 0.04, atLeast: 50 } }])
  })

  it('has nothing for axe to find on any screen, and fits a phone', async () => {
    const { page, errors } = await opened()
    await page.getByRole('region', { name: 'Forecast' }).getByRole('table').waitFor()
    const faults = await faultsOn(page, 'as it opens', SCREENS)
    await openMethod(page, 'CGES')
    await openAdvanced(page)
    faults.push(...(await faultsOn(page, 'all opened', SCREENS)))
    await page.getByLabel('Replicates').fill('many')
    await startButton(page).click()
    await page.getByTestId('faults').waitFor()
    faults.push(...(await faultsOn(page, 'with faults', SCREENS)))
    expect([...faults, ...errors.filter((error) => !/favicon|400/.test(error))]).toEqual([])
  })
})

/** A page that is painted but has not run its scripts does not react to keys yet. */
async function pressUntil(page: WatchedPage['page'], key: string, address: RegExp): Promise<void> {
  const pressed = async () => {
    await page.keyboard.press(key)
    return page.url()
  }
  await expect.poll(pressed, { timeout: 90_000, interval: 500 }).toMatch(address)
}
