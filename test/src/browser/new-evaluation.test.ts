import { execFile, type ChildProcess } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { pathOf, SubmitEvaluation } from '@cges-fleet/core/contract'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { select, selectOne } from '../support/evaluation-rows.js'
import { axeFindings } from './axe-findings.js'
import { end, startDashboardServer } from './dashboard-fleet.js'
import { NO_BROWSER, signIn, TestBrowser, type WatchedPage } from './test-browser.js'

const run = promisify(execFile)
const CLI = join(import.meta.dirname, '../../../apps/cli/dist/main.js')
const PYTHON = process.env['PEERS_PYTHON'] ?? 'python3'

const hasRequests = await run(PYTHON, ['-c', 'import requests']).then(
  () => true,
  () => false,
)

describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'a new evaluation in a browser', () => {
  const teams = useTeams()
  const folder = mkdtempSync(join(tmpdir(), 'cges-submissions-'))
  let dashboard: { process: ChildProcess; address: string }
  let browser: TestBrowser

  beforeAll(async () => {
    dashboard = await startDashboardServer(teams().url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
    if (dashboard !== undefined) await end(dashboard.process)
    rmSync(folder, { recursive: true, force: true })
  })

  async function opened(key = teams().one.keys.member, options: object = {}): Promise<WatchedPage> {
    const watched = await browser.page(options)
    await signIn(watched.page, dashboard.address, key)
    await watched.page.goto(new URL('/evaluations/new', watched.page.url()).href)
    return watched
  }

  const start = (page: Page) => page.getByRole('button', { name: 'Start evaluation' })
  const stored = (name: string) =>
    select(
      teams().db,
      `SELECT name, suite, benchmark_id, pool, spec, seed, replicates, questions, s.call_cap AS calls, s.token_cap AS tokens, owner
       FROM evaluation e JOIN spending s ON s.evaluation_id = e.id WHERE e.name = $1`,
      [name],
    )

  it('is made with the keyboard alone, from the list to its page', async () => {
    const { page } = await opened()
    await page.goto(new URL('/evaluations', page.url()).href)
    await page.getByTestId('evaluations').waitFor()
    await page.keyboard.press('n')
    await page.waitForURL(/evaluations\/new$/)
    await page.getByLabel('Benchmark').waitFor()
    const tabTo = async (label: string) => {
      for (let steps = 0; steps < 80; steps++) {
        await page.keyboard.press('Tab')
        const at = await page.evaluate(() => {
          const { activeElement: active } = document
          return active instanceof HTMLInputElement ? active.labels?.[0]?.textContent : active?.textContent
        })
        if (at === label) return
      }
      throw new Error(`no way to ${label}`)
    }
    await tabTo('Name')
    await page.keyboard.type('By keys alone')
    await tabTo('Budget')
    await page.keyboard.press('Control+a')
    await page.keyboard.type('4')
    await tabTo('Start evaluation')
    await page.keyboard.press('Enter')
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    await page.getByRole('heading', { name: 'By keys alone' }).waitFor()
    const [row] = await stored('By keys alone')
    expect(row).toMatchObject({ owner: 'a member', replicates: 1, questions: 2 })
    expect(JSON.stringify(row)).toContain('"budget":4')
  })

  it('is made once however often it is clicked, and what was typed is kept until then', async () => {
    const { page } = await opened()
    await page.getByLabel('Name').fill('Clicked twice')
    await page.reload()
    expect(await page.getByLabel('Name').inputValue()).toBe('Clicked twice')
    await start(page).dblclick()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    expect(await stored('Clicked twice')).toHaveLength(1)
    await page.goto(new URL('/evaluations/new', page.url()).href)
    expect(await page.getByLabel('Name').inputValue()).toBe('')
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
    await start(page).click()
    expect(await page.getByTestId('faults').textContent()).toContain('starts it once, not twice')
    await start(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    expect([lost, (await stored('Answer lost')).length]).toEqual([2, 1])
  })

  it('says beside a field what is wrong once it is left, and leads to each from a summary that takes the focus', async () => {
    const { page } = await opened()
    const gamma = page.getByLabel('gamma')
    await gamma.fill('2')
    await gamma.blur()
    await page.getByText('gamma must be a number strictly between 0 and 1, not 2').first().waitFor()
    expect(await gamma.getAttribute('aria-invalid')).toBe('true')
    expect(await page.getByTestId('faults').count()).toBe(0)
    await start(page).click()
    const faults = page.getByTestId('faults')
    await faults.waitFor()
    expect(await faults.evaluate((box) => box === document.activeElement)).toBe(true)
    await faults.getByRole('link').click()
    expect(await gamma.evaluate((input) => input === document.activeElement)).toBe(true)
    await gamma.fill('0.9')
    await page.getByLabel('Temperature').fill('hot')
    await page.getByLabel('Temperature').blur()
    await page.getByText('must be a number from 0 to 2').waitFor()
    expect(await stored('Numbers MARK-OF-ONE on test-pool')).toEqual([])
  })

  it('says what it would take and tell, as the API forecasts it', async () => {
    const { page } = await opened()
    const forecast = page.getByRole('region', { name: 'Forecast' })
    await forecast.getByText('32', { exact: true }).first().waitFor()
    await page.getByLabel('Replicates').fill('3')
    await forecast.getByText('96', { exact: true }).first().waitFor()
    expect(await forecast.textContent()).toContain('6 trials')
    expect(await forecast.textContent()).toContain('Two methods that disagree on 10% of the questions: no difference')
    expect(await forecast.textContent()).toContain('Your team has no limits.')
    await teams().db.query(`UPDATE team SET max_calls_per_evaluation = 50 WHERE id = $1`, [teams().one.id])
    await page.getByLabel('Replicates').fill('4')
    await forecast.getByText('It cannot end').waitFor()
    expect(await forecast.textContent()).toContain('50 calls in one evaluation')
    await teams().db.query(`UPDATE team SET max_calls_per_evaluation = NULL WHERE id = $1`, [teams().one.id])
  })

  it('is the same as YAML, curl and Python: each makes the identical evaluation', async () => {
    const { page } = await opened()
    const name = `It's "the same" \\ – γ $HOME`
    await page.getByLabel('Name').fill(name)
    await page.getByLabel('Suite').fill('null')
    await page.getByLabel('Replicates').fill('2')
    await page.getByLabel('Temperature').fill('0.5')
    await page.getByLabel('Most calls').fill('900')
    await page.getByText('Vote on answers as they are written').click()
    await page.getByRole('button', { name: '+ DSC' }).click()
    await page.getByText('The same as YAML, curl or Python').click()
    const key = teams().one.keys.member
    const env = { ...process.env, CGES_API_KEY: key }
    const text = async (title: string) => {
      await page.getByRole('button', { name: title, exact: true }).click()
      return (await page.locator('.same-as pre').textContent()) ?? ''
    }
    const [yaml, curl, python] = [await text('YAML'), await text('curl'), await text('Python')]
    expect([yaml, curl, python].join('')).not.toContain(key)
    await start(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    writeFileSync(join(folder, 'evaluation.yaml'), yaml)
    await run(process.execPath, [CLI, 'evaluate', join(folder, 'evaluation.yaml'), '--api', teams().url], { env })
    const { stdout } = await run('bash', ['-c', `set -e; ${curl}`], { env })
    expect(stdout).toContain('"id"')
    if (hasRequests) {
      writeFileSync(join(folder, 'evaluation.py'), python)
      await run(PYTHON, [join(folder, 'evaluation.py')], { env })
    }
    const all = await stored(name)
    expect(all).toHaveLength(hasRequests ? 4 : 3)
    for (const each of all) expect(each).toEqual(all[0])
    expect(all[0]).toMatchObject({ suite: 'null', calls: 900 })
  }, 60_000)

  it('opens another evaluation as a draft, and says what differs from it', async () => {
    const { page } = await opened()
    await page.goto(new URL(`/evaluations/new?clone=${teams().one.evaluation}`, page.url()).href)
    await page.getByText('Nothing differs').waitFor()
    await page.getByLabel('Name').fill('A clone')
    await page.getByLabel('Seed').fill('11')
    const differs = page.getByRole('region', { name: 'What differs from the original' })
    expect(await differs.textContent()).toMatch(/seed7 11/)
    await start(page).click()
    await page.waitForURL(/\/evaluations\/[0-9a-f-]{36}$/)
    const original = await selectOne<object>(
      teams().db,
      `SELECT spec, benchmark_id, pool, replicates, questions FROM evaluation WHERE id = $1`,
      [teams().one.evaluation],
    )
    expect((await stored('A clone'))[0]).toMatchObject({ ...original, seed: '11' })
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

  it.each(['light', 'dark'] as const)(
    'has nothing serious for axe to find, and fits a phone: %s',
    async (colorScheme) => {
      for (const width of [1440, 390]) {
        const { page, errors } = await opened(undefined, { colorScheme, viewport: { width, height: 900 } })
        await page.getByRole('region', { name: 'Forecast' }).getByRole('table').waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
        await page.getByLabel('Replicates').fill('many')
        await start(page).click()
        await page.getByTestId('faults').waitFor()
        expect(await axeFindings(page)).toEqual([])
        expect(errors.filter((error) => !/favicon|400/.test(error))).toEqual([])
      }
    },
  )
})
