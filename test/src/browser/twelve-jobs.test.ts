import { EvaluationView } from '@cges-fleet/core'
import { GetEvaluation, pathOf } from '@cges-fleet/core/contract'
import { failImport } from '@cges-fleet/db'
import type { Page } from 'playwright-core'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { useTeams } from '../access/use-teams.js'
import { submit } from '../support/evaluation-rows.js'
import { questionedEvaluation } from '../support/made-evaluations.js'
import { countClicks } from './clicks.js'
import { dashboardFor } from './dashboard-server.js'
import { savedFile, startButton, submittedAs } from './page-actions.js'
import { NO_BROWSER, signIn, TestBrowser } from './test-browser.js'

const LOG = { format: 'lm-eval', files: ['samples_numbers.jsonl'] }
const EVALUATION = /\/evaluations\/[0-9a-f-]{36}$/

/**
 * What people come to do, each from the page where they are when they want it. Two are counted where a fleet works them off:
 * own questions to a verdict (own-questions.test.ts) and a log to a verdict (drop-log.test.ts).
 */
describe.skipIf(NO_BROWSER !== null)(NO_BROWSER ?? 'what people come to do takes few clicks:', () => {
  const teams = useTeams()
  let dashboard: string
  let browser: TestBrowser
  /** Finished, in a suite. */
  let id: string

  beforeAll(async () => {
    const { db, one, url } = teams()
    id = await questionedEvaluation(db, { team: one.id, changes: { name: 'asked', suite: 'nightly' } })
    await db.query(`UPDATE pool SET gpu_hour_price = 3, currency = 'EUR'`)
    await db.query(`UPDATE spending SET money = 1.5, gpu_ms = 1800000 WHERE evaluation_id = $1`, [id])
    dashboard = await dashboardFor(url)
    browser = await TestBrowser.open()
  })

  afterAll(async () => {
    await browser?.close()
  })

  /** Opens a page as a member, does the job on it, and returns how many clicks that took. */
  async function clicksOf(path: string, work: (page: Page) => Promise<void>): Promise<number> {
    const { page, errors } = await browser.page()
    await signIn(page, dashboard, teams().one.keys.member)
    await page.context().grantPermissions(['clipboard-read', 'clipboard-write'])
    const clicks = await countClicks(page)
    await page.goto(new URL(path, page.url()).href)
    await work(page)
    const taken = clicks()
    expect(errors.filter((error) => !error.includes('favicon'))).toEqual([])
    await page.context().close()
    return taken
  }

  const view = async () => {
    const { body } = await teams().ask('GET', pathOf(GetEvaluation, { path: { id } }), { key: teams().one.keys.viewer })
    return EvaluationView.parse(body)
  }

  it('a suite of several benchmarks and models, 2 and its name', async () => {
    const clicks = await clicksOf('/evaluations/new', async (page) => {
      await page.getByRole('button', { name: 'Several benchmarks or models' }).click()
      await page.getByLabel('Suite', { exact: true }).fill('by the form')
      await page.getByTestId('of-suite').waitFor()
      await page.getByRole('button', { name: 'Start suite' }).click()
      await page.waitForURL(/\/suite\?suite=/)
    })
    expect(clicks).toBeLessThanOrEqual(2)
  })

  it('what it cost, in all and each method alone, 0', async () => {
    const clicks = await clicksOf(`/evaluations/${id}`, async (page) => {
      expect(await page.getByTestId('run-cost').textContent()).toContain('1.50 EUR')
    })
    expect(clicks).toBe(0)
  })

  it('another setting of a method for all questions, 1; and as a method, 2', async () => {
    const before = await view()
    const clicks = await clicksOf(`/evaluations/${id}`, async (page) => {
      const slider = page.getByRole('slider')
      await slider.waitFor({ timeout: 60_000 })
      const { width = 0, height = 0 } = (await slider.boundingBox()) ?? {}
      await slider.click({ position: { x: width / 4, y: height / 2 } })
      await page.locator('.tried-ring').waitFor()
      await page.locator('[data-flips]').waitFor()
      await page.getByRole('button', { name: /^Add as a method/ }).click()
      await page.getByText('Added').waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(2)
    const after = await view()
    expect([after.methods.length, after.samples.drawn]).toEqual([before.methods.length + 1, before.samples.drawn])
  })

  it('a link for people without a key, 1', async () => {
    const clicks = await clicksOf(`/evaluations/${id}`, async (page) => {
      await page.getByRole('button', { name: 'Share' }).click()
      await page.getByText('Link copied.').waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(1)
  })

  it('the report as a file, 2', async () => {
    const clicks = await clicksOf(`/evaluations/${id}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      const file = await savedFile(page, page.getByRole('link', { name: 'Report' }))
      expect(file.toString()).toContain('<!doctype html>')
    })
    expect(clicks).toBeLessThanOrEqual(2)
  })

  it('a formula as one, 0; and as it was written, 1', async () => {
    const clicks = await clicksOf(`/evaluations/${id}/questions/17?i=2`, async (page) => {
      const text = page.getByTestId('sample-text')
      await text.locator('.katex').first().waitFor()
      await page
        .getByRole('group', { name: 'How the text is shown' })
        .last()
        .getByRole('button', { name: 'Raw' })
        .click()
      expect(await text.textContent()).toMatch(/\\boxed\{/)
    })
    expect(clicks).toBeLessThanOrEqual(1)
  })

  it('an evaluation from a preset, 3', async () => {
    const clicks = await clicksOf('/evaluations', async (page) => {
      await page.getByRole('link', { name: 'New evaluation' }).click()
      await page.getByRole('button', { name: 'Cheap check' }).click()
      await startButton(page).click()
      await page.waitForURL(EVALUATION)
    })
    expect(clicks).toBeLessThanOrEqual(3)
  })

  it('a rerun under a name of its own, out of the suite, 2', async () => {
    const clicks = await clicksOf(`/evaluations/${id}`, async (page) => {
      await page.getByRole('link', { name: 'Rerun' }).click()
      await startButton(page).click()
      await page.waitForURL(EVALUATION)
    })
    expect(clicks).toBeLessThanOrEqual(2)
    const [original, rerun] = [
      ...(await submittedAs(teams().db, 'asked')),
      ...(await submittedAs(teams().db, 'asked (rerun)')),
    ]
    expect(original).toMatchObject({ suite: 'nightly' })
    expect(rerun).toMatchObject({ suite: null })
    expect(rerun).not.toMatchObject({ seed: (original as { seed: string }).seed })
  })

  it('what is mine, 1', async () => {
    const { one, newEvaluation } = teams()
    const mine = await newEvaluation(one, one.keys.member)
    const clicks = await clicksOf('/evaluations', async (page) => {
      await page.getByRole('link', { name: 'Mine', exact: true }).first().click()
      await page.locator(`[data-evaluation="${id}"]`).waitFor({ state: 'detached' })
      await page.locator(`[data-evaluation="${mine}"]`).waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(1)
  })

  it('that an import failed, 0; and why, 0', async () => {
    const { db, one } = teams()
    const lost = await submit(db, { team: one.id, changes: { name: 'half a log' } })
    await db.query(`UPDATE evaluation SET source = $2 WHERE id = $1`, [lost, JSON.stringify(LOG)])
    await failImport(db, one.id, lost, 'line 7 is not JSON')
    const clicks = await clicksOf('/evaluations', async (page) => {
      await page.getByTestId('home-strip').getByText('an import failed').waitFor()
      await page.locator(`[data-evaluation="${lost}"]`).getByText('line 7 is not JSON').waitFor()
    })
    expect(clicks).toBe(0)
  })

  it('a comparison that stays, 2 and its name; and again, 1', async () => {
    const kept = await clicksOf(`/compare?evaluations=${id},${teams().one.evaluation}`, async (page) => {
      await page.getByRole('button', { name: 'Save', exact: true }).click()
      await page.getByLabel('Name', { exact: true }).fill('old against new')
      await page.getByRole('button', { name: 'Save comparison' }).click()
      await page.getByRole('heading', { name: 'old against new', level: 1 }).waitFor()
    })
    expect(kept).toBeLessThanOrEqual(2)
    const opened = await clicksOf('/compare', async (page) => {
      await page.getByRole('link', { name: 'old against new' }).click()
      await page.getByRole('heading', { name: 'old against new', level: 1 }).waitFor()
    })
    expect(opened).toBeLessThanOrEqual(1)
  })

  it('the webhooks there are, 2', async () => {
    const clicks = await clicksOf('/evaluations', async (page) => {
      await page.getByRole('link', { name: 'Settings' }).click()
      await page.getByRole('link', { name: 'Webhooks' }).click()
      await page.getByTestId('webhooks').waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(2)
  })

  it('archiving, 2', async () => {
    const { one, newEvaluation } = teams()
    const done = await newEvaluation(one, one.keys.member)
    const clicks = await clicksOf(`/evaluations/${done}`, async (page) => {
      await page.getByRole('button', { name: 'More actions' }).click()
      await page.getByRole('button', { name: 'Archive' }).click()
      await page.getByRole('button', { name: 'Unarchive' }).waitFor()
    })
    expect(clicks).toBeLessThanOrEqual(2)
  })
})
